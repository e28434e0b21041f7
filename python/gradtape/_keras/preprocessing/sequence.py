"""Sequences of numbers: padded, cut into windows, paired for skip-grams; `Sequence` of batches."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from ..._typing import Array


class PyDataset:
    """Base of data that come in batches by number: a subclass defines `__getitem__`, `__len__`.

    `fit`, `evaluate` and `predict` take it; they call `on_epoch_end` after each pass.

    >>> import gradtape as tf
    >>> class Squares(tf.keras.utils.Sequence):
    ...     def __len__(self):
    ...         return 3
    ...     def __getitem__(self, index):
    ...         return index * index
    >>> list(Squares())
    [0, 1, 4]
    """

    workers, use_multiprocessing, max_queue_size = 1, False, 10

    def __init__(
        self, workers: int = 1, use_multiprocessing: bool = False, max_queue_size: int = 10
    ) -> None:
        self.workers, self.use_multiprocessing = workers, use_multiprocessing
        self.max_queue_size = max_queue_size

    def __getitem__(self, index: int) -> Any:
        raise NotImplementedError("A subclass defines `__getitem__(index)`.")

    def __len__(self) -> int:
        if type(self).num_batches is not PyDataset.num_batches or "_number" in vars(self):
            return int(self.num_batches)
        raise NotImplementedError("A subclass defines `__len__()`.")

    @property
    def num_batches(self) -> Any:
        """How many batches there are; a subclass may also set it, as for Keras 2."""
        return vars(self)["_number"] if "_number" in vars(self) else len(self)

    @num_batches.setter
    def num_batches(self, number: Any) -> None:
        self._number = number

    def on_epoch_begin(self) -> None:
        """Called before each pass."""

    def on_epoch_end(self) -> None:
        """Called after each pass."""

    def __iter__(self) -> Iterator[Any]:
        """The batches once, of which no epoch is told; without a number there is no end of them."""
        try:
            count = self.num_batches
        except NotImplementedError:
            count = None
        for index in itertools.count() if count is None else range(count):
            yield self[index]


def pad_sequences(
    sequences: Any,
    maxlen: int | None = None,
    dtype: npt.DTypeLike = "int32",
    padding: str = "pre",
    truncating: str = "pre",
    value: Any = 0.0,
) -> Array:
    """Sequences of one length as an array: short ones filled with `value`, long ones cut.

    `maxlen` is the length of the longest by default; `padding` and `truncating` are "pre" or
    "post". `ValueError` for what has no length, and for entries of different shapes.

    >>> import gradtape as tf
    >>> tf.keras.utils.pad_sequences([[1], [2, 3, 4]], maxlen=2).tolist()
    [[0, 1], [3, 4]]
    """
    if not hasattr(sequences, "__len__"):
        raise ValueError("`sequences` must be iterable.")
    if not all(hasattr(sequence, "__len__") for sequence in sequences):
        wrong = next(sequence for sequence in sequences if not hasattr(sequence, "__len__"))
        raise ValueError(f"`sequences` must be a list of iterables. Found non-iterable: {wrong}")
    for name, side in (("Truncating", truncating), ("Padding", padding)):
        if side not in ("pre", "post"):
            raise ValueError(f'{name} type "{side}" not understood')
    length = max((len(sequence) for sequence in sequences), default=0) if maxlen is None else maxlen
    inner = next((np.asarray(s).shape[1:] for s in sequences if len(s)), ())
    _require_text_dtype(dtype, value)
    padded = np.full((len(sequences), length, *inner), value, dtype=dtype)
    for row, sequence in zip(padded, sequences, strict=True):
        kept = sequence[len(sequence) - length :] if truncating == "pre" else sequence[:length]
        kept = sequence if len(sequence) <= length else kept
        values = np.asarray(kept, dtype=dtype)
        if len(kept) and values.shape[1:] != inner:
            raise ValueError(
                f"Shape of sample {values.shape[1:]} of sequence is different from expected shape "
                f"{inner}"
            )
        if len(kept):
            row[slice(None, len(kept)) if padding == "post" else slice(-len(kept), None)] = values
    return padded


def _require_text_dtype(dtype: npt.DTypeLike, value: Any) -> None:
    wide = np.issubdtype(dtype, np.str_) or dtype is object or dtype == "object"
    if isinstance(value, str) and not wide:
        raise ValueError(
            f"`dtype` {dtype} is not compatible with `value`'s type: {type(value)}\nYou should set "
            "`dtype=object` for variable length strings."
        )


def make_sampling_table(size: int, sampling_factor: float = 1e-5) -> Array:
    """The probability to keep the word of each rank, as word2vec has it (Zipf's law).

    >>> import gradtape as tf
    >>> tf.keras.preprocessing.sequence.make_sampling_table(3).round(5).tolist()
    [0.00315, 0.00315, 0.00548]
    """
    rank = np.arange(size)
    rank[0] = 1
    inverse = rank * (np.log(rank) + 0.577) + 0.5 - 1.0 / (12.0 * rank)
    return np.minimum(1.0, np.sqrt(sampling_factor * inverse))


def skipgrams(
    sequence: Any,
    vocabulary_size: int,
    window_size: int = 4,
    negative_samples: float = 1.0,
    shuffle: bool = True,
    categorical: bool = False,
    sampling_table: Any = None,
    seed: int | None = None,
) -> tuple[list[list[int]], list[Any]]:
    """Pairs of words within a window, labelled 1, and random pairs, labelled 0; 0 is no word.

    >>> import gradtape as tf
    >>> skipgrams = tf.keras.preprocessing.sequence.skipgrams
    >>> skipgrams([1, 2], 5, negative_samples=0.0, shuffle=False)
    ([[1, 2], [2, 1]], [1, 1])
    """
    yes, no = ([0, 1], [1, 0]) if categorical else (1, 0)
    couples: list[list[int]] = []
    for i, word in enumerate(sequence):
        if not word:
            continue
        if sampling_table is not None and sampling_table[word] < random.random():
            continue
        near = range(max(0, i - window_size), min(len(sequence), i + window_size + 1))
        couples += [[word, sequence[j]] for j in near if j != i and sequence[j]]
    labels: list[Any] = [yes] * len(couples)
    if negative_samples > 0:
        words = [couple[0] for couple in couples]
        random.shuffle(words)
        count = int(len(labels) * negative_samples)
        last = vocabulary_size - 1
        couples += [[words[i % len(words)], random.randint(1, last)] for i in range(count)]
        labels += [no] * count
    if shuffle:
        start = random.randint(0, 10**7) if seed is None else seed
        for values in (couples, labels):
            random.seed(start)
            random.shuffle(values)
    return couples, labels


class TimeseriesGenerator(PyDataset):
    """Batches of windows of a series, each with the target that comes after it.

    Windows are `length` long, of every `sampling_rate`-th entry, and begin every `stride`.

    >>> import gradtape as tf, numpy as np
    >>> data = np.arange(6)
    >>> generator = tf.keras.preprocessing.sequence.TimeseriesGenerator(data, data, length=3)
    >>> x, y = generator[0]
    >>> x.tolist(), y.tolist()
    ([[0, 1, 2], [1, 2, 3], [2, 3, 4]], [3, 4, 5])
    """

    def __init__(
        self,
        data: Any,
        targets: Any,
        length: int,
        sampling_rate: int = 1,
        stride: int = 1,
        start_index: int = 0,
        end_index: int | None = None,
        shuffle: bool = False,
        reverse: bool = False,
        batch_size: int = 128,
    ) -> None:
        super().__init__()
        if len(data) != len(targets):
            raise ValueError(
                "Data and targets have to be of same length. Data length is "
                f"{len(data)} while target length is {len(targets)}"
            )
        self.data, self.targets, self.length = data, targets, length
        self.sampling_rate, self.stride = sampling_rate, stride
        self.start_index = start_index + length
        self.end_index = len(data) - 1 if end_index is None else end_index
        self.shuffle, self.reverse, self.batch_size = shuffle, reverse, batch_size
        if self.start_index > self.end_index:
            raise ValueError(
                f"`start_index+length={self.start_index} > end_index={self.end_index}` is "
                "disallowed, as no part of the sequence would be left to be used as current step."
            )

    def __len__(self) -> int:
        steps = self.batch_size * self.stride
        return (self.end_index - self.start_index + steps) // steps

    def __getitem__(self, index: int) -> tuple[Any, Any]:
        if self.shuffle:
            low, high = self.start_index, self.end_index + 1
            rows = np.random.randint(low, high, size=self.batch_size)
        else:
            first = self.start_index + self.batch_size * self.stride * index
            last = min(first + self.batch_size * self.stride, self.end_index + 1)
            rows = np.arange(first, last, self.stride)
        step = self.sampling_rate
        samples = np.array([self.data[row - self.length : row : step] for row in rows])
        targets = np.array([self.targets[row] for row in rows])
        return (samples[:, ::-1, ...], targets) if self.reverse else (samples, targets)

    def get_config(self) -> dict[str, Any]:
        """The arguments, with the data as JSON."""
        own = ("length", "sampling_rate", "stride", "start_index", "end_index", "shuffle")
        data, targets = np.asarray(self.data), np.asarray(self.targets)
        return {
            "data": json.dumps(data.tolist()),
            "targets": json.dumps(targets.tolist()),
            **{name: getattr(self, name) for name in own},
            "reverse": self.reverse,
            "batch_size": self.batch_size,
        }

    def to_json(self, **kwargs: Any) -> str:
        """The configuration as JSON."""
        content = {"class_name": type(self).__name__, "config": self.get_config()}
        return json.dumps(content, **kwargs)
