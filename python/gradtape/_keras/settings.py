"""What Keras keeps for the whole process: the default dtype, the small number, the order of axes.

Layers, initializers, losses, metrics and optimizers ask here when they are made or called, so a
change counts for what comes after it.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from .. import _core

if TYPE_CHECKING:
    from .._typing import DTypeLike

_FLOATS = ("bfloat16", "float16", "float32", "float64")
_state: dict[str, Any] = {
    "floatx": _core.float32,
    "epsilon": 1e-7,
    "image_data_format": "channels_last",
}
# The learning phase that a program has set, if it has; Keras 2 forgets it with a session.
phase: list[bool | None] = [None]
# The policy of new layers that a program has set, if it has; and in Keras 3 that of its first
# layer, with the number of the program. Keras 3 forgets them with a session.
policy: dict[str, Any] = {"set": None, "first": (None, None)}


def floatx() -> str:
    """The name of the dtype that weights and inputs have by default.

    >>> import gradtape as tf
    >>> tf.keras.backend.floatx()
    'float32'
    """
    return str(_state["floatx"].name)


def set_floatx(value: Any) -> None:
    """Make a floating dtype the default: "float32", "float64", "float16" or "bfloat16".

    `ValueError` for anything else.

    >>> import gradtape as tf
    >>> tf.keras.backend.set_floatx("float64")
    >>> tf.keras.layers.Dense(1)(tf.ones([1, 2])).dtype
    tf.float64
    >>> tf.keras.backend.set_floatx("float32")
    """
    name = getattr(value, "name", value)
    if name not in _FLOATS:
        raise ValueError(f"Unknown `floatx` value: {value!r}. Expected one of {set(_FLOATS)}")
    _state["floatx"] = _core.as_dtype(name)


def default_dtype() -> _core.DType:
    """`floatx` as a dtype."""
    return _state["floatx"]


def computed_in(dtype: Any) -> _core.DType:
    """The dtype that losses and metrics compute in: one, or that of a policy; `floatx` for None."""
    given = getattr(dtype, "compute_dtype", dtype)
    given = given.removeprefix("mixed_") if isinstance(given, str) else given
    return dtype_or_default(given)


def dtype_or_default(dtype: DTypeLike) -> _core.DType:
    """A dtype that a caller gave, or `floatx` for None."""
    return _state["floatx"] if dtype is None else _core.as_dtype(dtype)


def epsilon() -> float:
    """The distance from 0 at which Keras cuts off probabilities, 1e-7 by default."""
    return float(_state["epsilon"])


def set_epsilon(value: float) -> None:
    """Change `epsilon`.

    >>> import gradtape as tf
    >>> tf.keras.backend.set_epsilon(1e-5)
    >>> tf.keras.backend.epsilon()
    1e-05
    >>> tf.keras.backend.set_epsilon(1e-7)
    """
    _state["epsilon"] = float(value)


def image_data_format() -> str:
    """Where images have their channels by default: "channels_last", unless a program sets it."""
    return str(_state["image_data_format"])


def set_image_data_format(data_format: str) -> None:
    """Make "channels_first" or "channels_last" the default of layers and functions of images.

    `ValueError` for anything else.

    >>> import gradtape as tf
    >>> tf.keras.backend.set_image_data_format("channels_first")
    >>> tf.keras.layers.MaxPooling2D()(tf.ones([1, 3, 4, 4])).shape
    TensorShape([1, 3, 2, 2])
    >>> tf.keras.backend.set_image_data_format("channels_last")
    """
    if data_format not in ("channels_first", "channels_last"):
        raise ValueError(
            "The `data_format` argument must be one of {'channels_first', 'channels_last'}. "
            f"Received: data_format={data_format}"
        )
    _state["image_data_format"] = data_format


def backend() -> str:
    """What Keras would call the library that it runs on here: TensorFlow's interface is kept.

    >>> tf.keras.backend.backend()
    'tensorflow'
    """
    return "tensorflow"


def set_backend(backend: str) -> None:
    """Accepts "tensorflow", the one interface there is here; `ValueError` for another.

    `ModuleNotFoundError`, as Keras raises, for one that is not installed.

    >>> tf.keras.config.set_backend("tensorflow")
    """
    if backend in ("jax", "torch", "openvino") and find_spec(backend) is None:
        raise ModuleNotFoundError(f"No module named {backend!r}", name=backend)
    if backend != "tensorflow":
        raise ValueError(
            f"gradtape's Keras has no backend {backend!r}; the real Keras 3 has others, and runs "
            "on gradtape with KERAS_BACKEND=gradtape."
        )


def is_nnx_enabled() -> bool:
    """Whether layers are modules of Flax: they are not."""
    return False
