"""What `keras.src.backend` has besides `keras.backend` and `keras.ops`: for layers that are written
as Keras's own are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import _core
from ..._keras import settings
from ..._keras.layers import operation as _operation  # noqa: F401 - what `as_layer` makes
from ..._keras.symbolic import MASK, as_layer, is_symbolic

SUPPORTS_SPARSE_TENSORS = SUPPORTS_RAGGED_TENSORS = True
SUPPORTS_COMPLEX_DTYPES = True
IS_THREAD_SAFE = True
FLOAT_TYPES = ("float16", "bfloat16", "float32", "float64")
INT_TYPES = ("uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64")


def compute_output_spec(fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """The shapes and dtypes of what a function returns for symbolic tensors.

    >>> import gradtape as tf
    >>> from gradtape._drop_in.private.keras_backend import compute_output_spec
    >>> compute_output_spec(lambda x: x[:, 0], tf.keras.KerasTensor((2, 3))).shape
    (2,)
    """
    return (
        as_layer(fn)(*args, **kwargs) if any_symbolic_tensors(args, kwargs) else fn(*args, **kwargs)
    )


def any_symbolic_tensors(args: Any = None, kwargs: Any = None) -> bool:
    """Whether there are symbolic tensors among the arguments."""
    return is_symbolic((args or (), kwargs or {}))


def get_keras_mask(x: Any) -> Any:
    """The mask of a tensor, or None."""
    return getattr(x, MASK, None)


def set_keras_mask(x: Any, mask: Any) -> None:
    """Give a tensor a mask."""
    setattr(x, MASK, mask)


def standardize_data_format(data_format: str | None) -> str:
    """The order of axes of images: what is given, or what `image_data_format` says."""
    if data_format is None:
        return settings.image_data_format()
    known = ("channels_first", "channels_last")
    data_format = str(data_format).lower()
    if data_format not in known:
        raise ValueError(
            "The `data_format` argument must be one of {'channels_first', 'channels_last'}. "
            f"Received: data_format={data_format}"
        )
    return data_format


def standardize_shape(shape: Any) -> tuple[int | None, ...]:
    """A shape as a tuple."""
    return tuple(_core.TensorShape(shape).as_list())


def in_stateless_scope() -> bool:
    """Whether variables are to be left alone: never here."""
    return False


in_symbolic_scope = in_stateless_scope
