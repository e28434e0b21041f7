"""Exceptions of Python functions that TensorFlow calls: what it makes of them.

Invariant: what is raised is TensorFlow's error and the exception itself, so that programs which
catch either of them do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import errors

_KINDS: tuple[tuple[type[Exception], type[errors.OpError]], ...] = (
    (TypeError, errors.InvalidArgumentError),
    (ValueError, errors.InvalidArgumentError),
    (StopIteration, errors.OutOfRangeError),
    (MemoryError, errors.ResourceExhaustedError),
    (NotImplementedError, errors.UnimplementedError),
)


def called(function: Callable[..., Any], values: Any, gathers: bool = False) -> Any:
    """`function(*values)`, whose exceptions become TensorFlow's; gradtape's own stay as they are.

    Where elements are gathered, the end of an iterator of the program's is not theirs.
    """
    try:
        return function(*values)
    except Exception as error:
        if type(error).__module__.partition(".")[0] == "gradtape":
            raise
        kind = errors.InvalidArgumentError if gathers and _ends(error) else _kind(error)
        raise of_both(kind, type(error))(None, None, f"{type(error).__name__}: {error}") from error


def _ends(error: Exception) -> bool:
    return isinstance(error, StopIteration)


def _kind(error: Exception) -> type[errors.OpError]:
    found = (kind for foreign, kind in _KINDS if isinstance(error, foreign))
    return next(found, errors.UnknownError)


def of_both(kind: type[errors.OpError], foreign: type[Exception]) -> type[Exception]:
    """A class below TensorFlow's and the exception's, named like the former."""
    if issubclass(kind, foreign) or foreign is StopIteration:  # which no generator may raise
        return kind
    try:
        return type(kind.__name__, (kind, foreign), {"__module__": kind.__module__})
    except TypeError:  # they do not go together
        return kind
