"""Datasets made of arrays and of other datasets: windows of series, parts, batches taken apart."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from ... import _core
from ..._data.dataset import Dataset
from ..._structure import nest
from ..._structure.tensor_spec import TensorSpec


def timeseries_dataset_from_array(
    data: Any,
    targets: Any,
    sequence_length: int,
    sequence_stride: int = 1,
    sampling_rate: int = 1,
    batch_size: int | None = 128,
    shuffle: bool = False,
    seed: int | None = None,
    start_index: int | None = None,
    end_index: int | None = None,
    **ignored: Any,
) -> Dataset:
    """Batches of windows of a series, `[batch, sequence_length, ...]`, and their targets.

    Windows begin every `sequence_stride` and take every `sampling_rate`-th entry; `targets[i]`
    belongs to the window that begins at `i`. Without targets, windows alone.

    >>> import gradtape as tf, numpy as np
    >>> data = np.arange(10)
    >>> windows = tf.keras.utils.timeseries_dataset_from_array(data, None, 3, sequence_stride=3)
    >>> [batch.numpy().tolist() for batch in windows]
    [[[0, 1, 2], [3, 4, 5], [6, 7, 8]]]
    """
    for name, number in (
        ("sequence_length", sequence_length),
        ("sampling_rate", sampling_rate),
        ("sequence_stride", sequence_stride),
    ):
        if number <= 0 or (number >= len(data) and name != "sequence_length"):
            raise ValueError(
                f"`{name}` must be higher than 0 and lower than the length of the data. Received: "
                f"{name}={number}, for data of length {len(data)}"
            )
    first = start_index or 0
    last = len(data) if end_index is None else end_index
    is_open = end_index is None
    if not 0 <= first < last <= len(data) - (not is_open):
        raise ValueError(
            "`start_index` must be below `end_index`, both within the data. Received: "
            f"start_index={start_index}, end_index={end_index}, for data of length {len(data)}"
        )
    count = last - first - sequence_length * sampling_rate + sampling_rate
    if targets is not None:
        count = min(count, len(targets))
    starts = np.arange(0, count, sequence_stride, dtype="int64")
    if shuffle:
        chosen = np.random.randint(10**6) if seed is None else seed
        np.random.RandomState(chosen).shuffle(starts)
    data, steps = _core.convert_to_tensor(data), np.arange(sequence_length) * sampling_rate
    wanted = None if targets is None else _core.convert_to_tensor(targets)

    def window(begin: _core.Tensor) -> Any:
        rows = _core.gather(data, begin[..., None] + steps)
        return rows if wanted is None else (rows, _core.gather(wanted, begin))

    source = Dataset.from_tensor_slices(starts + first)
    if shuffle:  # of those in order by now, and again in each pass
        source = source.shuffle(1024 if batch_size is None else 8 * batch_size, seed=chosen)
    made = (source if batch_size is None else source.batch(batch_size)).map(window)
    made._stream.describe(_open_windows(data, wanted, batched=batch_size is not None))
    return made


def _open_windows(data: _core.Tensor, wanted: _core.Tensor | None, batched: bool) -> Any:
    """What is said of windows before they are seen: their length is open, as it is in Keras."""

    def spec(array: _core.Tensor, *, leading: int) -> Any:
        return TensorSpec([None] * leading + array.shape.as_list()[1:], array.dtype)

    windows = spec(data, leading=1 + batched)
    return windows if wanted is None else (windows, spec(wanted, leading=int(batched)))


def split_dataset(
    dataset: Any,
    left_size: float | None = None,
    right_size: float | None = None,
    shuffle: bool = False,
    seed: int | None = None,
    **ignored: Any,
) -> tuple[Dataset, Dataset]:
    """Two datasets from a dataset, or from arrays: sizes are shares or numbers of elements.

    >>> import gradtape as tf
    >>> left, right = tf.keras.utils.split_dataset(tf.data.Dataset.range(10), left_size=0.8)
    >>> len(left), len(right)
    (8, 2)
    """
    if left_size is None and right_size is None:
        raise ValueError(
            "At least one of the `left_size` or `right_size` must be specified. Received: "
            "left_size=None and right_size=None"
        )
    if isinstance(dataset, Dataset):
        elements = list(dataset)
    else:
        arrays = [np.asarray(part) for part in nest.flatten(dataset)]
        elements = [
            nest.pack_sequence_as(dataset, [array[i] for array in arrays])
            for i in range(len(arrays[0]))
        ]
    if shuffle:  # as Keras does, which also leaves Python's generator where it ends
        random.seed(random.randint(0, 10**6) if seed is None else seed)
        random.shuffle(elements)
    left, right = _counts(len(elements), left_size, right_size)
    end = len(elements)
    return _dataset_of(elements[:left]), _dataset_of(elements[end - right :])


def _counts(count: int, left: float | None, right: float | None) -> tuple[int, int]:
    for name, size in (("left_size", left), ("right_size", right)):
        limit = 1 if isinstance(size, float) else count
        if size is not None and not 0 < size < limit:
            raise ValueError(
                f"`{name}` should be a share between 0 and 1, or a number of elements between 0 "
                f"and {count}. Received: {name}={size}"
            )
    ends = [round(s * count) if isinstance(s, float) else s for s in (left, right)]
    one = count - int(ends[1] or 0) if ends[0] is None else int(ends[0])
    other = count - one if ends[1] is None else int(ends[1])
    if one + other > count:
        raise ValueError(
            f"The sum of `left_size` and `right_size` must be at most {count}. Received: "
            f"left_size={left}, right_size={right}"
        )
    return one, other


def _dataset_of(elements: list[Any]) -> Dataset:
    """A dataset of these elements, whatever their shapes."""
    numbers = Dataset.from_tensor_slices(np.arange(len(elements)))
    return numbers.map(
        lambda number: nest.map_structure(_core.convert_to_tensor, elements[int(number)])
    )


def pack_x_y_sample_weight(x: Any, y: Any = None, sample_weight: Any = None) -> Any:
    """What `fit` is given for a batch: a tuple without the parts that are not there.

    >>> import gradtape as tf
    >>> tf.keras.utils.pack_x_y_sample_weight(1, 2)
    (1, 2)
    """
    if y is None:
        return (x,) if nest.is_nested(x) else x
    return (x, y) if sample_weight is None else (x, y, sample_weight)


def unpack_x_y_sample_weight(data: Any) -> tuple[Any, Any, Any]:
    """A batch as `(x, y, sample_weight)`, with None for what it does not hold."""
    if isinstance(data, list):
        data = tuple(data)
    parts = data if isinstance(data, tuple) else (data,)
    if not 1 <= len(parts) <= 3:
        raise ValueError(
            "Data is expected to be in format `x`, `(x,)`, `(x, y)`, or `(x, y, sample_weight)`, "
            f"found: {data}"
        )
    x, y, weight, *_ = *parts, None, None
    return x, y, weight
