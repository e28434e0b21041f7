"""Whole numbers that a program gives to datasets: sizes, counts, places.

Invariant: what TensorFlow cannot take for an `int64` is refused, so that half a number is never cut
off in silence; integers of other widths are taken.
"""

from __future__ import annotations

from typing import Any

from .. import _core


def whole(number: Any) -> int:
    """`number` as an int; `TypeError` for a float or a text, `ValueError` for a tensor of floats.

    >>> from gradtape._data.counts import whole
    >>> whole(3)
    3
    """
    if type(number) is int:
        return number
    if type(number) in (float, str) or number is None:
        number = _core.convert_to_tensor(number, _core.int64)  # which says what is wrong with it
    elif _core.is_tensor(number) and not number.dtype.is_integer:
        raise ValueError(
            f"Tensor conversion requested dtype int64 for Tensor with dtype {number.dtype.name}: "
            f"{number!r}"
        )
    return int(number)
