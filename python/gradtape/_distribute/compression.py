"""In which dtype gradients travel: `Compression.none`, `Compression.fp16`, `Compression.bf16`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core

if TYPE_CHECKING:
    from .._typing import DTypeLike


class Compression:
    """What `DistributedGradientTape` and `DistributedOptimizer` take: Horovod's names.

    Gradients of float32 and float64 are rounded to half precision before they are sent, added in
    float32, and rounded once more; others travel as they are.

    >>> import gradtape as tf
    >>> tf.distribute.Compression.fp16.name
    'float16'
    """

    none = None
    fp16 = _core.float16
    bf16 = _core.bfloat16


def wire_dtype(dtype: DTypeLike, compression: Any) -> Any:
    """The dtype in which gradients of a dtype travel."""
    if compression is None or dtype not in (_core.float32, _core.float64):
        return dtype
    if compression not in (_core.float16, _core.bfloat16):
        raise ValueError(f"Gradients travel as float16 or bfloat16, not as {compression!r}.")
    return compression
