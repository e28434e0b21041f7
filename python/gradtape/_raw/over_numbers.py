"""Operations under their first versions' names, and those that several functions share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .. import _core
from .._autodiff.clipping import clip_by_value
from .._legacy import functions, older
from .._linalg import least_squares
from .._networks import ctc
from .._ops import quantization, spacing, variadic
from .._signal import axes
from .._structure import static


class CTCLoss(NamedTuple):
    """The losses, and their gradient by the inputs."""

    loss: _core.Tensor
    gradient: _core.Tensor


class CTCGreedyDecoder(NamedTuple):
    """What was decoded, as the parts of a sparse tensor, and how likely that is."""

    decoded_indices: _core.Tensor
    decoded_values: _core.Tensor
    decoded_shape: _core.Tensor
    log_probability: _core.Tensor


def _decoded(
    inputs: Any, sequence_length: Any, merge_repeated: bool = False, blank_index: int = -1,
    name: str | None = None,
) -> CTCGreedyDecoder:  # fmt: skip
    (found,), likely = ctc.ctc_greedy_decoder(inputs, sequence_length, merge_repeated, blank_index)
    return CTCGreedyDecoder(found.indices, found.values, found.dense_shape, likely)


def _product(
    x: Any, y: Any, adj_x: bool = False, adj_y: bool = False, grad_x: bool = False,
    grad_y: bool = False, name: str | None = None,
) -> _core.Tensor:  # fmt: skip
    return _core.matmul(x, y, adjoint_a=adj_x, adjoint_b=adj_y)


def _counted(arr: Any, size: Any, weights: Any, name: str | None = None) -> _core.Tensor:
    """How often each number below `size` is there, or the sum of its weights."""
    weights = _core.convert_to_tensor(weights)
    given = weights if weights.shape.num_elements() else None
    return _core.bincount(arr, given, size, size, weights.dtype)


OF_NUMBERS: Mapping[str, Callable[..., Any]] = {
    "Add": lambda x, y, name=None: _core.add(x, y),
    "BatchMatMul": _product,
    "Bincount": _counted,
    "CTCGreedyDecoder": _decoded,
    "ClipByValue": lambda t, clip_value_min, clip_value_max, name=None: clip_by_value(
        t, clip_value_min, clip_value_max
    ),
    "Concat": lambda concat_dim, values, name=None: _core.concat(values, concat_dim),
    "ConjugateTranspose": lambda x, perm, name=None: _core.transpose(x, perm, True),
    "DenseBincount": lambda input, size, weights, binary_output=False, name=None: _core.bincount(
        input, weights if _core.size(weights) else None, size, size,
        _core.convert_to_tensor(weights).dtype, -1 if _core.rank(input) == 2 else None,
        binary_output,
    ),
    "Diag": lambda diagonal, name=None: _core.tensor_diag(diagonal),
    "DiagPart": lambda input, name=None: _core.tensor_diag_part(input),
    "Einsum": lambda inputs, equation, name=None: variadic.einsum(equation, *inputs),
    "FakeQuantWithMinMaxArgs": quantization.fake_quant_with_min_max_args,
    "Gather": lambda params, indices, validate_indices=True, name=None: _core.gather(
        params, indices
    ),
    "IRFFT2D": lambda input, fft_length, name=None: _core.irfft2d(input, fft_length),
    "IRFFT3D": lambda input, fft_length, name=None: axes.irfft3d(input, fft_length),
    "InTopK": lambda predictions, targets, k, name=None: _core.in_top_k(targets, predictions, k),
    "Inv": lambda x, name=None: _core.reciprocal(x),
    "LinSpace": lambda start, stop, num, name=None: spacing.linspace(start, stop, num),
    "ListDiff": lambda x, y, out_idx="int32", name=None: older.setdiff1d(x, y, out_idx),
    "MatrixDiag": lambda diagonal, name=None: _core.diag(diagonal),
    "MatrixDiagPart": lambda input, name=None: _core.diag_part(input),
    "MatrixSetDiag": lambda input, diagonal, name=None: _core.set_diag(input, diagonal),
    "MatrixSolveLs": lambda matrix, rhs, l2_regularizer, fast=True, name=None: least_squares.lstsq(
        matrix, rhs, l2_regularizer, fast
    ),
    "MaxPoolV2": lambda input, ksize, strides, padding, data_format="NHWC", name=None:
    _core.max_pool(input, ksize, strides, padding, data_format),
    "MirrorPad": lambda input, paddings, mode, name=None: _core.pad(input, paddings, mode),
    "Pad": lambda input, paddings, name=None: _core.pad(input, paddings),
    "RFFT2D": lambda input, fft_length, name=None: _core.rfft2d(input, fft_length),
    "RFFT3D": lambda input, fft_length, name=None: axes.rfft3d(input, fft_length),
    "Reverse": lambda tensor, dims, name=None: _core.reverse(
        tensor, [axis for axis, turned in enumerate(dims) if turned]
    ),
    "Select": lambda condition, x, y, name=None: functions.where(condition, x, y),
    "ShapeN": lambda input, out_type="int32", name=None: static.shape_n(
        input, _core.as_dtype(out_type)
    ),
    "Split": lambda axis, value, num_split, name=None: _core.split(value, num_split, axis),
    "StatelessRandomNormal": lambda shape, seed, dtype="float32", name=None: _core.stateless_normal(
        shape, seed, dtype=dtype
    ),
    "StatelessTruncatedNormal": lambda shape, seed, dtype="float32", name=None:
    _core.stateless_truncated_normal(shape, seed, dtype=dtype),
    "UpperBound": lambda sorted_inputs, values, out_type="int32", name=None: _core.searchsorted(
        sorted_inputs, values, "right", out_type
    ),
    "Where": lambda condition, name=None: _core.where(condition),
}  # fmt: skip
