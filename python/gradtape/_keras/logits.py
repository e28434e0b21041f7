"""The logits behind probabilities: `softmax` and `sigmoid` of Keras leave them with their result.

Cross entropies are computed from them, as in Keras: nothing is cut off, and gradients do not vanish
where a probability is 0 or 1.
"""

from __future__ import annotations

import warnings
from typing import Any

_NAME = "_keras_logits"


def with_logits(probabilities: Any, logits: Any) -> Any:
    """The probabilities, which know now what they were made from."""
    setattr(probabilities, _NAME, logits)
    return probabilities


def behind(output: Any, from_logits: bool, function: str, activation: str) -> tuple[Any, bool]:
    """The logits that an output was made from, if it knows them, and whether it is logits.

    A `UserWarning` where such an output is said to be logits itself.
    """
    logits = getattr(output, _NAME, None)
    if logits is None:
        return output, from_logits
    if from_logits:
        warnings.warn(
            f'"`{function}` received `from_logits=True`, but the `output` argument was produced '
            f"by a {activation} activation and thus does not represent logits. Was this intended?",
            stacklevel=3,
        )
    return logits, True
