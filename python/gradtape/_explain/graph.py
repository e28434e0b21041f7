"""The ways from a target back to a source: those that a gradient takes, and those that end.

Nodes are numbers of tensors; a variable is the node `variable(key)`. An edge leads from what was
made to what it was made from. A `Step` without `barrier` passes gradients on; one with a barrier
says what ends there. Only with a trace are the ways through unrecorded operations known; without
one, values that left the tape are joined to every operand that the tape does not follow.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from .recordings import Event, Note, Operation, Recording, TensorInfo
from .sites import Line

Node = int
_VARIABLES = 1 << 63
NOWHERE: Node = -1  # operands that the tape does not follow


def variable(key: int) -> Node:
    """The node of the variable with this key."""
    return _VARIABLES + key


@dataclass(frozen=True)
class Step:
    """What made `output` from `inputs`."""

    name: str
    inputs: tuple[Node, ...]
    output: Node
    barrier: str = ""
    dtype: str = ""
    line: Line | None = None
    operation: Operation | None = None
    place: int = -1
    when: int = 0


class Graph:
    """All steps of a recording, by what they made."""

    def __init__(self, recording: Recording, values: dict[Node, Node]) -> None:
        self.recording = recording
        self.values = values
        self.steps: dict[Node, list[Step]] = {}
        self.users: dict[Node, int] = {}
        self._datasets: dict[Node, Line | None] = {}
        self.leaves = {leaf.number: leaf for leaf in recording.leaves}
        self._nodes_of_keys = {leaf.key: leaf.number for leaf in recording.leaves if leaf.key}
        for operation in recording.operations:
            self._add_operation(operation)
        if recording.events is None:
            for note in recording.notes:
                self._add_note(note)
        else:
            self._add_events(recording.events)

    # --- building -------------------------------------------------------------------------------

    def _add(self, step: Step) -> None:
        self.steps.setdefault(step.output, []).append(step)

    def _add_operation(self, operation: Operation) -> None:
        blind = [n for n, place in enumerate(operation.inputs) if place is None]
        for out in operation.outputs:
            self._add_dead_end(operation, out)
            for place, number in enumerate(operation.inputs):
                if number is None:
                    continue
                barrier = "custom_gradient" if place in operation.without_gradient else ""
                barrier = barrier or ("" if _flows(out.dtype) else "dtype")
                if operation.gradient == "missing" and self.recording.facts["asked"]:
                    barrier = barrier or "registered"
                self._add(
                    Step(
                        operation.type,
                        (self._node(number),),
                        out.number,
                        barrier,
                        out.dtype,
                        operation.line,
                        operation,
                        place,
                    )
                )
            if blind and self.recording.events is None:
                self._add(
                    Step(operation.type, (NOWHERE,), out.number, "unrecorded", out.dtype, None)
                )

    def _add_dead_end(self, operation: Operation, out: TensorInfo) -> None:
        if self.recording.events is None and not _flows(out.dtype):
            inputs = tuple(self._node(n) for n in operation.inputs if n is not None)
            barrier, when = barrier_of(operation.type), out.number
            self._add(Step(operation.type, inputs, NOWHERE, barrier, out.dtype, when=when))

    def _node(self, number: int) -> Node:
        leaf = self.leaves.get(number)
        if leaf is not None and leaf.key:
            return variable(leaf.key)
        return self.values.get(number, number)

    def _add_note(self, note: Note) -> None:
        inputs = tuple(map(self._node, note.inputs))
        if note.variable:
            self._add(Step(note.how, inputs, variable(note.variable), "assigned"))
            return
        if note.output:
            self._add(Step(note.how, inputs, note.output, barrier_of(note.how), note.dtype))
        barrier = barrier_of(note.how)
        self._add(Step(note.how, inputs, NOWHERE, barrier, note.dtype, when=note.when))

    def _add_events(self, events: list[Event]) -> None:
        recorded = {out.number for op in self.recording.operations for out in op.outputs}
        made: set[Node] = set()
        left: list[Step] = []
        for event in events:
            if event.of is not None or event.kind == "gradient":
                continue
            if event.kind == "read":
                self.values.update((n, variable(event.inputs[0])) for n, _ in event.outputs)
                continue
            inputs = tuple(map(self._node, event.inputs))
            for n in inputs:
                self.users[n] = self.users.get(n, 0) + 1
                if n not in made and n < _VARIABLES and left and n > left[0].output:
                    # Made of Python's or NumPy's values, perhaps of those that left before.
                    for step in left:
                        self._add(Step(step.name, step.inputs, n, step.barrier, "", step.line))
                    made.add(n)
            if event.kind == "assigned":
                key = event.outputs[0][0]
                line = event.line
                self._add(Step(event.name, inputs, variable(key), "assigned", "", line))
            elif event.name == "Dataset":
                self._datasets.update((n, event.line) for n in inputs)
            elif not event.outputs:
                number = max((n for n in event.inputs), default=0)
                left.append(
                    Step(event.name, inputs, number, barrier_of(event.name), "", event.line)
                )
            else:
                self._add_event(event, inputs, recorded)
                made.update(n for n, _ in event.outputs)
        self.left = left

    def _add_event(self, event: Event, inputs: tuple[Node, ...], recorded: set[int]) -> None:
        for number, spec in event.outputs:
            dtype = spec[0] if spec else ""
            if number in recorded:
                # Ways through operands that the tape does not follow: no cause by themselves.
                unseen = tuple(n for n in inputs if not self.tracked(n))
                self._add(Step(event.name, unseen, number, "unseen", dtype, event.line))
                continue
            if event.name == "Identity" and inputs[0] in self._datasets:
                line = self._datasets[inputs[0]]
                self._add(Step("Dataset", inputs, number, "dataset", dtype, line))
                continue
            barrier = barrier_of(event.name) if event.kind == "passed" else "unrecorded"
            if dtype and not _flows(dtype):
                barrier = "dtype"
            self._add(Step(event.name, inputs, number, barrier, dtype, event.line))

    # --- asking ---------------------------------------------------------------------------------

    def tracked(self, node: Node) -> bool:
        """Whether gradients arrive at this node: it is watched, or was recorded."""
        if node >= _VARIABLES:
            return (node - _VARIABLES) in self._nodes_of_keys
        if node in self.leaves:
            return True
        return any(step.operation is not None for step in self.steps.get(node, ()))

    def back(self, start: Node, *, open_only: bool) -> dict[Node, Step | None]:
        """Every node from which `start` was made, with the step that leads there, nearest first."""
        found: dict[Node, Step | None] = {start: None}
        pending = deque([start])
        while pending:
            node = pending.popleft()
            for step in self.steps.get(node, ()):
                if open_only and step.barrier:
                    continue
                for source in step.inputs:
                    if source not in found:
                        found[source] = step
                        pending.append(source)
        return found

    def reaches(self, source: Node) -> set[Node]:
        """The nodes that were made from `source` by any way."""
        made: dict[Node, list[Node]] = {}
        for output, steps in self.steps.items():
            for step in steps:
                for node in step.inputs:
                    made.setdefault(node, []).append(output)
        found, pending = {source}, [source]
        while pending:
            for output in made.get(pending.pop(), ()):
                if output not in found:
                    found.add(output)
                    pending.append(output)
        return found

    def barriers(self, target: Node, source: Node) -> Iterator[Step]:
        """The steps at which the ways from `target` to `source` end, the nearest first."""
        behind = self.reaches(source)
        seen: set[Node] = {target}
        pending = deque([target])
        while pending:
            node = pending.popleft()
            for step in self.steps.get(node, ()):
                through = [n for n in step.inputs if n in behind]
                is_end = step.barrier not in ("", "unseen") and step.output != NOWHERE
                if is_end and through and not _is_blind(step):
                    yield step
                if is_end and not _is_blind(step) and step.barrier != "unrecorded":
                    continue
                if step.output == NOWHERE:
                    continue
                for n in through:
                    if n not in seen:
                        seen.add(n)
                        pending.append(n)


def _is_blind(step: Step) -> bool:
    return step.inputs == (NOWHERE,)


def path(found: dict[Node, Step | None], source: Node) -> list[Step]:
    """The steps from `source` to the start of a search."""
    steps = []
    node = source
    while (step := found.get(node)) is not None:
        steps.append(step)
        node = step.output
    return steps


_TO_PYTHON = ("numpy()", "__array__()", "float()", "int()", "__dlpack__()", "memoryview()")


def barrier_of(name: str) -> str:
    """The kind of barrier that an operation or a way out is."""
    if name in _TO_PYTHON:
        return "numpy"
    known = {"StopGradient": "stop_gradient", "Dataset": "dataset", "EagerPyFunc": "numpy"}
    return known.get(name, "not differentiable")


def _flows(dtype: str) -> bool:
    return dtype.startswith(("float", "bfloat", "complex"))
