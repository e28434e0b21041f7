"""Why a target does not depend on a source, in one sentence, with the evidence.

`explain` asks the recording; `Explanation` is what it answers. Causes are ordered: those at the
target come first, those at the source last.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .. import _core
from .._structure import nest
from . import sites, wording
from .graph import NOWHERE, Graph, Node, Step, path, variable
from .places import is_tape_value, place_of_target, source_causes, while_stopped
from .recordings import Operation, Recording, number_of
from .wording import Cause

_MOST_CAUSES = 8


@dataclass(frozen=True)
class Explanation:
    """Whether a target depends on a source, and why not.

    `str()` is one sentence: the nearest cause. `causes` are all that were found, nearest to the
    target first. Where there is a path, `path` has its operations from the source to the target
    (the shortest one), and `length` how many. `depends_on` names what the target does depend on.
    """

    target: str
    source: str
    connected: bool
    causes: tuple[Cause, ...]
    path: tuple[Operation, ...]
    depends_on: tuple[str, ...]

    @property
    def length(self) -> int:
        """How many operations lie on the shortest path."""
        return len(self.path)

    @property
    def text(self) -> str:
        """The sentence."""
        if self.connected:
            return wording.connected(self.target, self.source, self.path)
        return self.causes[0].text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        others = "".join(f"\n  also: {cause.text}" for cause in self.causes[1:])
        return f"<Explanation: {self.text}{others}>"


class Explanations:
    """One `Explanation` for each source, in the structure of the sources (`each`)."""

    def __init__(self, structure: Any, found: list[Explanation]) -> None:
        self.each = nest.pack_sequence_as(structure, found)
        self._found = found

    @property
    def connected(self) -> bool:
        """Whether every source is."""
        return all(one.connected for one in self._found)

    def __iter__(self) -> Any:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __str__(self) -> str:
        return "\n".join(dict.fromkeys(one.text for one in self._found))

    __repr__ = __str__


def explain(tape: Any, target: Any, source: Any) -> Any:
    """Why `target` depends on `source`, or does not; for a structure of sources, for each."""
    recording = Recording.of(tape)
    targets = nest.flatten(target) if nest.is_nested(target) else [target]
    sources = nest.flatten(source) if nest.is_nested(source) else [source]
    explainer = Explainer(tape, recording, sites.users_frame(), [*targets, *sources])
    if not nest.is_nested(source):
        return explainer.explain(targets, source)
    found = [explainer.explain(targets, one) for one in sources]
    return Explanations(source, found)


def refuse(tape: Any, target: Any, sources: Any, connected: list[bool]) -> None:
    """Raise for the sources that are not connected: `unconnected_gradients="error"`."""
    targets, wanted = nest.flatten(target), nest.flatten(sources)
    explainer = Explainer(tape, Recording.of(tape), sites.users_frame(), [*targets, *wanted])
    missing = [one for one, there in zip(wanted, connected, strict=True) if not there]
    found = [explainer.explain(targets, one, is_none=True) for one in missing]
    lines = "\n".join(dict.fromkeys(one.text for one in found))
    raise ValueError(
        f"{len(missing)} of {len(connected)} sources have no gradient, and unconnected_gradients "
        f'is "error":\n{lines}'
    )


class Explainer:
    """Explanations from one recording."""

    def __init__(self, tape: Any, recording: Recording, frame: Any, ends: list[Any]) -> None:
        self.tape, self.recording, self.frame = tape, recording, frame
        variables = [v for v in ends if isinstance(v, _core.Variable)]
        values = {
            _core.value_number(v): variable((number_of(v) or (True, 0))[1]) for v in variables
        }
        self.graph = Graph(recording, values)
        self.ends: tuple[Any, ...] = ()
        self.variables = {number_of(v): v for v in tape.watched_variables()}

    def name(self, value: Any, otherwise: str) -> str:
        """What to call a target or a source."""
        return wording.name_of(value, self.frame, otherwise)

    def explain(self, targets: list[Any], source: Any, *, is_none: bool = False) -> Explanation:
        """For a sum of targets and one source."""
        found = [self._one(target, source, is_none) for target in targets]
        for one in found:
            if one.connected:
                return one
        if not found:
            cause = Cause("target", "there is no target: the structure of targets is empty.")
            return Explanation("target", self.name(source, "source"), False, (cause,), (), ())
        causes = tuple(dict.fromkeys(cause for one in found for cause in one.causes))
        depends = tuple(dict.fromkeys(name for one in found for name in one.depends_on))
        first = found[0]
        return Explanation(first.target, first.source, False, causes, (), depends)

    def explain_number(self, target: tuple[bool, int], source: Any) -> Explanation:
        """For a target of which only the number is known."""
        frame = self.frame
        name = "the target" if target[0] else wording.name_of_number(target[1], frame, "the target")
        names = name, self.name(source, "source")
        self.ends = (source,)
        return self._between(target, None, source, names, is_none=True)

    def _one(self, target: Any, source: Any, is_none: bool) -> Explanation:
        names = self.name(target, "target"), self.name(source, "source")
        self.ends = (target, source)
        number = number_of(target)
        if number is None:
            return _unconnected(names, [wording.not_a_tensor("target", names[0], target)])
        if number_of(source) is None:
            return _unconnected(names, [wording.not_a_tensor("source", names[1], source)])
        early = self._before_looking(target, source, names)
        if early:
            return _unconnected(names, early)
        return self._between(number, target, source, names, is_none)

    def _between(
        self,
        number: tuple[bool, int],
        target: Any,
        source: Any,
        names: tuple[str, str],
        is_none: bool,
    ) -> Explanation:
        at, end = self._node(number), self._node(number_of(source) or (False, 0))
        ways = self.graph.back(at, open_only=True)
        if end in ways and (at == end or self.graph.tracked(end)):
            if not is_none:
                steps = tuple(s.operation for s in path(ways, end) if s.operation is not None)
                return Explanation(*names, True, (), steps, ())
            steps_shown = [s.name for s in path(ways, end)]
            return _unconnected(names, [wording.gave_none(names, steps_shown)])
        causes = list(self._causes(number, source, at, end, names))
        depends_on = tuple(self._leaves(ways))
        if not causes:
            causes = [wording.independent(names, depends_on, self.graph.tracked(at))]
        return _unconnected(names, causes[:_MOST_CAUSES], depends_on)

    def _node(self, number: tuple[bool, int]) -> Node:
        is_variable, n = number
        if is_variable:
            return variable(n)
        leaf = self.graph.leaves.get(n)
        if leaf is not None and leaf.key:
            return variable(leaf.key)
        return self.graph.values.get(n, n)

    def _before_looking(self, target: Any, source: Any, names: tuple[str, str]) -> list[Cause]:
        """Causes for which the recordings need not be looked at."""
        facts, causes = self.recording.facts, []
        if not facts["opened"]:
            return [wording.never_recorded()]
        for what, value, name in (("target", target, names[0]), ("source", source, names[1])):
            if not (value.dtype.is_floating or value.dtype.is_complex):
                causes.append(wording.wrong_dtype(what, name, value.dtype.name))
        if not causes and not self.recording.is_known and self.recording.events is None:
            return [wording.forgotten()]
        return causes

    def _causes(
        self, target: tuple[bool, int], source: Any, at: Node, end: Node, names: tuple[str, str]
    ) -> Any:
        """All causes, those at the target first."""
        tracked = self.graph.tracked(at)
        steps = self.graph.steps.get(at)
        if not tracked and not (target[0] and steps):
            line = steps[0].line if steps else None
            yield from place_of_target(self.recording, target, names[0], line)
        found = self.graph.barriers(at, end)
        barriers = [s for s in found if s.barrier != "unrecorded" or self._reason(s)]
        yield from (self._barrier(step, names) for step in barriers)
        left = [] if barriers else list(self._way_out(at, end, target, tracked, names))
        at_source = list(source_causes(self, target, source, end, names))
        # A variable that was only read to leave was not read for the tape.
        first_left = isinstance(source, _core.Variable) and source.trainable
        first_left = first_left and self.recording.facts["watches_accessed_variables"]
        yield from [*left, *at_source] if first_left else [*at_source, *left]

    def _way_out(
        self, at: Node, end: Node, target: tuple[bool, int], tracked: bool, names: tuple[str, str]
    ) -> Any:
        """Causes where no way through recorded operations is known to end."""
        if at in self.graph.back(end, open_only=True) and at != end:
            yield wording.reversed_ends(names)
        elif self._may_have_left(at, target, tracked):
            yield from self._leaks(at, end, names)

    def _may_have_left(self, at: Node, target: tuple[bool, int], tracked: bool) -> bool:
        """Whether the target may have been made from values that had left the tape."""
        if tracked:
            return NOWHERE in self.graph.back(at, open_only=False)
        return self.recording.events is None and is_tape_value(self, target)

    def _leaks(self, at: Node, end: Node, names: tuple[str, str]) -> Any:
        """Where values that depend on the source left the tape, the last one first."""
        behind = self.graph.reaches(end)
        for step in reversed(self.graph.steps.get(NOWHERE, [])):
            if step.when <= at and any(n in behind for n in step.inputs):
                yield self._barrier(step, names)

    def _barrier(self, step: Step, names: tuple[str, str]) -> Cause:
        values: dict[Node, Any] = {self._node(n): v for n, v in self.variables.items() if n}
        values.update((self._node(n), v) for v in self.ends if (n := number_of(v)) and n[0])
        assigned = values.get(step.output)
        name = self.name(assigned, "a variable") if assigned is not None else "a variable"
        return wording.barrier(step, names, name, self._reason(step))

    def _reason(self, step: Step) -> str:
        """Why an operation was not recorded."""
        facts, number = self.recording.facts, step.output
        if while_stopped(facts, number):
            return "stopped"
        if number < facts["reset"]:
            return "reset"
        for n in step.inputs:
            leaf = self.graph.leaves.get(n)
            if leaf is not None and leaf.since > number:
                return "late"
        return ""

    def _leaves(self, ways: dict[Node, Step | None]) -> list[str]:
        """The names of what a target depends on."""
        found = []
        for number, value in self.variables.items():
            if number is not None and self._node(number) in ways:
                found.append(self.name(value, "a variable"))
        for leaf in self.recording.leaves:
            if not leaf.key and leaf.number in ways:
                found.append(wording.name_of_number(leaf.number, self.frame, "a watched tensor"))
        return found


def _unconnected(
    names: tuple[str, str], causes: list[Cause], depends_on: tuple[str, ...] = ()
) -> Explanation:
    return Explanation(*names, False, tuple(dict.fromkeys(causes)), (), depends_on)
