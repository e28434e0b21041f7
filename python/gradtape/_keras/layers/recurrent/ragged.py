"""Recurrent layers over rows of different lengths, which Keras 2 takes as they are.

The rows become one dense tensor and a mask; a sequence of outputs has the lengths of the inputs.
"""

from __future__ import annotations

from typing import Any

from .... import _core
from ...._ragged.tensor import RaggedTensor


def dense(inputs: Any, mask: Any, unroll: bool) -> tuple[Any, Any, Any]:
    """Dense inputs with their mask, and the lengths of ragged ones; None for others.

    `ValueError` for a ragged tensor with a mask of its own, or for a layer that unrolls.
    """
    if not isinstance(inputs, RaggedTensor):
        return inputs, mask, None
    if mask is not None:
        raise ValueError(
            f"The mask that was passed in was {mask}, which cannot be applied to RaggedTensor "
            "inputs. Please make sure that there is no mask injected by upstream layers."
        )
    if unroll:
        raise ValueError(
            "The input received contains RaggedTensors and does not support unrolling. Disable "
            "unrolling by passing `unroll=False` in the RNN Layer constructor."
        )
    lengths, steps = inputs.row_lengths(), inputs.to_tensor()
    return steps, _core.sequence_mask(lengths, steps.shape[1]), lengths


def ragged_again(outputs: Any, lengths: Any, go_backwards: bool) -> Any:
    """A sequence of outputs with these lengths, each row in the order in which it was gone."""
    if not go_backwards:
        return RaggedTensor.from_tensor(outputs, lengths)
    rows = RaggedTensor.from_tensor(_core.reverse(outputs, [1]), lengths)
    return _core.reverse(rows, [1])
