"""Matching the objects of a program with those in a checkpoint, from the root along equal names.

Invariant: one restoration assigns each variable at most once, however often it is continued for
objects made later.
"""

from __future__ import annotations

from typing import Any

from .. import _core, errors
from .._io.system_errors import system_errors
from .._module import deferred
from .bundle import Bundle
from .tensor_file import Reader
from .trackable import Graph, children_of


class Restoration:
    """The values of one checkpoint on their way into a program.

    `nodes[i]` has the `children` of object i (numbers by name) and, for a variable, the `key` of
    its value.
    """

    def __init__(self, reader: Reader | Bundle, nodes: list[dict[str, Any]]) -> None:
        self._reader = reader
        self._nodes = nodes
        self._assigned: dict[int, Any] = {}  # variables by id, kept alive so that ids stay theirs
        self._used: set[int] = set()

    def continue_at(self, holder: Any, place: int) -> None:
        """Match `holder` with object `place`, and everything below.

        Assign all values, or none if one does not fit.
        """
        found: list[tuple[Any, str, Any]] = []
        takers: list[Any] = []
        seen: set[tuple[int, int]] = set()
        pending = [(holder, place, holder, place)]
        used = set()
        while pending:
            value, number, owner, owner_number = pending.pop()
            if (id(value), number) in seen:
                continue
            seen.add((id(value), number))
            used.add(number)
            if isinstance(value, _core.Variable):
                self._match(value, number, found)
                continue
            if hasattr(value, "__dict__"):
                owner, owner_number = value, number
            if hasattr(type(value), "_take_restored"):
                takers.append(value)
            children = children_of(value)
            wanted = self._nodes[number]["children"]
            taken: dict[int, Any] = {}  # an object with several names goes to whom the first has
            for name, child in wanted.items():
                if self._lacks(vars(value).get(name) if owner is value else None, child):
                    children[name] = deferred.waiting_in(value, name)
                if name in children and taken.setdefault(child, children[name]) is children[name]:
                    pending.append((children[name], child, owner, owner_number))
            if any(name not in children for name in wanted):
                for gaining in _that_gain(owner):
                    deferred.wait(gaining, self, owner_number)
        for variable, _, tensor in found:
            variable.assign(tensor)
            self._assigned[id(variable)] = variable
        for taker in takers:
            taker._take_restored()
        self._used |= used

    def has_value(self, place: int, name: str | None) -> bool:
        """Whether object `place` has a variable by this name."""
        child = self._nodes[place]["children"].get(name)
        return child is not None and self._nodes[child]["key"] is not None

    def _lacks(self, held: Any, place: int) -> bool:
        """Whether a list or dict lacks something that object `place` has."""
        if not isinstance(held, (list, dict)):
            return False
        there = children_of(held)
        return any(name not in there for name in self._nodes[place]["children"])

    def _match(
        self, variable: _core.Variable, number: int, found: list[tuple[Any, str, Any]]
    ) -> None:
        key = self._nodes[number]["key"]
        if key is None or id(variable) in self._assigned:
            return
        dtype, shape = self._reader.dtype(key), _core.TensorShape(self._reader.shape(key))
        if dtype != variable.dtype:
            raise errors.InvalidArgumentError(
                None,
                None,
                f"tensor_name = {key}; expected dtype {variable.dtype.name} does not equal "
                f"original dtype {dtype.name}",
            )
        if not variable.shape.is_compatible_with(shape):
            raise ValueError(
                f"Received incompatible tensor with shape {shape} when attempting to restore "
                f"variable with shape {variable.shape} and name {variable.name}."
            )
        with system_errors(key):
            found.append((variable, key, self._reader.tensor(key)))

    def is_assigned(self, variable: _core.Variable) -> bool:
        """Whether a variable got its value from this checkpoint."""
        return id(variable) in self._assigned

    def unused(self) -> list[str]:
        """The ways to the values that no object has taken."""
        paths, order = {0: "(root)"}, [0]
        for number in order:
            for name, child in self._nodes[number]["children"].items():
                if child not in paths:
                    paths[child] = f"{paths[number]}.{name}"
                    order.append(child)
        return [
            paths[number]
            for number in order
            if self._nodes[number]["key"] is not None and number not in self._used
        ]


def _that_gain(owner: Any) -> list[Any]:
    """Who may gain what `owner` lacks: a checkpoint of a root has what the root will have."""
    root = getattr(owner, "_root", None) if hasattr(type(owner), "_restored_from") else None
    return [owner] if root is None else [owner, root]


class CheckpointLoadStatus:
    """What `restore` returns: how well the checkpoint and the program match."""

    def __init__(self, restoration: Restoration, root: Any) -> None:
        self._restoration = restoration
        self._root = root

    def assert_consumed(self) -> CheckpointLoadStatus:
        """`AssertionError` unless every value was used and every variable got one."""
        self.assert_existing_objects_matched()
        unused = self._restoration.unused()
        if unused:
            raise AssertionError(
                f"Unresolved object in checkpoint {unused[0]}: no object takes its value"
            )
        return self

    def assert_existing_objects_matched(self) -> CheckpointLoadStatus:
        """`AssertionError` unless every variable that exists now got a value."""
        variables = Graph(self._root).variables().values()
        missed = [v for v in variables if not self._restoration.is_assigned(v)]
        if missed:
            shown = missed[:10]
            raise AssertionError(
                f"Found {len(missed)} Python objects that were not bound to checkpointed values, "
                f"likely due to changes in the Python program. Showing {len(shown)} of "
                f"{len(missed)} unmatched objects: {shown}"
            )
        return self

    def assert_nontrivial_match(self) -> CheckpointLoadStatus:
        """`AssertionError` if nothing below the root was matched."""
        variables = Graph(self._root).variables().values()
        if not any(self._restoration.is_assigned(v) for v in variables):
            raise AssertionError(
                "Nothing to load. No dependencies have been added to the root object, or none "
                "match."
            )
        return self

    def expect_partial(self) -> CheckpointLoadStatus:
        """Say that values may stay unused; there are no warnings about them anyway."""
        return self

    def run_restore_ops(self, session: Any = None) -> None:
        """Does nothing: values are assigned at once."""

    initialize_or_restore = run_restore_ops


class InitializationOnlyStatus:
    """The status of restoring nothing (a path of None)."""

    _PROBLEM = "No checkpoint specified (save_path=None); nothing is being restored."

    def assert_consumed(self) -> None:
        """`AssertionError`: there was nothing to use."""
        raise AssertionError(self._PROBLEM)

    def assert_existing_objects_matched(self) -> None:
        """`AssertionError`: there was nothing to match."""
        raise AssertionError(self._PROBLEM)

    def assert_nontrivial_match(self) -> None:
        """`AssertionError`: there was nothing to match."""
        raise AssertionError(self._PROBLEM)

    def expect_partial(self) -> InitializationOnlyStatus:
        """Nothing to expect."""
        return self

    def run_restore_ops(self, session: Any = None) -> None:
        """Does nothing."""

    initialize_or_restore = run_restore_ops
