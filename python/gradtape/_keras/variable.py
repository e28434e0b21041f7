"""`keras.Variable`: variables as Keras makes them, from a value or from an initializer.

Invariant: what is made is a `tf.Variable`, and each variable is an instance of this class.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from . import initializers, settings
from .dtypes import whole_numbers
from .weight import Weight, weight_of

if TYPE_CHECKING:
    from .._typing import DTypeLike, ShapeLike


class _OfAnyClass(type):
    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, _core.Variable)


class Variable(metaclass=_OfAnyClass):
    """A variable that starts with a value, or with what an initializer makes for a shape.

    Without `dtype` it has that of the value, or `floatx` from an initializer. Raises `ValueError`
    for an initializer without a shape.

    >>> import gradtape as tf
    >>> tf.keras.Variable([1, 2]).dtype, tf.keras.Variable("ones", shape=(2,)).numpy().tolist()
    ('int32', [1.0, 1.0])
    """

    def __new__(  # type: ignore[misc]
        cls,
        initializer: Any,
        shape: ShapeLike = None,
        dtype: DTypeLike = None,
        trainable: bool = True,
        autocast: bool = True,
        aggregation: str | None = None,
        synchronization: str = "auto",
        name: str | None = None,
        **ignored: Any,
    ) -> _core.Variable:
        dtype = whole_numbers(dtype)
        if isinstance(initializer, str):
            initializer = initializers.get(initializer)
        if callable(initializer):
            if shape is None:
                raise ValueError(
                    "When creating a Variable from an initializer, the `shape` argument should be "
                    f"specified. Received: initializer={initializer} and shape={shape}"
                )
            initializer = initializer(shape, dtype=settings.dtype_or_default(dtype))
        value = _core.convert_to_tensor(initializer)
        value = value if dtype is None else _core.cast(value, dtype)
        return weight_of(Weight, value, name, trainable=trainable)
