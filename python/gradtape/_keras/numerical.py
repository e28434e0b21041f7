"""Arrays made ready for training, and the seeds of all random numbers."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._runtime.versions import is_keras_2_asked_for
from .seed_generator import begin_seeds

if TYPE_CHECKING:
    from .._typing import DTypeLike, TensorLike


def to_categorical(
    x: TensorLike | None = None,
    num_classes: int | None = None,
    dtype: DTypeLike = None,
    *,
    y: TensorLike | None = None,
) -> Any:
    """One-hot rows, as float64, for an array of class numbers; a last axis of size 1 is dropped.

    By default there are as many classes as the largest number needs. Of a tensor, whose classes
    have to be counted, a tensor is made, as float32. Keras 2 has `y` for `x`, and a `dtype`; with
    `TF_USE_LEGACY_KERAS` the rows are float32, and always an array.

    >>> import gradtape as tf
    >>> tf.keras.utils.to_categorical([0, 2]).tolist()
    [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
    """
    given: Any = y if x is None else x
    if _core.is_tensor(given) and not is_keras_2_asked_for():
        classes: Any = num_classes
        given = given[..., 0] if given.shape.rank > 1 and given.shape[-1] == 1 else given
        return _core.one_hot(given, int(_core.convert_to_tensor(classes)))
    numbers = np.asarray(given, dtype="int64")
    if numbers.ndim > 1 and numbers.shape[-1] == 1:
        numbers = numbers[..., 0]
    count = int(num_classes) if num_classes else int(numbers.max(initial=-1)) + 1
    if dtype is None:
        dtype = "float32" if is_keras_2_asked_for() else "float64"
    return np.eye(count, dtype=_core.as_dtype(dtype).as_numpy_dtype)[numbers]


def to_ordinal(y: TensorLike, num_classes: int | None = None, dtype: DTypeLike = "float32") -> Any:
    """Numbers of ordered classes as rows of ones up to the number, one shorter than the classes.

    >>> import gradtape as tf
    >>> tf.keras.utils.to_ordinal([0, 2, 1]).tolist()
    [[0.0, 0.0], [1.0, 1.0], [1.0, 0.0]]
    """
    numbers = np.array(y, dtype=int)
    if numbers.ndim > 1 and numbers.shape[-1] == 1:
        numbers = numbers[..., 0]
    count = int(numbers.max(initial=-1)) + 1 if num_classes is None else int(num_classes)
    return (np.arange(count - 1) < numbers[..., None]).astype(_core.as_dtype(dtype).as_numpy_dtype)


def set_random_seed(seed: int) -> None:
    """Seed Python's, NumPy's and gradtape's random numbers.

    `ValueError` for a seed that is not an integer.
    """
    if not isinstance(seed, int):
        raise ValueError(
            f"Expected `seed` argument to be an integer. Received: seed={seed} (of type "
            f"{type(seed)})"
        )
    random.seed(seed)
    np.random.seed(seed)
    _core.set_seed(seed)
    begin_seeds(seed)


def normalize(x: TensorLike, axis: int = -1, order: int = 2) -> Any:
    """An array divided by its norm along `axis`, or anything else as a tensor; zero vectors stay.

    >>> [round(float(x), 2) for x in tf.keras.utils.normalize([3.0, 4.0])]
    [0.6, 0.8]
    """
    if not isinstance(x, np.ndarray):
        tensor = _core.convert_to_tensor(x)
        return _core.divide_no_nan(tensor, _core.norm(tensor, order, axis, keepdims=True))
    norms = np.atleast_1d(np.linalg.norm(x, order, axis))
    return x / np.expand_dims(np.where(norms == 0, 1, norms), axis)
