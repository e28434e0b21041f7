"""What holds the memory of tensors, by name, and what grew between two moments.

A snapshot looks through Python's objects: the variables of modules and of running functions,
attributes, and what lies in lists and dicts there. Tensors that nobody names are one entry.

What stays keeps its name from one snapshot to the next: garbage is collected first, and objects
are looked at in an order that does not depend on where they lie.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from types import FrameType, ModuleType
from typing import Any

from .. import _core
from .tables import amount, columns

_HERE = __name__.rpartition(".")[0]
_NAMELESS = "nothing with a name"
_HOLDERS = (_core.Tensor, _core.Variable, list, tuple, set, dict)


@dataclass(frozen=True)
class Holder:
    """What one name holds: how many tensors, and their bytes."""

    name: str
    tensors: int
    bytes: int


class Snapshot:
    """What held memory at one moment; `later - earlier` is what grew.

    `live_bytes` counts every block (as `memory.live_bytes`), `holders` the tensors that have a
    name, those that hold most first; a tensor with two names counts for the first that is found.
    """

    def __init__(self, live_bytes: int, holders: dict[str, Holder], tapes: int) -> None:
        self.live_bytes, self._holders, self.tapes = live_bytes, holders, tapes

    @property
    def holders(self) -> list[Holder]:
        """The holders, those of most bytes first."""
        return sorted(self._holders.values(), key=lambda h: (-h.bytes, h.name))

    def __sub__(self, earlier: Snapshot) -> Growth:
        names = {*self._holders, *earlier._holders}
        none = Holder("", 0, 0)
        changes = []
        for name in names:
            now, then = self._holders.get(name, none), earlier._holders.get(name, none)
            if now.tensors != then.tensors or now.bytes != then.bytes:
                changes.append(Holder(name, now.tensors - then.tensors, now.bytes - then.bytes))
        return Growth(self.live_bytes - earlier.live_bytes, changes, self.tapes - earlier.tapes)

    def __str__(self) -> str:
        rows = [[h.name, str(h.tensors), amount(h.bytes)] for h in self.holders[:20]]
        table = columns(["held by", "tensors", "bytes"], rows)
        return f"{table}\n{amount(self.live_bytes)} live, {self.tapes} tapes"

    __repr__ = __str__


class Growth:
    """The difference of two snapshots; `grew` names what holds more, most first."""

    def __init__(self, live_bytes: int, changes: list[Holder], tapes: int) -> None:
        self.live_bytes, self._changes, self.tapes = live_bytes, changes, tapes

    @property
    def grew(self) -> list[Holder]:
        """What holds more than before."""
        more = [h for h in self._changes if h.bytes > 0 or (h.bytes == 0 and h.tensors > 0)]
        return sorted(more, key=lambda h: (-h.bytes, h.name))

    def __str__(self) -> str:
        if not self.grew and self.tapes <= 0:
            return f"nothing grew ({self.live_bytes:+d} bytes live)"
        rows = [[h.name, f"{h.tensors:+d}", f"+{amount(h.bytes)}"] for h in self.grew[:20]]
        table = columns(["grew", "tensors", "bytes"], rows)
        return f"{table}\n{self.live_bytes:+d} bytes live, {self.tapes:+d} tapes"

    __repr__ = __str__


def snapshot() -> Snapshot:
    """What holds tensors now, by name. It takes as long as a run of Python's garbage collector.

    >>> before = tf.memory.snapshot()
    >>> kept = [tf.zeros([1000]) for _ in range(3)]
    >>> first = (tf.memory.snapshot() - before).grew[0]
    >>> first.tensors, first.bytes
    (3, 12000)
    """
    return _Search().run()


class _Search:
    def __init__(self) -> None:
        self._names: dict[int, str] = {}
        self._seen: set[int] = set()
        self._found: dict[str, list[int]] = {}
        self._tapes = 0

    def run(self) -> Snapshot:
        gc.collect()
        frames = _frames()
        for module in list(sys.modules.values()):
            if isinstance(module, ModuleType) and not module.__name__.startswith("gradtape"):
                self._space(vars(module), f" in {module.__name__}")
        for frame in frames:
            where = frame.f_globals.get("__name__", "?")
            if frame.f_code.co_name == "<module>":
                self._space(frame.f_globals, f" in {where}")
            elif not str(where).startswith(_HERE):
                self._space(frame.f_locals, f" in {frame.f_code.co_name}()")
        self._objects()
        holders = {n: Holder(n, count, size) for n, (count, size) in self._found.items()}
        return Snapshot(_core.memory_stats()[0], holders, self._tapes)

    def _space(self, names: dict[str, Any], where: str) -> None:
        for name, value in list(names.items()):
            self._value(value, f"{name}{where}", 3)

    def _value(self, value: Any, name: str, depth: int) -> None:
        if isinstance(value, (_core.Tensor, _core.Variable)):
            self._count(value, name)
        elif depth and isinstance(value, (list, tuple, set, dict)):
            if id(value) in self._seen:
                return
            self._seen.add(id(value))
            items = value.values() if isinstance(value, dict) else value
            for item in list(items):
                self._value(item, name, depth - 1)

    def _count(self, value: Any, name: str) -> None:
        if id(value) in self._seen:
            return
        self._seen.add(id(value))
        entry = self._found.setdefault(name, [0, 0])
        entry[0] += 1
        entry[1] += _bytes(value)

    def _objects(self) -> None:
        objects = gc.get_objects()
        for value in objects:
            if isinstance(value, _core.GradientTape):
                self._tape(value)
        for name, value in sorted(_attributes(objects), key=lambda found: found[0]):
            self._value(value, name, 2)
        for value in objects:
            if isinstance(value, (list, tuple, dict)) and id(value) not in self._seen:
                self._value(value, _NAMELESS, 1)

    def _tape(self, tape: _core.GradientTape) -> None:
        self._tapes += 1
        held = tape._size()[1]
        if held:
            entry = self._found.setdefault("GradientTape, for gradients", [0, 0])
            entry[0] += 1
            entry[1] += held


def _attributes(objects: list[Any]) -> Iterator[tuple[str, Any]]:
    """Attributes that may hold tensors, each as `Class.name`."""
    for value in objects:
        if type(value).__dictoffset__ and not isinstance(value, (type, ModuleType, FrameType)):
            for name, inner in (_vars(value) or {}).items():
                if isinstance(inner, _HOLDERS):
                    yield f"{type(value).__qualname__}.{name}", inner


def _vars(value: Any) -> dict[str, Any] | None:
    try:
        found = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return None
    return dict(found) if isinstance(found, dict) else None


def _bytes(value: Any) -> int:
    shape = value.shape.as_list() if value.shape.rank is not None else []
    count = 1
    for length in shape:
        count *= length or 0
    return int(count * value.dtype.size)


def _frames() -> list[FrameType]:
    found = []
    for top in sys._current_frames().values():
        frame: FrameType | None = top
        while frame is not None:
            found.append(frame)
            frame = frame.f_back
    return found
