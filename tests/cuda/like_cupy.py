"""A stand-in for CuPy without a GPU: NumPy with CuPy's names, keyword arguments and restrictions, as of CuPy 14.

- Arrays are no NumPy arrays: the two cannot be mixed, and only `.get()` makes the one of the other.
- A reduction, or an index of integers, gives an array of no dimensions and never a number.
- A function or method that is not listed here does not exist, and takes no arguments other than those listed.
- An array is on the card that its thread has chosen, and no other card's thread may use it.
- The card is late: what a stream is given is done only when somebody waits for this stream.
"""

import ctypes
import inspect
import shutil
import subprocess
import tempfile
import threading
from contextlib import nullcontext
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

# Of CuPy 14.2.  tests/cuda/test_plain_cuda.py compares them with an installed CuPy.
FUNCTIONS = """
arange(start, stop=None, step=1, dtype=None)
argsort(a, axis=-1, kind=None)
array(obj, dtype=None, copy=True, order='K', subok=False, ndmin=0, *, blocking=False)
asarray(a, dtype=None, order=None, *, copy=None, blocking=False)
ascontiguousarray(a, dtype=None)
broadcast_to(array, shape)
concatenate(tup, axis=0, out=None, *, dtype=None, casting='same_kind')
copyto(dst, src, casting='same_kind', where=None)
einsum(*operands, **kwargs)
empty(shape, dtype=float, order='C')
empty_like(prototype, dtype=None, order='K', subok=None, shape=None)
expand_dims(a, axis)
full(shape, fill_value, dtype=None, order='C')
hstack(tup, *, dtype=None, casting='same_kind')
ones(shape, dtype=float, order='C')
ones_like(a, dtype=None, order='K', subok=None, shape=None)
roll(a, shift, axis=None)
take_along_axis(a, indices, axis)
tri(N, M=None, k=0, dtype=float)
where(condition, x=None, y=None)
zeros(shape, dtype=float, order='C')
zeros_like(a, dtype=None, order='K', subok=None, shape=None)
"""
UFUNCS = "add divmod exp isfinite log maximum minimum sqrt tanh".split()  # all take out and dtype, and no `where`
METHODS = """
all(axis=None, out=None, keepdims=False)
any(axis=None, out=None, keepdims=False)
argmax(axis=None, out=None, dtype=None, keepdims=False)
astype(dtype, order='K', casting=None, subok=None, copy=True)
copy(order='C')
fill(value)
max(axis=None, out=None, keepdims=False)
mean(axis=None, dtype=None, out=None, keepdims=False)
min(axis=None, out=None, keepdims=False)
ravel(order='C')
reshape(*shape, order='C')
sum(axis=None, dtype=None, out=None, keepdims=False)
swapaxes(axis1, axis2)
transpose(*axes)
view(dtype=None)
"""
chosen = threading.local()  # the card and the stream of a thread; each thread begins with the first card
LATE = {"f": np.inf, "V": np.inf}  # what new arrays hold until their work is done; other kinds of numbers hold 0


def device():
    return getattr(chosen, "number", 0)


class Stream:
    """Work of a card, which is as late as it can be: it is done only when somebody waits for it."""

    all = {}  # {card: its streams}
    launches = waits = 0

    def __init__(self, null=False, non_blocking=False, ptds=False):
        self.work, self.lock = [], threading.RLock()
        Stream.all.setdefault(device(), []).append(self)

    def do(self, change):
        Stream.launches += 1
        with self.lock:
            self.work.append(change)

    def synchronize(self):
        Stream.waits += 1
        with self.lock, np.errstate(all="ignore"):  # a GPU gives no warnings
            while self.work:
                self.work.pop(0)()

    def __enter__(self):
        self.before, chosen.stream = getattr(chosen, "stream", None), self

    def __exit__(self, *error):
        chosen.stream = self.before


def current_stream():
    return getattr(chosen, "stream", None) or Stream.all.get(device(), [None])[0] or Stream()


def launched(compute, *operands):
    """-> an array that will hold what compute() gives; if that is a view, it needs no work"""
    with np.errstate(all="ignore"):
        result = np.asarray(compute())  # of numbers that may be late, but the shape is right
    if any(isinstance(x, np.ndarray) and np.may_share_memory(result, x) for x in operands):
        return ndarray(result)
    array = late(result.copy(order="K"))
    current_stream().do(lambda: array.array.__setitem__(..., compute()))
    return array


def late(array):
    """-> new memory, in which nothing was written yet"""
    array[...] = LATE.get(array.dtype.kind, 0)
    return ndarray(array)


