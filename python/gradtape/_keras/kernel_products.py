"""Products of inputs with the kernel of an `EinsumDense`, in the order in which Keras adds them up.

Keras 3 makes matrix products of some equations: of each example with the kernel, whose gradient is
the sum of those of the examples. Elsewhere `einsum` makes one product of all rows.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from .. import _core
from .._runtime.versions import is_keras_2_asked_for

# By what is left of an equation whose letters are a, b, c.. in the order in which they come: how
# many axes of the inputs are summed over, and the order of the axes of the kernel, those first.
_EQUATIONS: dict[str, tuple[int, tuple[int, ...]]] = {
    "ab,bc->ac": (1, (0, 1)),
    "ab,cb->ac": (1, (1, 0)),
    "abc,cd->abd": (1, (0, 1)),
    "abc,dc->abd": (1, (1, 0)),
    "abc,cde->abde": (1, (0, 1, 2)),
    "abc,dce->abde": (1, (1, 0, 2)),
    "abc,dec->abde": (1, (2, 0, 1)),
    "abcd,cde->abe": (2, (0, 1, 2)),
    "abcd,ced->abe": (2, (0, 2, 1)),
    "abcd,ecd->abe": (2, (1, 2, 0)),
}


def product(equation: str, inputs: Any, kernel: Any) -> Any:
    """`einsum(equation, inputs, kernel)`.

    >>> import gradtape as tf
    >>> from gradtape._keras.kernel_products import product
    >>> product("abc,cd->abd", tf.ones([2, 3, 4]), tf.ones([4, 5])).shape
    TensorShape([2, 3, 5])
    """
    found = None if is_keras_2_asked_for() else as_matrices(equation)
    return _core.einsum(equation, [inputs, kernel]) if found is None else found(inputs, kernel)


def as_matrices(equation: str) -> Callable[[Any, Any], Any] | None:
    """The matrix product that Keras 3 makes of an equation, or None."""
    form = _EQUATIONS.get(_in_order(equation))
    return None if form is None else lambda inputs, kernel: _multiplied(inputs, kernel, *form)


def _in_order(equation: str) -> str:
    """An equation with the letters a, b, c.. in the order in which they come."""
    letters: dict[str, str] = {}
    for letter in equation:
        if letter.isalpha():
            letters.setdefault(letter, chr(ord("a") + len(letters)))
    return "".join(letters.get(letter, letter) for letter in equation if letter != " ")


def _multiplied(inputs: Any, kernel: Any, summed: int, order: tuple[int, ...]) -> Any:
    if order != tuple(range(len(order))):
        kernel = _core.transpose(kernel, order)
    sizes, given = kernel.shape.as_list(), inputs.shape.as_list()
    before, after = given[:-summed], sizes[summed:]
    rows = math.prod(sizes[:summed])
    if summed > 1:
        inputs = _core.reshape(inputs, [*before, rows])
    if len(sizes) > 2:
        kernel = _core.reshape(kernel, [rows, math.prod(after)])
    found = _core.matmul(inputs, kernel)
    return found if len(after) == 1 else _core.reshape(found, [*before, *after])
