"""Matrix products by cublasLt, called through ctypes.

The matrix products of CuPy cannot be captured into a CUDA graph, and cannot multiply bfloat16 to float32.  cublasLt
takes stream and workspace as arguments and keeps no state between calls, so a captured product can be replayed.  It
also adds a bias and applies ReLU in the same kernel.
"""

import ctypes
from contextlib import contextmanager
from functools import cache, lru_cache
from weakref import finalize

import numpy as np

from ..backend import array_module
from ..system.errors import UserError

TYPES = {"float32": 0, "bfloat16": 14}  # cudaDataType_t
COMPUTE = {"float32": 68, "tf32": 77}  # cublasComputeType_t: sums in float32, products in float32 or TF32
TRANSPOSE_A, TRANSPOSE_B, EPILOGUE, BIAS_POINTER = 3, 4, 7, 8  # cublasLtMatmulDescAttributes_t
MAX_WORKSPACE, MIN_ALIGNMENT = 1, 5  # cublasLtMatmulPreferenceAttributes_t; alignment 5 is of A, 6 to 8 of B, C, D
PLAIN, BIAS, RELU_BIAS = 1, 4, 6  # cublasLtEpilogue_t
NO_MEMORY = 3  # cublasStatus_t: CUBLAS_STATUS_ALLOC_FAILED
WORKSPACE = 32 << 20  # bytes
PLANS = 1024  # kept plans; a training step needs some 30, and so does each batch size in decoding

precision = "float32"  # of float32 products: "float32" or the faster "tf32", see `products`


class Heuristic(ctypes.Structure):
    """cublasLtMatmulHeuristicResult_t"""

    _fields_ = [
        ("algorithm", ctypes.c_uint64 * 8),
        ("workspace", ctypes.c_size_t),
        ("state", ctypes.c_int),
        ("waves", ctypes.c_float),
        ("reserved", ctypes.c_int * 4),
    ]


@contextmanager
def products(name):
    """Within this context products of float32 are computed in "float32" or "tf32"."""
    global precision
    before, precision = precision, name
    try:
        yield
    finally:
        precision = before


def matmul(a, b, *, bias=None, relu=False, out=None, dtype=None, add=False):
    """a [n, k] @ b [k, m] (+ bias [m], then ReLU) -> [n, m], with sums in float32

    a and b have the same type, float32 or bfloat16.  They may be transposed views or slices of longer rows.
    out: an array for the result; add: whether the result is added to its contents
    dtype: the type of the result if there is no `out` (default: that of a)
    """
    xp = array_module(a)
    out = xp.empty((len(a), b.shape[1]), dtype or a.dtype) if out is None else out
    epilogue = PLAIN if bias is None else RELU_BIAS if relu else BIAS
    kinds = str(a.dtype), str(out.dtype), precision, epilogue, 0 if bias is None else alignment(bias)
    # cublasLt matrices are column-major, ours are row-major, so it computes out^T = b^T a^T.
    plan = plan_for(*kinds, *map(layout, (b, a, out)))
    addresses = address(b), address(a), address(out), None if bias is None else address(bias)
    plan.run(*addresses, add, address(workspace(xp)), stream(xp))
    return out


