"""`Dataset`: what a program does with a stream. Each method returns a new dataset over this one.

What the elements are is the stream's affair (`stream.py`); here are TensorFlow's names, arguments
and what they refuse, in one file for each kind of method.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import _core, errors
from .._left_out import instead_of
from .._structure import nest
from . import choosing, combining, loops, mixing, sources, storing, transforming
from .batching import Batching
from .elementwise import Elementwise
from .iterator import Iterator, NumpyIterator
from .options import Options as Options
from .ordering import Ordering
from .specs import DatasetSpec
from .stream import (
    AUTOTUNE as AUTOTUNE,
    INFINITE_CARDINALITY as INFINITE_CARDINALITY,
    UNKNOWN_CARDINALITY as UNKNOWN_CARDINALITY,
    Stream,
    stream_of,
)

if TYPE_CHECKING:
    from .._typing import DTypeLike, IntLike, PathLike, TensorLike


class Dataset(Elementwise, Batching, Ordering):
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
        self._options = Options()

    def _over(self, stream: Stream) -> Dataset:
        dataset = Dataset(stream)
        dataset._options = self._options
        return dataset

    def __getattr__(self, name: str) -> Any:
        text = f"'{type(self).__name__}' object has no attribute {name!r}"
        instead = instead_of(f"data.Dataset.{name}")
        if instead is not None:
            text += f": it is not part of gradtape; {instead}"
        raise AttributeError(text, name=name, obj=self)

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
        if datasets == ():
            raise TypeError("Must pass at least one dataset to `zip`.")
        expected = (
            "Invalid input to `zip`. Inputs are expected to be (nested) structures of "
            "`tf.data.Dataset` objects"
        )
        refused = f"{expected} but encountered object of type {{}}."
        streams = nest.map_structure(lambda part: stream_of(part, refused), datasets)
        if combining.has_list(datasets):
            raise TypeError(
                f"{expected}. Python `list` is not supported and you should use `tuple` instead."
            )
        return Dataset(combining.Zip(streams))

    @staticmethod
    def random(
        seed: int | None = None,
        rerandomize_each_iteration: bool | None = None,
        name: str | None = None,
    ) -> Dataset:
        """Endless random int64 numbers below 2**32, the same for the same `seed`.

        `rerandomize_each_iteration` lets each pass have others.
        """
        return Dataset(mixing.Random(seed, bool(rerandomize_each_iteration)))

    @staticmethod
    def counter(
        start: IntLike = 0, step: IntLike = 1, dtype: DTypeLike = None, name: str | None = None
    ) -> Dataset:
        """The endless numbers `start, start + step, ...`, as int64 unless `dtype` says otherwise.

        >>> import gradtape as tf
        >>> [int(x) for x in tf.data.Dataset.counter(5, -2).take(3)]
        [5, 3, 1]
        """
        return Dataset(sources.Counter(int(start), int(step), _core.as_dtype(dtype or "int64")))

    @staticmethod
    def list_files(
        file_pattern: Any,
        shuffle: bool | None = None,
        seed: int | None = None,
        name: str | None = None,
    ) -> Dataset:
        """The names of the files that match a pattern or any of several, as strings.

        In a new random order for each pass, unless `shuffle` is False. `InvalidArgumentError` if
        there are none.
        """
        found = Dataset.from_tensor_slices(mixing.matching(file_pattern))
        if shuffle is False:
            return found
        shuffled: Dataset = found.shuffle(len(found), seed=seed)
        return shuffled

    @staticmethod
    def load(
        path: PathLike,
        element_spec: Any = None,
        compression: str | None = None,
        reader_func: Any = None,
        wait: bool = False,
        name: str | None = None,
    ) -> Dataset:
        """The elements that `save` wrote into the folder `path`.

        `NotFoundError` without them, `DataLossError` if they are damaged.
        """
        return Dataset(storing.Load(path))

    @staticmethod
    def sample_from_datasets(
        datasets: Any,
        weights: TensorLike | Dataset | None = None,
        seed: int | None = None,
        stop_on_empty_dataset: bool = False,
        rerandomize_each_iteration: bool | None = None,
        name: str | None = None,
    ) -> Dataset:
        """Elements of several datasets, drawn at random by `weights` (equal ones if not given).

        It ends with the last of them, or with the first if `stop_on_empty_dataset`. `weights` may
        be a dataset of weights, one for each draw.
        """
        anew = bool(rerandomize_each_iteration)
        return Dataset(mixing.sampled(datasets, weights, seed, anew, stop_on_empty_dataset))

    @staticmethod
    def choose_from_datasets(
        datasets: Any,
        choice_dataset: Dataset,
        stop_on_empty_dataset: bool = True,
        name: str | None = None,
    ) -> Dataset:
        """Elements of the datasets whose numbers `choice_dataset` gives, as int64 scalars.

        >>> import gradtape as tf
        >>> parts = [tf.data.Dataset.from_tensors(word).repeat() for word in ("a", "b")]
        >>> choice = tf.data.Dataset.range(2).repeat(2)
        >>> [x.numpy() for x in tf.data.Dataset.choose_from_datasets(parts, choice)]
        [b'a', b'b', b'a', b'b']
        """
        streams = mixing.streams_in(datasets)
        numbers = mixing.numbers_of(choice_dataset)
        return Dataset(choosing.Choose(streams, numbers, stop_on_empty_dataset))

    # --- Results --------------------------------------------------------------------------------

    def __iter__(self) -> Iterator:
        made: Iterator = loops.of_dataset(Iterator(self._stream))
        return made

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
    def _type_spec(self) -> DatasetSpec:
        return DatasetSpec(self.element_spec)

    @property
    def element_spec(self) -> Any:
        """A `TensorSpec` for each tensor of an element.

        After `map` it is found by calling the function on zeros (or, if that fails, on the first
        element).
        """
        return self._stream.spec()

    def cardinality(self) -> _core.Tensor:
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


DatasetSpec.value_type = Dataset
