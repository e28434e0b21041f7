"""`IndexedSlices`: rows of a larger tensor, by index, accepted wherever a gradient is.

Invariant: the tensor it stands for is the sum of its rows, so duplicate indices add up; converting
it (through TensorFlow's `__tf_tensor__` protocol) is recorded and differentiable with respect to
`values`.
"""

from __future__ import annotations

from typing import Any

from .. import _core


class IndexedSlices:
    """`values[i]` at row `indices[i]` of a tensor of shape `dense_shape`, zero elsewhere.

    `values` has shape `[n, ...]` and `indices` is an integer tensor of shape `[n]`. Without
    `dense_shape` it cannot be converted to a tensor (`ValueError`).

    >>> import gradtape as tf
    >>> rows = tf.IndexedSlices(values=[[1.0], [2.0], [3.0]], indices=[0, 2, 0], dense_shape=[3, 1])
    >>> print(tf.convert_to_tensor(rows).numpy().tolist())
    [[4.0], [0.0], [2.0]]
    """

    __array_priority__ = 100

    def __init__(self, values: Any, indices: Any, dense_shape: Any = None) -> None:
        self._values = _core.convert_to_tensor(values)
        self._indices = _core.convert_to_tensor(indices)
        self._dense_shape = None if dense_shape is None else _core.convert_to_tensor(dense_shape)

    @property
    def values(self) -> Any:
        """The rows, as a tensor of shape `[n, ...]`."""
        return self._values

    @property
    def indices(self) -> Any:
        """Where each row goes, as an integer tensor of shape `[n]`."""
        return self._indices

    @property
    def dense_shape(self) -> Any:
        """The shape of the whole, as an integer tensor, or None if it is not known."""
        return self._dense_shape

    @property
    def shape(self) -> Any:
        """The shape of the whole; its first dimension is None if `dense_shape` is."""
        if self._dense_shape is not None:
            return _core.TensorShape(self._dense_shape.numpy().tolist())
        return _core.TensorShape([None, *self._values.shape.as_list()[1:]])

    @property
    def dtype(self) -> Any:
        """The dtype of `values`."""
        return self._values.dtype

    @property
    def device(self) -> str:
        """Where `values` lives."""
        return str(self._values.device)

    def __neg__(self) -> IndexedSlices:
        return IndexedSlices(-self._values, self._indices, self._dense_shape)

    def __str__(self) -> str:
        shape = "" if self._dense_shape is None else f", dense_shape={self._dense_shape!s}"
        return f"IndexedSlices(indices={self._indices!s}, values={self._values!s}{shape})"

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Any:
        """The dense tensor; `ValueError` without `dense_shape` or for another dtype."""
        if self._dense_shape is None:
            raise ValueError(
                "Tensor conversion requested for IndexedSlices for argument `value` without "
                "dense_shape: "
                f"{self}"
            )
        if dtype is not None and _core.as_dtype(dtype) != self.dtype:
            raise ValueError(
                f"Tensor conversion requested dtype {_core.as_dtype(dtype).name} for IndexedSlices "
                f"with dtype {self.dtype.name}"
            )
        rows = int(self._dense_shape[0])
        return _core.unsorted_segment_sum(self._values, self._indices, rows)
