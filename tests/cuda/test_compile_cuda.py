"""Every kernel compiles, for every type, for GPUs from Turing to Blackwell; this needs no GPU."""

import ctypes
import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest

from minitrans.commands.measure.gpu_profile import SPIN
from minitrans.cuda.kernels import HERE, compiled

pytestmark = pytest.mark.slow  # a compiler runs for each kernel, type and architecture

FILES = sorted(path.stem for path in HERE.glob("*.cu"))
WIDTHS = dict(WIDTH=512, D_K=64, D_V=64)
every_kernel = pytest.mark.parametrize("file", FILES)
PAGE = HERE.parents[1] / "docs" / "gpu.md"
both_types = pytest.mark.parametrize("real", ["float", "bf16"])


def defines(real, **widths):
    return [f"-D{name}={value}" for name, value in (WIDTHS | widths | dict(REAL=real)).items()]


@pytest.fixture(scope="module")
def library():
    """The NVRTC library of the wheel nvidia-cuda-nvrtc"""
    found = find_spec("nvidia")
    folders = [Path(folder) for folder in found.submodule_search_locations] if found else []
    paths = [
        path for folder in folders for path in sorted(folder.rglob("libnvrtc.so.*")) if "builtins" not in path.name
    ]
    return ctypes.CDLL(paths[0]) if paths else pytest.skip("nvidia-cuda-nvrtc is not installed")


def compile_by_nvrtc(library, source, options):
    """-> the log of the compiler, "" if it is empty; AssertionError if the source does not compile"""
    program = ctypes.c_void_p()
    assert library.nvrtcCreateProgram(ctypes.byref(program), source.encode(), None, 0, None, None) == 0
    flags = (ctypes.c_char_p * len(options))(*(option.encode() for option in options))
    status = library.nvrtcCompileProgram(program, len(options), flags)
    size = ctypes.c_size_t()
    library.nvrtcGetProgramLogSize(program, ctypes.byref(size))
    log = ctypes.create_string_buffer(size.value)
    library.nvrtcGetProgramLog(program, log)
    library.nvrtcDestroyProgram(ctypes.byref(program))
    assert status == 0, log.value.decode()
    return log.value.decode()


@every_kernel
@both_types
@pytest.mark.parametrize("card", ["sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"])
def test_nvrtc_compiles(library, file, real, card):
    """The text that CuPy compiles.  CuPy's cache looks at this text alone, so it must not include other files."""
    if card == "sm_75" and (real == "bf16" or file == "attention_tiles"):
        pytest.skip("tensor cores for bfloat16 begin with sm_80")
    given = compiled.__wrapped__(
        SimpleNamespace(RawModule=SimpleNamespace), file, tuple((WIDTHS | dict(REAL=real)).items())
    )
    assert "#include" not in given.code
    added = f"-arch={card}", "-ftz=true", "--device-as-default-execution-space"  # CuPy adds these
    assert "error" not in compile_by_nvrtc(library, given.code, [*given.options, *added])


def test_nvrtc_compiles_the_kernel_that_spins(library):
    assert "error" not in compile_by_nvrtc(library, SPIN, ["-arch=sm_90"])


def test_nvrtc_refuses_what_is_wrong(library):
    with pytest.raises(AssertionError, match="identifier"):
        compile_by_nvrtc(library, "__global__ void f() { no_such_thing(); }", ["-arch=sm_90"])


@every_kernel
@both_types
@pytest.mark.parametrize("width", [128, 512, 1024])
def test_registers_are_enough(file, real, width, tmp_path):
    """Variables that do not fit into registers are spilled to memory, which makes a memory-bound kernel slow."""
    if not shutil.which("nvcc"):
        pytest.skip("nvcc is not on the PATH")
    log = compile_by_nvcc(file, defines(real, WIDTH=width), tmp_path)
    spills = re.findall(r"(\d+) bytes spill stores, (\d+) bytes spill loads", log)
    most = 12 if (file, real, width) == ("embed", "float", 512) else 0  # bytes, as docs/gpu.md says
    assert spills and all(int(size) <= most for each in spills for size in each), log


def compile_by_nvcc(file, options, folder):
    """-> what ptxas says of the kernels"""
    command = ["nvcc", "-arch=sm_90", "-cubin", "-Xptxas", "-v", *options]
    ended = subprocess.run([*command, HERE / f"{file}.cu", "-o", folder / "out"], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    return ended.stderr


def test_the_page_tells_registers_and_warps(tmp_path):
    """Another release of nvcc may need other registers, so docs/gpu.md names the release that it describes."""
    page = PAGE.read_text(encoding="utf-8")
    told = re.findall(r"^\| `(\w+)`, `(\w+)` \| (\d+) \| (\d+) \| (\d+) \|$", page, re.M)
    release = re.search(r"nvcc (\d+\.\d+)", page)[1]
    if not shutil.which("nvcc") or f"release {release}," not in subprocess.getoutput("nvcc --version"):
        pytest.skip(f"nvcc {release} is not on the PATH")
    logs = {file: compile_by_nvcc(file, defines("bf16"), tmp_path) for file, *_ in told}
    for file, kernel, *numbers in told:
        threads, registers, warps = map(int, numbers)
        assert registers == int(re.search(rf"'{kernel}'.*?Used (\d+) registers", logs[file], re.S)[1]), kernel
        assert warps == resident(registers, threads), kernel
    assert len(told) == 11


def resident(registers, threads):
    """The warps that one multiprocessor of an H100 or H200 holds at a time; registers are given out in eights."""
    blocks = min(65536 // (-(-registers // 8) * 8 * threads), 2048 // threads, 32)
    return blocks * threads // 32
