"""Objects as bytes, and back: by pickle, and with what pickle alone does not know.

With cloudpickle, functions and classes that no module has under their name (those of the program
itself, lambdas, closures) are written whole; without it, by name, which is enough for the program
that wrote them. What cannot be written (a lock, an open file, a generator) is `Lost`.
"""

from __future__ import annotations

import copyreg
import functools
import io
import pickle
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from .._extras import needed

_BY_NAME = (type, FunctionType, BuiltinFunctionType, ModuleType)


class Lost:
    """Stands for an object that could not be written."""

    def __init__(self, kind: str) -> None:
        self._kind = kind

    def __repr__(self) -> str:
        return f"<{self._kind}, which a saved model does not hold>"


def to_bytes(value: Any) -> bytes:
    """The object and all that it holds.

    `ImportError` for a function that only cloudpickle could write, if it is not there.
    """
    try:
        return _pickled(value)
    except (AttributeError, pickle.PicklingError):
        needed("cloudpickle", "saved-models", "tf.saved_model.save of a function without a name")
        raise


def from_bytes(content: bytes) -> Any:
    """The object; it runs what the bytes say, as TensorFlow runs the graphs of a saved model."""
    return pickle.loads(content)


def _pickled(value: Any) -> bytes:
    file = io.BytesIO()
    _pickler()(file, protocol=pickle.HIGHEST_PROTOCOL).dump(value)
    return file.getvalue()


@functools.cache
def _pickler() -> Any:
    try:
        from cloudpickle import Pickler as Base  # type: ignore[import-untyped]
    except ImportError:
        from pickle import Pickler as Base

    class ObjectPickler(Base):  # type: ignore[misc]
        def reducer_override(self, value: Any) -> Any:
            outer = getattr(super(), "reducer_override", None)
            reduced = NotImplemented if outer is None else outer(value)
            known = getattr(self, "dispatch_table", copyreg.dispatch_table)
            if reduced is not NotImplemented or isinstance(value, _BY_NAME) or type(value) in known:
                return reduced
            return _reduced(value)

    return ObjectPickler


def _reduced(value: Any) -> Any:
    try:
        return value.__reduce_ex__(pickle.HIGHEST_PROTOCOL)
    except TypeError:  # which is what objects of the system raise
        return Lost, (type(value).__name__,)
