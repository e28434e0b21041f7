"""Which element of a wrong gradient is wrong, by how much, and what kind of mistake it looks like.

Works on a function of a list of tensors that returns a list of tensors, and its gradients; both as
`checking` has them. At most `_ELEMENTS` elements of an argument and of an output are tried, with
two calls of the function for each of the former and one of the gradients for each of the latter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core

if TYPE_CHECKING:
    from .._typing import Array

_ELEMENTS = 256

Outputs = Callable[[list[Any]], list[Any]]
Gradients = Callable[[list[Any], list[Any]], list[Any]]


@dataclass(frozen=True)
class Finding:
    """The element that is off most: the gradient's value, and that of the differences."""

    what: str  # "output", or "gradient" for second derivatives
    argument: int
    output: int
    output_element: tuple[int, ...]
    element: tuple[int, ...]
    found: float
    expected: float
    looks_like: str

    def __str__(self) -> str:
        of = f"{self.what} {self.output}"
        if self.output_element:
            of += f" at {list(self.output_element)}"
        at = f" at {list(self.element)}" if self.element else ""
        return (
            f"d({of})/d(argument {self.argument}{at}) is {self.found:.9g} and should be "
            f"{self.expected:.9g}, off by {self.found - self.expected:.3g}: "
            f"it looks like {self.looks_like}"
        )


def diagnose(
    outputs: Outputs, gradients: Gradients, point: list[Any], place: int, step: float, tol: float
) -> tuple[int, tuple[int, ...], tuple[int, ...], float, float, str] | None:
    """The worst element of the gradient for argument `place`, as in `Finding`; or `None`."""
    values = outputs(point)
    differences = _differences(outputs, point, place, step)
    worst: tuple[float, Any] = (0.0, None)
    for number, output in enumerate(values):
        for row, element in enumerate(_elements(output)):
            weights = [_zeros(y) for y in values]
            weights[number] = _unit(output, element)
            found = _numbers(gradients(point, weights)[place], point[place])
            expected = differences[number][:, row]
            gap = np.abs(found - expected)
            gap[~np.isfinite(gap)] = np.inf
            at = int(np.argmax(gap)) if gap.size else 0
            if gap.size and gap[at] > worst[0]:
                worst = (float(gap[at]), (number, element, at, found, expected))
    if worst[1] is None:
        return None
    number, element, at, found, expected = worst[1]
    place_of = _elements(point[place])[at]
    sides = _sides(outputs, point, place, number, element, place_of, step)
    kind = _kind(found, expected, at, sides, tol)
    return number, element, place_of, float(found[at]), float(expected[at]), kind


def _kind(found: Any, expected: Any, at: int, sides: tuple[float, float], tol: float) -> str:
    a, n = float(found[at]), float(expected[at])
    left, right = sides
    near = max(tol * 10 * max(abs(a), abs(n), 1e-6), tol)
    if abs(left - right) > max(100 * near, 1e-3 * max(abs(left), abs(right))):
        return f"a kink: the slope is {left:.6g} on one side and {right:.6g} on the other"
    if not np.isfinite(a):
        return "a value that is not finite"
    if abs(a + n) <= near and abs(n) > near:
        return "a wrong sign"
    if abs(a) <= near:
        return "a missing gradient: it is zero"
    if abs(n) <= near:
        return "a gradient where there is none"
    return _factor_or_term(found, expected, a / n, near)


def _factor_or_term(found: Any, expected: Any, ratio: float, near: float) -> str:
    clear = np.abs(expected) > 10 * near
    ratios = found[clear] / expected[clear]
    same = ratios.size > 1 and bool(np.all(np.abs(ratios - ratio) <= 1e-2 * abs(ratio)))
    simple = any(
        abs(ratio * k - round(ratio * k)) < 1e-3 and round(ratio * k) for k in (1, 2, 3, 4)
    )
    if same or (ratios.size <= 1 and simple):
        return f"a factor of {ratio:.6g}"
    gap = expected - found
    return f"a missing term: what is missing has values from {gap.min():.6g} to {gap.max():.6g}"


def _elements(tensor: Any) -> list[tuple[int, ...]]:
    shape = tuple(tensor.shape.as_list())
    return [tuple(map(int, element)) for element, _ in zip(np.ndindex(shape), range(_ELEMENTS))]


def _zeros(tensor: Any) -> _core.Tensor:
    return _core.zeros_like(tensor)


def _unit(tensor: Any, element: tuple[int, ...]) -> _core.Tensor:
    values = np.zeros(tensor.shape.as_list())
    values[element] = 1.0
    return _core.cast(_core.constant(values), tensor.dtype)


def _numbers(tensor: Any, like: Any) -> Array:
    """The elements that are tried."""
    tensor = _core.zeros_like(like) if tensor is None else tensor
    values = np.asarray(_core.cast(tensor, _core.float64).numpy(), dtype="float64")
    return values.reshape(-1)[:_ELEMENTS]


def _value(outputs: Outputs, point: list[Any], number: int, element: tuple[int, ...]) -> float:
    return float(np.asarray(_core.cast(outputs(point)[number], _core.float64).numpy())[element])


def _moved(point: list[Any], place: int, at: tuple[int, ...], by: float) -> list[Any]:
    moved = list(point)
    values = np.array(_core.cast(point[place], _core.float64).numpy(), dtype="float64")
    values[at] += by
    moved[place] = _core.cast(_core.constant(values), point[place].dtype)
    return moved


def _differences(outputs: Outputs, point: list[Any], place: int, step: float) -> list[Any]:
    """For each output a row for each element of the argument, with a column for each of its own."""
    rows = []
    for at in _elements(point[place]):
        high = outputs(_moved(point, place, at, step))
        low = outputs(_moved(point, place, at, -step))
        pairs = zip(high, low, strict=True)
        rows.append([(_numbers(up, up) - _numbers(down, down)) / (2 * step) for up, down in pairs])
    return [np.stack(row) for row in zip(*rows, strict=True)]


def _sides(
    outputs: Outputs,
    point: list[Any],
    place: int,
    number: int,
    element: tuple[int, ...],
    where: tuple[int, ...],
    step: float,
) -> tuple[float, float]:
    middle = _value(outputs, point, number, element)
    high = _value(outputs, _moved(point, place, where, step), number, element)
    low = _value(outputs, _moved(point, place, where, -step), number, element)
    return (middle - low) / step, (high - middle) / step
