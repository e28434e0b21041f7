"""The variables that an optimizer keeps, and what they are called.

In Keras 3 a slot has the name of the optimizer, of its variable and its own:
`Adam/kernel_momentum`. In Keras 2 its own is shorter and comes first, behind the optimizer's where
a step makes it (`Adam/m/dense/kernel`); the optimizers of Keras 2.10 have it at the end
(`Adam/dense/kernel/m`).
"""

from __future__ import annotations

from typing import Any, ClassVar

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from ..weight import Weight, label_of, scoped_name, weight_of


class NamesOfState:
    """Mixin of `Optimizer`."""

    # What Keras 2 calls slots, where it has other names for them.
    _short_names: ClassVar[dict[str, str]] = {
        "momentum": "m",
        "velocity": "v",
        "velocity_hat": "vhat",
        "norm": "u",
        "row": "r",
        "column": "c",
    }
    name: str
    _is_stepping = False  # for the first time: a step makes the slots, not the program
    _is_made_in_step = False  # or else by `build`
    _slot_start: Any
    build: Any

    def _variable(self, name: str, value: Any, dtype: _core.DType) -> _core.Variable:
        """A variable that the optimizer keeps for itself."""
        return _kept(value, self._name_of(name), dtype)

    def _state_of(self, variable: _core.Variable, name: str, shape: Any) -> _core.Variable:
        """A variable of state for another variable, of its dtype."""
        start = _core.cast(self._slot_start(name), variable.dtype)
        called = self._name_of_slot(variable, name)
        return _kept(_core.fill(shape, start), called, variable.dtype)

    def _build_in_step(self, variables: Any) -> None:
        """Make the slots when the first step comes."""
        self._is_stepping = self._is_made_in_step = True
        try:
            self.build(variables)
        finally:
            del self._is_stepping

    def _name_of(self, name: str) -> str:
        return name if is_keras_2_asked_for() else f"{self.name}/{name}"

    def _name_of_slot(self, variable: _core.Variable, name: str) -> str:
        if not is_keras_2_asked_for():
            return f"{self.name}/{label_of(variable)}_{name}"
        return self._scoped(
            f"{self._short_names.get(name, name)}/{scoped_name(variable).partition(':')[0]}"
        )

    def _scoped(self, name: str) -> str:
        """The name of a variable that Keras 2 makes."""
        return f"{self.name}/{name}" if self._is_stepping else name


class LegacyNames:
    """The same of Keras 2.10's optimizers."""

    name: str
    _names: ClassVar[dict[str, str]] = {}  # of slots, where they are others

    def _name_of(self, name: str) -> str:
        iterations = name == "iteration" and is_keras_2_asked_for()
        return f"{self.name}/{'iter' if iterations else name}"

    def _name_of_slot(self, variable: _core.Variable, name: str) -> str:
        label = scoped_name(variable).partition(":")[0]
        if not is_keras_2_asked_for():
            return f"{self.name}/{label_of(variable)}_{name}"
        return f"{self.name}/{label}/{self._names.get(name, name)}"


def _kept(value: Any, name: str, dtype: _core.DType) -> Any:
    return weight_of(Weight, value, name, trainable=False, dtype=dtype)
