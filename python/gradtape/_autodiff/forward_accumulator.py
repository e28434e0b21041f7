"""Forward mode: derivatives along a direction, computed while the operations run.

The core knows one tangent for each tensor (`_core.Accumulator`); here are TensorFlow's structures,
warnings and errors. Invariant: a primal is named once, and its tangent has its dtype and shape.
"""

from __future__ import annotations

from typing import Any

from .. import _core, _logging
from .._structure import nest
from .unconnected_gradients import UnconnectedGradients


class ForwardAccumulator:
    """Computes Jacobian-vector products ("forward mode") of what runs in its context.

    `primals` is a tensor, a variable, or a structure of them, and `tangents` the same structure of
    what converts to tensors of their dtypes and shapes. The cost is a small multiple of what the
    operations cost, whatever the number of outputs; `GradientTape` is cheaper for few outputs of
    many inputs.

    An accumulator sees the operations that tapes and accumulators within it run, and what it runs
    itself is seen by those around it: both modes nest in any order. Derivatives are read from the
    same declarations as gradients, so custom gradients, kinks, and operations without gradient are
    as they are for a tape.

    Raises `ValueError` for structures that differ, a primal that is named twice, a tangent that
    does not fit, and for an accumulator that is entered while it is active; operations in the
    context raise `LookupError` where they have no gradient.

    >>> import gradtape as tf
    >>> x = tf.constant([2.0, 3.0])
    >>> with tf.autodiff.ForwardAccumulator(x, tf.constant([1.0, 0.0])) as forward:
    ...     with tf.GradientTape() as tape:
    ...         tape.watch(x)
    ...         y = tf.reduce_prod(x) * x[0]
    ...     gradient = tape.gradient(y, x)
    >>> print(forward.jvp(y).numpy())  # along the first axis
    12.0
    >>> print(forward.jvp(gradient).numpy())  # the Hessian's first column
    [6. 4.]
    """

    def __init__(self, primals: Any, tangents: Any) -> None:
        self._accumulator = _core.Accumulator()
        seen: set[int] = set()
        for primal in nest.flatten(primals):
            if id(primal) in seen:
                raise ValueError(
                    f"Tensor {primal} was specified as a primal multiple times. This may indicate "
                    "an error. If it was intended, please sum the corresponding tangents."
                )
            seen.add(id(primal))
        nest.map_structure(self._watch, primals, tangents)

    def _watch(self, primal: _core.Tensor, tangent: _core.Tensor) -> None:
        if not primal.dtype.is_floating:
            _logging.warn_at_call_site(
                "The dtype of the watched primal must be floating (e.g. tf.float32), "
                f"got {primal.dtype!r}",
                5,
            )
        self._accumulator.watch(primal, _core.convert_to_tensor(tangent, dtype=primal.dtype))

    def __enter__(self) -> ForwardAccumulator:
        self._accumulator.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._accumulator.stop()

    def jvp(self, primals: Any, unconnected_gradients: Any = UnconnectedGradients.NONE) -> Any:
        """The derivatives of `primals` along the tangents, in the same structure.

        `primals` are tensors that were computed in the context, or those that the accumulator was
        made with. `None`, or zeros with `UnconnectedGradients.ZERO`, stands for what does not
        depend on them. Raises `AttributeError` for anything that is no tensor or variable, and
        `ValueError` for another `unconnected_gradients`.

        >>> import gradtape as tf
        >>> x = tf.constant(3.0)
        >>> with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as forward:
        ...     y = {"square": x * x, "other": tf.constant(1.0)}
        >>> {name: str(t) for name, t in forward.jvp(y).items()}
        {'square': 'tf.Tensor(6.0, shape=(), dtype=float32)', 'other': 'None'}
        """
        zero = UnconnectedGradients(unconnected_gradients) is UnconnectedGradients.ZERO

        def fetch(primal: _core.Tensor) -> _core.Tensor | None:
            tangent = self._accumulator.jvp(primal)
            return _core.zeros_like(primal) if tangent is None and zero else tangent

        return nest.map_structure(fetch, primals)
