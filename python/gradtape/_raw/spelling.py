"""What TensorFlow's operations call their arguments, where the core's functions say otherwise.

Invariant: an argument that stands in no table here has the name of the function's parameter.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from inspect import Parameter

# Types of operations that TensorFlow does not have, and those (in the last lines) whose results
# are other ones there: with a gradient as a second result, of statistics, of a size of its own.
OWN = {
    *("Erfcinv", "Gelu", "LayerNormalization", "LogPositive", "LogSigmoid", "LogSumExp"),
    *("NormalCdf", "ReciprocalNoNan", "SigmoidCrossEntropyWithLogits", "Trigamma", "Variance"),
    *("SequenceGRU", "SequenceLSTM", "SequenceRNN"),
    *("DenseBincount", "FusedBatchNormV3"),
    *("SoftmaxCrossEntropyWithLogits", "SparseSoftmaxCrossEntropyWithLogits"),
}

_EVERYWHERE = {
    "filters": "filter",
    "input_": "input",
    "input_tensor": "input",
    "keepdims": "keep_dims",
    "layout": None,
}
_TRANSPOSED = {"input": "out_backprop", "output_shape": "input_sizes"}

# By type, then by parameter; None for a parameter that the operation does not have.
_HERE: Mapping[str, Mapping[str, str | None]] = {
    "ArgMax": {"axis": "dimension"},
    "ArgMin": {"axis": "dimension"},
    "AvgPool": {"input": "value"},
    "BandedTriangularSolve": {"bands": "matrix"},
    "BroadcastArgs": {"shape_x": "s0", "shape_y": "s1"},
    "Cast": {"dtype": "DstT"},
    "Conj": {"x": "input"},
    "Conv2DBackpropInput": _TRANSPOSED,
    "Conv3DBackpropInputV2": _TRANSPOSED,
    "Eig": {"tensor": "input"},
    "EnsureShape": {"x": "input"},
    "GatherNd": {"batch_dims": None},
    "GatherV2": {"validate_indices": None},
    "LogSoftmax": {"axis": None},
    "LowerBound": {"sorted_sequence": "sorted_inputs", "side": None},
    "MatMul": dict.fromkeys(
        ["adjoint_a", "adjoint_b", "a_is_sparse", "b_is_sparse", "output_type"]
    ),
    "MaxPoolWithArgmax": {"output_dtype": "Targmax", "data_format": None},
    "OneHot": {"dtype": None},
    "OnesLike": {"input": "x", "dtype": None},
    "PadV2": {"tensor": "input", "mode": None},
    "Range": {"dtype": None},
    "ReverseSequence": {"seq_axis": "seq_dim", "batch_axis": "batch_dim"},
    "SelectV2": {"x": "t", "y": "e"},
    "SelfAdjointEigV2": {"tensor": "input"},
    "Softmax": {"axis": None},
    "SplitV": {"num_or_size_splits": "size_splits", "num": "num_split"},
    "StridedSlice": {"var": None},
    "Svd": {"tensor": "input"},
    "Transpose": {"a": "x", "conjugate": None},
    "ZerosLike": {"input": "x", "dtype": None},
}

# Arguments for which the functions have no parameter, and the one value that agrees with them.
_ONE_VALUE: Mapping[str, Mapping[str, Any]] = {
    "Cast": {"Truncate": False},
    "Conv2D": {"explicit_paddings": []},
    "Conv2DBackpropInput": {"explicit_paddings": []},
    "DepthwiseConv2dNative": {"explicit_paddings": []},
    "Eig": {"compute_v": True},
    "Equal": {"incompatible_shape_error": True},
    "MaxPool": {"explicit_paddings": []},
    "NotEqual": {"incompatible_shape_error": True},
    "SelfAdjointEigV2": {"compute_v": True},
    "TensorScatterUpdate": {"bad_indices_policy": ""},
    "TridiagonalSolve": {"perturb_singular": False},
}

# What says how to compute, and nothing about the result.
HINTS = {
    "Conv2D": ["use_cudnn_on_gpu"],
    "Conv2DBackpropInput": ["use_cudnn_on_gpu"],
    "TridiagonalSolve": ["partial_pivoting"],
}

# The argument that names the dtype of the result, where the dtype of the input decides it.
RESULT_DTYPE = {
    **dict.fromkeys(["Angle", "Complex", "Eig", "Imag", "Real"], "Tout"),
    **dict.fromkeys(["IRFFT", "IRFFT2D", "IRFFT3D"], "Treal"),
    **dict.fromkeys(["RFFT", "RFFT2D", "RFFT3D"], "Tcomplex"),
}


def spelled(op_type: str, parameter: str) -> str | None:
    """What the operation calls a parameter of its function; None if it has none of the kind."""
    here = _HERE.get(op_type, {})
    return here[parameter] if parameter in here else _EVERYWHERE.get(parameter, parameter)


def one_value(op_type: str) -> Mapping[str, Any]:
    """The arguments of the operation that have one value here."""
    return _ONE_VALUE.get(op_type, {})


# Where these stand in TensorFlow's signatures, next to each other or not.
_ORDERS = (
    ("input_sizes", "filter", "out_backprop"),
    ("predictions", "targets"),
    ("use_cudnn_on_gpu", "explicit_paddings", "data_format", "dilations"),
    ("use_locking", "use_nesterov", "update_slots", "multiply_linear_by_lr"),
    ("Tout", "compute_v"),
    ("compute_uv", "full_matrices"),
    ("partial_pivoting", "perturb_singular"),
)


def in_order(parameters: list[Parameter]) -> list[Parameter]:
    """The parameters of an operation in TensorFlow's order."""
    found = {parameter.name: parameter for parameter in parameters}
    for order in _ORDERS:
        places = [at for at, parameter in enumerate(parameters) if parameter.name in order]
        present = [name for name in order if name in found]
        for at, name in zip(places, present, strict=True):
            parameters[at] = found[name]
    return parameters
