"""Training data in all the forms that `fit` takes, as an iterable of batches."""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core, errors
from ..._data.dataset import Dataset
from ..._data.shuffling import OneOrder, OrderByOrder
from ..._runtime.versions import is_keras_2_asked_for
from ..._sparse.tensor import SparseTensor
from ..._structure import nest
from ..._structure.composites import Composite
from .. import settings
from ..preprocessing.sequence import PyDataset
from . import cardinality
from .reading_ahead import as_read_ahead

if TYPE_CHECKING:
    from ..._typing import Array

_BATCH_SIZE = 32
_NO_OPTIONS: Mapping[str, Any] = {}


def batches_of(
    x: Any,
    y: Any,
    sample_weight: Array | None,
    batch_size: int | None,
    shuffle: bool,
    steps: int | None = None,
    options: Mapping[str, Any] = _NO_OPTIONS,
) -> Any:
    """An iterable that can be gone through once per epoch; `ValueError` for `y` beside a dataset.

    Arrays and tensors are cut into batches of `batch_size`, else so that `steps` batches are all of
    them, else of 32; anything else that can be iterated over is taken to yield batches. `options`
    are those of the loop about threads.
    """
    if isinstance(x, PyDataset):
        return Numbered(x, shuffle, options)
    listed = _is_of_scalars(x)
    x, y = _of_scalars(x), _of_scalars(y)
    if not _holds_arrays(x):
        if y is not None:
            raise ValueError(
                "When `x` is a dataset or an iterable of batches, `y` should not be specified."
            )
        return x if isinstance(x, Dataset) or hasattr(x, "with_shares") else Yielded(x)
    cardinality.check(x, y, sample_weight)
    packed = nest.map_structure(_as_array, _packed(x, y, sample_weight))
    there = [leaf for leaf in nest.flatten(packed) if leaf is not None]
    lacks_some = len(there) < len(nest.flatten(packed))
    dataset = Dataset.from_tensor_slices(tuple(there) if lacks_some else packed)
    composite = any(isinstance(leaf, Composite) for leaf in there)
    if shuffle:
        dataset = _shuffled(dataset, listed, composite)
    size = batch_size or (-(-len(dataset) // steps) if steps else _BATCH_SIZE)
    dataset = dataset.batch(size, drop_remainder=len(dataset) % size == 0)
    if lacks_some:
        dataset = dataset.map(lambda *leaves: _with_gaps(packed, leaves))
    return Restarted(dataset._stream) if listed or composite else dataset


class Restarted(Dataset):
    """Batches of lists of numbers and of sparse and ragged tensors: Keras 2 begins them with every
    epoch, however many steps it has; other arrays go on where the epoch before has stopped."""


def _shuffled(dataset: Dataset, listed: bool, composite: bool) -> Dataset:
    """The rows in the orders of `fit`, which in Keras 2 depend on what they came in."""
    if not is_keras_2_asked_for():
        return dataset._shuffled_for_fit(OneOrder())
    if composite:
        return dataset.shuffle(len(dataset))
    return dataset._shuffled_for_fit(OrderByOrder(restarts=listed))


def _of_scalars(part: Any) -> Any:
    """Lists of numbers or texts as one array, as Keras 2 takes them; everything else stays."""
    return np.asarray(part) if _is_of_scalars(part) else part


def _is_of_scalars(part: Any) -> bool:
    first = part
    while isinstance(first, (list, tuple)) and first:
        first = first[0]
    is_one = first is not part and isinstance(first, (int, float, str, bytes))
    return is_one and not isinstance(first, bool)


def _with_gaps(structure: Any, leaves: Any) -> Any:
    """The leaves in a structure, which has None where there is no input."""
    given = iter(leaves)
    return nest.map_structure(lambda leaf: None if leaf is None else next(given), structure)


class Yielded:
    """The batches of any iterable, as tensors; generators are read ahead (`reading_ahead`).

    Keras looks at one batch of a generator before anything begins. Keras 3 looks at two, and puts
    them in front whenever it goes through it: once it is used up they are all that there is.
    """

    def __init__(self, batches: Any) -> None:
        self._batches = batches
        if isinstance(batches, Iterator):
            first = list(itertools.islice(batches, 1 if is_keras_2_asked_for() else 2))
            self._seen = iter(first) if is_keras_2_asked_for() else first

    def __len__(self) -> int:
        return len(self._batches)

    def __iter__(self) -> Iterator[Any]:
        if not isinstance(self._batches, Iterator):
            return map(_as_tensors, self._batches)
        return as_read_ahead(map(_as_tensors, itertools.chain(self._seen, self._batches)))


def _as_tensors(batch: Any) -> Any:
    def convert(leaf: Any) -> Any:
        if hasattr(leaf, "tocoo"):
            return _as_sparse_tensor(leaf)
        array = isinstance(leaf, (np.ndarray, np.generic))
        return _core.convert_to_tensor(leaf) if array else leaf

    return nest.map_structure(convert, batch)


def _as_sparse_tensor(matrix: Any) -> SparseTensor:
    """A matrix of SciPy's, its entries by rows."""
    matrix = matrix.tocsr().tocoo()
    indices = np.stack([matrix.row, matrix.col], axis=1).astype("int64")
    return SparseTensor(indices, matrix.data, matrix.shape)


class Numbered:
    """The batches of a `PyDataset` by their numbers, whatever it does as an iterator.

    As in Keras they come in an order of Python's `random` if they are shuffled, the first two (in
    Keras 2 the first) are asked for to see what they are like, and they are read ahead
    (`reading_ahead`). Without a number (`num_batches` is None) there is no end of them.

    Workers of Keras do not end with the epoch: `are_by_workers`, whom the loop of Keras 2 is told
    about, and in Keras 3 the data.
    """

    def __init__(self, data: PyDataset, shuffle: bool, options: Mapping[str, Any]) -> None:
        self._data, self._shuffle = data, shuffle
        self._order: list[int] = []
        self._goes_on = False  # in that order, behind another
        self.are_by_workers = _has_workers(options if is_keras_2_asked_for() else vars(data))
        count = data.num_batches
        looks = 1 if is_keras_2_asked_for() else 2
        seen = [data[index] for index in range(looks if count is None else min(looks, count))]
        # What a model is built by, before there is an order.
        self.first = seen[0] if seen and (shuffle or is_keras_2_asked_for()) else None

    def take_first(self) -> Any:
        """The first batch, once."""
        first, self.first = self.first, None
        return None if first is None else _as_tensors(first)

    def __len__(self) -> int:
        return len(self._data)

    def __iter__(self) -> Iterator[Any]:
        count = self._data.num_batches
        if count is not None and not self._goes_on:
            self._order = list(range(count))
            self.draw_an_order()
        order = itertools.count() if count is None else list(self._order)
        return as_read_ahead(_as_tensors(self._data[index]) for index in order)

    def begin_another_pass(self) -> None:
        """Workers of Keras 2 have read all batches of an epoch, and go on in another order."""
        self._data.on_epoch_end()
        self.draw_an_order()
        self._goes_on = True

    def draw_an_order(self) -> None:
        """Workers do, in Keras 3 with each epoch, whatever they have left of the one before."""
        if self._shuffle:
            random.shuffle(self._order)

    def on_epoch_begin(self) -> None:
        """An epoch begins, with a new order."""
        self._goes_on = False
        self._data.on_epoch_begin()

    def on_epoch_end(self) -> None:
        """An epoch has ended."""
        self._data.on_epoch_end()


def _has_workers(options: Mapping[str, Any]) -> bool:
    workers = options.get("workers", 1)
    return bool(workers > 1 or (workers > 0 and options.get("use_multiprocessing", False)))


class Weighted:
    """Batches with a weight for each example, by the class that its target is.

    Targets are numbers of classes, or vectors with the largest entry at the class. `ValueError` for
    several targets, and in Keras 3 for batches that have weights.
    """

    def __init__(self, batches: Any, class_weight: Mapping[int, float]) -> None:
        self._batches, self._class_weight = batches, class_weight

    def __len__(self) -> int:
        return len(self._batches)

    def __iter__(self) -> Iterator[Any]:
        weighted = functools.partial(with_class_weights, class_weight=self._class_weight)
        return map(weighted, self._batches)  # which begins the pass at once


def weighted_by(class_weight: Mapping[int, float] | None, batches: Any) -> Any:
    """The batches, with weights where classes have some."""
    return batches if class_weight is None else Weighted(batches, class_weight)


def with_class_weights(batch: Any, class_weight: Mapping[int, float]) -> tuple[Any, Any, Any]:
    """A batch `(x, y)` with its weights; see `Weighted`. In Keras 2 those that it has count too."""
    x, y, given = unpack(batch)
    _require_one_output(y)
    if given is not None and not is_keras_2_asked_for():
        raise ValueError("You cannot use `class_weight` and `sample_weight` at the same time.")
    targets = np.asarray(y)
    if targets.ndim > 1:
        last = targets.shape[-1]
        targets = targets.argmax(-1) if last > 1 else targets.reshape(targets.shape[:-1])
    classes = targets.astype("int64")
    if is_keras_2_asked_for():
        _check_classes(classes, class_weight)
    weights = np.ones(targets.shape, settings.floatx())
    for number, weight in class_weight.items():
        weights[classes == number] = weight
    if given is not None:
        own = np.asarray(given)
        weights = weights * own.reshape(own.shape + (1,) * (weights.ndim - own.ndim))
    return x, y, _core.constant(weights, settings.floatx())


def _require_one_output(y: Any) -> None:
    if nest.is_nested(y):
        raise ValueError("`class_weight` is only supported for Models with a single output.")


def usable_class_weights(given: Any, x: Any = None, y: Any = None) -> Any:
    """The weights of classes that were given, looked at before anything begins; None for none.

    So are the data that they are for, if those tell what their batches are. In Keras 2 every class
    has a weight, as they are a list there, and an empty mapping says nothing.
    """
    if given is None:
        return None
    if not is_keras_2_asked_for():
        _ = given.get  # `AttributeError` for what is no mapping
        if isinstance(x, Dataset):
            range(max(given.keys()) + 1)  # which says what is wrong with keys that are no numbers
    elif given:
        _require_weight_of_each(given)
    else:
        return None
    _require_one_output(unpack(x.element_spec)[1] if isinstance(x, Dataset) else y)
    return given


def _require_weight_of_each(given: Mapping[int, float]) -> None:
    if sorted(given.keys()) != list(range(len(given))):
        raise ValueError(
            "Expected `class_weight` to be a dict with keys from 0 to one less than the number of "
            f"classes, found {given}"
        )


def _check_classes(classes: Array, class_weight: Mapping[int, float]) -> None:
    """In Keras 2 there is no class without a weight."""
    count = len(class_weight)
    outside = classes[(classes < 0) | (classes >= count)]
    if outside.size:
        raise errors.InvalidArgumentError(
            None, None, f"indices[0] = {outside.flat[0]} is not in [0, {count})"
        )


def _packed(x: Any, y: Any, sample_weight: Array | None) -> Any:
    """What a step gets: `x` alone if it is one array, or in Keras 3 a dict, else a tuple with it.

    Lists of arrays, and of lists of them, become tuples: a dataset would make one tensor of a list.
    """
    parts = [x] if y is None else [x, y] if sample_weight is None else [x, y, sample_weight]
    parts = [_with_tuples(part) for part in parts]
    wraps = nest.is_nested(x) if is_keras_2_asked_for() else isinstance(x, (list, tuple))
    return parts[0] if len(parts) == 1 and not wraps else tuple(parts)


def _with_tuples(part: Any) -> Any:
    if isinstance(part, list) and any(hasattr(leaf, "shape") for leaf in nest.flatten(part)):
        return tuple(map(_with_tuples, part))
    if type(part) is tuple:
        return tuple(map(_with_tuples, part))
    if type(part) is dict:
        return {name: _with_tuples(value) for name, value in part.items()}
    return part


def _holds_arrays(x: Any) -> bool:
    leaves = [leaf for leaf in nest.flatten(x) if leaf is not None]
    return bool(leaves) and all(
        hasattr(leaf, "shape") or isinstance(leaf, (int, float)) for leaf in leaves
    )


def _as_array(leaf: Any) -> Any:
    """Floats of double precision become single unless `floatx` is double; everything else stays.

    What has only a length, a shape and rows that can be asked for is read.
    """
    if not (
        hasattr(leaf, "__array__")
        or hasattr(leaf, "tocoo")
        or _core.is_tensor(leaf)
        or isinstance(leaf, Composite)
    ):
        leaf = _read(leaf)
    if str(getattr(leaf, "dtype", "")) == "float64" and not hasattr(leaf, "numpy"):
        leaf = leaf if settings.floatx() == "float64" else leaf.astype("float32")
    return _as_sparse_tensor(leaf) if hasattr(leaf, "tocoo") else leaf


def _read(leaf: Any) -> Any:
    try:
        return np.asarray(leaf[: len(leaf)])
    except TypeError:  # numbers, and matrices that know themselves how they are read
        return leaf


def unpack(batch: Any) -> tuple[Any, Any, Any]:
    """A batch as `(x, y, sample_weight)`, with None for what it does not hold."""
    if not isinstance(batch, (tuple, list)):
        return batch, None, None
    if not 1 <= len(batch) <= 3:
        raise ValueError(
            f"A batch is x, (x, y) or (x, y, sample_weight). Received {len(batch)} parts."
        )
    parts = [*batch, None, None]
    return parts[0], parts[1], parts[2]
