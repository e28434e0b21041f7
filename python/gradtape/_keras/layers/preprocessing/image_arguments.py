"""Arguments of layers of images: ranges of factors and values, and how pixels are filled in."""

from __future__ import annotations

import numbers
from typing import Any, NoReturn

import numpy as np

from ...._runtime.versions import is_keras_2_asked_for
from ...arguments import Argument


def _is_one_number(value: Any) -> bool:
    """Whether a factor stands for itself.

    Keras 3 takes Python's numbers only (NumPy's doubles are among them), Keras 2 every scalar.
    """
    if isinstance(value, (int, float)):
        return True
    scalar = isinstance(value, numbers.Number) or np.ndim(value) == 0
    return scalar and is_keras_2_asked_for()


class Range(Argument[Any, Any]):
    """Two numbers, or one for a range around 0.

    Keras 2 has refused most ranges whose larger number is first, which Keras 3 sorts; a negative
    number makes such a range there. Some ranges of Keras 2 have other limits.
    """

    def convert(self, owner: Any, value: Any) -> Any:
        if value is None:
            return None
        low, high = (-value, value) if _is_one_number(value) else self._pair(owner, value)
        limits, turned = owner._limits, low > high
        if is_keras_2_asked_for():
            limits = owner._limits_of_keras_2.get(self.name, limits)
        if turned and (owner._turned_ranges == "sorted" or not is_keras_2_asked_for()):
            low, high, turned = high, low, False
        known = all(limits[0] <= number <= limits[1] for number in (low, high))
        if not known or (turned and owner._turned_ranges == "refused"):
            self._refuse(limits, value)
        return (float(low), float(high))

    def _pair(self, owner: Any, value: Any) -> Any:
        if np.ndim(value) == 0:
            self._refuse(owner._limits, value)
        return value

    def _refuse(self, limits: Any, value: Any) -> NoReturn:
        raise ValueError(
            f"The `{self.name}` argument should be a number (or a list of two numbers) in the "
            f"range [{limits[0]}, {limits[1]}]. Received: {self.name}={value}"
        )


class FillMode(Argument[str, str]):
    """What lies outside of an image: "reflect", "constant", "wrap" or "nearest"."""

    def convert(self, owner: Any, value: str) -> str:
        if value not in ("reflect", "constant", "wrap", "nearest"):
            raise ValueError(
                "Unknown `fill_mode`. Expected of one of ('reflect', 'wrap', 'constant', "
                f"'nearest'). Received: fill_mode={value}"
            )
        return value


class Interpolation(Argument[str, str]):
    """How values between pixels are found: "bilinear" or "nearest"."""

    def convert(self, owner: Any, value: str) -> str:
        if value not in ("bilinear", "nearest"):
            raise ValueError(
                "Unknown `interpolation`. Expected of one of ('nearest', 'bilinear'). Received: "
                f"interpolation={value}"
            )
        return value


class Factor(Argument[Any, Any]):
    """A number, how far above; or two, how far below and above."""

    def convert(self, owner: Any, value: Any) -> Any:
        if np.ndim(value) == 0 and not _is_one_number(value):
            raise ValueError(
                f"The `{self.name}` argument should be a number (or a list of two numbers) in the "
                f"range [0, 1]. Received: {self.name}={value}"
            )
        low, high = (0, value) if _is_one_number(value) else sorted(value)
        if low < 0.0 or high < 0.0 or low > 1.0:
            raise ValueError(
                f"`{self.name}` argument cannot have negative values or values greater than 1. "
                f"Received: {self.name}={value}"
            )
        return value if np.ndim(value) or isinstance(value, (int, float)) else float(value)


class ValueRange(Argument[Any, tuple[float, float]]):
    """The least and the largest value of images."""

    def convert(self, owner: Any, value: Any) -> tuple[float, float]:
        low, high = value
        return (low, high)
