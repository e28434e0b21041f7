"""Polynomials by their coefficients."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core

if TYPE_CHECKING:
    from .._typing import TensorLike


def polyval(coeffs: list[Any], x: TensorLike, name: str | None = None) -> _core.Tensor:
    """The polynomial with these coefficients at `x`, the highest power first (Horner's rule).

    Each coefficient broadcasts with `x`; an empty list is the polynomial 0. Errors: `ValueError` if
    `coeffs` is not a list, `InvalidArgumentError` for shapes that do not broadcast.

    >>> tf.math.polyval([1.0, 2.0, 3.0], 2.0).numpy().item()
    11.0
    """
    if not isinstance(coeffs, list):
        raise ValueError(f"Argument coeffs must be list type. Received type {type(coeffs)}.")
    point = _core.convert_to_tensor(x)
    if not coeffs:
        return _core.zeros_like(point)
    first, *rest = [_core.convert_to_tensor(c) for c in coeffs]
    value = first
    for coefficient in rest:
        value = coefficient + value * point
    return value
