"""The program of a seed and a number: one call, or a few statements on one object.

The same seed and number give the same text, in any process.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import grammar
import kinds
import mutate
import receivers
import values

FLOATS = ("tf.float32", "tf.float64", "tf.float16", "tf.bfloat16", "tf.complex64")


class Text(NamedTuple):
    """A program and the public name that it is about."""

    path: str
    code: str


class Argument(NamedTuple):
    """An argument on its way into the text; `name` is empty for one without a name."""

    name: str
    text: str
    tensor: bool


class Grammar:
    """Everything that programs are made of; built once, by running what the documentation shows."""

    def __init__(self) -> None:
        known = grammar.objects()
        self.rows = list(grammar.rows(known))
        named = {row.path for row in self.rows}
        self.sampled = [row for row in self.rows if row.samples]
        self.unsampled = [row for row in self.rows if not row.samples]
        self.functions = [f for f in grammar.functions(known) if f.path not in named]
        self.programs = list(grammar.documented(known))
        self.made, self.shown = grammar.receivers(known, self.programs)


def generator(seed: int, number: int) -> Random:
    """The generator of one program."""
    return Random((seed << 40) + number)


def text(known: Grammar, seed: int, number: int) -> Text:
    """The program of this seed and number."""
    r = generator(seed, number)
    form = r.random()
    if form < 0.55:
        return sampled(r, r.choice(known.sampled))
    if form < 0.67:
        return call(r, r.choice(known.unsampled))
    if form < 0.74:
        return call(r, r.choice(known.functions))
    if form < 0.84:
        return documented(r, r.choice(known.programs))
    if form < 0.98:
        return sequence(r, known)
    return hostile(r, r.choice(r.choice((known.rows, known.functions))))


# --- calls ----------------------------------------------------------------------------------------


def written(r: Random, given: list[Argument]) -> list[str]:
    """The arguments of a call: a prefix by position, the rest by name."""
    positional = r.random() < 0.6
    found = []
    for a in given:
        positional = positional and bool(a.name) and not a.name.startswith("*")
        by_position = positional or not a.name or a.name.startswith("*") or a.text.startswith("*")
        star = "*" if a.name.startswith("*") and len(a.name) > 1 else ""
        found.append(f"{star}{a.text}" if by_position else f"{a.name}={a.text}")
    return found


def sampled(r: Random, row: grammar.Callable) -> Text:
    """A call that works, with a few changes."""
    sample = r.choice(row.samples)
    given = [Argument(p.name, sample[p.name], p.tensor) for p in row.parameters if p.name in sample]
    for _ in range(r.choice((0, 1, 1, 1, 2, 2, 3))):
        change(r, row, given)
    return finished(r, row.path, given)


def change(r: Random, row: grammar.Callable, given: list[Argument]) -> None:
    """One change to the arguments, mostly one that leaves the call a sensible one."""
    form = r.random()
    place = r.randrange(len(given)) if given else None
    if form < 0.25:
        mark = "\x1f"
        texts = mutate.resized(r, mark.join(a.text for a in given)).split(mark)
        given[:] = [a._replace(text=t) for a, t in zip(given, texts)]
    elif form < 0.4:
        kind = f"tf.{r.choice(values.DTYPES)}" if r.random() < 0.5 else r.choice(FLOATS)
        given[:] = [a._replace(text=f"tf.cast({a.text}, {kind})") if real(a) else a for a in given]
    elif form < 0.55 and place is not None:
        a = given[place]
        given[place] = a._replace(text=mutate.reformed(r, a.text, a.tensor))
    elif form < 0.65 and place is not None:
        a = given[place]
        given[place] = a._replace(text=mutate.relettered(r, a.text))
    elif form < 0.8:
        added = [p for p in row.parameters if p.name not in {a.name for a in given}]
        if added:
            p = r.choice(added)
            given.append(Argument(p.name, p.draw(r), p.tensor))
    elif form < 0.9 and place is not None:
        p = next((p for p in row.parameters if p.name == given[place].name), None)
        if p:
            given[place] = given[place]._replace(text=p.draw(r))
    elif form < 0.93 and place is not None:
        given[place] = given[place]._replace(text=values.odd(r))
    elif form < 0.96 and len(given) > 1:
        other = r.randrange(len(given))
        a, b = given[place or 0], given[other]
        given[place or 0], given[other] = a._replace(text=b.text), b._replace(text=a.text)
    elif place is not None:
        del given[place]


def real(a: Argument) -> bool:
    """Whether an argument is a tensor of real numbers as the samples make them."""
    return a.tensor and a.text.startswith("tf.random.stateless_uniform")


def call(r: Random, row: grammar.Callable) -> Text:
    """A call whose arguments are drawn by the kinds of its parameters."""
    given = drawn(r, row)
    if r.random() < 0.2:
        change(r, row, given)
    return finished(r, row.path, given)


def drawn(r: Random, row: grammar.Callable) -> list[Argument]:
    """Arguments by the kinds of the parameters; tensors are often alike, optional ones rare."""
    kind = r.choice(values.FLOATS[:2]) if r.random() < 0.7 else r.choice(values.DTYPES)
    shape = values.shape(r)
    alike = r.random() < 0.6
    given = []
    for p in row.parameters:
        if not p.required and r.random() < 0.6:
            continue
        if not p.required and p.name == "name":
            continue
        if p.tensor and alike:
            given.append(Argument(p.name, values.drawn_tensor(r, kind, shape), True))
        else:
            given.append(Argument(p.name if p.name != "*" else "", p.draw(r), p.tensor))
    return given


def hostile(r: Random, row: grammar.Callable) -> Text:
    """A call with anything."""
    given = [Argument("", values.odd(r), False) for _ in range(r.choice((0, 1, 1, 2, 2, 3)))]
    return finished(r, row.path, given)


def finished(r: Random, path: str, given: list[Argument]) -> Text:
    """The call as a program: half of them under a tape, whose gradient is taken."""
    if r.random() < 0.5:
        return Text(path, f"{path}({', '.join(written(r, given))})")
    return Text(path, taped(r, path, given))


TAPED = """\
{given}sources = [s for s in tf.nest.flatten([{names}]) if tf.is_tensor(s)]
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
    *["tape.gradient(y, sources)"] * 5,
    "tape.gradient(y, sources, unconnected_gradients='zero')",
    "tape.jacobian(y, sources)",
    "tape.jacobian(y, sources, experimental_use_pfor=False)",
    "tape.batch_jacobian(y, sources[0])",
    "tape.gradient(y, sources, output_gradients={v})",
    "tape.gradient([y, y], sources[::-1])\ntape.gradient(y, sources)",
    "del sources, y",
]


