"""The names of `tf.data.experimental` that older programs use for what is in `tf.data` now."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import _core
from .._runtime.run_for_traces import NeedsData
from .._structure import nest
from ..errors import OutOfRangeError
from . import following, sources
from .dataset import (
    AUTOTUNE as AUTOTUNE,
    INFINITE_CARDINALITY as INFINITE_CARDINALITY,
    UNKNOWN_CARDINALITY as UNKNOWN_CARDINALITY,
    Dataset,
)
from .debug_mode import enable_debug_mode as enable_debug_mode
from .elements import spec_of
from .iterator import Optional as Optional
from .sparse_batches import SparseBatch
from .transforming import Over

if TYPE_CHECKING:
    from .._typing import DTypeLike, IntLike, PathLike

Transformation = Callable[[Dataset], Dataset]


def cardinality(dataset: Dataset) -> Any:
    """The number of elements as a scalar int64 tensor; -1 for endless, -2 for not known."""
    return dataset.cardinality()


def _by_method(name: str) -> Callable[..., Transformation]:
    """A function that takes the arguments of a method of datasets, and gives what `apply` takes."""

    def function(*args: Any, **kwargs: Any) -> Transformation:
        return lambda dataset: getattr(dataset, name)(*args, **kwargs)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"What `Dataset.apply` takes for `Dataset.{name}`, whose arguments it has."
    return function


bucket_by_sequence_length = _by_method("bucket_by_sequence_length")
dense_to_ragged_batch = _by_method("ragged_batch")
enumerate_dataset = _by_method("enumerate")
group_by_window = _by_method("group_by_window")
ignore_errors = _by_method("ignore_errors")
rejection_resample = _by_method("rejection_resample")
scan = _by_method("scan")
snapshot = _by_method("snapshot")
take_while = _by_method("take_while")
unbatch = _by_method("unbatch")
unique = _by_method("unique")
sample_from_datasets = Dataset.sample_from_datasets
load = Dataset.load


def choose_from_datasets(
    datasets: Any, choice_dataset: Dataset, stop_on_empty_dataset: bool = False
) -> Dataset:
    """`Dataset.choose_from_datasets`, which goes on where one of the datasets is used up.

    >>> parts = [tf.data.Dataset.from_tensors(word) for word in ("a", "b")]
    >>> choice = tf.data.Dataset.from_tensor_slices(tf.constant([0, 0, 1], tf.int64))
    >>> list(tf.data.experimental.choose_from_datasets(parts, choice).as_numpy_iterator())
    [b'a', b'b']
    """
    return Dataset.choose_from_datasets(datasets, choice_dataset, stop_on_empty_dataset)


def Counter(start: Any = 0, step: Any = 1, dtype: DTypeLike = None) -> Dataset:
    """`Dataset.counter`."""
    return Dataset.counter(start, step, dtype)


def RandomDataset(seed: int | None = None, name: str | None = None) -> Dataset:
    """`Dataset.random`."""
    return Dataset.random(seed)


def save(
    dataset: Dataset, path: PathLike, compression: str | None = None, shard_func: Any = None
) -> None:
    """`Dataset.save`."""
    dataset.save(path, compression, shard_func)


def map_and_batch(
    map_func: Callable[..., Any],
    batch_size: IntLike,
    num_parallel_batches: Any = None,
    drop_remainder: bool = False,
    num_parallel_calls: Any = None,
) -> Transformation:
    """`map`, and then `batch`."""
    return lambda dataset: dataset.map(map_func, num_parallel_calls).batch(
        batch_size, drop_remainder
    )


def parallel_interleave(
    map_func: Callable[..., Any],
    cycle_length: IntLike,
    block_length: IntLike = 1,
    sloppy: bool = False,
    buffer_output_elements: Any = None,
    prefetch_input_elements: Any = None,
) -> Transformation:
    """`interleave`."""
    return lambda dataset: dataset.interleave(map_func, cycle_length, block_length)


def shuffle_and_repeat(
    buffer_size: IntLike, count: IntLike | None = None, seed: int | None = None
) -> Transformation:
    """`shuffle`, and then `repeat`."""
    return lambda dataset: dataset.shuffle(buffer_size, seed).repeat(count)


def prefetch_to_device(device: Any, buffer_size: IntLike | None = None) -> Transformation:
    """`prefetch`: there is one device."""
    return lambda dataset: dataset.prefetch(AUTOTUNE if buffer_size is None else buffer_size)


def copy_to_device(target_device: Any, source_device: Any = "/cpu:0") -> Transformation:
    """The same dataset: there is one device."""
    return lambda dataset: dataset


def assert_cardinality(expected_cardinality: Any) -> Transformation:
    """Says how many elements a dataset has; `FailedPreconditionError` at its end if not.

    >>> import gradtape as tf
    >>> dataset = tf.data.Dataset.range(4).filter(lambda x: x < 2)
    >>> len(dataset.apply(tf.data.experimental.assert_cardinality(2)))
    2
    """
    expected = int(expected_cardinality)
    return lambda dataset: dataset._over(following.Asserted(dataset._stream, expected))


def get_single_element(dataset: Dataset) -> Any:
    """`Dataset.get_single_element`."""
    return dataset.get_single_element()


def get_structure(dataset_or_iterator: Any) -> Any:
    """The `element_spec`; `TypeError` for what is neither a dataset nor an iterator."""
    try:
        return dataset_or_iterator.element_spec
    except AttributeError:
        raise TypeError(
            "Invalid `dataset_or_iterator`. `dataset_or_iterator` must be a `tf.data.Dataset` or "
            f"tf.data.Iterator object, but got {type(dataset_or_iterator)}."
        ) from None


def get_next_as_optional(iterator: Any) -> Optional:
    """`Iterator.get_next_as_optional`."""
    found: Optional = iterator.get_next_as_optional()
    return found


def from_list(elements: Any, name: str | None = None) -> Dataset:
    """The elements of a list, each a tensor or a structure of tensors, all of one kind.

    Their shapes may differ; a list as an element is one tensor.

    >>> import gradtape as tf
    >>> [int(x) for x in tf.data.experimental.from_list([1, 2])]
    [1, 2]
    """
    if not isinstance(elements, list) or not elements:
        raise ValueError(f"`elements` must be a list that is not empty, got {elements!r}.")
    return Dataset(sources.List(elements))


def at(dataset: Dataset, index: IntLike) -> Any:
    """The element at this place, counted from 0; `OutOfRangeError` where there is none.

    >>> tf.data.experimental.at(tf.data.Dataset.range(5), 3).numpy().item()
    3
    """
    place = int(index)
    for element in dataset.skip(place).take(1) if place >= 0 else ():
        return element
    raise OutOfRangeError(None, None, f"Index out of range: {place}")


def pad_to_cardinality(cardinality: IntLike, mask_key: str = "valid") -> Transformation:
    """Elements of zeros behind a dataset of dicts until it has so many.

    Each element gets one more entry, `mask_key`: whether it was there before. `ValueError`
    for elements that are no dicts, and where their number is not known or larger.

    >>> dataset = tf.data.Dataset.from_tensor_slices({"a": [1, 2]})
    >>> padded = dataset.apply(tf.data.experimental.pad_to_cardinality(3))
    >>> [(int(e["a"]), bool(e["valid"])) for e in padded]
    [(1, True), (2, True), (0, False)]
    """

    def padded(dataset: Dataset) -> Dataset:
        spec, count = dataset.element_spec, int(dataset.cardinality())
        if not isinstance(spec, dict):
            raise ValueError(
                f"`pad_to_cardinality` requires its input dataset to be a dictionary, not {spec}."
            )
        if not 0 <= count <= int(cardinality):
            raise ValueError(
                f"The dataset passed into `pad_to_cardinality` must contain a known number of "
                f"elements, {int(cardinality)} at most, but has cardinality {count}."
            )
        zeros = nest.map_structure(lambda one: _core.zeros(one.shape, one.dtype), spec)
        fillers = Dataset.from_tensors(zeros).repeat(int(cardinality) - count)
        marked = (
            each.map(lambda entry, there=there: {**entry, mask_key: _core.constant(there)})
            for each, there in ((dataset, True), (fillers, False))
        )
        return next(marked).concatenate(next(marked))

    return padded


def dense_to_sparse_batch(batch_size: IntLike, row_shape: Any) -> Transformation:
    """Batches of tensors of different shapes as `SparseTensor`s `[n, *row_shape]`.

    Where `row_shape` is None the longest of the batch counts. `DataLossError` for a row that does
    not fit.

    >>> dataset = tf.data.Dataset.range(1, 3).map(lambda n: tf.fill([n], n))
    >>> batches = dataset.apply(tf.data.experimental.dense_to_sparse_batch(2, [3]))
    >>> tf.sparse.to_dense(next(iter(batches))).numpy().tolist()
    [[1, 0, 0], [2, 2, 0]]
    """
    return lambda dataset: dataset._over(SparseBatch(dataset._stream, int(batch_size), row_shape))


class Reducer:
    """Three functions: the first state for a key, the state after an element, the result."""

    def __init__(
        self,
        init_func: Callable[..., Any],
        reduce_func: Callable[..., Any],
        finalize_func: Callable[..., Any],
    ) -> None:
        self.init_func, self.reduce_func, self.finalize_func = init_func, reduce_func, finalize_func


class _Reduced(Over):
    """The result for each key, by key."""

    title = "_GroupByReducerDataset"

    def __init__(self, source: Any, function: Callable[..., Any], reducer: Reducer) -> None:
        super().__init__(source, function)
        self._reducer = reducer

    def elements(self) -> Any:
        states: dict[int, Any] = {}
        key_of = self._applied()
        for element in self._source.elements():
            key = int(key_of(element))
            if key not in states:
                states[key] = self._reducer.init_func(_core.constant(key, dtype=_core.int64))
            states[key] = self._reducer.reduce_func(states[key], element)
        for key in sorted(states):
            result = self._reducer.finalize_func(states[key])
            yield nest.map_structure(_core.convert_to_tensor, result)

    def spec(self) -> Any:
        with self._function.looking():
            return spec_of(next(iter(self.elements())))

    def example(self) -> Any:
        raise NeedsData


def group_by_reducer(key_func: Callable[..., Any], reducer: Reducer) -> Transformation:
    """One element for each int64 key: what a `Reducer` makes of the elements that have it."""
    return lambda dataset: dataset._over(_Reduced(dataset._stream, key_func, reducer).traced())
