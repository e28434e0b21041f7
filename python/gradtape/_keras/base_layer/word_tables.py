"""Tables of words among the arrays of `get_weights`, as Keras 2 has them: what lookups learned.

They stand where variables of their layer would that are not to be trained, and are no variables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..._runtime.versions import is_keras_2_asked_for
from ..weight import starts_trained

_made: list[bool] = []  # whether some layer has a table


class WordTable:
    """Base of layers that learn words."""

    def _has_learned(self) -> bool:
        """Whether the words are no part of what the layer was made with."""
        raise NotImplementedError

    def _table(self) -> list[Any]:
        """The words, and what else Keras counts as weights beside them."""
        raise NotImplementedError

    def _take_table(self, arrays: Sequence[Any]) -> None:
        """Goes on with such arrays."""
        raise NotImplementedError


def begin() -> None:
    """Tables are looked for from now on."""
    _made[:] = [True]


def may_count(layer: Any) -> bool:
    """Whether there may be tables among the layer's weights."""
    if not (_made and is_keras_2_asked_for()):
        return False
    return any(isinstance(one, WordTable) for one in _all(layer))


def _all(layer: Any) -> Iterator[Any]:
    yield layer
    for module in layer._weighing_parts()[1] if hasattr(layer, "_weighing_parts") else ():
        yield from _all(module)


def slots(layer: Any) -> list[Any]:
    """The variables of a layer and the layers with tables, in the order of `get_weights`."""
    if isinstance(layer, WordTable):
        return [layer] if layer._has_learned() or layer._table() else []
    if not hasattr(layer, "_weighing_parts"):
        return list(layer.variables)
    own, modules = layer._weighing_parts()
    found = sorted(own, key=lambda weight: not starts_trained(weight))
    found += [slot for module in modules for slot in slots(module)]
    if not layer._lists_in_turn:
        trained = {id(weight) for weight in layer.trainable_weights}
        found.sort(key=lambda slot: id(slot) not in trained)
    return list({id(slot): slot for slot in found}.values())


def arrays(layer: Any) -> list[Any]:
    """What `get_weights` returns."""
    found: list[Any] = []
    for slot in slots(layer):
        found += slot._table() if isinstance(slot, WordTable) else [slot.numpy()]
    return found


class Separated:
    """The arrays of `set_weights`: those for variables, and those for tables with their layers."""

    def __init__(self, layer: Any, weights: Sequence[Any]) -> None:
        self.variables: list[Any] = []
        self.values: list[Any] = []
        self.tables: list[tuple[WordTable, list[Any]]] = []
        self.expected = 0  # how many there should be
        for slot in slots(layer):
            count = len(slot._table()) if isinstance(slot, WordTable) else 1
            part = list(weights[self.expected : self.expected + count])
            self.expected += count
            if isinstance(slot, WordTable):
                self.tables.append((slot, part))
            else:
                self.variables.append(slot)
                self.values += part

    def put_tables(self) -> None:
        """The layers go on with their tables."""
        for table, arrays in self.tables:
            table._take_table(arrays)
