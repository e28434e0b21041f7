"""Regular expressions in the syntax of RE2, which TensorFlow uses, run by Python's `re`.

Invariant: a pattern either means what RE2 means by it or is refused. Text is UTF-8; classes such
as `\\w` are ASCII; lookaround and back references, which RE2 lacks, are errors.
"""

from __future__ import annotations

import functools
import re
import sys
import unicodedata
from typing import TYPE_CHECKING, Any

from .. import _core
from .elementwise import each, each_number, invalid

if TYPE_CHECKING:
    from .._ragged.tensor import RaggedTensor
    from .._typing import TensorLike

_POSIX = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "ascii": "\\x00-\\x7f",
    "blank": "\\t ",
    "cntrl": "\\x00-\\x1f\\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": "!-/:-@\\[-`{-~",
    "space": "\\t\\n\\v\\f\\r ",
    "upper": "A-Z",
    "word": "0-9A-Za-z_",
    "xdigit": "0-9A-Fa-f",
}
_SETS = {"[:", *(rf"\{letter}" for letter in "sSdDwWpP")}
_TOKEN = re.compile(
    r"\\[pP](?:\{\^?\w+\}|\w)|\\Q.*?(?:\\E|$)|\\x\{[0-9a-fA-F]+\}|\\.|\[:\^?\w+:\]|\(\?<?[=!]|."
    r"|\(\?P?<",
    re.DOTALL,
)


def regex_replace(
    input: TensorLike | RaggedTensor,
    pattern: TensorLike,
    rewrite: TensorLike,
    replace_global: bool = True,
    name: str | None = None,
) -> Any:
    """Each string with what `pattern` (in RE2's syntax) matches replaced by `rewrite`.

    In `rewrite`, `\\\\1` to `\\\\9` stand for groups and `\\\\0` for the match.
    Where it names a group that the pattern does not have, strings stay as they are.
    `InvalidArgumentError` for a wrong pattern or rewrite, and for what RE2 lacks: lookaround, back
    references.

    >>> tf.strings.regex_replace("Text with <b>tags</b>", "<[^>]+>", " ").numpy()
    b'Text with  tags '
    """
    compiled = _compiled(_scalar(pattern, "pattern"))
    parts = _rewrite(_scalar(rewrite, "rewrite"))
    if any(isinstance(part, int) and part > compiled.groups for part in parts):
        return each(lambda s: s, input)  # as RE2 leaves them
    most = 0 if replace_global else 1
    return each(lambda s: _encode(_replaced(compiled, parts, _decode(s), most)), input)


def regex_full_match(
    input: TensorLike | RaggedTensor, pattern: TensorLike, name: str | None = None
) -> Any:
    """Whether `pattern` matches the whole of each string.

    >>> tf.strings.regex_full_match(["TF lib", "lib"], ".*lib$").numpy().tolist()
    [True, True]
    """
    compiled = _compiled(_scalar(pattern, "pattern"))
    return each_number(lambda s: compiled.fullmatch(_decode(s)) is not None, input, _core.bool)


def _scalar(given: Any, name: str) -> bytes:
    value = _core.convert_to_tensor(given).numpy()
    if not isinstance(value, bytes):
        raise invalid(f"{name} must be a scalar string, got {given!r}")
    return value


def _decode(s: bytes) -> str:
    return s.decode("utf-8", "surrogateescape")


def _encode(s: str) -> bytes:
    return s.encode("utf-8", "surrogateescape")


@functools.lru_cache(maxsize=128)
def _compiled(pattern: bytes) -> re.Pattern[str]:
    text = _decode(pattern)
    try:
        return re.compile(_translated(text), re.ASCII)
    except (re.error, OverflowError) as error:
        raise invalid(f"Invalid pattern: {text}, error: {error}") from None


def _translated(pattern: str) -> str:
    """The pattern in Python's syntax."""
    lines = re.match(r"\(\?[a-zA-Z]*m", pattern) is not None
    made: list[str] = []
    start = None  # where the class that is open has its first entry
    before = ""
    for token in _TOKEN.findall(pattern):
        if start is None:
            made.append(_outside(token, lines))
            start = len(made) if token == "[" else None
        elif token == "]" and len(made) > start:
            made.append(token)
            start = None
        else:
            start += token == "^" and len(made) == start
            alone = token == "-" and (made[-1] == "-" or _is_set(before))
            made.append(r"\-" if alone else _in_class(token))
        before = token
    return "".join(made)


