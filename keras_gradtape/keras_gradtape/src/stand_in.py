"""What the borrowed modules of Keras find as `tensorflow`: gradtape's names.

A name is looked up in gradtape when it is first asked for, and kept. Names that Keras takes from
private modules of TensorFlow are answered by the public ones that they stand for.
"""

from __future__ import annotations

from typing import Any

import ml_dtypes
from keras.src.backend.common.dtypes import result_type

import gradtape

from .composed import RawOperations

# Private names that Keras imports, and where gradtape has what they are.
_PRIVATE = {"is_nan": "math.is_nan"}


class _Nothing:
    """What no object is: Keras asks whether one is of a class that gradtape does not have."""


class _Internal:
    """`tf.__internal__`: what Keras asks of it."""

    EagerTensor = gradtape.Tensor
    CompositeTensor = _Nothing

    class smart_cond:
        """`tf.__internal__.smart_cond`: a branch taken where it stands."""

        @staticmethod
        def smart_cond(pred: Any, true_fn: Any, false_fn: Any) -> Any:
            return true_fn() if pred else false_fn()


class _Version1:
    """`tf.compat.v1` for Keras: gradtape's, and a class of which nothing is."""

    Dimension = _Nothing

    def __getattr__(self, name: str) -> Any:
        return getattr(gradtape.compat.v1, name)


class _Compat:
    """`tf.compat`."""

    v1 = _Version1()

    def __getattr__(self, name: str) -> Any:
        return getattr(gradtape.compat, name)


class _Distribute:
    """`tf.distribute`: one process on one machine."""

    DistributedDataset = _Nothing


class _Numbers:
    """`tf.experimental.numpy`: the two functions that Keras takes from there."""

    @staticmethod
    def finfo(dtype: Any) -> Any:
        return ml_dtypes.finfo(gradtape.as_dtype(dtype).as_numpy_dtype)  # NumPy knows no bfloat16

    @staticmethod
    def select(condlist: Any, choicelist: Any, default: Any = 0) -> Any:
        """Of each place the first choice whose condition is true."""
        choices = [gradtape.convert_to_tensor(choice) for choice in choicelist]
        kind = result_type(*(choice.dtype for choice in choices), type(default))
        result = gradtape.cast(gradtape.convert_to_tensor(default), kind)
        for condition, choice in reversed(list(zip(condlist, choices, strict=True))):
            result = gradtape.where(condition, gradtape.cast(choice, kind), result)
        return result


class _Experimental:
    numpy = _Numbers


__internal__ = _Internal()
experimental = _Experimental()
raw_ops = RawOperations()
compat = _Compat()
distribute = _Distribute()
TypeSpec = _Nothing
# Products of sparse matrices, which this backend does not have.
sparse_csr_matrix_ops = None


def reshape(tensor: Any, shape: Any, name: Any = None) -> Any:
    """`tf.reshape`, for lengths that are whole numbers among floats too."""
    try:
        return gradtape.reshape(tensor, shape)
    except TypeError:
        return gradtape.reshape(tensor, [int(size) for size in shape])


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    value: Any = gradtape
    for part in _PRIVATE.get(name, name).split("."):
        value = getattr(value, part)
    globals()[name] = value
    return value
