"""Which loss, metrics, target and weight belong to which output of a model: by name, or by place.

The outputs of a model stand in their flattened order. A mapping gives something to outputs by
their names, a list by their places, and what is neither is for each of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest


def as_array(output: Any) -> Any:
    """An output as a NumPy array; what is like a tensor is one first."""
    return output.numpy() if hasattr(output, "numpy") else _core.convert_to_tensor(output).numpy()


class Outputs:
    """The names of the outputs, and whatever is paired with them.

    Outputs that only their places tell apart have names by which things are given to them; what is
    reported of them bears these in Keras 2 alone. There what is reported of a dict of outputs bears
    the names of the layers that make them, where these are known.
    """

    def __init__(self, y_pred: Any, known: list[str] | None) -> None:
        count = len(nest.flatten(y_pred))
        self.places = nest.pack_sequence_as(y_pred, list(range(count)))
        inner = y_pred.values() if isinstance(y_pred, Mapping) else y_pred
        self.is_deep = nest.is_nested(y_pred) and any(map(nest.is_nested, inner))
        self.known = True
        if isinstance(y_pred, Mapping) and count == len(y_pred):
            self.names = sorted(y_pred)
        elif known is not None and len(known) == count:
            self.names = known
        else:
            self.known = False
            self.names = [f"output_{place + 1}" for place in range(count)]
        self.are_reported = self.known or is_keras_2_asked_for()
        by_layers = is_keras_2_asked_for() and known is not None and len(known) == count
        self.reported: list[str] = known if by_layers and known else self.names

    def told(self, name: str) -> str:
        """How reports call the output of this name."""
        return self.reported[self.names.index(name)] if name in self.names else name

    def each(self, given: Any, what: str) -> list[Any]:
        """One entry for each output, None where nothing is given for it.

        `ValueError` for names that no output has, and in Keras 3 a list of another length.
        """
        count = len(self.names)
        if self.is_deep and nest.is_nested(given) and len(nest.flatten(given)) == count:
            return nest.flatten(given)
        if isinstance(given, Mapping) and "class_name" not in given:
            return self._by_name(given, what)
        if not isinstance(given, (list, tuple)):
            return [given] * count
        if len(given) != count and is_keras_2_asked_for():
            return _first(count, given)
        if len(given) != count:
            raise ValueError(
                f"The model has {count} outputs {self.names}, but there are {len(given)} {what}."
            )
        return list(given)

    def _by_name(self, given: Mapping[str, Any], what: str) -> list[Any]:
        if len(self.names) == len(given) == 1 and not self.known:
            return list(given.values())
        unknown = sorted(str(name) for name in given if name not in self.names)
        if unknown and is_keras_2_asked_for():
            raise ValueError(
                "Found unexpected losses or metrics that do not correspond to any Model output: "
                f"dict_keys({unknown}). Valid mode output names: {self.names}. Received struct is: "
                f"{given}."
            )
        if unknown:
            raise ValueError(
                f"Found unexpected {what} that do not correspond to any Model output: {unknown}. "
                f"Valid output names: {self.names}."
            )
        return [given.get(name) for name in self.names]

    def targets(self, y: Any, wanted: list[bool] | None = None) -> list[Any]:
        """The targets of the outputs; `ValueError` if their number differs.

        As many as are `wanted` are those of these outputs. In Keras 2 a single one is for all, and
        the first of several are those of the outputs, however many there are.
        """
        count = len(self.names)
        if is_keras_2_asked_for() and y is not None and not isinstance(y, Mapping):
            if count > 1 and not nest.is_nested(y):
                return [y] * count
            if isinstance(y, (list, tuple)) and not self.is_deep and all(map(_is_array, y)):
                return _first(count, y)
        if wanted is not None and not isinstance(y, Mapping) and 0 < sum(wanted) < count:
            flat = nest.flatten(y)
            if len(flat) == sum(wanted):
                rest = iter(flat)
                return [next(rest) if one else None for one in wanted]
        if isinstance(y, Mapping) and not self.is_deep:
            if count == len(y) == 1:
                return list(y.values())
            return [y.get(name) for name in self.names]
        if count == 1 and not (nest.is_nested(y) and any(map(_is_array, nest.flatten(y)))):
            return [y if y is None else _core.convert_to_tensor(y) if nest.is_nested(y) else y]
        found = [None] * count if y is None else nest.flatten(y)
        if len(found) != count:
            raise ValueError(f"The model has {count} outputs, but there are {len(found)} targets.")
        return found


def _first(count: int, given: Sequence[Any]) -> list[Any]:
    """As many entries as there are outputs, None for those that come too short."""
    return [*given[:count], *[None] * (count - len(given))]


def _is_array(leaf: Any) -> bool:
    return hasattr(leaf, "shape")
