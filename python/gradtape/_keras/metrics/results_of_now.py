"""Keras 2's results of metrics: the values of now, where `result` hands out a variable."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from ..lookup import is_ours


def of_now(result: Callable[..., Any]) -> Callable[..., Any]:
    """The same method, whose variables, and those of a dict, are read when Keras 2 is asked for."""

    @functools.wraps(result)
    def read(*args: Any) -> Any:
        value = result(*args)
        return _read(value) if is_keras_2_asked_for() else value

    return read


def _read(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _read(one) for name, one in value.items()}
    return _core.identity(value) if isinstance(value, _core.Variable) else value


class ResultsOfNow:
    """A class whose subclasses' `result`s are values that no later update changes, as Keras 2's.

    Those of the library compute theirs, and so need nothing.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "result" in vars(cls) and not is_ours(cls):
            cls.result = of_now(cls.result)  # type: ignore[attr-defined]
