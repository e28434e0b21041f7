"""The logits behind probabilities: `softmax` and `sigmoid` of Keras leave them with their result.

Cross entropies are computed from them, as in Keras: nothing is cut off, and gradients do not vanish
where a probability is 0 or 1. So they are in functions and steps of models from what
`tf.nn.softmax` and `tf.sigmoid` were given there, since Keras looks at a graph's operations.
Invariant: what a function is given and what it returns are other tensors in TensorFlow, so
probabilities have logits only in the graph that made them.
"""

from __future__ import annotations

import warnings
from typing import Any

from .. import _core
from .._runtime.inside import number

_NAME = "_keras_logits"


def with_logits(probabilities: Any, logits: Any) -> Any:
    """The probabilities, which know now what they were made from, and in which graph."""
    setattr(probabilities, _NAME, (number(), logits))
    return probabilities


def behind(output: Any, from_logits: bool, function: str, activation: str) -> tuple[Any, bool]:
    """The logits that an output was made from, if it knows them, and whether it is logits.

    A `UserWarning` where such an output is said to be logits itself.
    """
    graph, logits = getattr(output, _NAME, (0, None))
    if logits is None or graph != number():
        logits = _core.graph_input(output, activation)
    if logits is None:
        return output, from_logits
    if from_logits:
        warnings.warn(
            f'"`{function}` received `from_logits=True`, but the `output` argument was produced '
            f"by a {activation} activation and thus does not represent logits. Was this intended?",
            stacklevel=3,
        )
    return logits, True
