"""Mixed policies: layers that compute in the narrow dtype, as in Keras, and those that do not.

The former, and every layer of a program's own, get narrow inputs, and while they are called their
weights are read in that dtype. The latter, as normalizations and recurrent layers, compute in the
dtype of their weights what they get narrow, and narrow what comes out.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Any

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from ..lookup import is_ours
from ..told import dtype_told
from ..weight import Weight


class _Scope(threading.local):
    dtype: _core.DType | None = None


_scope = _Scope()


def read_in_scope(value: Any) -> Any:
    """A value of a weight in the dtype in which weights are read now."""
    return value if _scope.dtype is None else _core.cast(value, _scope.dtype)


class CastWeight(Weight):
    """A weight of a layer with a mixed policy.

    However it is read, the value has the dtype that the layer which is being called computes in.
    """

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Any:
        return self.read_value()

    @property
    def dtype(self) -> Any:
        """That of what is read now."""
        return super().dtype if _scope.dtype is None else dtype_told(_scope.dtype)

    def read_value(self) -> Any:
        """The value as a tensor."""
        return read_in_scope(super().read_value())

    @property
    def value(self) -> Any:
        """The same; a method in Keras 2."""
        if _scope.dtype is None:
            return super().value
        return self.read_value if is_keras_2_asked_for() else self.read_value()

    def __getitem__(self, key: Any) -> Any:
        return super().__getitem__(key) if _scope.dtype is None else self.read_value()[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.read_value())


def dtypes_of_call(layer: Any, autocast: Any) -> tuple[_core.DType, _core.DType | None]:
    """The dtype that a layer casts its inputs to, and that of its outputs, if it casts those."""
    narrow = layer._policy_of_dtypes.narrow()
    if narrow is None or autocast is False:
        return layer._dtype, None
    wide = is_ours(type(layer)) and not layer._computes_narrow
    return (layer._dtype, narrow) if wide else (narrow, None)


def kind_of_weight(layer: Any, dtype: _core.DType) -> Any:
    """The class of a layer's weights of this dtype."""
    narrow = layer._input_dtype != layer._dtype and dtype.is_floating
    return CastWeight if narrow else Weight


def reads_otherwise(dtype: _core.DType) -> bool:
    """Whether weights are read in another dtype now."""
    return _scope.dtype != dtype


@contextlib.contextmanager
def reading_as(dtype: _core.DType) -> Iterator[None]:
    """Read weights in this dtype.

    >>> import gradtape as tf
    >>> from gradtape._keras.base_layer.autocast import CastWeight, reading_as
    >>> weight = CastWeight([1.0, 2.0])
    >>> with reading_as(tf.bfloat16):
    ...     narrow = weight * 2
    >>> narrow.dtype, (weight * 2).dtype
    (tf.bfloat16, tf.float32)
    """
    outer, _scope.dtype = _scope.dtype, dtype
    try:
        yield
    finally:
        _scope.dtype = outer


def narrowed(layer: Any, outputs: Any) -> Any:
    """The outputs in the dtype of a mixed policy, of a layer that computes in that of weights."""
    if not layer._narrows:
        return outputs

    def cast(leaf: Any) -> Any:
        floating = isinstance(leaf, _core.Tensor) and leaf.dtype.is_floating
        return _core.cast(leaf, layer._narrow_dtype) if floating else leaf

    return nest.map_structure(cast, outputs)
