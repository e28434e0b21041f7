"""Which variables weight decay leaves out."""

from __future__ import annotations

from typing import Any

from ... import _core


class Exclusions:
    """Mixin of `Optimizer`."""

    def _exclude_nothing(self) -> None:
        self._undecayed: set[int] = set()
        self._undecayed_names: list[str] = []

    def exclude_from_weight_decay(self, var_list: Any = None, var_names: Any = None) -> None:
        """Leave variables, and those whose name contains one of `var_names`, out of the decay."""
        self._undecayed |= {id(variable) for variable in var_list or ()}
        self._undecayed_names += list(var_names or ())

    def _decays(self, variable: _core.Variable) -> bool:
        if id(variable) in self._undecayed:
            return False
        return not any(part in variable.name for part in self._undecayed_names)
