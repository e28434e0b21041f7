"""`DistributedGradientTape`: a tape whose gradients are those of all processes together."""

from __future__ import annotations

import functools
from typing import Any

from .. import _core
from .._structure import nest
from .averaging import Averager
from .settings import current


@functools.cache  # plans outlive the tapes of their steps
def _averager(op: str, compression: Any) -> Averager:
    return Averager(op, compression)


class DistributedGradientTape:
    """A `GradientTape` whose `gradient` is averaged over all processes.

    Gradients travel while the backward pass goes on, in messages of `bucket_bytes` (see
    `configure`), `op` is "MEAN" or "SUM", `compression` one of `Compression`. Everything else is
    the tape's own. The first step of a program learns which sources have gradients.

    >>> import gradtape as tf
    >>> x = tf.Variable(3.0)
    >>> with tf.GradientTape() as tape:
    ...     y = x * x
    >>> tape = tf.distribute.DistributedGradientTape(tape)  # doctest: +SKIP
    >>> tape.gradient(y, x)  # doctest: +SKIP
    """

    def __init__(
        self, tape: Any = None, compression: Any = None, op: Any = "MEAN", **options: Any
    ) -> None:
        self._tape = _core.GradientTape(**options) if tape is None else tape
        self._averager = _averager(str(getattr(op, "value", op)), compression)

    def __enter__(self) -> DistributedGradientTape:
        self._tape.__enter__()
        return self

    def __exit__(self, *error: Any) -> Any:
        return self._tape.__exit__(*error)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._tape, name)

    def gradient(
        self,
        target: Any,
        sources: Any,
        output_gradients: Any = None,
        unconnected_gradients: Any = "none",
    ) -> Any:
        """As `GradientTape.gradient`, averaged; None where no process has a gradient.

        `InvalidArgumentError` where processes have other sources, `DeadlineExceededError` where one
        does not come.
        """
        flat = nest.flatten(sources)
        if current.overlap:
            step = self._averager.begin(flat)
            call = (self._tape, target, flat, output_gradients)
            own = _core.gradient_offered(*call, step.offer)
            found = step.finish(own)
        else:
            own = self._tape.gradient(target, flat, output_gradients)
            found = self._averager.reduce(own, flat)
        if str(getattr(unconnected_gradients, "value", unconnected_gradients)) == "zero":
            found = [_core.zeros_like(s) if g is None else g for g, s in zip(found, flat)]
        return nest.pack_sequence_as(sources, found)
