"""What Keras 2's own file of `keras.backend` has besides the public names: for layers that are
written as those of Keras 2 are."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

from ... import _core
from ..._keras.symbolic import is_symbolic
from ..._legacy.graphs import get_default_graph
from ..._ragged.tensor import RaggedTensor


class ContextValueCache(weakref.WeakKeyDictionary):
    """Values by graphs, each made when it is first asked for; the key None is the graph there is.

    Here that is always the same one, in functions too: layers drop their values where they begin.

    >>> from gradtape._drop_in.private.keras_2_backend import ContextValueCache
    >>> cache = ContextValueCache(lambda start=0: [start])
    >>> cache.setdefault(kwargs={"start": 2}), cache[None] is cache.setdefault()
    ([2], True)
    """

    def __init__(self, default_factory: Callable[..., Any]) -> None:
        self.default_factory = default_factory
        super().__init__()

    def __getitem__(self, key: Any) -> Any:
        key = get_default_graph() if key is None else key
        value = self.get(key)
        if value is None:
            value = self[key] = self.default_factory()
        return value

    def setdefault(self, key: Any = None, default: Any = None, kwargs: Any = None) -> Any:
        """The value, made by `default_factory(**kwargs)` if there is none and no default."""
        key = get_default_graph() if key is None else key
        if default is None and key not in self:
            default = self.default_factory(**kwargs or {})
        return super().setdefault(key, default)


get_graph = get_default_graph


def convert_inputs_if_ragged(inputs: Any) -> tuple[Any, Any]:
    """A ragged tensor filled up with zeros, and how long its rows are; None for another."""
    if not isinstance(inputs, RaggedTensor):
        return inputs, None
    return inputs.to_tensor(), _core.cast(inputs.nested_row_lengths()[0], _core.int32)


def maybe_convert_to_ragged(
    is_ragged_output: Any, output: Any, nested_row_lengths: Any, go_backwards: bool = False
) -> Any:
    """The output of these lengths as a ragged tensor, if that is asked for.

    >>> import gradtape as tf
    >>> from gradtape._drop_in.private import keras_2_backend as backend
    >>> filled, lengths = backend.convert_inputs_if_ragged(tf.ragged.constant([[1, 2], [3]]))
    >>> backend.maybe_convert_to_ragged(True, filled, lengths).to_list()
    [[1, 2], [3]]
    """
    if not is_ragged_output:
        return output
    if go_backwards:
        output = _core.reverse(output, [1])
    ragged = RaggedTensor.from_tensor(output, nested_row_lengths)
    return _core.reverse(ragged, [1]) if go_backwards else ragged


def _constant_to_tensor(x: Any, dtype: Any) -> Any:
    return _core.constant(x, dtype=dtype)


def _to_tensor(x: Any, dtype: Any) -> Any:
    return _core.convert_to_tensor(x, dtype=dtype)


_is_symbolic_tensor = is_symbolic


def track_variable(v: Any) -> None:
    """Nothing: a graph would initialize the variable."""


def is_tpu_strategy(strategy: Any) -> bool:
    """Whether a strategy is for TPUs: never here."""
    return False
