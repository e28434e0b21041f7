"""`Logs`: the numbers of an epoch or a step by their names, which Keras 2 spelled otherwise.

A metric that was given by the name of its class is reported under that name (`AUC`, as Keras 3
does it), and is found as `auc` too; the rate is `learning_rate`, and is found as `lr`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from ..naming import snake_case

_RATE = {"lr": "learning_rate"}
_NUMBERS = (bool, int, float, np.number, np.bool_)


def ordered(results: Mapping[str, Any]) -> Logs:
    """What is reported as numbers, in the order of its names; Keras 2 leaves it in that of the
    metrics. What a dict among the results has stands in its place. A copy, where it is so."""
    if isinstance(results, Logs):
        return Logs(results)
    return _numbers(results, keras_2=is_keras_2_asked_for())


def _numbers(results: Mapping[str, Any], keras_2: bool) -> Logs:
    numbers = Logs()
    for name, value in results.items() if keras_2 else sorted(results.items()):
        if isinstance(value, dict):
            numbers.update(_numbers(value, keras_2))
        else:
            numbers[name] = as_number(value)
    return numbers


def names_in(results: Mapping[str, Any]) -> Iterator[str]:
    """The names under which results are reported: of a dict among them, those in it."""
    for name, value in results.items():
        if isinstance(value, dict):
            yield from names_in(value)
        else:
            yield name


def as_number(value: Any) -> Any:
    """A float for a scalar, an array for another tensor or a variable; anything else as it is.

    Keras 2 leaves whole numbers and truth values what they are.
    """
    if _core.is_tensor(value):
        if value.shape.rank != 0:
            return value.numpy()
        if value.dtype.is_floating or not is_keras_2_asked_for():
            return float(value)
        value = value.numpy()
    if isinstance(value, np.generic) and is_keras_2_asked_for():
        return value.item()
    return float(value) if isinstance(value, _NUMBERS) and not is_keras_2_asked_for() else value


class Logs(dict[str, Any]):
    """A dict that finds a name in the spelling of another version of Keras as well.

    >>> from gradtape._keras.callbacks.logs import Logs
    >>> logs = Logs(val_AUC=0.5, learning_rate=0.1)
    >>> logs["val_auc"], logs.get("lr"), "accuracy" in logs, logs
    (0.5, 0.1, False, {'val_AUC': 0.5, 'learning_rate': 0.1})
    """

    def _spelled(self, name: object) -> Any:
        """The name that is there and means the same, or None."""
        if not isinstance(name, str):
            return None
        plain = _plain(name)
        return next((known for known in self if _plain(known) == plain), None)

    def __missing__(self, name: str) -> Any:
        known = self._spelled(name)
        if known is None:
            raise KeyError(name)
        return self[known]

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or self._spelled(name) is not None

    def get(self, name: str, default: Any = None) -> Any:
        """The number of that name, or the default."""
        try:
            return self[name]
        except KeyError:
            return default


def rate_name() -> str:
    """The name under which callbacks report the rate: `learning_rate`, in Keras 2 `lr`."""
    return "lr" if is_keras_2_asked_for() else _RATE["lr"]


def reported_rate(optimizer: Any) -> Any:
    """The rate as callbacks report it: a number, in Keras 2 one of NumPy's of the rate's dtype."""
    rate = optimizer.learning_rate
    return rate.numpy() if is_keras_2_asked_for() and hasattr(rate, "numpy") else float(rate)


def set_rate(optimizer: Any, rate: float) -> None:
    """Give an optimizer a rate; in Keras 2 the variable of one that follows a schedule, too."""
    current = optimizer.learning_rate
    if is_keras_2_asked_for() and hasattr(current, "assign"):
        current.assign(rate)
    else:
        optimizer.learning_rate = rate


def _plain(name: str) -> str:
    """What all spellings of a name have in common."""
    return _RATE.get(name, snake_case(name).replace("__", "_"))