def taped(r: Random, path: str, given: list[Argument]) -> str:
    """The call inside of a tape that watches its tensors."""
    places = [f"a{i}" for i in range(len(given))]
    lines, named = [], []
    for place, a in zip(places, given):
        star = "*" if a.text.startswith("*") else ""
        lines.append(f"{place} = {f'list({a.text[1:]})' if star else a.text}\n")
        named.append(a._replace(text=star + place))
    call = f"{path}({', '.join(written(r, named))})"
    return TAPED.format(
        given="".join(lines),
        names=", ".join(places),
        persistent=r.random() < 0.5,
        body=r.choice(BODIES).format(call=call),
        last=r.choice(LAST).format(v=values.tensor(r)),
    )


# --- programs -------------------------------------------------------------------------------------


def documented(r: Random, program: grammar.Program) -> Text:
    """A documented example with some of its literals changed."""
    code = "\n".join(program.lines)
    for _ in range(r.choice((1, 1, 2, 4))):
        code = mutate.resized(r, code) if r.random() < 0.3 else mutate.relettered(r, code)
    return Text(program.path, code)


def sequence(r: Random, known: Grammar) -> Text:
    """A few statements on one object, none of which ends the program."""
    receiver = r.choice(known.made if r.random() < 0.6 else known.shown)
    steps = [step(r, receiver) for _ in range(r.choice((1, 2, 3, 4)))]
    return Text(receiver.path, "\n".join([*receiver.lines, *steps]))


def step(r: Random, receiver: grammar.Receiver) -> str:
    """One statement: a protocol, an operator or a method; now and then under a tape."""
    if receiver.methods and r.random() < 0.6:
        done = method(r, r.choice(receiver.methods))
    else:
        form = r.choice(receivers.PROTOCOLS)
        done = form.format(v=argument(r), i=kinds.index_text(r), d=values.dtype(r))
    if r.random() < 0.25:
        return TAPED_STEP.format(done)
    return f"with go_on: {r.choice(('p = ', 'p = ', 'p = ', 'o = '))}{done}"


TAPED_STEP = """\
with go_on, tf.GradientTape() as tape:
    tape.watch([x for x in [o] if tf.is_tensor(x)])
    p = {}
with go_on: tape.gradient(p, o)"""


def method(r: Random, of: grammar.Callable) -> str:
    """A method of `o`, or the look at a property."""
    if of.parameters is None:
        return f"o.{of.path}"
    given = drawn(r, of)
    return f"o.{of.path}({', '.join(written(r, given))})"


def argument(r: Random) -> str:
    """An argument of an operator: a number, a tensor, the object itself, or something odd."""
    return kinds.pick("o", "o", values.number, values.tensor, values.tensor, values.odd, "p")(r)
