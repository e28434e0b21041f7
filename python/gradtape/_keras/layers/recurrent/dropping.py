"""What a cell drops of inputs and states: the same places in all steps of a sequence."""

from __future__ import annotations

from typing import Any

from .... import _core
from ...layer_seeds import LayerSeeds


class Dropping:
    """Mixin of `Cell`."""

    dropout: Any
    recurrent_dropout: Any
    seed_generator: LayerSeeds
    _blocks: int
    _axes = 0  # of an element, beside its channels
    _input_masks: Any = None
    _state_masks: Any = None

    @property
    def _masks(self) -> int:
        """How many masks of dropout there are: one, or one for each block."""
        return 1

    @property
    def drops_in_loops(self) -> bool:
        """Whether steps of a function's loop draw by operations, which draw others in each."""
        return self.seed_generator.by_operations and bool(self.dropout or self.recurrent_dropout)

    def dropped(
        self, inputs: Any, training: bool | None, each_step: bool = False
    ) -> list[_core.Tensor]:
        """The inputs with their dropout, which strikes the same places of all steps, or others in
        `each_step`."""
        if not training or not self.dropout:
            return [inputs]
        sizes = inputs.shape.as_list()
        if len(sizes) == self._axes + 3:
            sizes[1] = sizes[1] if each_step else 1
            return self._dropped(inputs, self.dropout, sizes)
        if self._input_masks is None or self._input_masks[0].shape != inputs.shape:
            self._input_masks = self._drawn_masks(inputs, self.dropout)
        return [inputs * mask for mask in self._input_masks]

    def begin(self, training: bool | None) -> None:
        """A sequence begins: its dropout is the same for all steps."""
        self._input_masks = self._state_masks = None
        if not training:  # Keras draws nevertheless
            draws = bool(self.dropout) + bool(self.recurrent_dropout)
            self.seed_generator.skip(draws * self._masks)

    def reset_dropout_mask(self) -> None:
        """The next step draws what it drops of the inputs; until then all steps drop the same."""
        self._input_masks = None

    def reset_recurrent_dropout_mask(self) -> None:
        """The same for what is dropped of the states."""
        self._state_masks = None

    def _dropped(
        self, x: _core.Tensor, share: float, sizes: list[int], count: int | None = None
    ) -> list[_core.Tensor]:
        """`x` with dropout, so often as there are masks, which have these sizes.

        Keras 2 draws a mask for each block also where it needs one.
        """
        used = count or self._masks
        drawn = count or (self._blocks if self.seed_generator.by_operations else used)
        all_drawn = [self.seed_generator.dropout(x, share, sizes) for _ in range(drawn)]
        return all_drawn[:used]

    def _drawn_masks(
        self, like: _core.Tensor, share: float, count: int | None = None
    ) -> list[_core.Tensor]:
        ones = _core.ones_like(like)
        return self._dropped(ones, share, ones.shape.as_list(), count)

    def get_dropout_mask_for_cell(self, inputs: Any, training: bool | None, count: int = 1) -> Any:
        """What a cell of a program's own multiplies its inputs with: a mask, or a list of `count`.

        None without dropout. All steps get the same masks, until `reset_dropout_mask`.
        """
        if not training or not self.dropout:
            return None
        if self._input_masks is None or len(self._input_masks) != count:
            self._input_masks = self._drawn_masks(inputs, self.dropout, count)
        return self._input_masks if count > 1 else self._input_masks[0]

    def get_recurrent_dropout_mask_for_cell(
        self, inputs: Any, training: bool | None, count: int = 1
    ) -> Any:
        """The same for the state."""
        if not training or not self.recurrent_dropout:
            return None
        if self._state_masks is None or len(self._state_masks) != count:
            self._state_masks = self._drawn_masks(inputs, self.recurrent_dropout, count)
        return self._state_masks if count > 1 else self._state_masks[0]

    def masked_states(self, state: Any, training: bool | None) -> list[_core.Tensor]:
        """The state with the dropout between steps, once or for each block."""
        if not training or not self.recurrent_dropout:
            return [state]
        if self._state_masks is None or self._state_masks[0].shape != state.shape:
            self._state_masks = self._drawn_masks(state, self.recurrent_dropout)
        return [state * mask for mask in self._state_masks]
