"""Characters of Unicode: strings in an encoding as code points, and back.

Invariant: what cannot be decoded is one replacement for each ill-formed part, or an error, or
nothing, as `errors` says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._ragged.tensor import RaggedTensor
from .elementwise import as_rows, as_strings, each, entries_of, invalid, numbers_of, strings_of

if TYPE_CHECKING:
    from .._typing import ShapeLike, TensorLike

_ENCODINGS = {"UTF-8": "utf-8", "UTF-16-BE": "utf-16-be", "UTF-32-BE": "utf-32-be"}
_CONTROL = frozenset(range(0x20))
_Char = tuple[int, int]  # a code point, and the byte where it starts


def _codec(encoding: str) -> str:
    import codecs

    try:
        return _ENCODINGS.get(encoding) or codecs.lookup(encoding).name
    except LookupError:
        raise invalid(f"Could not create converter for input encoding: {encoding}") from None


def _decoded(s: bytes, encoding: str, errors: str, replacement: int, control: bool) -> list[_Char]:
    """The characters of `s` with the bytes where they start."""
    if errors not in ("strict", "replace", "ignore"):
        raise invalid(
            f"Value for attr 'errors' of \"{errors}\" is not in the list of allowed values"
        )
    codec, made, at = _codec(encoding), [], 0
    while at < len(s):
        try:
            text, bad, after = s[at:].decode(codec), b"", len(s)
        except UnicodeDecodeError as error:
            if errors == "strict":
                raise invalid("Invalid formatting on input string") from None
            text, bad = s[at : at + error.start].decode(codec), s[at + error.start : at + error.end]
            after = at + error.end
        for char in text:
            made.append((ord(char), at))
            at += len(char.encode(codec))
        if bad and errors == "replace":
            made.append((replacement, at))
        at = after
    if control:
        made = [(replacement if code in _CONTROL else code, at) for code, at in made]
    return made


def _all_decoded(given: _core.Tensor, options: tuple[Any, ...]) -> list[list[_Char]]:
    return [_decoded(s, *options) for s in entries_of(given)]


def _offsets(rows: list[list[_Char]], given: _core.Tensor) -> Any:
    return as_rows([[at for _, at in row] for row in rows], given, _int64)


def _int64(values: Any, shape: ShapeLike) -> _core.Tensor:
    return numbers_of(values, shape, _core.int64)


def _int32(values: Any, shape: Any) -> _core.Tensor:
    return numbers_of(values, shape, _core.int32)


def unicode_decode(
    input: TensorLike | RaggedTensor,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> Any:
    """The code points of each string, `int32`: a vector for a scalar, else ragged.

    `errors` is `"replace"` (by `replacement_char`), `"ignore"` or `"strict"`
    (`InvalidArgumentError`).

    >>> tf.strings.unicode_decode("aé", "UTF-8").numpy().tolist()
    [97, 233]
    """
    given = as_strings(input)
    options = (input_encoding, errors, replacement_char, replace_control_characters)
    rows = _all_decoded(given, options)
    return as_rows([[code for code, _ in row] for row in rows], given, _int32)


def unicode_decode_with_offsets(
    input: TensorLike | RaggedTensor,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> tuple[Any, Any]:
    """As `unicode_decode`, with the byte where each character starts.

    >>> codes, starts = tf.strings.unicode_decode_with_offsets("éa", "UTF-8")
    >>> starts.numpy().tolist()
    [0, 2]
    """
    given = as_strings(input)
    options = (input_encoding, errors, replacement_char, replace_control_characters)
    rows = _all_decoded(given, options)
    codes = as_rows([[code for code, _ in row] for row in rows], given, _int32)
    return codes, _offsets(rows, given)


def unicode_split(
    input: TensorLike | RaggedTensor,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    name: str | None = None,
) -> Any:
    """The characters of each string as strings: a vector for a scalar, else ragged.

    >>> tf.strings.unicode_split("aé", "UTF-8").numpy().tolist()
    [b'a', b'\\xc3\\xa9']
    """
    return unicode_split_with_offsets(input, input_encoding, errors, replacement_char)[0]


def unicode_split_with_offsets(
    input: TensorLike | RaggedTensor,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    name: str | None = None,
) -> tuple[Any, Any]:
    """As `unicode_split`, with the byte where each character starts.

    >>> chars, starts = tf.strings.unicode_split_with_offsets(["éa"], "UTF-8")
    >>> starts
    <tf.RaggedTensor [[0, 2]]>
    """
    given, codec = as_strings(input), _codec(input_encoding)
    rows = _all_decoded(given, (input_encoding, errors, replacement_char, False))
    chars = [[chr(code).encode(codec, "surrogatepass") for code, _ in row] for row in rows]
    return as_rows(chars, given, strings_of), _offsets(rows, given)


def unicode_encode(
    input: TensorLike | RaggedTensor,
    output_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    name: str | None = None,
) -> Any:
    """Rows of code points as strings: `UTF-8`, `UTF-16-BE` or `UTF-32-BE`.

    >>> tf.strings.unicode_encode([97, 233], "UTF-8").numpy()
    b'a\\xc3\\xa9'
    """
    if output_encoding not in _ENCODINGS:
        raise invalid(f"Value for attr 'output_encoding' of {output_encoding} is not allowed")
    if not isinstance(input, RaggedTensor):
        dense = _core.convert_to_tensor(input)
        if dense.shape.rank == 0:
            raise ValueError("input_tensor's rank must be at least 1.")
        rows = np.asarray(dense.numpy()).reshape(-1, dense.shape[-1]).tolist()
        made = [_encoded(row, output_encoding, errors, replacement_char) for row in rows]
        return strings_of(made, dense.shape.as_list()[:-1])
    if isinstance(input.values, RaggedTensor) or input.values.shape.rank > 1:
        inner = unicode_encode(input.values, output_encoding, errors, replacement_char)
        return input.with_values(inner)
    made = [_encoded(row, output_encoding, errors, replacement_char) for row in input.to_list()]
    return strings_of(made, [len(made)])


def _is_character(code: int) -> bool:
    return 0 <= code < 0xD800 or 0xE000 <= code <= 0x10FFFF


def _encoded(codes: list[int], encoding: str, errors: str, replacement: int) -> bytes:
    if errors == "strict" and not all(map(_is_character, codes)):
        raise invalid("Code point is out of range for Unicode, or a noncharacter.")
    kept = (c if _is_character(c) else None if errors == "ignore" else replacement for c in codes)
    return "".join(chr(c) for c in kept if c is not None).encode(_ENCODINGS[encoding])


def unicode_transcode(
    input: TensorLike | RaggedTensor,
    input_encoding: str,
    output_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> Any:
    """Each string in another encoding.

    >>> tf.strings.unicode_transcode(["a"], "UTF-8", "UTF-16-BE").numpy().tolist()
    [b'\\x00a']
    """
    if output_encoding not in _ENCODINGS:
        raise invalid(f"Value for attr 'output_encoding' of {output_encoding} is not allowed")
    options = (input_encoding, errors, replacement_char, replace_control_characters)
    target = _ENCODINGS[output_encoding]
    return each(
        lambda s: "".join(chr(code) for code, _ in _decoded(s, *options)).encode(target), input
    )
