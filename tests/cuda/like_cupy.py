"""A stand-in for CuPy without a GPU: NumPy with CuPy's names, keyword arguments and restrictions, as of CuPy 14.

- Arrays are no NumPy arrays: the two cannot be mixed, and only `.get()` makes the one of the other.
- A reduction, or an index of integers, gives an array of no dimensions and never a number.
- A function or method that is not listed here does not exist, and takes no arguments other than those listed.
- An array is on the card that its thread has chosen, and no other card's thread may use it.
"""

import inspect
import threading
from types import ModuleType, SimpleNamespace

import numpy as np

# Of CuPy 14.2.  tests/cuda/test_plain_cuda.py compares them with an installed CuPy.
FUNCTIONS = """
arange(start, stop=None, step=1, dtype=None)
argsort(a, axis=-1, kind=None)
array(obj, dtype=None, copy=True, order='K', subok=False, ndmin=0, *, blocking=False)
asarray(a, dtype=None, order=None, *, copy=None, blocking=False)
ascontiguousarray(a, dtype=None)
concatenate(tup, axis=0, out=None, *, dtype=None, casting='same_kind')
einsum(*operands, **kwargs)
empty(shape, dtype=float, order='C')
empty_like(prototype, dtype=None, order='K', subok=None, shape=None)
flatnonzero(a)
full(shape, fill_value, dtype=None, order='C')
ones(shape, dtype=float, order='C')
ones_like(a, dtype=None, order='K', subok=None, shape=None)
put_along_axis(arr, indices, values, axis)
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
item(*args)
max(axis=None, out=None, keepdims=False)
mean(axis=None, dtype=None, out=None, keepdims=False)
min(axis=None, out=None, keepdims=False)
ravel(order='C')
reshape(*shape, order='C')
sum(axis=None, dtype=None, out=None, keepdims=False)
swapaxes(axis1, axis2)
tolist()
transpose(*axes)
view(dtype=None)
"""
chosen = threading.local()  # the card of a thread; each begins with the first


def device():
    return getattr(chosen, "number", 0)


def host(x):
    """What NumPy computes with in place of an argument.  TypeError for what CuPy refuses."""
    if isinstance(x, ndarray):
        assert x.on == device(), "an array of another card"
        return x.array
    if isinstance(x, np.ndarray):
        raise TypeError("Unsupported type <class 'numpy.ndarray'>")
    return type(x)(map(host, x)) if type(x) in (list, tuple) else x


def wrap(x):
    if isinstance(x, tuple):
        return tuple(map(wrap, x))
    return ndarray(np.asarray(x)) if isinstance(x, np.ndarray | np.generic) else x


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

    @property
    def T(self):
        return wrap(host(self).T)

    def __getitem__(self, key):
        return wrap(host(self)[indices(key)])

    def __setitem__(self, key, value):
        key, shape = indices(key), getattr(value, "shape", ())
        if isinstance(value, np.ndarray) and shape:
            raise ValueError("non-scalar numpy.ndarray cannot be used for fill")
        host(self)[key] = value if isinstance(value, np.ndarray) else host(value)

    def __len__(self):
        return len(self.array)

    def __iter__(self):
        return map(self.__getitem__, range(len(self)))

    def __bool__(self):
        return bool(host(self))

    def __int__(self):
        return int(host(self))

    def __float__(self):
        return float(host(self))

    def get(self):
        return host(self).copy()

    def set(self, array):
        assert (array.dtype, array.shape) == (self.dtype, self.shape), "Shape mismatch"
        host(self)[...] = array


def indices(key):
    """An index; CuPy makes arrays of lists and NumPy arrays in it."""
    return tuple(map(indices, key)) if isinstance(key, tuple) else key if isinstance(key, np.ndarray) else host(key)


def operator(name):
    def apply(self, other):
        if not isinstance(other, ndarray | np.ndarray | np.generic | bool | int | float):
            return NotImplemented
        result = getattr(host(self), name)(host(other))
        return self if name.startswith("__i") else wrap(result)

    return apply


for sign in "add sub mul truediv floordiv mod pow matmul and or xor".split():
    for kind in ("", "r", "i"):
        setattr(ndarray, f"__{kind}{sign}__", operator(f"__{kind}{sign}__"))
for sign in "lt le gt ge eq ne".split():
    setattr(ndarray, f"__{sign}__", operator(f"__{sign}__"))
for sign in ("neg", "invert"):
    setattr(ndarray, f"__{sign}__", lambda self, sign=f"__{sign}__": wrap(getattr(host(self), sign)()))


def parsed(lines):
    """-> {name: inspect.Signature}"""
    found = {}
    for line in lines.strip().splitlines():
        name, parameters = line[:-1].split("(", 1)
        found[name] = inspect.signature(eval(f"lambda {parameters}: None"))
    return found


def restricted(function, signature):
    """The function of NumPy with the parameters of CuPy, whose default values are left to NumPy"""

    def call(*arguments, **options):
        signature.bind(*arguments, **options)
        out = options.get("out")
        result = function(*map(host, arguments), **{name: host(value) for name, value in options.items()})
        return wrap(result) if out is None else out

    return call


def method(name, signature):
    return lambda self, *arguments, **options: restricted(getattr(host(self), name), signature)(*arguments, **options)


for name, signature in parsed(METHODS).items():
    setattr(ndarray, name, method(name, signature))


def as_array(a, dtype=None, **options):
    """Only these two take arrays of NumPy."""
    if isinstance(a, ndarray):
        assert a.on == device(), "an array of another card"
        return a if dtype is None or a.dtype == dtype else a.astype(dtype)
    return ndarray(np.array(a, dtype))


class Device:
    compute_capability = "90"

    def __init__(self, number=None):
        self.id = device() if number is None else number

    def use(self):
        chosen.number = self.id

    def synchronize(self):
        pass


class Generator:
    def __init__(self, bits):
        self.numpy = np.random.Generator(bits)

    def random(self, size=None, dtype=np.float64, out=None):
        return wrap(self.numpy.random(size, dtype))


def cupy(gpus=1):
    """-> a module to be put into sys.modules under the name of CuPy"""
    module = ModuleType("cupy")
    for name, signature in parsed(FUNCTIONS).items():
        setattr(module, name, restricted(getattr(np, name), signature))
    signature = inspect.signature(lambda *arguments, out=None, dtype=None: None)
    for name in UFUNCS:
        setattr(module, name, restricted(getattr(np, name), signature))
    module.add.at = lambda a, indices, b: np.add.at(host(a), host(indices), host(b))
    module.asarray = module.array = as_array
    module.ndarray, module.finfo, module.inf = ndarray, np.finfo, np.inf
    module.float32, module.float64, module.__version__ = np.float32, np.float64, "14.2.0"
    module.lib = SimpleNamespace(stride_tricks=SimpleNamespace(as_strided=as_strided))
    module.random = SimpleNamespace(Generator=Generator, Philox4x3210=lambda seed: np.random.Philox(seed))
    runtime = SimpleNamespace(
        driverGetVersion=lambda: 13000,
        runtimeGetVersion=lambda: 13000,
        getDeviceCount=lambda: gpus,
        getDeviceProperties=lambda number: dict(name=b"Stand-in"),
    )
    module.cuda = SimpleNamespace(runtime=runtime, is_available=lambda: True, Device=Device)
    return module


def as_strided(x, shape=None, strides=None):
    return ndarray(np.lib.stride_tricks.as_strided(host(x), shape, strides))
