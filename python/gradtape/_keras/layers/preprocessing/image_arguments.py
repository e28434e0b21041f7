"""Arguments of layers of images: ranges of factors and values, and how pixels are filled in."""

from __future__ import annotations

from typing import Any

from ...._runtime.versions import is_keras_2_asked_for
from ...arguments import Argument


class Range(Argument[Any, Any]):
    """Two numbers, or one for a range around 0.

    Keras 2 has refused most ranges whose larger number is first, which Keras 3 sorts; a negative
    number makes such a range there. Some ranges of Keras 2 have other limits.
    """

    def convert(self, owner: Any, value: Any) -> Any:
        if value is None:
            return None
        low, high = (-value, value) if isinstance(value, (int, float)) else value
        limits, turned = owner._limits, low > high
        if is_keras_2_asked_for():
            limits = owner._limits_of_keras_2.get(self.name, limits)
        if turned and (owner._turned_ranges == "sorted" or not is_keras_2_asked_for()):
            low, high, turned = high, low, False
        known = all(limits[0] <= number <= limits[1] for number in (low, high))
        if not known or (turned and owner._turned_ranges == "refused"):
            raise ValueError(
                f"The `{self.name}` argument should be a number (or a list of two numbers) in the "
                f"range [{limits[0]}, {limits[1]}]. Received: {self.name}={value}"
            )
        return (float(low), float(high))


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
        low, high = (0, value) if isinstance(value, (int, float)) else sorted(value)
        if low < 0.0 or high < 0.0 or low > 1.0:
            raise ValueError(
                f"`{self.name}` argument cannot have negative values or values greater than 1. "
                f"Received: {self.name}={value}"
            )
        return value


class ValueRange(Argument[Any, tuple[float, float]]):
    """The least and the largest value of images."""

    def convert(self, owner: Any, value: Any) -> tuple[float, float]:
        low, high = value
        return (low, high)
