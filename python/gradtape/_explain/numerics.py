"""Where a value stopped being finite, and how large the gradients of variables are."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core, errors
from .._structure import nest
from . import sites

if TYPE_CHECKING:
    from .._typing import Array

_of_thread = threading.local()


def error_for(
    name: str,
    inputs: list[Any],
    outputs: list[Any],
    site: int,
    of: str | None,
    of_site: int,
    is_gradient: bool,
) -> Exception:
    """The error for the first operation whose result is not finite, with what went in."""
    place = next(n for n, y in enumerate(outputs) if not _is_finite(y))
    where = sites.placed(site)
    if is_gradient:
        head = (
            f"Detected Infinity or NaN in the gradient of {name}, input {place} of those asked for"
        )
    else:
        head = f'Detected Infinity or NaN in output {place} of operation "{name}"'
        if of is not None:
            head += f", while the gradient of {of} was computed"
    lines = [f"{head} (at {where})."]
    if of is not None and of_site:
        lines.append(f"  forward: {of} ran at {sites.placed(of_site)}")
    what = "output gradient" if is_gradient else "input"
    lines += [f"  {what} {n}: {described(x)}" for n, x in enumerate(inputs)]
    lines += [
        f"  {'gradient' if is_gradient else 'output'} {n}: {described(y)}"
        for n, y in enumerate(outputs)
    ]
    if any(not _is_finite(x) for x in inputs):
        lines.append("  What went in was not finite already: look for where it was made.")
    return errors.InvalidArgumentError(None, None, "\n".join(lines))


def _is_finite(tensor: Any) -> bool:
    return not _flows(tensor) or bool(np.all(np.isfinite(_values(tensor))))


def _flows(tensor: Any) -> bool:
    return bool(tensor.dtype.is_floating or tensor.dtype.is_complex)


def _values(tensor: Any) -> Array:
    """The elements in double precision, without an operation that a check would look at."""
    with _core.stop_recording_all():
        return np.asarray(tensor.numpy()).astype(
            "complex128" if tensor.dtype.is_complex else "float64"
        )


def described(tensor: Any) -> str:
    """Dtype, shape and range of a tensor, and what of it is not finite."""
    head = f"{tensor.dtype.name}{tensor.shape.as_list()}"
    if not _flows(tensor):
        return head
    values = _values(tensor)
    finite = np.abs(values[np.isfinite(values)]) if tensor.dtype.is_complex else None
    finite = values[np.isfinite(values)] if finite is None else finite
    parts = [f"from {finite.min():.6g} to {finite.max():.6g}" if finite.size else "nothing finite"]
    for what, count in (("NaN", np.isnan(values).sum()), ("infinite", np.isinf(values).sum())):
        if count:
            parts.append(f"{count} of {values.size} {what}")
    return f"{head}, {', '.join(parts)}"


def enable_check_numerics(stack_height_limit: int = 30, path_length_limit: int = 50) -> None:
    """Makes the first operation of this thread raise whose output or gradient is not finite.

    The `InvalidArgumentError` names the operation, the ranges and shapes of what went in, and the
    line of the program; for a gradient also the line of the operation that it belongs to. Every
    operation takes longer meanwhile. The two limits are taken for compatibility and ignored.

    >>> tf.debugging.enable_check_numerics()
    >>> tf.math.log(tf.constant([1.0, 0.0]))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    gradtape.errors.InvalidArgumentError: Detected Infinity or NaN in output 0 of operation "Log"...
    >>> tf.debugging.disable_check_numerics()
    """
    if getattr(_of_thread, "observer", None) is None:
        _of_thread.observer = _core.Observer(False, True)
        _of_thread.observer.start()


def disable_check_numerics() -> None:
    """Ends what `enable_check_numerics` began on this thread.

    >>> tf.debugging.disable_check_numerics()
    """
    observer = getattr(_of_thread, "observer", None)
    if observer is not None:
        observer.stop()
        _of_thread.observer = None


class GradientSummary:
    """One row for each variable: how large its gradient is, and what is suspicious about it.

    `rows` are tuples `(name, shape, norm, largest, zeros, remark)`; the remark is `""`, `"none"`,
    `"not finite"`, `"large"` or `"vanishing"`.
    """

    def __init__(self, rows: list[tuple[str, tuple[int, ...], float, float, float, str]]) -> None:
        self.rows = rows

    @property
    def suspicious(self) -> list[tuple[str, str]]:
        """The names with a remark, and the remarks."""
        return [(row[0], row[5]) for row in self.rows if row[5]]

    def __str__(self) -> str:
        width = max([len(row[0]) for row in self.rows] + [8])
        lines = [f"{'variable':<{width}}  {'shape':<14} {'norm':>10} {'largest':>10} {'zeros':>6}"]
        for name, shape, norm, largest, zeros, remark in self.rows:
            numbers = f"{norm:>10.3g} {largest:>10.3g} {zeros:>6.0%}"
            lines.append(f"{name:<{width}}  {shape!s:<14} {numbers}  {remark}".rstrip())
        return "\n".join(lines)

    __repr__ = __str__


_LARGE, _VANISHING = 1e3, 1e-7  # of the largest element
_FAR = 1e4  # how far from the median norm


def gradient_summary(gradients: Any, variables: Any) -> GradientSummary:
    """How large the gradient of each variable is, and which are large, vanishing or not finite.

    `large`: an element above 1000, or a norm above 10,000 times the median; `vanishing`: none
    above 1e-7, or a norm below the median by as much. `ValueError` if the numbers of gradients and
    variables differ.

    >>> v = tf.Variable([3.0, 4.0], name="v")
    >>> print(tf.debugging.gradient_summary([tf.constant([3.0, 4.0])], [v]))
    variable  shape                norm    largest  zeros
    v         (2,)                    5          4     0%
    """
    grads, owners = nest.flatten(gradients), nest.flatten(variables)
    if len(grads) != len(owners):
        raise ValueError(f"{len(grads)} gradients were given for {len(owners)} variables.")
    arrays = [None if g is None else np.abs(_values(_core.convert_to_tensor(g))) for g in grads]
    norms = [float(np.sqrt(np.sum(a * a))) for a in arrays if a is not None]
    usual = float(np.median([n for n in norms if np.isfinite(n) and n > 0] or [0.0]))
    return GradientSummary([_row(v, a, usual) for v, a in zip(owners, arrays, strict=True)])


def _row(variable: _core.Variable, values: Any, usual: float) -> tuple[Any, ...]:
    name = str(getattr(variable, "name", "tensor")).partition(":")[0]
    shape = tuple(variable.shape.as_list())
    if values is None:
        return name, shape, 0.0, 0.0, 1.0, "none"
    norm = float(np.sqrt(np.sum(values * values)))
    largest = float(values.max()) if values.size else 0.0
    zeros = float(np.mean(values == 0)) if values.size else 1.0
    return name, shape, norm, largest, zeros, _remark(norm, largest, usual)


def _remark(norm: float, largest: float, usual: float) -> str:
    if not np.isfinite(norm):
        return "not finite"
    if largest > _LARGE or norm > _FAR * usual > 0:
        return "large"
    if largest < _VANISHING or norm < usual / _FAR:
        return "vanishing"
    return ""