def _outside(token: str, lines: bool) -> str:
    if token.startswith(("(?=", "(?!", "(?<=", "(?<!")):
        raise re.error(f"invalid perl operator: {token}")
    if token == "$":
        return token if lines else r"\Z"
    if len(token) == 1 or token[0] != "\\":
        return token
    letter = token[1]
    if letter.isdigit() and letter != "0":
        raise re.error(f"invalid escape sequence: {token}")
    if letter == "Q":
        return re.escape(token[2:].removesuffix(r"\E"))
    if letter in "pP":
        return _category(token, "[{}]", "[^{}]")
    plain = {"z": r"\Z", "s": r"[\t\n\f\r ]", "S": r"[^\t\n\f\r ]", "C": r"(?s:.)"}
    return plain.get(letter, _escape(token))


def _is_set(token: str) -> bool:
    """Whether an entry of a class stands for several characters; a range cannot begin with it."""
    return token[:2] in _SETS


def _in_class(token: str) -> str:
    if token.startswith("[:"):
        name = token[2:-2]
        if name.lstrip("^") not in _POSIX:
            raise re.error(f"invalid character class range: {token}")
        return _complement(_POSIX[name[1:]]) if name[0] == "^" else _POSIX[name]
    if token == "[":
        return r"\["
    if len(token) > 1 and token[0] == "\\":
        if token[1] in "pP":
            return _category(token, "{}", None)
        return r"\t\n\f\r " if token == r"\s" else _escape(token)
    return "\\" + token if token in "&~|" else token


def _escape(token: str) -> str:
    if token.startswith(r"\x{"):
        return re.escape(chr(int(token[3:-1], 16)))
    if len(token) == 2 and not token[1].isalnum():
        return "\\" + token[1]
    return token


def _complement(ranges: str) -> str:
    inside = re.compile(f"[{ranges}]")
    return _ranges([code for code in range(sys.maxunicode + 1) if not inside.match(chr(code))])


def _category(token: str, positive: str, negative: str | None) -> str:
    """`\\pL` and its like: the characters of a general category of Unicode."""
    name = token[2:].strip("{}")
    opposite = (token[1] == "P") != name.startswith("^")
    ranges = _characters(name.lstrip("^"), opposite and negative is None)
    return (negative if opposite and negative is not None else positive).format(ranges)


@functools.lru_cache(maxsize=16)
def _characters(name: str, opposite: bool) -> str:
    known = {unicodedata.category(chr(code)) for code in (32, 33, 36, 48, 65, 97, 0, 0x300)}
    codes = [
        code
        for code in range(sys.maxunicode + 1)
        if unicodedata.category(chr(code)).startswith(name) != opposite
    ]
    if not codes or (len(name) > 2 and known):
        raise re.error(f"invalid character class range: \\p{{{name}}} is not a general category")
    return _ranges(codes)


def _ranges(codes: list[int]) -> str:
    made, start = [], codes[0]
    for code, following in zip(codes, [*codes[1:], -1], strict=True):
        if following != code + 1:
            made.append(f"\\U{start:08x}-\\U{code:08x}")
            start = following
    return "".join(made)


def _rewrite(rewrite: bytes) -> list[str | int]:
    """The pieces of a rewrite: text, and numbers of groups; a wrong one is an error."""
    parts: list[str | int] = []
    for piece in re.findall(r"\\.?|[^\\]+", _decode(rewrite), re.DOTALL):
        if piece[0] != "\\":
            parts.append(piece)
        elif piece[1:].isdigit():
            parts.append(int(piece[1:]))
        elif piece[1:] == "\\":
            parts.append("\\")
        else:
            raise invalid(f"Invalid rewrite pattern: {_decode(rewrite)}")
    return parts


def _replaced(pattern: re.Pattern[str], parts: list[str | int], text: str, most: int) -> str:
    """As RE2 replaces: no empty match right behind another match."""
    made, last, count = [], 0, 0
    for match in pattern.finditer(text):
        if match.end() == match.start() == last and count:
            continue
        made.append(text[last : match.start()])
        made.extend(p if isinstance(p, str) else match[p] or "" for p in parts)
        last, count = match.end(), count + 1
        if count == most:
            break
    return "".join([*made, text[last:]])
