"""Small changes to the text of a call that works, so that it gets past checks and deep inside."""

from __future__ import annotations

import re
from random import Random

import values

# Integers and floats that stand alone, and quoted words.
INTEGER = re.compile(r"(?<![\w.'\"])\d+(?![\w.'\"])")
REAL = re.compile(r"(?<![\w'\"])\d+\.\d*(?:e-?\d+)?(?![\w'\"])")
WORD = re.compile(r"'[^'\\\n]*'")

LENGTHS = [0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 33, 64, 65, 130]
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
    old, new = r.choice(found), str(r.choice(LENGTHS))
    if r.random() < 0.03:
        new = r.choice(("300", "1000", "70000"))
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
