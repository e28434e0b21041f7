"""What the borrowed modules of Keras find as `tensorflow`: gradtape's names.

A name is looked up in gradtape when it is first asked for, and kept. Names that Keras takes from
private modules of TensorFlow are answered by the public ones that they stand for.
"""

from __future__ import annotations

from typing import Any

import gradtape

# Private names that Keras imports, and where gradtape has what they are.
_PRIVATE = {"is_nan": "math.is_nan"}


class _Nothing:
    """What no object is: Keras asks whether one is of a class that gradtape does not have."""


class _Internal:
    """`tf.__internal__`: what Keras asks of it."""

    EagerTensor = gradtape.Tensor
    CompositeTensor = _Nothing


class _Distribute:
    """`tf.distribute`: one process on one machine."""

    DistributedDataset = _Nothing


__internal__ = _Internal()
distribute = _Distribute()
TypeSpec = _Nothing
# Products of sparse matrices, which this backend does not have.
sparse_csr_matrix_ops = None


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    value: Any = gradtape
    for part in _PRIVATE.get(name, name).split("."):
        value = getattr(value, part)
    globals()[name] = value
    return value
