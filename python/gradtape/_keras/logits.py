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
_IN_GRAPH = "_logits_in_graph"


def with_logits(probabilities: Any, logits: Any) -> Any:
    """The probabilities, which know now what they were made from, and in which graph."""
    graph = number()
    if graph:
        setattr(probabilities, _IN_GRAPH, (graph, logits))
    else:
        setattr(probabilities, _NAME, logits)
    return probabilities


def behind(output: Any, from_logits: bool, function: str, activation: str) -> tuple[Any, bool]:
    """The logits that an output was made from, if it knows them, and whether it is logits.

    A `UserWarning` where such an output is said to be logits itself.
    """
    logits = _noted(output)
    if logits is None:
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


def _noted(output: Any) -> Any:
    graph = number()
    if not graph:
        return getattr(output, _NAME, None)
    made_in, logits = getattr(output, _IN_GRAPH, (0, None))
    return logits if made_in == graph else None
