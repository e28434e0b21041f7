"""Which losses belong to which outputs of a model, where both may be nested.

As in Keras 3, whose names the means that are reported have: a list of losses beside one output, or
beside outputs that are no list, is their sum; a function beside several outputs gets their
structure; as many losses as there are outputs below a place belong to one each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from .outputs import Outputs


class OutputLoss(NamedTuple):
    """A loss for the output at `place`, or for a structure of places; None where there is none."""

    place: Any
    loss: Any
    weight: Any
    name: str

    def of(self, per_output: list[Any]) -> Any:
        """What belongs to it of a list that has something for each output."""
        if isinstance(self.place, int):
            return per_output[self.place]
        return nest.map_structure(per_output.__getitem__, self.place)

    def weight_of(self, per_output: list[Any]) -> Any:
        """The weight of the examples, which is one where the outputs are several."""
        return per_output[nest.flatten(self.place)[0]]


def losses_of(outputs: Outputs, losses: Any, weights: Any) -> list[OutputLoss]:
    """The losses of all outputs; `ValueError` for those that no output has."""
    if not (outputs.is_deep or _is_nested_twice(losses)):
        if isinstance(losses, (list, tuple)) and not is_keras_2_asked_for():  # of the first alone
            losses = [*losses, *[None] * (len(outputs.names) - len(losses))]
        each = outputs.each(losses, "losses"), outputs.each(weights, "loss weights")
        flat = [
            OutputLoss(place, loss, weight, name)
            for place, (name, loss, weight) in enumerate(zip(outputs.names, *each, strict=True))
        ]
        return flat if is_keras_2_asked_for() else _as_given(flat, losses, outputs.places)
    if not _is_nested(losses):
        losses = nest.map_structure(lambda place: losses, outputs.places)
    elif isinstance(losses, Mapping) and not isinstance(outputs.places, Mapping):
        losses = outputs.each(losses, "losses")
    found = [*_found(losses, outputs.places, outputs.names, ())]
    for place in sorted(set(range(len(outputs.names))) - {*_places(found)}):
        found.append(OutputLoss(place, None, None, outputs.names[place]))
    return _weighted(found, weights)


def _as_given(found: list[OutputLoss], losses: Any, places: Any) -> list[OutputLoss]:
    """Those of outputs in a dict in Keras 3's order: that of the losses, or else of the outputs."""
    if not isinstance(places, Mapping):
        return found
    order = list(losses if isinstance(losses, Mapping) else places)
    return sorted(found, key=lambda one: order.index(one.name) if one.name in order else len(order))


def _is_nested(losses: Any) -> bool:
    return isinstance(losses, (list, tuple)) or (
        isinstance(losses, Mapping) and "class_name" not in losses
    )


def _is_nested_twice(losses: Any) -> bool:
    inner = losses.values() if isinstance(losses, Mapping) else losses
    return _is_nested(losses) and any(map(_is_nested, inner))


def _places(found: list[OutputLoss]) -> Iterator[int]:
    for one in found:
        yield from nest.flatten(one.place)


def _found(losses: Any, places: Any, names: list[str], path: tuple[Any, ...]) -> Iterator[Any]:
    """The losses for the outputs at these places, below which `path` leads."""
    if losses is None:
        return
    if not _is_nested(losses):
        yield OutputLoss(places, losses, None, _name(places, names, path))
        return
    is_list = isinstance(losses, (list, tuple))
    flat = nest.flatten(places)
    if is_list and len(losses) == len(flat) and not any(map(_is_nested, losses)):
        losses = nest.pack_sequence_as(places, losses)
        if not _is_nested(losses):
            yield from _found(losses, places, names, path)
            return
    elif is_list and not isinstance(places, type(losses)):
        for loss in losses:
            yield from _found(loss, places, names, path)
        return
    keyed = losses.items() if isinstance(losses, Mapping) else enumerate(losses)
    for key, loss in keyed:
        if loss is not None:
            yield from _found(loss, _below(places, key, path), names, (*path, key))


def _below(places: Any, key: Any, path: tuple[Any, ...]) -> Any:
    try:
        return places[key]
    except (TypeError, KeyError, IndexError):
        raise KeyError(
            f"The path: {(*path, key)} in the `loss` argument, can't be found in either the "
            "model's output (`y_pred`) or in the labels (`y_true`)."
        ) from None


def _name(places: Any, names: list[str], path: tuple[Any, ...]) -> str:
    if isinstance(places, int) and (not path or isinstance(path[-1], int)):
        path = (*path[:-1], names[places])
    if path:
        return "/".join(map(str, path))
    own = places if isinstance(places, Mapping) else [names[one] for one in nest.flatten(places)]
    return "_".join(map(str, own))


def _weighted(found: list[OutputLoss], weights: Any) -> list[OutputLoss]:
    """With the weights of losses, which are as many."""
    if weights is None:
        return found
    flat = nest.flatten(weights)
    real = [one for one in found if one.loss is not None]
    if len(flat) != len(real):
        raise ValueError(
            f"`loss_weights` must match the number of losses, got {len(real)} losses and "
            f"{len(flat)} weights."
        )
    given = iter(flat)
    return [one if one.loss is None else one._replace(weight=next(given)) for one in found]
