"""Small changes to the text of a call that works, so that it gets past checks and deep inside."""

from __future__ import annotations

import re
from random import Random

import values

# Integers and floats that stand alone, and quoted words.
INTEGER = re.compile(r"(?<![\w.'\"])\d+(?![\w.'\"])")
REAL = re.compile(r"(?<![\w'\"])\d+\.\d*(?:e-?\d+)?(?![\w'\"])")
WORD = re.compile(r"'[^'\\\n]*'")

# Lengths by which work stays small; longer ones come in one of 40 calls.
LENGTHS = [0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17]
LONG = [33, 64, 65, 130, 300, 1000, 70000]
FORMS = [
    "np.asarray({})",
    "tf.Variable({})",
    "tf.identity({})",
    "[{}]",
    "({},)",
    "list({})",
    "{}.numpy()",
]
FORMS += ["tf.concat([{0}, {0}], 0)", "tf.tile(tf.reshape({}, [-1]), [40])", "tf.repeat({}, 9, 0)"]
FORMS += ["tf.zeros_like({})", "tf.ones_like({})", "{} * nan", "{} * inf", "-{}", "tf.shape({})"]
FORMS += [
    "tf.stack([{0}, {0}])",
    "np.asfortranarray({})",
    "np.asarray({}).astype('>f8')",
    "{}[..., :0]",
]
FORMS += ["tf.broadcast_to({}, [2**40, 1, 1, 1])", "tf.squeeze({})", "np.asarray({})[::-1]", "*{}"]
FORMS += ["tf.constant({})", "tf.Variable({0}).assign_add({0})", "str({})", "tf.stop_gradient({})"]
NUMBERS = [
    "np.int64({})",
    "float({})",
    "-{}",
    "[{}]",
    "str({})",
    "tf.constant({})",
    "np.array([{}])",
]
NUMBERS += ["hostile(__index__=lambda: {})", "{} * 2**32", "[{0}, {0}]", "True", "{} + 1", "{} - 1"]


def resized(r: Random, text: str) -> str:
    """Every occurrence of one integer replaced by another: lengths stay consistent."""
    found = INTEGER.findall(text)
    if not found:
        return text
    old, new = r.choice(found), str(r.choice(LONG if r.random() < 0.025 else LENGTHS))
    return re.sub(rf"(?<![\w.'\"]){old}(?![\w.'\"])", new, text)


def replaced(r: Random, pattern: re.Pattern[str], text: str, new: str) -> str:
    """One occurrence of a pattern replaced."""
    places = list(pattern.finditer(text))
    if not places:
        return text
    place = r.choice(places)
    return text[: place.start()] + new + text[place.end() :]


def relettered(r: Random, text: str) -> str:
    """One literal replaced by another of its kind."""
    form = r.random()
    if form < 0.5:
        return replaced(r, INTEGER, text, values.integer(r))
    if form < 0.8:
        return replaced(r, REAL, text, values.real(r))
    return replaced(r, WORD, text, values.word(r))


def reformed(r: Random, text: str, tensor: bool) -> str:
    """The same value in another form."""
    plain = text if re.fullmatch(r"[\w.]+(\(.*\))?", text) else f"({text})"
    if tensor and r.random() < 0.3:
        return f"tf.cast({text}, tf.{r.choice(values.DTYPES)})"
    if tensor and r.random() < 0.3:
        return values.view(r, plain)
    return r.choice(FORMS if tensor else NUMBERS).format(plain)


FLOATS = ("tf.float32", "tf.float64", "tf.float16", "tf.bfloat16", "tf.complex64")
# What stands between the arguments while they are changed together.
MARK = "\x1f"


def call(r: Random, tensors: dict[str, bool], sample: dict[str, str]) -> list[tuple]:
    """A call that works, with a few changes: name, text and whether it is a tensor, of each."""
    given = [(name, sample[name], tensor) for name, tensor in tensors.items() if name in sample]
    for _ in range(r.choice((0, 1, 1, 1, 2))):
        changed = change(r, [text for _, text, _ in given], [tensor for *_, tensor in given])
        given = [(name, text, tensor) for (name, _, tensor), text in zip(given, changed)]
    return given


def change(r: Random, texts: list[str], tensors: list[bool]) -> list[str]:
    """One change, mostly one that leaves the call a sensible one."""
    form = r.random()
    if form < 0.4:
        return resized(r, MARK.join(texts)).split(MARK)
    if form < 0.65:
        kind = f"tf.{r.choice(values.DTYPES)}" if r.random() < 0.5 else r.choice(FLOATS)
        return [f"tf.cast({t}, {kind})" if real(t) else t for t in texts]
    place = r.randrange(len(texts))
    text = texts[place]
    new = reformed(r, text, tensors[place]) if form < 0.88 else relettered(r, text)
    return [*texts[:place], new, *texts[place + 1 :]]


def real(text: str) -> bool:
    """Whether it is a tensor of real numbers as the samples make them."""
    return text.startswith("tf.random.stateless_uniform")
