"""What the programs of one seed are put together from: expressions and statements, drawn and
compiled once, before the first program runs.

Values are made anew in each program; only their code is kept. What a seed prepares depends on the
seed alone, and is drawn in one order.
"""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Sequence
from random import Random
from types import CodeType
from typing import Any, NamedTuple, TypeVar

import grammar
import kinds
import mutate
import receivers
import values

T = TypeVar("T")


class Piece(NamedTuple):
    """An expression or statements: the text and its code; an expression that began with a star
    stands for several arguments."""

    text: str
    code: CodeType
    star: bool = False


class Argument(NamedTuple):
    """An argument; `name` is empty for one without a name."""

    name: str
    piece: Piece
    tensor: bool


def one(r: Random, pool: Sequence[T]) -> T:
    """One of these; what `Random.choice` does, in a third of the time."""
    return pool[int(r.random() * len(pool))]


# How many expressions a seed has for each way to draw one, and for those that most calls need.
EXPRESSIONS, TENSORS, ODD = 200, 1500, 600
# Groups of tensors that fit together; changed calls of each sample; statements of each method.
GROUPS, VARIANTS, STEPS, PROTOCOLS = 1000, 14, 3, 2500


class Pools:
    """The pieces of a seed."""

    def __init__(self, known: grammar.Grammar, seed: int) -> None:
        self.known, self.seed = known, seed
        self.compiled: dict[tuple[str, str], Piece | None] = {}
        self.drawn: dict[values.Draw, list[Piece]] = {}
        r = Random(seed)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.prepare(r)

    def prepare(self, r: Random) -> None:
        """Draws everything, always in this order."""
        self.alike = [self.group(r) for _ in range(GROUPS)]
        for draw in self.draws():
            self.fill(r, draw)
        self.sampled = [(row, self.variants(r, row)) for row in self.known.sampled]
        self.protocols = [self.protocol(r) for _ in range(PROTOCOLS)]
        self.steps = {
            id(methods): [s for m in methods for _ in range(STEPS) if (s := self.method(r, m))]
            for methods in self.known.methods()
        }

    def draws(self) -> list[values.Draw]:
        """Every way to draw an argument, once, in the order of the grammar."""
        calls = [*self.known.rows, *self.known.functions]
        calls += [m for methods in self.known.methods() for m in methods]
        found = [p.draw for row in calls for p in row.parameters or []]
        return list(dict.fromkeys([*found, *kinds.EVERY]))

    def fill(self, r: Random, draw: values.Draw) -> None:
        """Draws the expressions of one kind."""
        size = TENSORS if draw is values.tensor else ODD if draw is values.odd else EXPRESSIONS
        found = (self.expression(draw(r)) for _ in range(size))
        self.drawn[draw] = [piece for piece in found if piece]

    def expression(self, text: str) -> Piece | None:
        """The piece of a text; None if it is no expression."""
        star = text.startswith("*")
        return self.piece(text, text[star:], "eval", star)

    def statements(self, text: str) -> Piece | None:
        """The piece of statements; None if they are none."""
        return self.piece(text, text, "exec", False)

    def piece(self, text: str, code: str, mode: str, star: bool) -> Piece | None:
        if (text, mode) not in self.compiled:
            made = None
            with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError):
                made = Piece(text, compile(code, "program", mode), star)
            self.compiled[text, mode] = made
        return self.compiled[text, mode]

    def argument(self, r: Random, p: grammar.Parameter) -> Piece:
        """An argument for a parameter; now and then its default."""
        if p.default is not None and r.random() < 0.3:
            default = self.expression(p.default)
            if default:
                return default
        return one(r, self.drawn[p.draw])

    def group(self, r: Random) -> list[Piece]:
        """Tensors of one shape and type."""
        kind = r.choice(values.FLOATS[:2]) if r.random() < 0.7 else r.choice(values.DTYPES)
        shape = values.shape(r)
        drawn = (self.expression(values.drawn_tensor(r, kind, shape)) for _ in range(3))
        return [piece for piece in drawn if piece]

    def variants(self, r: Random, row: grammar.Callable) -> list[list[Argument]]:
        """Calls that work, and the same calls changed as wholes."""
        found = []
        for sample in row.samples:
            for _ in range(VARIANTS):
                texts = mutate.call(r, {p.name: p.tensor for p in row.parameters}, sample)
                given = [(name, self.expression(t), tensor) for name, t, tensor in texts]
                if all(piece for _, piece, _ in given):
                    found.append([self.given(*a) for a in given])
        return found

    def given(self, name: str, piece: Piece, tensor: bool) -> Argument:
        """The argument of a parameter; one that takes several (`*inputs`) has no name."""
        if not name.startswith("*"):
            return Argument(name, piece, tensor)
        several = None if piece.star or name == "*" else self.expression(f"*{piece.text}")
        return Argument("", several or piece, tensor)

    def protocol(self, r: Random) -> Piece:
        """A statement on `o` that any object may be asked for."""
        while True:
            form = r.choice(receivers.PROTOCOLS)
            text = form.format(v=self.operand(r), i=kinds.index_text(r), d=values.dtype(r))
            found = self.step(r, text)
            if found:
                return found

    def operand(self, r: Random) -> str:
        """The other side of an operator: a number, a tensor, the object itself, something odd."""
        form = r.random()
        if form < 0.4:
            return one(r, ("o", "o", "p"))
        return one(r, self.drawn[values.odd if form > 0.85 else values.tensor]).text

    def method(self, r: Random, of: grammar.Callable) -> Piece | None:
        """A call of a method of `o`, or the look at a property."""
        if of.parameters is None:
            return self.step(r, f"o.{of.path}")
        return self.step(r, f"o.{of.path}({', '.join(written(r, drawn(r, self, of)))})")

    def step(self, r: Random, text: str) -> Piece | None:
        """A statement that does not end the program; now and then under a tape."""
        if r.random() < 0.25:
            return self.statements(TAPED_STEP.format(text))
        return self.statements(f"with go_on: {'o' if r.random() < 0.25 else 'p'} = {text}")


