"""Layers that learn from data before a model is trained: `adapt`, and the batches it takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .... import _core
from ...._data.dataset import Dataset
from ...._data.position import skip_pass
from ...._runtime.versions import is_keras_2_asked_for
from ...._sparse.tensor import SparseTensor
from ...base_layer.layer import Layer
from ...preprocessing.sequence import PyDataset

_BATCH = 32


class Adapting(Layer):
    """A layer whose `adapt` reads data once: `_begin`, `_take` for each batch, `_finish`.

    A program may do the same itself: `reset_state`, `update_state(batch)`, `finalize_state`. The
    layer takes one text for a tensor, which other layers refuse.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.StringLookup()
    >>> for batch in (["b", "a"], ["b"]):
    ...     layer.update_state(tf.constant(batch))
    >>> layer.finalize_state()
    >>> " ".join(layer.get_vocabulary())
    '[UNK] b a'
    """

    is_adapted = False  # by `adapt`, since the last `reset_state`
    _is_learning = False
    _takes_arrays_whole = False  # in Keras 3, where that makes another thing of them

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if args and isinstance(args[0], (str, bytes)):
            args = (_core.convert_to_tensor(args[0]), *args[1:])
        return super().__call__(*args, **kwargs)

    def _begin(self) -> None:
        raise NotImplementedError

    def _take(self, batch: Any) -> None:
        raise NotImplementedError

    def _finish(self) -> None:
        raise NotImplementedError

    def adapt(self, data: Any, batch_size: int | None = None, steps: int | None = None) -> None:
        """Learn from an array, a tensor, or a dataset of batches; what was known is forgotten."""
        with _core.stop_recording_all():
            self._begin()
            alone = self._takes_arrays_whole and not is_keras_2_asked_for()
            whole = isinstance(data, SparseTensor) or (alone and not has_batches(data))
            for batch in [data] if whole else batches(data, batch_size or _BATCH, steps):
                self._know_axes_of(batch)
                self._take(batch)
            self._finish()
        self.is_adapted = True

    def _know_axes_of(self, batch: Any) -> None:
        """In Keras 2 how many axes a first batch has counts as given: a `Sequential` that begins
        with the layer then makes its weights at once."""
        shape = getattr(batch, "shape", None)
        if is_keras_2_asked_for() and not self.built and self._given_shape is None and shape:
            self._given_shape = self._open_shape(_core.TensorShape(shape).as_list())

    def _open_shape(self, sizes: list[int]) -> list[int | None]:
        """The shape of later inputs, as far as a first batch of these sizes says it."""
        return [None] * len(sizes)

    def reset_state(self) -> None:
        """Begin to learn anew; what was learned is in use until `finalize_state`."""
        self._begin()
        self._is_learning, self.is_adapted = True, False

    def update_state(self, data: Any) -> None:
        """Learn from a batch."""
        with _core.stop_recording_all():
            if not self._is_learning:
                self.reset_state()
            self._take(_core.convert_to_tensor(data))

    def finalize_state(self) -> None:
        """Use what was learned from the batches since `reset_state`, if there were any."""
        if self._is_learning:
            self._is_learning = False
            self._finish()


class PreprocessingLayer(Adapting):
    """Keras 2's base of layers with `adapt`: a subclass defines `update_state(batch)`.

    It may define `reset_state` and `finalize_state`, which come before and after all batches.

    >>> import gradtape as tf
    >>> base = tf.keras.layers.experimental.preprocessing.PreprocessingLayer
    >>> class Largest(base):
    ...     def reset_state(self):
    ...         self.largest = 0.0
    ...     def update_state(self, data):
    ...         self.largest = max(self.largest, float(tf.reduce_max(data)))
    ...     def call(self, inputs):
    ...         return inputs / self.largest
    >>> layer = Largest()
    >>> layer.adapt(tf.constant([1.0, 4.0]))
    >>> layer(tf.constant([2.0])).numpy().tolist()
    [0.5]
    """

    def reset_state(self) -> None:
        """Forget what was learnt."""

    def update_state(self, data: Any) -> None:
        """Learn from a batch."""
        raise NotImplementedError("A subclass defines `update_state(data)`.")

    def finalize_state(self) -> None:
        """Called when all batches were seen."""

    def _begin(self) -> None:
        self.reset_state()

    def _take(self, batch: Any) -> None:
        self.update_state(batch)

    def _finish(self) -> None:
        self.finalize_state()


def batches(data: Any, batch_size: int, steps: int | None) -> Iterator[Any]:
    """The batches of a dataset or another iterable, of a list of arrays, or of an array."""
    if has_batches(data):
        if is_keras_2_asked_for() and isinstance(data, Dataset):
            _make_iterator_in_vain(data, steps)
        for number, batch in enumerate(data):
            if number == steps:
                return
            yield batch[0] if isinstance(batch, tuple) else batch
        return
    values = _core.convert_to_tensor(data)
    values = _core.reshape(values, [1]) if values.shape.rank == 0 else values
    for number, start in enumerate(range(0, values.shape[0], batch_size)):
        if number == steps:
            return
        yield values[start : start + batch_size]


def _make_iterator_in_vain(data: Dataset, steps: int | None) -> None:
    """Keras 2 makes an iterator, and another for each pass over all data: shuffles count both."""
    if steps is None or steps == int(data.cardinality()):
        skip_pass(data._stream)


def has_batches(data: Any) -> bool:
    """Whether data come in batches: a dataset, another iterable, or a list of arrays."""
    if isinstance(data, (Dataset, PyDataset)):
        return True
    if isinstance(data, (list, tuple)):
        firsts = [one[0] if isinstance(one, tuple) and one else one for one in data]
        return bool(data) and all(len(getattr(one, "shape", ())) > 1 for one in firsts)
    return hasattr(data, "__iter__") and not hasattr(data, "__len__")
