"""`SwapEMAWeights`: evaluation and checkpoints with an optimizer's moving averages."""

from __future__ import annotations

from typing import Any

from .callback import Callback


class SwapEMAWeights(Callback):
    """Puts the moving averages in the place of the weights while a model is evaluated.

    The optimizer must have `use_ema`. With `swap_on_epoch` also at the end of each epoch, so that
    callbacks behind this one, such as `ModelCheckpoint`, find the averages.
    """

    def __init__(self, swap_on_epoch: bool = False) -> None:
        super().__init__()
        self.swap_on_epoch = swap_on_epoch
        self._swapped = False

    def _inner(self) -> Any:
        optimizer = getattr(self.model, "optimizer", None)
        return getattr(optimizer, "inner_optimizer", optimizer)

    def _swap(self) -> None:
        optimizer = self._inner()
        if not getattr(optimizer, "use_ema", False):
            raise ValueError(
                "SwapEMAWeights must be used when `use_ema=True` is set on the optimizer. "
                f"Received: use_ema={getattr(optimizer, 'use_ema', None)}"
            )
        if optimizer.built:
            optimizer._averages.swap()
            self._swapped = not self._swapped

    def _restore(self) -> None:
        if self._swapped:
            self._swap()

    def on_epoch_begin(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        if self.swap_on_epoch:
            self._restore()

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        if self.swap_on_epoch and not self._swapped:
            self._swap()
            if epoch == self.params["epochs"] - 1:  # `fit` ends with the averages
                self._inner()._averages.follow_at_once()

    def on_train_end(self, logs: dict[str, Any] | None = None) -> None:
        self._restore()

    def on_test_begin(self, logs: dict[str, Any] | None = None) -> None:
        self._swap()

    def on_test_end(self, logs: dict[str, Any] | None = None) -> None:
        self._restore()

    def on_predict_begin(self, logs: dict[str, Any] | None = None) -> None:
        self._swap()

    def on_predict_end(self, logs: dict[str, Any] | None = None) -> None:
        self._restore()
