"""The program of a seed and a number: one call, or a few statements on one object.

The same seed and number make the same program, in any process. A program runs from prepared code;
`text` is what it says, and does the same.
"""

from __future__ import annotations

from random import Random
from types import CodeType
from typing import Any, NamedTuple, Protocol

import grammar
import mutate
import pools
import values
from pools import Argument, Piece, Pools, one


class Program(Protocol):
    """What can be run: the public name that it is about, and whether it has a tape of its own."""

    path: str
    taped: bool

    def text(self) -> str:
        """The program as a text."""

    def run(self, names: dict[str, Any]) -> None:
        """Runs it in a scope."""


class Whole(NamedTuple):
    """A program of pieces that run one after another."""

    path: str
    pieces: list[Piece]

    @property
    def taped(self) -> bool:
        return any("tape" in piece.text for piece in self.pieces)

    def text(self) -> str:
        return "\n".join(piece.text for piece in self.pieces)

    def run(self, names: dict[str, Any]) -> None:
        for piece in self.pieces:
            exec(piece.code, names)


class Call(NamedTuple):
    """One call."""

    path: str
    function: Piece
    given: list[Argument]

    taped = False

    def text(self) -> str:
        return calling(self.path, [(a, a.piece.text) for a in self.given])

    def run(self, names: dict[str, Any]) -> None:
        function = eval(self.function.code, names)
        args, kwargs = pools.parts(self.given, names)
        function(*given_away(args), **kwargs)


def given_away(args: list[Any]) -> Any:
    """The arguments, which nobody else holds once the call has them."""
    args.reverse()
    while args:
        yield args.pop()


def calling(path: str, given: list[tuple[Argument, str]]) -> str:
    """The text of a call."""
    texts = [f"{a.name}={text}" if a.name else text for a, text in given]
    return f"{path}({', '.join(texts)})"


class Form(NamedTuple):
    """What is done with a call under a tape, and the code of that."""

    text: str
    code: CodeType


class Taped(NamedTuple):
    """One call under a tape, and what is asked of the tape."""

    path: str
    function: Piece
    given: list[Argument]
    form: Form
    cotangent: Piece

    taped = True

    def text(self) -> str:
        lines, given = "", []
        for i, a in enumerate(self.given):
            text = a.piece.text
            lines += f"a{i} = {f'list({text[1:]})' if a.piece.star else text}\n"
            given.append((a, f"*a{i}" if a.piece.star else f"a{i}"))
        values = ", ".join(f"a{i}" for i in range(len(given)))
        call = calling(self.path, given)
        last = self.form.text.format(values=values, call=call, v=self.cotangent.text)
        return lines + last

    def run(self, names: dict[str, Any]) -> None:
        args, kwargs = pools.parts(self.given, names)
        names["args"], names["kwargs"] = args, kwargs
        names["function"] = eval(self.function.code, names)
        names["values"] = [*args, *kwargs.values()]
        names["cotangent"] = self.cotangent.code
        exec(self.form.code, names)


TAPED = """\
sources = tensors({{values}})
with tf.GradientTape(persistent={persistent}) as tape:
    tape.watch(sources)
{body}{last}"""
BODIES = ["    y = {call}\n"] * 5
BODIES += [
    "    with tf.GradientTape() as inner:\n        inner.watch(sources)\n        y = {call}\n"
    "    y = inner.gradient(y, sources)\n",
    "    with tape.stop_recording():\n        y = {call}\n",
]
LAST = [
    *["tape.gradient(y, sources)"] * 8,
    "tape.gradient(y, sources, unconnected_gradients='zero')",
    "(tape.jacobian if small(y, sources) else tape.gradient)(y, sources)",
    "small(y, sources) and tape.jacobian(y, sources, experimental_use_pfor=False)",
    "small(y, sources) and tape.batch_jacobian(y, sources[0])",
    "tape.gradient(y, sources, output_gradients={v})",
    "tape.gradient([y, y], sources[::-1])\ntape.gradient(y, sources)",
    "del sources, y",
]


def form(persistent: bool, body: str, last: str) -> Form:
    """A form of a taped call, compiled."""
    text = TAPED.format(persistent=persistent, body=body, last=last)
    code = text.format(values="*values", call="function(*args, **kwargs)", v="eval(cotangent)")
    return Form(text, compile(code, "program", "exec"))


FORMS = [form(p, body, last) for p in (False, True) for body in BODIES for last in LAST]