TAPED_STEP = """\
with go_on, tf.GradientTape() as tape:
    tape.watch([x for x in [o] if tf.is_tensor(x)])
    p = {}
with go_on: tape.gradient(p, o)"""


def drawn(r: Random, pools: Pools, row: grammar.Callable) -> list[Argument]:
    """Arguments by the kinds of the parameters; tensors are often alike, optional ones rare."""
    group = one(r, pools.alike) if r.random() < 0.6 else None
    given: list[Argument] = []
    for p in row.parameters or []:
        if not p.required and (p.name == "name" or r.random() < 0.6):
            continue
        alike = group and p.tensor
        piece = group[len(given) % len(group)] if alike else pools.argument(r, p)
        given.append(pools.given(p.name, piece, p.tensor))
    return given


def by_position(r: Random, given: list[Argument]) -> list[Argument]:
    """The arguments as they are written: those of a prefix lose their names; names come last."""
    positional = r.random() < 0.6
    first, last = [], []
    for a in given:
        positional = positional and bool(a.name)
        if positional or a.piece.star or not a.name:
            first.append(a._replace(name=""))
        else:
            last.append(a)
    return first + last


def written(r: Random, given: list[Argument]) -> list[str]:
    """The texts of the arguments of a call."""
    return [f"{a.name}={a.piece.text}" if a.name else a.piece.text for a in by_position(r, given)]


def parts(given: list[Argument], names: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """The values of the arguments, by position and by name."""
    args: list[Any] = []
    for a in given:
        if not a.name:
            value = eval(a.piece.code, names)
            args.extend(value) if a.piece.star else args.append(value)
    return args, {a.name: eval(a.piece.code, names) for a in given if a.name}
