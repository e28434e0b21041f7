"""Dtypes by name: Keras's checks of them, and which one several are promoted to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .settings import floatx

if TYPE_CHECKING:
    from .._typing import DTypeLike

# Which dtypes follow each in the order of promotion (that of JAX, which Keras took over); "int" and
# "float" are Python's numbers.
_ABOVE = {
    "bool": ["int"],
    "int": ["uint8", "int8"],
    "uint8": ["int16", "uint16"],
    "uint16": ["int32", "uint32"],
    "uint32": ["int64", "uint64"],
    "uint64": ["float"],
    "int8": ["int16"],
    "int16": ["int32"],
    "int32": ["int64"],
    "int64": ["float"],
    "float": ["bfloat16", "float16"],
    "bfloat16": ["float32"],
    "float16": ["float32"],
    "float32": ["float64"],
    "float64": [],
}
_STORED = {"float8_e4m3fn", "float8_e5m2"}
_ALLOWED = {*_ABOVE, *_STORED, "string", "complex64", "complex128"} - {"int", "float"}
_OF_PYTHON: dict[Any, str] = {
    bool: "bool",
    int: "int64",
    "int": "int64",
    float: "float32",
    str: "string",
}


def standardize_dtype(dtype: DTypeLike) -> str:
    """The name of a dtype; `floatx()` for None. `ValueError` for what is none.

    >>> tf.keras.utils.standardize_dtype(tf.float64), tf.keras.utils.standardize_dtype(None)
    ('float64', 'float32')
    """
    if dtype is None:
        return floatx()
    name = _OF_PYTHON.get(dtype) or getattr(dtype, "name", None)
    if name is None:
        name = dtype if isinstance(dtype, str) else getattr(dtype, "__name__", str(dtype))
    if name not in _ALLOWED:
        raise ValueError(f"Invalid dtype: {dtype}")
    return str(name)


def whole_numbers(dtype: Any) -> Any:
    """A dtype as it is, "int64" for Python's `int` and its name.

    >>> from gradtape._keras.dtypes import whole_numbers
    >>> whole_numbers("int"), whole_numbers("int8")
    ('int64', 'int8')
    """
    python = dtype is int or (isinstance(dtype, str) and dtype == "int")
    return "int64" if python else dtype


def is_float_dtype(dtype: DTypeLike) -> bool:
    """Whether it is a dtype of real numbers.

    >>> tf.keras.backend.is_float_dtype("bfloat16"), tf.keras.backend.is_float_dtype("int8")
    (True, False)
    """
    return standardize_dtype(dtype).startswith(("float", "bfloat"))


def is_int_dtype(dtype: DTypeLike) -> bool:
    """Whether it is a dtype of whole numbers.

    >>> tf.keras.backend.is_int_dtype("uint8"), tf.keras.backend.is_int_dtype("bool")
    (True, False)
    """
    return standardize_dtype(dtype).startswith(("int", "uint"))


def result_type(*dtypes: Any) -> str:
    """The dtype that values of these dtypes are promoted to together.

    `int` and `float` stand for Python's numbers, which take the dtype of the others where they can.
    Beside complex numbers everything is complex, of 128 bits if one of them is.

    >>> tf.keras.backend.result_type("int64", "float16"), tf.keras.backend.result_type("int32", int)
    ('float16', 'int32')
    """
    names = {_name(dtype) for dtype in dtypes} or {"float"}
    if names & {"complex64", "complex128"}:
        return "complex128" if "complex128" in names else "complex64"
    common = set.intersection(*map(_reached, names))
    least = next(name for name in common if common <= _reached(name))
    return {"int": "int32", "float": floatx()}.get(least, least)


def _name(dtype: Any) -> str:
    return {int: "int", float: "float"}.get(dtype) or standardize_dtype(dtype)


def _reached(name: str) -> set[str]:
    """A dtype, and all that it can be promoted to."""
    if name not in _ABOVE:
        raise ValueError(f"Invalid `dtype`: {name} takes no part in promotions")
    return {name}.union(*map(_reached, _ABOVE[name]))
