"""Seeds that a chain of layers takes where Keras 2 makes its network: at a first call in training.

There each layer runs once more, on symbols, so that one with a seed goes on to the next. The
network is made again for inputs of a shape that the one there is does not stand for; sizes that
differ are open in it.
"""

from __future__ import annotations

from typing import Any

from ..._runtime.drawn_seeds import DrawnSeeds, running
from ..._runtime.versions import is_keras_2_asked_for
from ..base_layer.calling import current_call
from ..layer_seeds import LayerSeeds, are_there_seeded_layers
from ..seed_generator import is_held


def take_seeds_ahead(chain: Any, inputs: Any) -> None:
    """Take them for the layers of a chain that was not built, and of those in it."""
    if not (is_keras_2_asked_for() and are_there_seeded_layers() and hasattr(inputs, "shape")):
        return
    shape = [None, *inputs.shape[1:]] if is_held() else _known(inputs, running())
    is_made = chain._network_shape is not None  # with that of the chain around it
    chain.__dict__["_network_shape"] = shape
    if not is_made:
        _make_network(chain, shape[0])


def take_seeds_again(chain: Any, inputs: Any) -> None:
    """Take them once more where the shape of the inputs is a new one."""
    trace = running()
    if is_held() or (trace is not None and trace.run() > 1):
        return
    old, new = chain._network_shape, _known(inputs, trace)
    if len(old) == len(new):
        wide = [a if a == b else None for a, b in zip(old, new, strict=True)]
        if wide != old:
            chain.__dict__["_network_shape"] = wide
            _make_network(chain, wide[0])


def _known(inputs: Any, trace: DrawnSeeds | None) -> list[int | None]:
    """What a call knows of the shape of its inputs."""
    sizes: list[int | None] = [*inputs.shape]
    if trace is not None and trace.is_open:
        sizes[:1] = [None]
    return sizes


def _make_network(chain: Any, examples: int | None) -> None:
    call = None if is_held() else current_call()
    if call is not None and call.training:
        _take(chain, examples)


def _take(chain: Any, examples: int | None) -> None:
    for layer in chain.layers:
        if _is_made_again(layer, examples):
            layer.__dict__["_network_shape"] = [examples, *(layer._network_shape or [])[1:]]
            _take(layer, examples)
        for part in layer._layers_and_self():
            for value in vars(part).values():
                if isinstance(value, LayerSeeds):
                    value.take_ahead()


def _is_made_again(layer: Any, examples: int | None) -> bool:
    """Whether a layer is a chain whose network is none for so many examples."""
    if not hasattr(layer, "_network_shape"):
        return False
    known = layer._network_shape
    return not layer.built if known is None else known[0] != examples
