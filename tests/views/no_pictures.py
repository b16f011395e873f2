"""Replaces matplotlib where Pyodide's own is not available: everything can be called, nothing is drawn."""

import base64
import importlib.machinery
import sys
import types

import numpy

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


class Anything:
    """Its attributes, its calls, its items and what it computes are Anything; as a decorator it changes nothing."""

    def __getattr__(self, name):
        return anything(name)

    def __call__(self, *arguments, **named):
        if len(arguments) == 1 and isinstance(arguments[0], types.FunctionType) and not named:
            return arguments[0]
        if arguments and isinstance(arguments[0], numpy.ndarray):  # a colour map
            return [Anything() for _ in arguments[0]]
        return Anything()

    def __add__(self, other):
        return Anything()

    __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __or__ = __getitem__ = __add__

    def __iter__(self):
        return iter([Anything()])

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        pass

    def __setitem__(self, at, value):
        pass


def anything(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return KNOWN.get(name) or Anything()


def subplots(rows=1, columns=1, *, nrows=None, ncols=None, squeeze=True, **more):
    grid = numpy.empty((nrows or rows, ncols or columns), object)
    for place in numpy.ndindex(grid.shape):
        grid[place] = Anything()
    return Anything(), grid.squeeze()[()] if squeeze else grid


def subplot_mosaic(*arguments, **named):
    return Anything(), Anything()


def savefig(file, **more):
    file.write(base64.b64decode(PIXEL))


KNOWN = dict(subplots=subplots, subplot_mosaic=subplot_mosaic, savefig=savefig)


class Finder:
    """Any module `matplotlib...` is this one, under another name."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] == "matplotlib":
            return importlib.machinery.ModuleSpec(name, Finder, is_package=True)

    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        vars(module).update(__getattr__=anything)
        module.__version_info__ = __version_info__


sys.meta_path.insert(0, Finder)
__version_info__, __getattr__ = (3, 8, 4), anything  # IPython asks for them, where this file itself is matplotlib
