"""Checking gradients against finite differences, for users' own functions.

The check goes along random directions: for a direction u of the arguments and weights v of the
outputs, `<v, (f(x + hu) - f(x - hu)) / 2h>` must be `<gradient, u>`. Second order checks the
gradient function in the same way. Invariant: a wrong formula passes only if it is right along
every direction tried.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _core
from .._structure import nest
from .diagnosis import Finding, diagnose

_DIRECTIONS = 3


def check_gradients(
    f: Callable[..., Any],
    *args: Any,
    order: int = 2,
    atol: float | None = None,
    rtol: float | None = None,
    seed: int = 0,
) -> None:
    """Raise `AssertionError` unless the gradients of `f` agree with finite differences.

    `f` takes tensors and returns a tensor or a structure of them (integers among them are left
    out). `args` are tensors, arrays or numbers (which become float64: the most accurate check);
    those of floating or complex dtypes are differentiated, others passed on. `order` is how many
    times. An error also says which output, input and element is off most, by how much, and what
    that looks like: a wrong sign, a factor, a missing term, a kink. The arguments should keep away
    from points where `f` is not differentiable, and `f` must give the same values each time. The
    tolerances follow from the dtypes unless given.

    >>> import gradtape as tf
    >>> from gradtape.testing import check_gradients
    >>> check_gradients(lambda x, y: tf.sin(x) * y, 0.5, [1.0, 2.0])
    >>> wrong = tf.custom_gradient(lambda x: (x * x, lambda dy: dy * x))
    >>> check_gradients(wrong, 3.0)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    AssertionError: derivative 1 with respect to argument 0 is wrong: along a random direction ...
    """
    tensors = [_as_argument(arg) for arg in args]
    places = [i for i, tensor in enumerate(tensors) if _is_differentiable(tensor)]
    if not places:
        raise ValueError("check_gradients needs an argument of a floating or complex dtype.")
    generator = np.random.default_rng(seed)
    function = _Function(f, tensors, places)
    point = [tensors[i] for i in places]
    function.repeats(point)
    limits = _limits(point, atol, rtol)
    for derivative in range(1, order + 1):
        function.check(point, derivative, limits, generator)
        function = function.gradient(generator)


def _is_differentiable(tensor: Any) -> bool:
    return bool(tensor.dtype.is_floating or tensor.dtype.is_complex)


def _as_argument(arg: Any) -> Any:
    if _core.is_tensor(arg):
        return _core.convert_to_tensor(arg)
    array = np.asarray(arg)
    return _core.constant(array.astype("float64") if array.dtype.kind == "f" else array)


class _Limits:
    """The step of the differences and what they may differ by."""

    def __init__(self, step: float, atol: float, rtol: float) -> None:
        self.step, self.atol, self.rtol = step, atol, rtol


def _limits(point: list[Any], atol: float | None, rtol: float | None) -> _Limits:
    """By the coarsest dtype: a central difference is best at the cube root of the precision."""
    precision = {2: 1e-3, 4: 6e-8, 8: 1e-16}
    bytes_of_part = min(t.dtype.size // (2 if t.dtype.is_complex else 1) for t in point)
    step = precision.get(bytes_of_part, 1e-3) ** (1 / 3)
    tolerance = 20 * step**2 if bytes_of_part < 8 else 1e-6
    return _Limits(step, tolerance if atol is None else atol, tolerance if rtol is None else rtol)


class _Function:
    """A function of the arguments that are differentiated, with flat outputs."""

    def __init__(self, f: Callable[..., Any], arguments: list[Any], places: list[int]) -> None:
        self._f, self._arguments, self._places = f, arguments, places

    def __call__(self, point: list[Any]) -> list[Any]:
        arguments = list(self._arguments)
        for place, value in zip(self._places, point, strict=True):
            arguments[place] = value
        outputs = [_core.convert_to_tensor(y) for y in nest.flatten(self._f(*arguments))]
        return [y for y in outputs if _is_differentiable(y)]

    def repeats(self, point: list[Any]) -> None:
        """Raise if a second call gives something else, with which no difference can be taken."""
        for first, second in zip(self(point), self(point), strict=True):
            if first.numpy().tobytes() != second.numpy().tobytes():
                raise AssertionError(
                    "the function gives different values for the same arguments, so that nothing "
                    "can be checked: draw its random numbers outside, or with "
                    "tf.random.stateless_normal, and let it change no state."
                )

    def gradients(self, point: list[Any], weights: list[Any]) -> list[Any]:
        with _core.GradientTape() as tape:
            tape.watch(point)
            outputs = self(point)
        return list(tape.gradient(outputs, point, output_gradients=weights))

    def gradient(self, generator: np.random.Generator) -> _Function:
        """The gradient, for fixed random weights of the outputs, as a function like this one."""
        weights: list[Any] = []

        def gradient_of(*arguments: Any) -> list[Any]:
            point = [arguments[place] for place in self._places]
            with _core.GradientTape() as tape:
                tape.watch(point)
                outputs = self(point)
                weights[:] = weights or [_random_like(y, generator) for y in outputs]
            found = tape.gradient(outputs, point, output_gradients=weights)
            return [_zeros_for(g, x) for g, x in zip(found, point, strict=True)]

        return _Function(gradient_of, self._arguments, self._places)

    def check(
        self, point: list[Any], derivative: int, limits: _Limits, generator: np.random.Generator
    ) -> None:
        """Compare along random directions of one argument at a time."""
        outputs = self(point)
        weights = [_random_like(y, generator) for y in outputs]
        gradients = self.gradients(point, weights)
        # What the last digits of large outputs do to a difference, as the step is the cube root.
        rounding = 4.0 * limits.step**2 * sum(map(_size, weights, outputs))
        for index, gradient in enumerate(gradients):
            for _ in range(_DIRECTIONS):
                direction = _random_like(point[index], generator)
                expected = self._difference(point, index, direction, weights, limits.step)
                found = 0.0 if gradient is None else _dot(gradient, direction)
                allowed = limits.atol + limits.rtol * abs(expected) + rounding
                if not abs(found - expected) <= allowed:  # also for nan
                    said = "is None" if gradient is None else f"gives {found:.9g}"
                    raise AssertionError(
                        f"derivative {derivative} with respect to argument {self._places[index]} "
                        f"is wrong: along a random direction it {said}, finite differences give "
                        f"{expected:.9g} (allowed difference {allowed:.1g})"
                        + self._diagnosis(point, index, limits, derivative)
                    )

    def _diagnosis(self, point: list[Any], index: int, limits: _Limits, derivative: int) -> str:
        """Where it is wrong most, and what that looks like; nothing for complex numbers."""
        if any(t.dtype.is_complex for t in [*point, *self(point)]):
            return ""
        found = diagnose(self, self.gradients, point, index, limits.step, limits.atol)
        if found is None:
            return ""
        what = "output" if derivative == 1 else "gradient"
        return f"\n{Finding(what, self._places[index], *found)}"

    def _difference(
        self, point: list[Any], index: int, direction: Any, weights: list[Any], step: float
    ) -> float:
        ends = []
        for sign in (1.0, -1.0):
            moved = list(point)
            moved[index] = point[index] + _core.cast(sign * step, direction.dtype) * direction
            ends.append(self(moved))
        pairs = zip(weights, *ends, strict=True)
        return sum(_dot(weight, high - low) for weight, high, low in pairs) / (2 * step)


def _zeros_for(gradient: Any, x: Any) -> _core.Tensor:
    return _core.zeros_like(x) if gradient is None else gradient


def _random_like(tensor: Any, generator: np.random.Generator) -> _core.Tensor:
    """Standard normal values of the shape and dtype."""
    shape, dtype = tensor.shape.as_list(), tensor.dtype
    values = generator.normal(size=shape)
    if dtype.is_complex:
        values = values + 1j * generator.normal(size=shape)
    return _core.cast(_core.constant(np.asarray(values)), dtype)


def _size(weights: Any, output: Any) -> float:
    """The sum of the products' sizes, in double precision."""
    return _dot(_core.abs(weights), _core.abs(output))


def _dot(one: Any, other: Any) -> float:
    """The real inner product, in double precision."""
    wide = _core.complex128 if one.dtype.is_complex else _core.float64
    left, right = (np.asarray(_core.cast(x, wide).numpy()) for x in (one, other))
    return float(np.real(np.sum(np.conj(left) * right)))
