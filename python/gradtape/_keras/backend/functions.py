"""Functions between symbolic tensors, under the names of Keras 2's backend."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core
from ..._autodiff import graph_gradients
from ..._structure import nest
from ..._structure.nest_up_to import flatten_up_to
from ..layers.entry import Input
from ..models.network import Network
from ..symbolic import KerasTensor

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..._typing import DTypeLike, ShapeLike


def placeholder(
    shape: ShapeLike = None,
    ndim: int | None = None,
    dtype: DTypeLike = None,
    sparse: bool = False,
    name: str | None = None,
    ragged: bool = False,
) -> KerasTensor:
    """A symbolic input of this shape, the batch included, or of `ndim` open axes."""
    sizes = [None] * (ndim or 0) if shape is None else shape
    return Input(batch_shape=sizes, dtype=dtype, name=name)


def gradients(loss: Any, variables: Any) -> Any:
    """The gradients of the sum of `loss` by each of `variables`, in a list.

    Between symbolic tensors, as a part of a model or for `function`, and within a `tf.function`.

    >>> import gradtape as tf
    >>> x = tf.keras.Input((2,))
    >>> slope = tf.keras.backend.gradients(x**3, x)[0]
    >>> tf.keras.backend.function([x], [slope])([[[1.0, 2.0]]])[0].tolist()
    [[3.0, 12.0]]
    """
    return graph_gradients.gradients(loss, variables)


def function(
    inputs: Any, outputs: Any, updates: Any = None, name: str | None = None, **ignored: Any
) -> Callable[[Any], Any]:
    """What leads from symbolic inputs to symbolic outputs, as a function of arrays.

    Those may be nested as `inputs` are, or in another way that has as many.

    >>> import gradtape as tf
    >>> x = tf.keras.Input((2,))
    >>> double = tf.keras.backend.function([x], [x * 2.0])
    >>> double([[[1.0, 2.0]]])[0].tolist()
    [[2.0, 4.0]]
    """
    network = Network(nest.flatten(inputs), outputs)

    def run(arrays: Any) -> Any:
        listed = _as_nested(inputs, arrays, len(network.inputs))
        dtypes = [symbol.dtype.as_numpy_dtype for symbol in network.inputs]
        given = [
            _core.convert_to_tensor(np.asarray(value, dtype))
            for value, dtype in zip(listed, dtypes, strict=True)
        ]
        found = graph_gradients.on_tape_if_asked(network.run, given, name or "function")
        values = [tensor.numpy() for tensor in nest.flatten(found)]
        return nest.pack_sequence_as(outputs, values)

    return run


def _as_nested(inputs: Any, arrays: Any, count: int) -> Any:
    """The arrays for the inputs in their order, of which each may be a list of numbers."""
    try:
        return flatten_up_to(inputs, arrays, check_types=False)
    except (KeyError, TypeError, ValueError):  # nested in another way
        found = nest.flatten(arrays)
        return found if len(found) == count else arrays
