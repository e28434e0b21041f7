"""Whether Keras traces a step twice: its first trace makes variables, the second none.

They are those of a model without weights yet, of the optimizer, and of the metrics that a first
batch shows.

Which seeds a layer draws with then depends on how often it draws in a trace. A layer that turns out
to do so more often than it was expected stops the step, which begins anew from what was before.
"""

from __future__ import annotations

from typing import Any

from ... import _core
from ..._runtime.drawn_seeds import DrawnSeeds
from ..._runtime.versions import is_keras_2_asked_for
from ..base_layer.others import with_others
from ..optimizers.optimizer import Optimizer

_Values = list[tuple[Any, Any]]


def makes_variables(model: Any, loop: str) -> bool:
    """Whether a step of "train", "test" or "predict" is the first to make some."""
    if _makes_weights(model):
        return True
    setup = getattr(model, "_training_setup", None)
    if setup is None or loop == "predict":
        return False
    return setup.makes_metrics() or (loop == "train" and _has_new_optimizer(model))


def values_before(model: Any) -> _Values:
    """What the variables of a model hold before the first step of a trace."""
    if not getattr(model, "built", False):
        return []
    found = [one for one in model.variables if not isinstance(one, _core.Tensor)]
    return [(variable, variable.read_value()) for variable in found]


def begin_again(seeds: DrawnSeeds, before: _Values) -> None:
    """Nothing of the step was done."""
    seeds.begin_again()
    for layer in list(seeds.began):
        layer.begin_trace_again(seeds)
    for variable, value in before:
        variable.assign(value)


def _makes_weights(model: Any) -> bool:
    """Whether something in a model is still to be built, or nothing of it is known yet.

    A model whose steps are its own and call built layers is never built itself, as a pair of
    networks.
    """
    if getattr(model, "built", True):
        return False
    found = with_others(lambda layer: layer._found_layers(), model)
    below = [layer for layer in found if layer is not model]
    return not below or any(not (layer.built or layer._lacks_build) for layer in found)


def _has_new_optimizer(model: Any) -> bool:
    held = [model.optimizer, *vars(model).values()]
    found = [one for one in held if isinstance(one, Optimizer) and not one.built]
    return any(is_keras_2_asked_for() or one._is_to_make_slots for one in found)