def host(x):
    """The argument as NumPy needs it.  TypeError for what CuPy refuses."""
    if isinstance(x, ndarray):
        assert x.on == device(), "an array of another card"
        return x.array
    if isinstance(x, np.ndarray):
        raise TypeError("Unsupported type <class 'numpy.ndarray'>")
    return type(x)(map(host, x)) if type(x) in (list, tuple) else x


class ndarray:
    __module__, __hash__, __array_ufunc__ = "cupy", None, None

    def __init__(self, array):
        self.array, self.on = array, device()

    def __array__(self, *arguments, **options):
        raise TypeError("Implicit conversion to a NumPy array is not allowed. Please use `.get()`")

    def __getattr__(self, name):
        if name in ("shape", "dtype", "ndim", "size", "itemsize", "nbytes", "strides"):
            return getattr(self.array, name)
        raise AttributeError(f"'cupy.ndarray' object has no attribute {name!r} in this stand-in")

    T = property(lambda self: ndarray(host(self).T))

    def __getitem__(self, key):
        array, key = host(self), indices(key)
        if any(isinstance(each, np.ndarray | list) for each in as_tuple(key)):
            return launched(lambda: array[key])
        return ndarray(array[key] if isinstance(array[key], np.ndarray) else array[(*as_tuple(key), ...)])

    def __setitem__(self, key, value):
        array, key = host(self), indices(key)
        if isinstance(value, np.ndarray) and value.shape:
            raise ValueError("non-scalar numpy.ndarray cannot be used for fill")
        value = value if isinstance(value, np.ndarray) else host(value)
        current_stream().do(lambda: array.__setitem__(key, value))

    def __len__(self):
        return len(self.array)

    def __iter__(self):
        return map(self.__getitem__, range(len(self)))

    def get(self):
        array = host(self)
        current_stream().synchronize()
        return array.copy()

    def set(self, array):
        assert (array.dtype, array.shape) == (self.dtype, self.shape), "Shape mismatch"
        into, array = host(self), array.copy()
        current_stream().do(lambda: into.__setitem__(..., array))


def as_tuple(key):
    return key if isinstance(key, tuple) else (key,)


def indices(key):
    """An index; CuPy makes arrays of lists and NumPy arrays in it.  How many are true it must wait for."""
    if isinstance(key, ndarray) and key.dtype == bool:
        return key.get()
    return tuple(map(indices, key)) if isinstance(key, tuple) else key if isinstance(key, np.ndarray) else host(key)


def operator(name):
    def apply(self, other):
        if not isinstance(other, ndarray | np.ndarray | np.generic | bool | int | float):
            return NotImplemented
        own, other = host(self), host(other)
        if "matmul" in name and max(own.ndim, other.ndim) > 2:  # CuPy copies what is not contiguous
            Stream.launches += sum(not x.flags.c_contiguous for x in (own, other))
        if not name.startswith("__i") or name == "__invert__":
            return launched(lambda: getattr(own, name)(other))
        current_stream().do(lambda: getattr(own, name)(other))
        return self

    return apply


for sign in "add sub mul truediv floordiv mod pow matmul and or xor".split():
    for kind in ("", "r", "i"):
        setattr(ndarray, f"__{kind}{sign}__", operator(f"__{kind}{sign}__"))
for sign in "lt le gt ge eq ne".split():
    setattr(ndarray, f"__{sign}__", operator(f"__{sign}__"))
for name in "__bool__ __int__ __float__ item tolist".split():
    setattr(ndarray, name, lambda self, name=name: getattr(self.get(), name)())
for sign in ("neg", "invert"):
    setattr(ndarray, f"__{sign}__", lambda self, sign=f"__{sign}__": launched(getattr(host(self), sign)))


def parsed(lines, before=""):
    """-> {name: inspect.Signature}"""
    found = {}
    for line in lines.strip().splitlines():
        name, parameters = line[:-1].split("(", 1)
        found[name] = inspect.signature(eval(f"lambda {before}{parameters}: None"))
    return found


def restricted(function, signature):
    """The function of NumPy with the parameters of CuPy, whose default values are left to NumPy"""

    def call(*arguments, **options):
        signature.bind(*arguments, **options)
        out = options.get("out")
        arguments, options = tuple(map(host, arguments)), {name: host(value) for name, value in options.items()}
        if out is None:
            return launched(lambda: function(*arguments, **options), *arguments)
        current_stream().do(lambda: function(*arguments, **options))
        return out

    return call


for name, signature in parsed(METHODS, "self, ").items():
    setattr(ndarray, name, restricted(getattr(np.ndarray, name), signature))