def usually(r: Random, plain: list, filed: list) -> list:
    """The objects that need no files, but for a few times."""
    return filed if filed and r.random() < 0.01 else plain


class Source:
    """The programs of a seed."""

    def __init__(self, known: grammar.Grammar, seed: int) -> None:
        self.known, self.seed = known, seed
        self.pools = Pools(known, seed)
        self.receivers = {
            id(r): self.pools.statements("\n".join(r.lines))
            for r in [*known.made, *known.shown, *known.filed]
        }

    def program(self, number: int) -> Program:
        """The program of this number."""
        r = Random((self.seed << 40) + number)
        share = r.random()
        if share < 0.55:
            return self.sampled(r)
        if share < 0.70:
            return self.call(r, one(r, self.known.unsampled))
        if share < 0.80:
            return self.call(r, one(r, self.known.functions))
        if share < 0.84:
            return self.documented(r, one(r, usually(r, self.known.programs, self.known.filing)))
        if share < 0.96:
            return self.sequence(r)
        return self.hostile(r, one(r, one(r, (self.known.rows, self.known.functions))))

    def sampled(self, r: Random) -> Program:
        """A call that works, with a few changes."""
        row, variants = one(r, self.pools.sampled)
        given = one(r, variants)
        if r.random() < 0.5:
            given = self.changed(r, row, list(given))
        return self.finished(r, row.path, given)

    def changed(self, r: Random, row: grammar.Callable, given: list[Argument]) -> list[Argument]:
        """One argument added, replaced, exchanged or left out."""
        share = r.random()
        if share < 0.5 or not given:
            names = {a.name for a in given}
            added = [p for p in row.parameters or [] if p.name not in names and p.name[0] != "*"]
            if added:
                p = one(r, added)
                given.append(Argument(p.name, self.pools.argument(r, p), p.tensor))
            return given
        place = int(r.random() * len(given))
        if share < 0.85:
            p = next((p for p in row.parameters or [] if p.name == given[place].name), None)
            if p:
                given[place] = given[place]._replace(piece=self.pools.argument(r, p))
        elif share < 0.9:
            given[place] = given[place]._replace(piece=self.odd(r))
        elif share < 0.95 and len(given) > 1:
            a, b = given[place], given[place - 1]
            given[place], given[place - 1] = a._replace(piece=b.piece), b._replace(piece=a.piece)
        else:
            del given[place]
        return given

    def odd(self, r: Random) -> Piece:
        """Anything."""
        return one(r, self.pools.drawn[values.odd])

    def call(self, r: Random, row: grammar.Callable) -> Program:
        """A call whose arguments are drawn by the kinds of its parameters."""
        given = pools.drawn(r, self.pools, row)
        if r.random() < 0.1:
            given = self.changed(r, row, given)
        return self.finished(r, row.path, given)

    def hostile(self, r: Random, row: grammar.Callable) -> Program:
        """A call with anything."""
        given = [Argument("", self.odd(r), False) for _ in range(one(r, (0, 1, 1, 2, 2, 3)))]
        return self.finished(r, row.path, given)

    def finished(self, r: Random, path: str, given: list[Argument]) -> Program:
        """The call as a program: half of them under a tape, whose gradient is taken."""
        given = pools.by_position(r, given)
        function = self.pools.expression(path)
        assert function
        if r.random() < 0.5:
            return Call(path, function, given)
        cotangent = one(r, self.pools.drawn[values.tensor])
        return Taped(path, function, given, one(r, FORMS), cotangent)

    def documented(self, r: Random, shown: grammar.Program) -> Program:
        """A documented example with some of its literals changed."""
        code = "\n".join(shown.lines)
        for _ in range(one(r, (1, 1, 2, 4))):
            code = mutate.resized(r, code) if r.random() < 0.3 else mutate.relettered(r, code)
        piece = self.pools.statements(code) or self.pools.statements("\n".join(shown.lines))
        assert piece
        return Whole(shown.path, [piece])

    def sequence(self, r: Random) -> Program:
        """A few statements on one object, none of which ends the program."""
        shown = usually(r, self.known.shown, self.known.filed)
        receiver = one(r, self.known.made if r.random() < 0.6 else shown)
        head = self.receivers[id(receiver)]
        steps = self.pools.steps[id(receiver.methods)]
        pieces = [
            one(r, steps if steps and r.random() < 0.6 else self.pools.protocols)
            for _ in range(one(r, (1, 2, 3, 4)))
        ]
        return Whole(receiver.path, [head, *pieces])
