"""Which variables weight decay leaves out."""

from __future__ import annotations

import re
from typing import Any

from ... import _core


class Exclusions:
    """Mixin of `Optimizer`."""

    def _exclude_nothing(self) -> None:
        self._undecayed: set[int] = set()
        self._undecayed_names: list[str] = []

    def exclude_from_weight_decay(self, var_list: Any = None, var_names: Any = None) -> None:
        """Leave these variables out of the decay, and those in whose name, such as
        `dense/bias:0`, one of these regular expressions is found. What is said last counts."""
        self._undecayed = {id(variable) for variable in var_list or ()}
        self._undecayed_names = list(var_names or ())

    def _decays(self, variable: _core.Variable) -> bool:
        if id(variable) in self._undecayed:
            return False
        name = f"{variable.path}:0"
        return not any(re.search(part, name) for part in self._undecayed_names)
