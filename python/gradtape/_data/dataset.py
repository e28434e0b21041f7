"""`Dataset`: what a program does with a stream. Each method returns a new dataset over this one.

What the elements are is the stream's affair (`stream.py`); here are TensorFlow's names, arguments
and what they refuse.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import _core, errors
from .._structure import nest
from . import combining, rearranging, sources, transforming, windows
from .iterator import Iterator, NumpyIterator
from .stream import (
    INFINITE_CARDINALITY as INFINITE_CARDINALITY,
    UNKNOWN_CARDINALITY as UNKNOWN_CARDINALITY,
    Stream,
)

AUTOTUNE = -1


class Options:
    """Options of TensorFlow's input pipelines, without effect: there is nothing to tune."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self.__dict__.setdefault(name, Options())


class Dataset:
    """A stream of elements, each a tensor or a structure (tuples and dicts) of tensors.

    >>> import gradtape as tf
    >>> dataset = tf.data.Dataset.from_tensor_slices([1, 2, 3]).map(lambda x: x * 10).batch(2)
    >>> for element in dataset:
    ...     print(element.numpy().tolist())
    [10, 20]
    [30]
    """

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    # --- Sources --------------------------------------------------------------------------------

    @staticmethod
    def from_tensor_slices(tensors: Any, name: str | None = None) -> Dataset:
        """A dataset of the slices of `tensors` along their first axis.

        A tuple or dict of tensors gives elements of the same structure. `ValueError` for scalars
        and for different lengths.
        """
        return Dataset(sources.TensorSlice(tensors))

    @staticmethod
    def from_tensors(tensors: Any, name: str | None = None) -> Dataset:
        """A dataset of one element, `tensors`."""
        return Dataset(sources.Tensor(tensors))

    @staticmethod
    def range(*args: Any, output_type: Any = None, name: str | None = None) -> Dataset:
        """The numbers `range(*args)`, as int64 unless `output_type` says otherwise."""
        output_type = _core.int64 if output_type is None else output_type
        return Dataset(sources.Range(args, output_type))

    @staticmethod
    def from_generator(
        generator: Callable[..., Any],
        output_types: Any = None,
        output_shapes: Any = None,
        args: Any = None,
        output_signature: Any = None,
        name: str | None = None,
    ) -> Dataset:
        """What `generator(*args)`, called anew for each pass, yields.

        `output_signature`, a structure of `TensorSpec`, says what the elements are (or
        `output_types` and `output_shapes`). `TypeError` without either; `InvalidArgumentError` for
        an element that does not fit.
        """
        return Dataset(
            sources.Generator(generator, output_types, output_shapes, args, output_signature)
        )

    @staticmethod
    def zip(*args: Any, datasets: Any = None, name: str | None = None) -> Dataset:
        """Elements of several datasets side by side, structured as they are, until one ends."""
        if datasets is None:
            datasets = args[0] if len(args) == 1 else args
        expected = (
            "Invalid input to `zip`. Inputs are expected to be (nested) structures of "
            "`tf.data.Dataset` objects"
        )
        refused = f"{expected} but encountered object of type {{}}."
        streams = nest.map_structure(lambda part: _stream_of(part, refused), datasets)
        if isinstance(datasets, list):
            raise TypeError(
                f"{expected}. Python `list` is not supported and you should use `tuple` instead."
            )
        return Dataset(combining.Zip(streams))

    # --- Transformations ------------------------------------------------------------------------

    def map(
        self,
        map_func: Callable[..., Any],
        num_parallel_calls: int | None = None,
        deterministic: bool | None = None,
        **ignored: Any,
    ) -> Dataset:
        """`map_func` of each element (a tuple is spread over its arguments)."""
        return Dataset(transforming.Map(self._stream, map_func))

    def filter(self, predicate: Callable[..., Any], name: str | None = None) -> Dataset:
        """The elements for which `predicate` is true.

        `ValueError` unless it returns a bool scalar.
        """
        return Dataset(transforming.Filter(self._stream, predicate))

    def flat_map(self, map_func: Callable[..., Any], name: str | None = None) -> Dataset:
        """The elements of the datasets that `map_func` returns, one dataset after the other."""
        refused = "`map_func` must return a `Dataset` object. Got {}."

        return Dataset(
            transforming.FlatMap(self._stream, map_func, lambda value: _stream_of(value, refused))
        )

    def take_while(self, predicate: Callable[..., Any], name: str | None = None) -> Dataset:
        """The elements before the first one for which `predicate` is false."""
        return Dataset(transforming.TakeWhile(self._stream, predicate))

    def enumerate(self, start: int = 0, name: str | None = None) -> Dataset:
        """Pairs of a number, as int64, and an element."""
        return Dataset(combining.Zip((sources.Counter(int(start)), self._stream)))

    def batch(
        self,
        batch_size: Any,
        drop_remainder: bool = False,
        num_parallel_calls: int | None = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Dataset:
        """Elements stacked `batch_size` at a time.

        The last batch may be smaller; `drop_remainder` leaves it out. `InvalidArgumentError` for a
        size below 1.
        """
        return Dataset(rearranging.Batch(self._stream, int(batch_size), bool(drop_remainder)))

    def window(
        self,
        size: Any,
        shift: Any = None,
        stride: Any = 1,
        drop_remainder: bool = False,
        name: str | None = None,
    ) -> Dataset:
        """Datasets of `size` elements each, one for each tensor of an element.

        A window starts `shift` elements after the one before (by default `size`) and takes every
        `stride`-th; the last ones may be shorter unless `drop_remainder`.
        """
        steps = int(size), int(size if shift is None else shift), int(stride)
        return Dataset(windows.Window(self._stream, *steps, drop_remainder, Dataset))

    def unbatch(self, name: str | None = None) -> Dataset:
        """The rows of each element; `ValueError` if elements are scalars."""
        return Dataset(rearranging.Unbatch(self._stream))

    def shuffle(
        self,
        buffer_size: Any,
        seed: int | None = None,
        reshuffle_each_iteration: bool | None = None,
        name: str | None = None,
    ) -> Dataset:
        """Each element drawn at random from a buffer of the next `buffer_size`.

        A buffer at least as long as the dataset makes all orders equally likely. The order changes
        with every pass unless `reshuffle_each_iteration` is False; with a `seed` (or after
        `tf.random.set_seed`) the sequence of orders repeats.
        """
        reshuffle = reshuffle_each_iteration is not False
        return Dataset(rearranging.Shuffle(self._stream, int(buffer_size), seed, reshuffle))

    def repeat(self, count: Any = None, name: str | None = None) -> Dataset:
        """The elements `count` times over; for ever if it is None or negative."""
        return Dataset(rearranging.Repeat(self._stream, -1 if count is None else int(count)))

    def take(self, count: Any, name: str | None = None) -> Dataset:
        """The first `count` elements; all of them if it is negative."""
        return Dataset(rearranging.Take(self._stream, int(count)))

    def skip(self, count: Any, name: str | None = None) -> Dataset:
        """The elements after the first `count`; none if it is negative."""
        return Dataset(rearranging.Skip(self._stream, int(count)))

    def shard(self, num_shards: int, index: int, name: str | None = None) -> Dataset:
        """Every `num_shards`-th element, starting with number `index`."""
        return Dataset(rearranging.Shard(self._stream, int(num_shards), int(index)))

    def concatenate(self, dataset: Dataset, name: str | None = None) -> Dataset:
        """The elements of this and then of `dataset`.

        `TypeError` if they differ in structure or dtype.
        """
        return Dataset(combining.Concatenate(self._stream, dataset._stream))

    def cache(self, filename: str = "", name: str | None = None) -> Dataset:
        """The elements as the first complete pass found them, kept in memory."""
        return Dataset(rearranging.Cache(self._stream))

    def prefetch(self, buffer_size: Any = AUTOTUNE, name: str | None = None) -> Dataset:
        """The same elements; nothing is computed ahead."""
        return Dataset(rearranging.Prefetch(self._stream))

    def apply(
        self, transformation_func: Callable[[Dataset], Dataset], name: str | None = None
    ) -> Dataset:
        """`transformation_func` of this dataset."""
        dataset = transformation_func(self)
        if not isinstance(dataset, Dataset):
            raise TypeError(
                "`transformation_func` must return a `tf.data.Dataset` object. Got "
                f"{type(dataset)}."
            )
        return dataset

    def options(self) -> Options:
        """Options without effect."""
        return Options()

    def with_options(self, options: Any, name: str | None = None) -> Dataset:
        """This dataset: options have no effect."""
        return self

    # --- Results --------------------------------------------------------------------------------

    def __iter__(self) -> Iterator:
        return Iterator(self._stream)

    def as_numpy_iterator(self) -> NumpyIterator:
        """The elements with NumPy arrays in place of tensors.

        >>> import gradtape as tf
        >>> [int(x) for x in tf.data.Dataset.range(3).as_numpy_iterator()]
        [0, 1, 2]
        """
        return NumpyIterator(self._stream)

    def reduce(
        self, initial_state: Any, reduce_func: Callable[[Any, Any], Any], name: str | None = None
    ) -> Any:
        """The last of `state = reduce_func(state, element)`.

        `TypeError` if the state changes its dtype.

        >>> import gradtape as tf
        >>> numbers = tf.data.Dataset.range(5)
        >>> int(numbers.reduce(tf.constant(0, tf.int64), lambda total, x: total + x))
        10
        """
        return transforming.reduce(self._stream, initial_state, reduce_func)

    def get_single_element(self, name: str | None = None) -> Any:
        """The only element; `InvalidArgumentError` if there is none, or another."""
        found = list(self.take(2))
        if len(found) != 1:
            problem = "was empty" if not found else "had more than one element"
            raise errors.InvalidArgumentError(None, None, f"Dataset {problem}.")
        return found[0]

    @property
    def element_spec(self) -> Any:
        """A `TensorSpec` for each tensor of an element.

        After `map` it is found by calling the function on zeros (or, if that fails, on the first
        element).
        """
        return self._stream.spec()

    def cardinality(self) -> Any:
        """The number of elements as a scalar int64 tensor; -1 for endless, -2 for not known."""
        return _core.constant(self._stream.cardinality(), dtype=_core.int64)

    def __len__(self) -> int:
        count = self._stream.cardinality()
        if count == INFINITE_CARDINALITY:
            raise TypeError("The dataset is infinite.")
        if count == UNKNOWN_CARDINALITY:
            raise TypeError("The dataset length is unknown.")
        return count

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"<{self._stream.title} element_spec={self.element_spec}>"


def _stream_of(dataset: Any, message: str) -> Stream:
    """The stream of a dataset; `TypeError` for anything else."""
    if not isinstance(dataset, Dataset):
        raise TypeError(message.format(type(dataset)))
    return dataset._stream
