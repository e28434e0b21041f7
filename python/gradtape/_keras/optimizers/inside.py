"""What programs find inside of Keras's optimizers: lists of slots, and the parts of a step.

A rule says in `_lists` under which attribute Keras keeps the slots of a name. Invariant: a list has
a slot for each trained variable, in their order; of slots that a rule does without it is empty.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from ... import _core
from ..._autodiff import clipping
from .given import with_gradient
from .hyperparameters import number


class Inside:
    """Mixin of `Optimizer`."""

    # Attributes of Keras, and the slots that stand there.
    _lists: ClassVar[dict[str, str]] = {}

    _place: dict[int, int]
    _slots: list[list[Any]]
    _slot_names: tuple[str, ...]
    _trained: list[Any]
    _clipping: Any
    built: bool
    _rate: Callable[[], float]
    _decays: Callable[[Any], bool]
    _decay_weights: Callable[[list[Any], float], None]
    _own_variables: Callable[[], Any]

    def _list_called(self, name: str) -> list[Any] | None:
        """The slots that Keras keeps in this attribute; None if it is no such attribute, or not
        yet."""
        slot = self._lists.get(name)
        if slot is None or not self.__dict__.get("built"):
            return None
        return self._slots[self._slot_names.index(slot)] if slot in self._slot_names else []

    @property
    def _variables(self) -> list[Any]:
        """All variables."""
        return list(self._own_variables())

    @property
    def _trainable_variables(self) -> list[Any]:
        """The variables that are trained."""
        return list(self._trained)

    @property
    def _trainable_variables_indices(self) -> dict[int, int]:
        """Their places by `_var_key`."""
        return self._place

    def _get_current_learning_rate(self) -> Any:
        """The learning rate of the step that comes: the variable itself, or what a schedule or a
        callable gives."""
        rate = self.__dict__["_learning_rate"]
        return rate if isinstance(rate, _core.Variable) else _core.constant(self._rate())

    _compute_current_learning_rate = _get_current_learning_rate  # as Keras 2 calls it

    def _use_weight_decay(self, variable: _core.Variable) -> bool:
        """Whether weight decay is for this variable too."""
        return self._decays(variable)

    def _apply_weight_decay(self, variables: Any) -> None:
        """Take from each variable its share of weight decay."""
        self._decay_weights(_core.all_items(variables), number(self._get_current_learning_rate()))

    def _filter_empty_gradients(self, grads: Any, vars: Any) -> tuple[list[Any], list[Any]]:
        """Gradients that are there, and their variables; `ValueError` if there are none."""
        kept, variables, _ = with_gradient(list(grads), list(vars), [])
        return kept, variables

    def _clip_by_norm(self, values: Any, axes: Any = None) -> Any:
        """A gradient whose norm is at most `clipnorm`."""
        return clipping.clip_by_norm(values, self._clipping.clipnorm, axes)

    def _build_index_dict(self, var_list: Any) -> None:
        """Remember the places of these variables, as Keras 2's `build` does first."""
        self._place = {id(variable): place for place, variable in enumerate(var_list)}
