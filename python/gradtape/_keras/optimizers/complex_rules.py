"""Steps of complex variables, with the formulas of real ones: squares and roots are complex too.

The core updates real variables alone. Invariant: all new values are computed before the first is
assigned.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import _core
from ...errors import InvalidArgumentError
from .precision import single

Rule = Callable[[Any, Any, list[Any], dict[str, Any], int], tuple[Any, ...]]


def update(
    rule: str, variables: list[Any], grads: list[Any], slots: list[list[Any]],
    hyper: dict[str, Any], count: Any, undecayed: list[int] | None,
) -> None:  # fmt: skip
    """`_core.apply_update`, also where some variables are complex."""
    try:
        _core.apply_update(rule, variables, grads, slots, hyper, count, undecayed)
    except InvalidArgumentError:
        parts = [
            [i for i, v in enumerate(variables) if v.dtype.is_complex is part]
            for part in (True, False)
        ]
        if not parts[0] or rule not in _RULES:
            raise
        changes = _changes(
            _RULES[rule], variables, grads, slots, hyper, int(count), undecayed, parts[0]
        )
        real = [[one[i] for i in parts[1]] for one in (variables, grads, *slots)]
        rest = (
            None if undecayed is None else [parts[1].index(i) for i in undecayed if i in parts[1]]
        )
        _core.apply_update(rule, real[0], real[1], real[2:], hyper, count, rest)
        for variable, value in changes:
            variable.assign(value)


def _changes(
    rule: Rule, variables: list[Any], grads: list[Any], slots: list[list[Any]],
    hyper: dict[str, Any], count: int, undecayed: list[int] | None, places: list[int],
) -> list[tuple[Any, Any]]:  # fmt: skip
    """The variables and slots at these places with their new values."""
    changes: list[tuple[Any, Any]] = []
    hyper = {name: float(value) for name, value in hyper.items() if value is not None}
    with _core.stop_recording_all():
        for place in places:
            own = [slot[place] for slot in slots]
            w, g = variables[place].read_value(), _core.convert_to_tensor(grads[place])
            if hyper["weight_decay"] and place not in (undecayed or ()):
                w = w - w * (hyper["weight_decay"] * hyper["learning_rate"])
            new = rule(w, g, [slot.read_value() for slot in own], hyper, count + 1)
            changes += zip((variables[place], *own), new, strict=True)
    return changes


def _sgd(w: Any, g: Any, slots: list[Any], h: dict[str, Any], step: int) -> tuple[Any, ...]:
    return (w - g * h["learning_rate"],)


def _momentum(w: Any, g: Any, slots: list[Any], h: dict[str, Any], step: int) -> tuple[Any, ...]:
    m = slots[0] * single(h["momentum"]) - g * h["learning_rate"]
    return w + m, m


def _nesterov(w: Any, g: Any, slots: list[Any], h: dict[str, Any], step: int) -> tuple[Any, ...]:
    push = g * h["learning_rate"]
    m = slots[0] * single(h["momentum"]) - push
    return w + m * single(h["momentum"]) - push, m


def _adam(w: Any, g: Any, slots: list[Any], h: dict[str, Any], step: int) -> tuple[Any, ...]:
    first, second = (1.0 - single(h[beta]) ** step for beta in ("beta_1", "beta_2"))
    alpha = h["learning_rate"] * second**0.5 / first
    m = slots[0] + (g - slots[0]) * (1.0 - h["beta_1"])
    v = slots[1] + (g * g - slots[1]) * (1.0 - h["beta_2"])
    return w - m * alpha / (_core.sqrt(v) + h["epsilon"]), m, v


def _rmsprop(w: Any, g: Any, slots: list[Any], h: dict[str, Any], step: int) -> tuple[Any, ...]:
    v = slots[0] * h["rho"] + g * g * (1.0 - h["rho"])
    return w - g * h["learning_rate"] / _core.sqrt(v + h["epsilon"]), v


def _adagrad(w: Any, g: Any, slots: list[Any], h: dict[str, Any], step: int) -> tuple[Any, ...]:
    a = slots[0] + g * g
    return w - g * h["learning_rate"] / _core.sqrt(a + h["epsilon"]), a


_RULES: dict[str, Rule] = {
    "sgd": _sgd,
    "momentum": _momentum,
    "nesterov": _nesterov,
    "adam": _adam,
    "rmsprop": _rmsprop,
    "adagrad": _adagrad,
}
