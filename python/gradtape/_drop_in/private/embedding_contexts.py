"""`tensorflow.python.tpu.embedding_context_utils`: blocks that order embeddings of a TPU.

Invariant: where there is no TPU they change nothing.
"""

from __future__ import annotations

from contextlib import nullcontext


class EmbeddingPipeliningContext(nullcontext[None]):
    """A block in which embeddings of the next step may be looked up ahead."""

    def __init__(self, mode: str = "", enable: bool = True) -> None:
        super().__init__()


class SequentialEmbeddingContext(EmbeddingPipeliningContext):
    """A block in which they are not."""