def as_array(a, dtype=None, **options):
    """Only these two take arrays of NumPy."""
    if isinstance(a, ndarray):
        assert a.on == device(), "an array of another card"
        return a if dtype is None or a.dtype == dtype else a.astype(dtype)
    copy = np.array(a, dtype)
    return launched(lambda: copy)


def copyto(dst, src, casting="same_kind", where=None):
    into, src, where = host(dst), host(src), True if where is None else host(where)
    current_stream().do(lambda: np.copyto(into, src, casting, where))


class Device:
    compute_capability, mem_info = "90", (0, 12 * 10**9)  # bytes that are free, and all

    def __init__(self, number=None):
        self.id = device() if number is None else number

    def use(self):
        chosen.number = self.id

    def synchronize(self):
        for stream in Stream.all.get(self.id, []):
            stream.synchronize()


class ElementwiseKernel:
    """C++ for each entry of one array, here compiled by g++; its other parameters are numbers."""

    KINDS = {"uint32": (ctypes.c_uint32, "uint32_t"), "uint64": (ctypes.c_uint64, "uint64_t"), "bool": (None, "bool")}

    def __init__(self, in_params, out_params, operation, name):
        if not shutil.which("g++"):
            pytest.skip("g++ is not installed")
        (out, into), given = out_params.split(), [each.split() for each in in_params.split(", ")]
        arguments = ", ".join(f"{self.KINDS[kind][1]} {each}" for kind, each in given)
        loop = f"for (ptrdiff_t i = 0; i < n; i++) {{ {out} &{into} = out[i]; {operation} }}"
        code = f'extern "C" void f({arguments}, {self.KINDS[out][1]} *out, ptrdiff_t n) {{ {loop} }}'
        with tempfile.TemporaryDirectory() as folder:
            command = ["g++", "-shared", "-fPIC", "-x", "c++", "-", "-o", f"{folder}/f.so", "-include", "cstdint"]
            subprocess.run([*command, "-include", "cstddef"], input=code.encode(), check=True)
            self.function = ctypes.CDLL(f"{folder}/f.so").f
        self.types = [self.KINDS[kind][0] for kind, _ in given]

    def __call__(self, *numbers_and_out):
        *numbers, out = numbers_and_out
        array = host(out)
        arguments = [kind(int(number)) for kind, number in zip(self.types, numbers, strict=True)]
        place = ctypes.c_void_p(array.ctypes.data), ctypes.c_ssize_t(array.size)
        current_stream().do(lambda: self.function(*arguments, *place))
        return out


def cupy(gpus=1):
    """-> a module to be put into sys.modules under the name of CuPy"""
    module = ModuleType("cupy")
    for name, signature in parsed(FUNCTIONS).items():
        setattr(module, name, restricted(getattr(np, name), signature))
    signature = inspect.signature(lambda *arguments, out=None, dtype=None: None)
    for name in [*UFUNCS, "matmul"]:
        setattr(module, name, restricted(getattr(np, name), signature))
    module.add.at = scatter
    vars(module).update(
        {name: getattr(np, name) for name in ("finfo", "inf", "float32", "float64")},
        __version__="14.2.0",
        ndarray=ndarray,
        array=as_array,
        asarray=as_array,
        copyto=copyto,
        empty=lambda shape, dtype=float, order="C": late(np.empty(shape, dtype, order)),
        empty_like=lambda prototype, dtype=None: late(np.empty_like(host(prototype), dtype)),
        flatnonzero=lambda a: as_array(np.flatnonzero(a.get())),
        lib=SimpleNamespace(
            stride_tricks=SimpleNamespace(
                as_strided=lambda x, shape=None, strides=None: ndarray(
                    np.lib.stride_tricks.as_strided(host(x), shape, strides)
                )
            )
        ),
        ElementwiseKernel=ElementwiseKernel,
        cuda=SimpleNamespace(
            runtime=SimpleNamespace(
                driverGetVersion=lambda: 13000,
                runtimeGetVersion=lambda: 13000,
                getDeviceCount=lambda: gpus,
                getDeviceProperties=lambda number: dict(name=b"Stand-in"),
            ),
            is_available=lambda: True,
            Device=Device,
            Stream=Stream,
            get_allocator=lambda: None,
            using_allocator=lambda allocator: nullcontext(),
            get_current_stream=current_stream,
        ),
    )
    Stream.all.clear()
    return module


def scatter(a, indices, b):
    arrays = tuple(map(host, (a, indices, b)))
    current_stream().do(lambda: np.add.at(*arrays))
