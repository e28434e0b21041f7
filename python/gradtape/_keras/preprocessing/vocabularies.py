"""Embeddings for a vocabulary that has changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ... import _core
from .. import initializers


def warmstart_embedding_matrix(
    base_vocabulary: Any,
    new_vocabulary: Any,
    base_embeddings: Any,
    new_embeddings_initializer: Any = "uniform",
) -> _core.Tensor:
    """A table for `new_vocabulary`: the rows of known words, and new rows for the others.

    Vocabularies are lists, arrays, or files with a word in each line.

    >>> import gradtape as tf
    >>> table = tf.constant([[1.0], [2.0]])
    >>> new = tf.keras.utils.warmstart_embedding_matrix(["a", "b"], ["b", "c"], table, "zeros")
    >>> new.numpy().tolist()
    [[2.0], [0.0]]
    """
    places = {word: place for place, word in enumerate(_words(base_vocabulary))}
    words = _words(new_vocabulary)
    old = np.asarray(base_embeddings)
    start = initializers.get(new_embeddings_initializer)
    rows = np.array(start(shape=(len(words), old.shape[1]), dtype=old.dtype.name))
    for row, word in enumerate(words):
        if word in places:
            rows[row] = old[places[word]]
    return _core.convert_to_tensor(rows)


def _words(vocabulary: Any) -> list[Any]:
    if isinstance(vocabulary, str):
        words: list[Any] = Path(vocabulary).read_text(encoding="utf-8").splitlines()
    else:
        words = np.asarray(vocabulary).tolist()
    if not words:
        raise ValueError("A vocabulary has at least one word. Received 0 instead.")
    return [word.decode() if isinstance(word, bytes) else word for word in words]
