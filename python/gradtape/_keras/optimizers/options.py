"""What every optimizer takes besides the numbers of its rule, and `lr`, once the learning rate.

Invariant: in Keras 2 `lr` is the learning rate of `optimizers.legacy` alone.
"""

from __future__ import annotations

import warnings
from dataclasses import InitVar
from typing import Any

from ..._runtime.manners import are_of_keras_3, show_keras_2
from ..._runtime.versions import is_keras_2_asked_for
from ..arguments import Declared, argument
from .given import as_decay

_OLD_RATE = """`lr` is deprecated in TF-Keras optimizer, please use `learning_rate` or use the \
legacy optimizer, e.g.,tf.keras.optimizers.legacy.{}."""


def without_lr(kind: type, given: dict[str, Any]) -> dict[str, Any]:
    """The arguments without an `lr` that Keras 2 does not read: it warns, and keeps its default."""
    is_read = getattr(kind, "_reads_lr", False) or not is_keras_2_asked_for()
    if not is_read and given.pop("lr", None):
        warnings.warn(_OLD_RATE.format(kind.__name__), stacklevel=4)
    if "lr" in given:
        show_keras_2()
    return given


class OldDecay:
    """Mixin of `Optimizer`: `decay`, of Keras 2."""

    def _heeded(self, given: Any) -> float:
        """The decay of the rate, which Keras 3 ignores with a warning; so does what stands for
        TensorFlow, but for what Keras 3 has not: `optimizers.legacy` and programs for Keras 2."""
        decay = as_decay(given)
        if not decay or not are_of_keras_3() or getattr(self, "_reads_lr", False):
            return decay
        warnings.warn("Argument `decay` is no longer supported and will be ignored.", stacklevel=5)
        return 0.0


class UpdateOptions(Declared, kw_only=True):
    """What every optimizer takes besides its own; see `Optimizer`."""

    weight_decay: InitVar[float | None] = argument(default=None)
    clipnorm: InitVar[float | None] = argument(default=None)
    clipvalue: InitVar[float | None] = argument(default=None)
    global_clipnorm: InitVar[float | None] = argument(default=None)


class OptimizerOptions(UpdateOptions, kw_only=True, hidden=True, aliases={"lr": "learning_rate"}):
    """The rest of Keras's options, as `**kwargs`, those of Keras 2 (`lr`, `decay`) among them."""

    @classmethod
    def _rename(cls, given: dict[str, Any]) -> None:
        super()._rename(without_lr(cls, given))

    name: InitVar[str | None] = argument(default=None)
    use_ema: InitVar[bool] = argument(default=False)
    ema_momentum: InitVar[float] = argument(default=0.99)
    ema_overwrite_frequency: InitVar[int | None] = argument(default=None)
    loss_scale_factor: InitVar[float | None] = argument(default=None)
    gradient_accumulation_steps: InitVar[int | None] = argument(default=None)
    decay: InitVar[float] = argument(default=0.0)
