"""What a tape recorded, as Python objects: operations, what is watched, and where values left.

`Recording.of(tape)` copies the structure out of the core; of a tape that traces it also reads the
log of everything that ran, with lines and times. Tensors are named by their numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .. import _core
from . import sites
from .sites import Line


@dataclass(frozen=True)
class TensorInfo:
    """The dtype and shape of a tensor on a tape; `number` tells it from all others."""

    number: int
    dtype: str
    shape: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.dtype}{list(self.shape)}"


@dataclass(frozen=True)
class Kept:
    """A value that the tape keeps for a gradient: input or output `place` of its operation."""

    is_input: bool
    place: int
    bytes: int

    def __str__(self) -> str:
        return f"{'input' if self.is_input else 'output'} {self.place}"


@dataclass(frozen=True)
class Operation:
    """A recorded operation: `type` is TensorFlow's name of it, such as `MatMul`.

    `inputs` are the numbers of the tensors that the tape follows (`None` for the others),
    `outputs` what came out, `kept` what is kept for the gradient. If the tape traces, these are
    known as well: `line`, `module` (the modules and layers whose methods ran, as `"model/dense"`),
    `scope` (of `tf.name_scope`), and the seconds; `backward_seconds` once a gradient was taken.
    """

    index: int
    type: str
    inputs: tuple[int | None, ...]
    outputs: tuple[TensorInfo, ...]
    kept: tuple[Kept, ...]
    gradient: str
    line: Line | None = None
    seconds: float | None = None
    backward_seconds: float | None = None
    without_gradient: tuple[int, ...] = ()
    module: str = ""
    scope: str = ""

    @property
    def kept_bytes(self) -> int:
        """Bytes kept for the gradient."""
        return sum(kept.bytes for kept in self.kept)

    def __str__(self) -> str:
        made = ", ".join(map(str, self.outputs))
        return f"{self.type} -> {made}" + (f" at {self.line}" if self.line else "")


@dataclass(frozen=True)
class Leaf:
    """Something that the tape watches: a tensor, or the variable with this key."""

    number: int
    key: int
    since: int
    dtype: str
    shape: tuple[int, ...]


@dataclass(frozen=True)
class Event:
    """One entry of a trace."""

    kind: str
    name: str
    inputs: tuple[int, ...]
    outputs: tuple[tuple[int, tuple[str, list[int]] | None], ...]
    site: int
    start: int
    end: int
    of: tuple[str, int] | None

    @property
    def line(self) -> Line | None:
        """The line of the program."""
        return sites.line_of(self.site)


@dataclass(frozen=True)
class Note:
    """A value that left the tape by the way `how`."""

    how: str
    inputs: tuple[int, ...]
    output: int
    dtype: str
    variable: int
    when: int


@dataclass
class Recording:
    """Everything that a tape can tell."""

    facts: dict[str, Any]
    operations: list[Operation] = field(default_factory=list)
    leaves: list[Leaf] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    events: list[Event] | None = None
    is_known: bool = False

    @staticmethod
    def of(tape: Any) -> Recording:
        """What `tape` can tell now."""
        facts = tape._evidence()
        found = Recording(facts)
        if tape._trace is not None:
            found.events = events_of(tape._trace)
        past = facts.pop("past")
        if past is not None:
            found._read(past)
        return found

    def _read(self, past: Any) -> None:
        operations, leaves, notes = past
        self.is_known = True
        self.leaves = [Leaf(n, key, since, *_info(spec)) for n, key, since, spec in leaves]
        self.notes = [Note(how, tuple(ins), *rest) for how, ins, *rest in notes]
        forward, backward = self._times()
        for index, (type_, gradient, inputs, outputs, kept, nothing) in enumerate(operations):
            number = outputs[0][0] if outputs else 0
            event = forward.get(number)
            site = sites.site_of(event.site if event else 0)
            self.operations.append(
                Operation(
                    index,
                    type_,
                    tuple(self._number(operations, source) for source in inputs),
                    tuple(TensorInfo(n, *_info(spec)) for n, spec in outputs),
                    tuple(Kept(*one) for one in kept),
                    gradient,
                    event.line if event else None,
                    (event.end - event.start) / 1e9 if event else None,
                    backward.get(number),
                    tuple(nothing),
                    site.module,
                    site.scope,
                )
            )

    def _number(self, operations: Any, source: tuple[int, int] | None) -> int | None:
        if source is None:
            return None
        operation, place = source
        number = self.leaves[place].number if operation < 0 else operations[operation][3][place][0]
        return int(number)

    def _times(self) -> tuple[dict[int, Event], dict[int, float]]:
        """The event that made each tensor, and for how long its operation's gradient took."""
        made: dict[int, Event] = {}
        seconds: dict[int, float] = {}
        for event in self.events or ():
            if event.kind in ("operation", "passed"):
                for number, _ in event.outputs:
                    made.setdefault(number, event)
                if event.of is not None:
                    number = event.of[1]
                    seconds[number] = seconds.get(number, 0.0) + (event.end - event.start) / 1e9
        return made, seconds


def events_of(observer: Any, start: int = 0) -> list[Event]:
    """The events of an observer, as objects."""
    raw, _ = observer.events(start)
    return [
        Event(kind, name, tuple(inputs), tuple(outputs), *rest)
        for kind, name, inputs, outputs, *rest in raw
    ]


def _info(spec: tuple[str, list[int]]) -> tuple[str, tuple[int, ...]]:
    return spec[0], tuple(spec[1])


def operations(tape: Any) -> tuple[Operation, ...]:
    """The operations that a tape has recorded."""
    return tuple(Recording.of(tape).operations)


def number_of(value: Any) -> tuple[bool, int] | None:
    """Whether `value` is a variable, and the number of it; `None` for what is neither."""
    if hasattr(type(value), "__tf_tensor__"):
        try:
            value = value.__tf_tensor__()
        except (TypeError, ValueError, RuntimeError):  # it has no value now, as symbolic inputs
            return None
    found: tuple[bool, int] | None = _core.number_of(value)
    return found
