"""Which values of names and attributes a trace keeps: see `once`.

They are plain ones (numbers, texts, arrays), what the library's classes have made (variables,
layers, models, optimizers, losses, iterators, and instances of classes derived from those), and
tuples of all these. Lists, dictionaries and what else a program makes are looked up anew in each
run.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _core

PLAIN = (bool, int, float, complex, str, bytes, np.ndarray, np.generic, _core.Tensor)
_CONTAINERS = (list, dict, set, type)
_PACKAGES = (__name__.partition(".")[0], "tensorflow")  # in whose place some classes have its name
_known: dict[type, bool] = {}  # whether values of a class are kept; begun anew where it is long
_MOST = 1024


def is_kept(value: Any) -> bool:
    """Whether a trace keeps it.

    >>> from gradtape._runtime.kept_kinds import is_kept
    >>> import gradtape as tf
    >>> [is_kept(one) for one in (1.5, tf.Variable(1.0), tf.Module(), [1.5], object(), None)]
    [True, True, True, False, False, False]
    >>> is_kept((1.5, tf.Module())), is_kept((1.5, []))
    (True, False)
    """
    if isinstance(value, tuple):
        return all(map(is_kept, value))
    return _is_kept_kind(type(value))


def is_plain(value: Any) -> bool:
    """Whether it is a number, a text, an array or a tensor, or a tuple of such."""
    if isinstance(value, tuple):
        return all(map(is_plain, value))
    return isinstance(value, PLAIN)


def is_of_library(kind: type) -> bool:
    """Whether a class is one of the library's, not of a program."""
    return kind.__module__.partition(".")[0] in _PACKAGES


def _is_kept_kind(kind: type) -> bool:
    if kind not in _known:
        if len(_known) >= _MOST:
            _known.clear()
        _known[kind] = issubclass(kind, PLAIN) or _is_derived(kind)
    return _known[kind]


def _is_derived(kind: type) -> bool:
    return not issubclass(kind, _CONTAINERS) and any(map(is_of_library, kind.__mro__))
