"""Operations of losses and layers, and some small ones, over functions of several rooms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from .. import _core
from .._control.ordering import Assert
from .._ops import dequantized, quantization
from .._sparse.arithmetic import sparse_dense_matmul
from .._sparse.tensor import SparseTensor
from .._strings import plain


class SoftmaxCrossEntropyWithLogits(NamedTuple):
    """The losses, and their gradients by the features."""

    loss: _core.Tensor
    backprop: _core.Tensor


class SparseSoftmaxCrossEntropyWithLogits(NamedTuple):
    """The same for labels that are numbers of classes."""

    loss: _core.Tensor
    backprop: _core.Tensor


class StringSplitV2(NamedTuple):
    """The pieces, as the parts of a sparse tensor."""

    indices: _core.Tensor
    values: _core.Tensor
    shape: _core.Tensor


def _entropy(features: Any, labels: Any, name: str | None = None) -> SoftmaxCrossEntropyWithLogits:
    logits = _core.convert_to_tensor(features)
    given = _core.convert_to_tensor(labels, logits.dtype)
    return SoftmaxCrossEntropyWithLogits(
        _core.softmax_cross_entropy_with_logits(given, logits), _core.softmax(logits) - given
    )


def _entropy_of_classes(
    features: Any, labels: Any, name: str | None = None
) -> SparseSoftmaxCrossEntropyWithLogits:
    logits = _core.convert_to_tensor(features)
    given = _core.one_hot(labels, logits.shape[-1], dtype=logits.dtype)
    return SparseSoftmaxCrossEntropyWithLogits(
        _core.sparse_softmax_cross_entropy_with_logits(labels, logits),
        _core.softmax(logits) - given,
    )


def _pieces(input: Any, sep: Any, maxsplit: int = -1, name: str | None = None) -> StringSplitV2:
    found = plain.split(input, sep, maxsplit).to_sparse()
    return StringSplitV2(found.indices, found.values, found.dense_shape)


def _product_of_sparse(
    a_indices: Any, a_values: Any, a_shape: Any, b: Any, adjoint_a: bool = False,
    adjoint_b: bool = False, name: str | None = None,
) -> _core.Tensor:  # fmt: skip
    return sparse_dense_matmul(SparseTensor(a_indices, a_values, a_shape), b, adjoint_a, adjoint_b)


def _bits_set(x: Any, name: str | None = None) -> _core.Tensor:
    values = np.asarray(_core.convert_to_tensor(x).numpy())
    bits = np.unpackbits(np.ascontiguousarray(values)[..., None].view(np.uint8), axis=-1)
    return _core.constant(bits.sum(-1).astype(np.uint8))


def _place_in_order(input: Any, n: Any, reverse: bool = False, name: str | None = None) -> Any:
    """The element at place `n` of each row in ascending order, or in descending order."""
    ordered = _core.sort(input, direction="DESCENDING" if reverse else "ASCENDING")
    return ordered[..., int(n)]


def _dequantized(
    input: Any, input_min: Any, input_max: Any, signed_input: bool = True, num_bits: int = 8,
    range_given: bool = False, round_mode: str = "HALF_TO_EVEN", narrow_range: bool = False,
    axis: int = -1, name: str | None = None,
) -> _core.Tensor:  # fmt: skip
    return dequantized.quantize_and_dequantize_v2(
        input, input_min, input_max, signed_input, num_bits, range_given, round_mode, None,
        narrow_range, axis,
    )  # fmt: skip


OF_LAYERS: Mapping[str, Callable[..., Any]] = {
    "ApproximateEqual": lambda x, y, tolerance=1e-5, name=None: (
        _core.abs(_core.subtract(x, y)) < tolerance
    ),
    "Assert": lambda condition, data, summarize=3, name=None: Assert(condition, data, summarize),
    "BatchMatMulV2": lambda x, y, adj_x=False, adj_y=False, grad_x=False, grad_y=False, name=None: (
        _core.matmul(x, y, adjoint_a=adj_x, adjoint_b=adj_y)
    ),
    "Empty": lambda shape, dtype, init=False, name=None: _core.zeros(shape, dtype),
    "FakeQuantWithMinMaxVars": quantization.fake_quant_with_min_max_vars,
    "FakeQuantWithMinMaxVarsPerChannel": quantization.fake_quant_with_min_max_vars_per_channel,
    "GuaranteeConst": lambda input, name=None: _core.identity(input),
    "NoOp": lambda name=None: None,
    "NthElement": _place_in_order,
    "PopulationCount": _bits_set,
    "QuantizeAndDequantizeV4": _dequantized,
    "SoftmaxCrossEntropyWithLogits": _entropy,
    "SparseSoftmaxCrossEntropyWithLogits": _entropy_of_classes,
    "SparseTensorDenseMatMul": _product_of_sparse,
    "StatelessRandomUniform": lambda shape, seed, dtype="float32", name=None: (
        _core.stateless_uniform(shape, seed, dtype=dtype)
    ),
    "StringSplitV2": _pieces,
}