def layout(x):
    """-> (rows, columns, leading dimension, transposed, alignment) of x^T in column-major order"""
    (n, m), (row, column) = x.shape, (stride // x.itemsize for stride in x.strides)
    if column == 1 or m == 1:
        return m, n, max(row, m), False, alignment(x)
    if row == 1 or n == 1:
        return n, m, max(column, n), True, alignment(x)
    raise ValueError(f"matmul: array with strides {x.strides}: neither its rows nor its columns are contiguous")


def alignment(x):
    """The largest power of two, at most 256, that divides the address."""
    return min(256, address(x) & -address(x))


def address(x):
    return x.data.ptr


def stream(xp):
    return xp.cuda.get_current_stream().ptr


@cache
def workspace(xp):
    return xp.empty(WORKSPACE, np.uint8)


@lru_cache(maxsize=PLANS)
def plan_for(*key):
    return Plan(*key)


class Plan:
    """The algorithm that cublasLt chooses for products of the same shapes, layouts and types."""

    def __init__(self, of_inputs, of_result, compute, epilogue, of_bias, first, second, result):
        self.library = library()
        self.description, self.layouts = ctypes.c_void_p(), [ctypes.c_void_p() for _ in range(3)]
        kind = COMPUTE[compute if of_inputs == "float32" else "float32"]
        self.library.call("MatmulDescCreate", ctypes.byref(self.description), kind, TYPES["float32"])
        for attribute, value in ((TRANSPOSE_A, first[3]), (TRANSPOSE_B, second[3]), (EPILOGUE, epilogue)):
            self.set("MatmulDesc", self.description, attribute, ctypes.c_int32(value))
        # The heuristic needs only the alignment of the bias, so any address with this alignment will do.
        self.set("MatmulDesc", self.description, BIAS_POINTER, ctypes.c_void_p(of_bias))
        for layout, (rows, columns, leading, _, _), dtype in zip(
            self.layouts, (first, second, result), (of_inputs, of_inputs, of_result), strict=True
        ):
            numbers = ctypes.c_uint64(rows), ctypes.c_uint64(columns), ctypes.c_int64(leading)
            self.library.call("MatrixLayoutCreate", ctypes.byref(layout), TYPES[dtype], *numbers)
        preference, found, count = ctypes.c_void_p(), Heuristic(), ctypes.c_int()
        self.library.call("MatmulPreferenceCreate", ctypes.byref(preference))
        self.set("MatmulPreference", preference, MAX_WORKSPACE, ctypes.c_size_t(WORKSPACE))
        alignments = first[4], second[4], result[4], result[4]
        for attribute, least in enumerate(alignments, start=MIN_ALIGNMENT):
            self.set("MatmulPreference", preference, attribute, ctypes.c_uint32(least))
        a, b, d = self.layouts
        where = ctypes.c_int(1), ctypes.byref(found), ctypes.byref(count)
        self.library.call(
            "MatmulAlgoGetHeuristic", self.library.handle, self.description, a, b, d, d, preference, *where
        )
        self.library.call("MatmulPreferenceDestroy", preference)
        self.algorithm = found.algorithm
        finalize(self, self.library.destroy, self.description, self.layouts).atexit = False

    def set(self, kind, what, attribute, value):
        self.library.call(f"{kind}SetAttribute", what, attribute, ctypes.byref(value), ctypes.sizeof(value))

    def run(self, first, second, out, bias, add, workspace, stream):
        if bias:
            self.set("MatmulDesc", self.description, BIAS_POINTER, ctypes.c_void_p(bias))
        one, kept = ctypes.c_float(1), ctypes.c_float(add)  # result = 1 a b + kept result
        x, y, d, room, stream = map(ctypes.c_void_p, (first, second, out, workspace, stream))
        a, b, result = self.layouts
        self.library.call(
            "Matmul",
            *(self.library.handle, self.description, ctypes.byref(one), x, a, y, b, ctypes.byref(kept)),
            *(d, result, d, result, ctypes.byref(self.algorithm), room, ctypes.c_size_t(WORKSPACE), stream),
        )


@cache
def library():
    return CublasLt()


class CublasLt:
    """The loaded library and its handle."""

    def __init__(self):
        self.functions = ctypes.CDLL(path_of_library())
        self.handle = ctypes.c_void_p()
        self.call("Create", ctypes.byref(self.handle))

    def destroy(self, description, layouts):
        """Free the parts of a plan.  A captured graph has its own copies."""
        self.call("MatmulDescDestroy", description)
        for layout in layouts:
            self.call("MatrixLayoutDestroy", layout)

    def call(self, name, *arguments):
        status = getattr(self.functions, f"cublasLt{name}")(*arguments)
        if status:
            raise (MemoryError if status == NO_MEMORY else RuntimeError)(f"cublasLt{name} failed: {status}")


def path_of_library():
    try:
        from cuda.pathfinder import load_nvidia_dynamic_lib  # comes with CuPy

        return load_nvidia_dynamic_lib("cublasLt").abs_path
    except Exception as error:
        raise UserError(f"--backend cupy: cublasLt is missing ({error}); install CuPy with its [ctk] extra") from None
