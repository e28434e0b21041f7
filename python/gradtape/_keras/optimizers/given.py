"""What optimizers are given, checked: learning rates, decays, and gradients that are missing."""

from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core
from ..._autodiff.indexed_slices import IndexedSlices
from ..._runtime.versions import is_keras_2_asked_for
from ...errors import InvalidArgumentError
from .. import settings
from ..arguments import Argument
from ..weight import told_by

if TYPE_CHECKING:
    from ..._typing import TensorLike


class Epsilon(Argument[float | None, float]):
    """What keeps a divisor from 0; `keras.backend.epsilon()` for None, as up to Keras 2.10."""

    def convert(self, owner: Any, value: float | None) -> float:
        return settings.epsilon() if value is None else value


_LARGEST_RATE = 1e18  # a larger one is a mistake

_told: dict[tuple[str, ...], str] = {}  # what was found out, by the names of variables
_MOST_TOLD = 64


def by_place(
    rate: Any, weight_decay: Any, name: str | None, own: bool
) -> tuple[Any, Any, str | None]:
    """The learning rate, the weight decay and the name, where Keras 2 has the name in their place.

    That is first for an optimizer of a program's own, and behind its own arguments for another.
    """
    if isinstance(rate, str) and own:
        return 0.001, weight_decay, rate
    if isinstance(weight_decay, str):
        return rate, None, weight_decay
    return rate, weight_decay, name


def is_no_step(pairs: list[Any]) -> bool:
    """Whether there is nothing to apply, which Keras 2 allows; Keras 3 stops at it."""
    return not pairs and is_keras_2_asked_for()


def as_told(rate: Any) -> Any:
    """The rate of now in a configuration: a number, in Keras 2 NumPy's of the rate's dtype."""
    value = rate.numpy()
    return value if is_keras_2_asked_for() else float(value)


def rate_at(schedule: Any, step: Any) -> Any:
    """The rate of a schedule at a step, an integer; Keras up to 2.10 gave schedules a float."""
    try:
        return schedule(step)
    except (TypeError, InvalidArgumentError) as error:
        try:
            return schedule(_core.cast(step, _core.float32))
        except (TypeError, InvalidArgumentError):
            raise error from None


def as_decay(given: Any) -> float:
    if not isinstance(given, (int, float, np.floating)) or not given >= 0.0:
        raise ValueError(f"`decay` cannot be less than 0. Received: decay={given}.")
    return float(given)


def as_rate(given: Any) -> float:
    """A number that can be a learning rate: not negative, not absurd."""
    try:
        rate = math.nan if isinstance(given, (str, bytes)) else float(given)
    except (TypeError, ValueError, OverflowError):
        rate = math.nan
    if not 0.0 <= rate <= _LARGEST_RATE:
        raise ValueError(
            "Argument `learning_rate` should be float, or an instance of LearningRateSchedule, or "
            "a callable (that returns the learning rate). Received instead: "
            f"learning_rate={given}"
        )
    return rate


def as_gradient(given: TensorLike, variable: _core.Variable) -> Any:
    """A tensor, or `IndexedSlices` of a known shape: the variable's where they do not say.

    Of a table SGD and Adagrad visit the rows that these name; Adam, RMSprop and momentum those that
    were named in any step so far. The other rules, and weight decay, visit all rows.
    """
    if isinstance(given, IndexedSlices):
        if given.dense_shape is None:
            return IndexedSlices(given.values, given.indices, variable.shape)
        return given
    return _core.convert_to_tensor(given)


_ADVICE = (
    "What to do: compute the loss from the variables inside the tape's block; "
    "tape.explain(loss, variable) tells what is in the way."
)


def with_gradient(
    grads: list[Any], variables: list[Any], slots: list[list[Any]]
) -> tuple[list[Any], list[Any], list[list[Any]]]:
    """Only the entries that have a gradient, with a warning that names the others."""
    present = [index for index, grad in enumerate(grads) if grad is not None]
    if not present:
        raise ValueError(f"{_all_missing(variables)}{_reasons(variables)}\n{_ADVICE}")
    missing = [told_by(v) for v, grad in zip(variables, grads, strict=True) if grad is None]
    warnings.warn(
        f"Gradients do not exist for variables {missing} when minimizing the loss. If using "
        "`model.compile()`, did you forget to provide a `loss` argument?"
        + _reasons([v for v, grad in zip(variables, grads, strict=True) if grad is None]),
        stacklevel=4,
    )
    chosen = [[slot[index] for index in present] for slot in slots]
    return [grads[i] for i in present], [variables[i] for i in present], chosen


def _all_missing(variables: list[Any]) -> str:
    """Keras 2 names the variables, and shows them."""
    if not is_keras_2_asked_for():
        return "No gradients provided for any variable."
    pairs = tuple((None, variable) for variable in variables)
    return (
        f"No gradients provided for any variable: {([v.name for v in variables],)}. "
        f"Provided `grads_and_vars` is {pairs}."
    )


def _reasons(variables: list[Any]) -> str:
    """Why there is no gradient, as far as a tape that is still there tells; asked once."""
    names = tuple(v.path for v in variables)
    if names not in _told and len(_told) < _MOST_TOLD:
        from ..._explain.missing import reasons  # only a warning needs it

        _told[names] = reasons(variables)
    return _told.get(names, "")
