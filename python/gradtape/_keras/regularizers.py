"""Penalties on weights: a regularizer maps a weight to a scalar that is added to the loss."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._runtime.versions import is_keras_2_asked_for
from . import lookup, settings
from .arguments import Argument, Declared, Number, argument, config_of
from .lookup import Registry

if TYPE_CHECKING:
    from .._typing import TensorLike

_registry = Registry("regularizer")
deserialize = _registry.deserialize


def serialize(regularizer: Any, use_legacy_format: bool = False) -> Any:
    """The class name and the configuration of a regularizer."""
    return lookup.serialize(regularizer, use_legacy_format)


class Regularizer:
    """Base of the regularizers; a subclass defines `__call__(x)` and `get_config`.

    >>> import gradtape as tf
    >>> float(tf.keras.regularizers.L2(0.5)(tf.constant([1.0, 2.0])))
    2.5
    """

    def __call__(self, x: TensorLike) -> Any:
        raise NotImplementedError("Regularizer subclasses must implement `__call__()`.")

    def get_config(self) -> dict[str, Any]:
        """The arguments that make an equal regularizer."""
        return config_of(self)

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Regularizer:
        """The regularizer with these arguments."""
        return cls(**config)


class Factor(Argument[float | None, float]):
    """How much the penalty counts; None is 0."""

    def convert(self, owner: Any, value: float | None) -> float:
        return 0.0 if value is None else value

    def serialize(self, value: float) -> Any:
        """The number; that of Keras 2 has the precision of its layers."""
        if not is_keras_2_asked_for():
            return value
        return float(np.asarray(value, settings.floatx()))


@_registry.add()
class L1(Regularizer, Declared, aliases={"l": "l1"}):
    """`l1 * sum(|x|)`."""

    l1: Factor = argument(default=0.01)

    def __call__(self, x: TensorLike) -> _core.Tensor:
        return self.l1 * _core.reduce_sum(_core.abs(x))


@_registry.add()
class L2(Regularizer, Declared, aliases={"l": "l2"}):
    """`l2 * sum(x * x)`."""

    l2: Factor = argument(default=0.01)

    def __call__(self, x: TensorLike) -> _core.Tensor:
        return self.l2 * _core.reduce_sum(_core.square(x))


@_registry.add()
class L1L2(Regularizer, Declared):
    """`l1 * sum(|x|) + l2 * sum(x * x)`."""

    l1: Factor = argument(default=0.0)
    l2: Factor = argument(default=0.0)

    def __call__(self, x: TensorLike) -> _core.Tensor:
        shares = (L1, self.l1), (L2, self.l2)
        parts = [kind(share)(x) for kind, share in shares if share]
        return sum(parts[1:], parts[0]) if parts else _nothing(x)


def _nothing(x: Any) -> _core.Tensor:
    return _core.zeros([], _core.as_dtype(x.dtype))


class Mode(Argument[str, str]):
    """Which vectors of a matrix: "rows" or "columns"."""

    def convert(self, owner: Any, value: str) -> str:
        if value not in ("rows", "columns"):
            raise ValueError(
                "Invalid value for argument `mode`. Expected one of {'rows', 'columns'}. "
                f"Received: mode={value}"
            )
        return value


@_registry.add()
class OrthogonalRegularizer(Regularizer, Declared):
    """`factor` times the mean of |cosine| over pairs of rows, or of columns, of a matrix.

    `ValueError` for anything but a matrix.

    >>> import gradtape as tf
    >>> penalty = tf.keras.regularizers.OrthogonalRegularizer(factor=0.5)
    >>> float(penalty(tf.constant([[1.0, 0.0], [2.0, 0.0]])))
    0.5
    """

    factor: Number = argument(default=0.01)
    mode: Mode = argument(default="rows")

    def __call__(self, x: TensorLike) -> _core.Tensor:
        x = _core.convert_to_tensor(x)
        if x.shape.rank != 2:
            raise ValueError(
                "Inputs to OrthogonalRegularizer must have rank 2. Received: inputs.shape="
                f"{x.shape}"
            )
        x = _core.l2_normalize(x, axis=1 if self.mode == "rows" else 0)
        rows = self.mode == "rows"
        product = _core.matmul(x, x, transpose_a=not rows, transpose_b=rows)
        size = product.shape[0]
        others = _core.abs(product * (1.0 - _core.eye(size, dtype=x.dtype)))
        return self.factor * 0.5 * _core.reduce_sum(others) / max(size * (size - 1) / 2.0, 1e-30)


l1, l2, orthogonal_regularizer = L1, L2, OrthogonalRegularizer


class _LeftOut(float):
    """A factor that a program does not name, which it may name by the same number."""


_USUAL = _LeftOut(0.01)


def l1_l2(l1: float | None = _USUAL, l2: float | None = _USUAL) -> L1L2:
    """`L1L2`; factors that are left out are 0, and 0.01 under `TF_USE_LEGACY_KERAS=1`. None is 0.

    >>> import gradtape as tf
    >>> tf.keras.regularizers.l1_l2(l2=0.5).get_config()
    {'l1': 0.0, 'l2': 0.5}
    """
    usual = 0.01 if is_keras_2_asked_for() else 0.0
    return L1L2(*(usual if factor is _USUAL else factor or 0.0 for factor in (l1, l2)))


def get(identifier: Any) -> Any:
    """The regularizer for a name, a configuration, a class or a callable; None for None.

    `ValueError` for a name that is not known and for anything else.
    """
    return l1_l2() if identifier in ("l1_l2", "l1l2") else _registry.find(identifier)
