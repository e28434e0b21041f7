"""What a cell drops of inputs and states: the same places in all steps of a sequence."""

from __future__ import annotations

from typing import Any

from .... import _core
from ...layer_seeds import LayerSeeds
from .kept_masks import KeptMasks


class Dropping:
    """Mixin of `Cell`."""

    dropout: Any
    recurrent_dropout: Any
    seed_generator: LayerSeeds
    _blocks: int
    _axes = 0  # of an element, beside its channels
    _input_masks: KeptMasks
    _state_masks: KeptMasks

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
        masks = self._input_masks.get(
            lambda: self._drawn_masks(inputs, self.dropout), lambda kept: _are_of(inputs, kept)
        )
        return [inputs * mask for mask in masks]

    def begin(self, training: bool | None) -> None:
        """A sequence begins: its dropout is the same for all steps."""
        self._input_masks.clear()
        self._state_masks.clear()
        if not training:  # Keras draws nevertheless
            draws = bool(self.dropout) + bool(self.recurrent_dropout)
            self.seed_generator.skip(draws * self._masks)

    def reset_dropout_mask(self) -> None:
        """The next step draws what it drops of the inputs; until then all steps drop the same."""
        self._input_masks.clear()

    def reset_recurrent_dropout_mask(self) -> None:
        """The same for what is dropped of the states."""
        self._state_masks.clear()

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
        masks = self._input_masks.get(
            lambda: self._drawn_masks(inputs, self.dropout, count),
            lambda kept: len(kept) == count,
        )
        return masks if count > 1 else masks[0]

    def get_recurrent_dropout_mask_for_cell(
        self, inputs: Any, training: bool | None, count: int = 1
    ) -> Any:
        """The same for the state."""
        if not training or not self.recurrent_dropout:
            return None
        masks = self._state_masks.get(
            lambda: self._drawn_masks(inputs, self.recurrent_dropout, count),
            lambda kept: len(kept) == count,
        )
        return masks if count > 1 else masks[0]

    def drawn_for_step(self, inputs: Any, state: Any) -> tuple[list[Any], list[Any]]:
        """The masks of one step in training, of its inputs and of its state."""
        of_state = self._drawn_masks if self.recurrent_dropout else lambda *none: []
        masks = self._drawn_masks(inputs, self.dropout)
        return masks, of_state(state, self.recurrent_dropout)

    def keep_masks(self, drawn: tuple[list[Any], list[Any]]) -> None:
        """The next step drops with these masks, as far as there are some."""
        for kept, masks in zip((self._input_masks, self._state_masks), drawn, strict=True):
            if masks:
                kept.put(masks)

    def masked_states(self, state: Any, training: bool | None) -> list[_core.Tensor]:
        """The state with the dropout between steps, once or for each block."""
        if not training or not self.recurrent_dropout:
            return [state]
        masks = self._state_masks.get(
            lambda: self._drawn_masks(state, self.recurrent_dropout),
            lambda kept: _are_of(state, kept),
        )
        return [state * mask for mask in masks]


def _are_of(value: Any, masks: list[_core.Tensor]) -> bool:
    """Whether masks fit such a value."""
    shape: bool = masks[0].shape == value.shape
    return shape
