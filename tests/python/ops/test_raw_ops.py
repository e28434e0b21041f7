"""`tf.raw_ops`: every operation beside the function that it stands for; arguments, gradients."""

import inspect
from pathlib import Path

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, ours, tf

raw = tf.raw_ops
FACTS = Path(__file__).parents[1] / "package" / "tensorflow_operations.txt"
L, M, N, B, S, P = tf.linalg, tf.math, tf.nn, tf.bitwise, tf.signal, tf.math.special

X = tf.constant([[0.25, -0.5, 0.75], [0.125, 0.5, -0.25]])
UP = tf.constant([[0.25, 0.5, 0.75], [1.5, 2.5, 0.1]])
HALF = UP / 2
ABOVE = tf.constant([1.5, 2.5, 8.0])
SQUARE = tf.constant([[4.0, 1.0], [1.0, 3.0]])
WHOLE = tf.constant([[7, -3], [5, 2]])
FLAGS = tf.constant([[True, False], [True, True]])
WAVES = tf.constant([[[1 + 2j, 3 - 1j], [2j, 1]]], tf.complex64)
IMAGE = tf.constant(np.sin(np.arange(2 * 4 * 4 * 2)).reshape(2, 4, 4, 2).astype(np.float32))
VOLUME = tf.constant(np.cos(np.arange(2 * 3 * 4 * 3)).reshape(1, 2, 3, 4, 3).astype(np.float32))
KERNEL = tf.constant(np.cos(np.arange(2 * 2 * 2 * 3)).reshape(2, 2, 2, 3).astype(np.float32))
SOLID = tf.constant(np.sin(np.arange(2 * 2 * 2 * 3 * 2)).reshape(2, 2, 2, 3, 2).astype(np.float32))
STEP, STEP3 = [1, 1, 1, 1], [1, 1, 1, 1, 1]
ROWS = tf.constant([0, 0, 1])
DATA = tf.constant([[1.0, 2.0], [3.0, 5.0], [7.0, 11.0]])


def like(function, *names):
    """A row whose function takes the same arguments, in this order."""
    return lambda **a: function(*[a[name] for name in names])


def _each(operations, argument, value):
    return [(op, {argument: value}, like(f, argument)) for op, f in operations.items()]


def _pairs(operations, x, y):
    return [(op, {"x": x, "y": y}, like(f, "x", "y")) for op, f in operations.items()]


ELEMENTWISE = [
    *_each(
        {
            "Abs": tf.abs,
            "Acos": tf.acos,
            "Asin": tf.asin,
            "Asinh": tf.asinh,
            "Atan": tf.atan,
            "Atanh": tf.atanh,
            "Ceil": M.ceil,
            "Cos": tf.cos,
            "Cosh": tf.cosh,
            "Erf": M.erf,
            "BesselI0": M.bessel_i0,
            "BesselI0e": M.bessel_i0e,
            "BesselI1": M.bessel_i1,
            "BesselI1e": M.bessel_i1e,
            "Dawsn": P.dawsn,
            "Erfc": M.erfc,
            "Erfinv": M.erfinv,
            "Exp": tf.exp,
            "Expm1": M.expm1,
            "Floor": tf.floor,
            "FresnelCos": P.fresnel_cos,
            "FresnelSin": P.fresnel_sin,
            "IsFinite": M.is_finite,
            "IsInf": M.is_inf,
            "IsNan": M.is_nan,
            "Neg": tf.negative,
            "OnesLike": tf.ones_like,
            "Rint": M.rint,
            "Reciprocal": M.reciprocal,
            "Round": tf.round,
            "Sigmoid": tf.sigmoid,
            "Sign": tf.sign,
            "Sin": tf.sin,
            "Sinh": tf.sinh,
            "Square": tf.square,
            "Tan": tf.tan,
            "Tanh": tf.tanh,
            "ZerosLike": tf.zeros_like,
        },
        *("x", X),
    ),
    *_each(
        {
            "BesselJ0": P.bessel_j0,
            "BesselJ1": P.bessel_j1,
            "BesselK0": P.bessel_k0,
            "BesselK0e": P.bessel_k0e,
            "BesselK1": P.bessel_k1,
            "BesselK1e": P.bessel_k1e,
            "BesselY0": P.bessel_y0,
            "BesselY1": P.bessel_y1,
            "Digamma": M.digamma,
            "Expint": P.expint,
            "Lgamma": M.lgamma,
            "Log": M.log,
            "Log1p": M.log1p,
            "Rsqrt": M.rsqrt,
            "Spence": P.spence,
            "Sqrt": tf.sqrt,
        },
        *("x", UP),
    ),
    *_each({"Acosh": tf.acosh}, "x", ABOVE),
    *_each({"Ndtri": M.ndtri}, "x", [0.1, 0.5, 0.75]),
    *_each({"Invert": B.invert}, "x", WHOLE),
    *_each({"InvertPermutation": M.invert_permutation}, "x", [2, 0, 1]),
    *_each({"LogicalNot": tf.logical_not}, "x", FLAGS),
    *_each(
        {
            "Elu": N.elu,
            "LeakyRelu": N.leaky_relu,
            "Relu": N.relu,
            "Relu6": N.relu6,
            "Selu": N.selu,
            "Softplus": N.softplus,
            "Softsign": N.softsign,
        },
        *("features", X),
    ),
    *_each({"LogSoftmax": N.log_softmax, "Softmax": N.softmax}, "logits", X),
    *_pairs(
        {
            "AddV2": tf.add,
            "DivNoNan": M.divide_no_nan,
            "Equal": tf.equal,
            "FloorDiv": M.floordiv,
            "FloorMod": M.floormod,
            "Greater": tf.greater,
            "GreaterEqual": tf.greater_equal,
            "Less": tf.less,
            "LessEqual": tf.less_equal,
            "Maximum": tf.maximum,
            "Minimum": tf.minimum,
            "Mul": tf.multiply,
            "MulNoNan": M.multiply_no_nan,
            "NotEqual": tf.not_equal,
            "RealDiv": tf.realdiv,
            "SquaredDifference": M.squared_difference,
            "Sub": tf.subtract,
            "TruncateMod": tf.truncatemod,
            "Xdivy": M.xdivy,
        },
        *(X, UP),
    ),
    *_pairs({"Pow": tf.pow, "Xlog1py": M.xlog1py, "Xlogy": M.xlogy}, UP, UP + 1),
    *_pairs(
        {
            "BitwiseAnd": B.bitwise_and,
            "BitwiseOr": B.bitwise_or,
            "BitwiseXor": B.bitwise_xor,
            "LeftShift": B.left_shift,
            "RightShift": B.right_shift,
            "TruncateDiv": tf.truncatediv,
        },
        *(WHOLE, [3, 1]),
    ),
    *_pairs({"LogicalAnd": tf.logical_and, "LogicalOr": tf.logical_or}, FLAGS, [False, True]),
    ("Atan2", {"y": X, "x": UP}, like(tf.atan2, "y", "x")),
    ("Betainc", {"a": UP, "b": UP, "x": UP / 3}, like(M.betainc, "a", "b", "x")),
    ("Igamma", {"a": UP, "x": UP / 3}, like(M.igamma, "a", "x")),
    ("Igammac", {"a": UP, "x": UP / 3}, like(M.igammac, "a", "x")),
    ("NextAfter", {"x1": X, "x2": UP}, like(M.nextafter, "x1", "x2")),
    ("Polygamma", {"a": tf.ones_like(UP), "x": UP}, like(M.polygamma, "a", "x")),
    ("Zeta", {"x": UP + 1, "q": UP}, like(M.zeta, "x", "q")),
    ("AddN", {"inputs": [X, UP]}, like(tf.add_n, "inputs")),
    ("Cast", {"x": X, "DstT": tf.float64}, like(tf.cast, "x", "DstT")),
    ("Bitcast", {"input": X, "type": tf.int32}, like(tf.bitcast, "input", "type")),
    ("SelectV2", {"condition": X > 0, "t": X, "e": UP}, like(tf.where, "condition", "t", "e")),
    ("StopGradient", {"input": X}, like(tf.stop_gradient, "input")),
    ("Identity", {"input": X}, like(tf.identity, "input")),
    ("IdentityN", {"input": [X, UP]}, like(tf.identity_n, "input")),
    ("L2Loss", {"t": X}, like(N.l2_loss, "t")),
    ("Complex", {"real": X, "imag": UP}, like(tf.complex, "real", "imag")),
    ("Real", {"input": WAVES}, like(M.real, "input")),
    ("Imag", {"input": WAVES, "Tout": tf.float32}, like(M.imag, "input")),
    ("Angle", {"input": WAVES}, like(M.angle, "input")),
    ("Conj", {"input": WAVES}, like(M.conj, "input")),
]

REDUCTIONS = [
    *[
        (op, {"input": X, "axis": [1], "keep_dims": True}, lambda f=f, **a: f(X, [1], True))
        for op, f in {
            "Sum": tf.reduce_sum,
            "Mean": tf.reduce_mean,
            "Prod": tf.reduce_prod,
            "Max": tf.reduce_max,
            "Min": tf.reduce_min,
            "EuclideanNorm": M.reduce_euclidean_norm,
        }.items()
    ],
    ("Sum", {"input": X, "axis": []}, lambda **a: X),
    ("All", {"input": FLAGS, "axis": 0}, lambda **a: tf.reduce_all(FLAGS, 0)),
    ("Any", {"input": FLAGS, "axis": 0}, lambda **a: tf.reduce_any(FLAGS, 0)),
    ("ArgMax", {"input": X, "dimension": 1}, lambda **a: tf.argmax(X, 1)),
    ("ArgMin", {"input": X, "dimension": 0}, lambda **a: tf.argmin(X, 0)),
    ("Cumsum", {"x": X, "axis": 1, "reverse": True}, lambda **a: tf.cumsum(X, 1, reverse=True)),
    ("Cumprod", {"x": X, "axis": 0}, lambda **a: M.cumprod(X, 0)),
    ("CumulativeLogsumexp", {"x": X, "axis": 1}, lambda **a: M.cumulative_logsumexp(X, 1)),
    *[
        (op, {"data": DATA, "segment_ids": ROWS}, like(f, "data", "segment_ids"))
        for op, f in {
            "SegmentMax": M.segment_max,
            "SegmentMean": M.segment_mean,
            "SegmentMin": M.segment_min,
            "SegmentProd": M.segment_prod,
            "SegmentSum": M.segment_sum,
        }.items()
    ],
    *[
        (
            *(op, {"data": DATA, "segment_ids": ROWS, "num_segments": 2}),
            like(f, "data", "segment_ids", "num_segments"),
        )
        for op, f in {
            "UnsortedSegmentMax": M.unsorted_segment_max,
            "UnsortedSegmentMin": M.unsorted_segment_min,
            "UnsortedSegmentProd": M.unsorted_segment_prod,
            "UnsortedSegmentSum": M.unsorted_segment_sum,
        }.items()
    ],
    ("TopKV2", {"input": X, "k": 2}, like(M.top_k, "input", "k")),
    (
        *("InTopKV2", {"predictions": X, "targets": [0, 1], "k": 1}),
        like(M.in_top_k, "targets", "predictions", "k"),
    ),
    (
        *("HistogramFixedWidth", {"values": X, "value_range": [-1.0, 1.0], "nbins": 4}),
        like(tf.histogram_fixed_width, "values", "value_range", "nbins"),
    ),
    ("Unique", {"x": [4, 4, 1]}, like(tf.unique, "x")),
    ("UniqueWithCounts", {"x": [4, 4, 1]}, like(tf.unique_with_counts, "x")),
    ("UniqueV2", {"x": [4, 4, 1], "axis": [0]}, lambda x, axis: tf.unique(x)),
    (
        "UniqueWithCountsV2",
        {"x": [4, 4, 1], "axis": [0]},
        lambda x, axis: tf.unique_with_counts(x),
    ),
    (
        *("LowerBound", {"sorted_inputs": [[1.0, 2.0, 4.0]], "values": [[2.0, 3.0]]}),
        like(tf.searchsorted, "sorted_inputs", "values"),
    ),
]

WHERE = {"tensor": DATA, "indices": [[1], [2]], "updates": [[1.0, 9.0], [2.0, 3.0]]}
ARRANGING = [
    *[
        (op, WHERE, like(f, "tensor", "indices", "updates"))
        for op, f in {
            "TensorScatterAdd": tf.tensor_scatter_nd_add,
            "TensorScatterMax": tf.tensor_scatter_nd_max,
            "TensorScatterMin": tf.tensor_scatter_nd_min,
            "TensorScatterSub": tf.tensor_scatter_nd_sub,
            "TensorScatterUpdate": tf.tensor_scatter_nd_update,
        }.items()
    ],
    (
        *("ScatterNd", {"indices": [[1], [3]], "updates": [5.0, 7.0], "shape": [4]}),
        like(tf.scatter_nd, "indices", "updates", "shape"),
    ),
    ("BroadcastArgs", {"s0": [2, 1], "s1": [3]}, like(tf.broadcast_dynamic_shape, "s0", "s1")),
    ("BroadcastTo", {"input": X, "shape": [2, 2, 3]}, like(tf.broadcast_to, "input", "shape")),
    ("ConcatV2", {"values": [X, UP], "axis": 1}, like(tf.concat, "values", "axis")),
    ("Pack", {"values": [X, UP], "axis": 1}, like(tf.stack, "values", "axis")),
    ("Unpack", {"value": X, "num": 3, "axis": 1}, like(tf.unstack, "value", "num", "axis")),
    (
        *("SplitV", {"value": X, "size_splits": [1, 2], "axis": 1, "num_split": 2}),
        like(tf.split, "value", "size_splits", "axis"),
    ),
    (
        *("DynamicPartition", {"data": DATA, "partitions": [1, 0, 1], "num_partitions": 2}),
        like(tf.dynamic_partition, "data", "partitions", "num_partitions"),
    ),
    (
        *("DynamicStitch", {"indices": [[0, 2], [1]], "data": [[1.0, 3.0], [2.0]]}),
        like(tf.dynamic_stitch, "indices", "data"),
    ),
    ("EnsureShape", {"input": X, "shape": [2, None]}, like(tf.ensure_shape, "input", "shape")),
    ("ExpandDims", {"input": X, "axis": 1}, like(tf.expand_dims, "input", "axis")),
    ("Squeeze", {"input": [[X]]}, like(tf.squeeze, "input")),
    ("Squeeze", {"input": [[X]], "axis": []}, like(tf.squeeze, "input")),
    ("Squeeze", {"input": [[X]], "axis": [1]}, like(tf.squeeze, "input", "axis")),
    ("Fill", {"dims": [2, 2], "value": 7}, like(tf.fill, "dims", "value")),
    (
        *("GatherV2", {"params": X, "indices": [2, 0], "axis": 1, "batch_dims": 0}),
        lambda **a: tf.gather(X, [2, 0], axis=1),
    ),
    ("GatherNd", {"params": X, "indices": [[1, 2]]}, like(tf.gather_nd, "params", "indices")),
    (
        *("OneHot", {"indices": [0, 2], "depth": 3, "on_value": 2.0, "off_value": -1.0}),
        like(tf.one_hot, "indices", "depth", "on_value", "off_value"),
    ),
    (
        *("PadV2", {"input": X, "paddings": [[1, 0], [0, 2]], "constant_values": 9.0}),
        lambda **a: tf.pad(X, [[1, 0], [0, 2]], constant_values=9.0),
    ),
    ("Range", {"start": 1, "limit": 9, "delta": 3}, like(tf.range, "start", "limit", "delta")),
    ("Rank", {"input": X}, like(tf.rank, "input")),
    ("Shape", {"input": X, "out_type": tf.int64}, like(tf.shape, "input", "out_type")),
    ("Size", {"input": X}, like(tf.size, "input")),
    ("Reshape", {"tensor": X, "shape": [3, -1]}, like(tf.reshape, "tensor", "shape")),
    ("ReverseV2", {"tensor": X, "axis": [1]}, like(tf.reverse, "tensor", "axis")),
    (
        *("ReverseSequence", {"input": X, "seq_lengths": [2, 3], "seq_dim": 1, "batch_dim": 0}),
        like(tf.reverse_sequence, "input", "seq_lengths", "seq_dim", "batch_dim"),
    ),
    ("Roll", {"input": X, "shift": 1, "axis": 1}, like(tf.roll, "input", "shift", "axis")),
    (
        *("Slice", {"input": X, "begin": [0, 1], "size": [2, -1]}),
        like(tf.slice, "input", "begin", "size"),
    ),
    (
        *("StridedSlice", {"input": X, "begin": [0, 2], "end": [2, 0], "strides": [1, -1]}),
        like(tf.strided_slice, "input", "begin", "end", "strides"),
    ),
    ("Tile", {"input": X, "multiples": [1, 2]}, like(tf.tile, "input", "multiples")),
    ("Transpose", {"x": X, "perm": [1, 0]}, like(tf.transpose, "x", "perm")),
    (
        "UnravelIndex",
        {"indices": [5, 1], "dims": [2, 3]},
        like(tf.unravel_index, "indices", "dims"),
    ),
]

ROW = tf.constant([[1.0, 2.0]])
BAND = {"input": SQUARE, "num_lower": 0, "num_upper": -1}
ALGEBRA = [
    *_each(
        {
            "Cholesky": L.cholesky,
            "LogMatrixDeterminant": L.slogdet,
            "Lu": L.lu,
            "MatrixDeterminant": L.det,
            "MatrixExponential": L.expm,
            "MatrixInverse": L.inv,
            "MatrixSquareRoot": L.sqrtm,
            "Qr": L.qr,
            "SelfAdjointEigV2": L.eigh,
            "Svd": L.svd,
        },
        *("input", SQUARE),
    ),
    (
        "BandedTriangularSolve",
        {"matrix": SQUARE, "rhs": SQUARE, "lower": True, "adjoint": True},
        like(L.banded_triangular_solve, "matrix", "rhs", "lower", "adjoint"),
    ),
    (
        "TridiagonalMatMul",
        {"superdiag": ROW, "maindiag": 2.0 * ROW, "subdiag": 3.0 * ROW, "rhs": SQUARE},
        lambda rhs, **parts: L.tridiagonal_matmul(tf.concat(list(parts.values()), 0), rhs),
    ),
    (
        "TridiagonalSolve",
        {"diagonals": tf.ones([3, 2]) * [[1.0], [3.0], [2.0]], "rhs": SQUARE},
        like(L.tridiagonal_solve, "diagonals", "rhs"),
    ),
    ("Eig", {"input": SQUARE, "Tout": tf.complex64}, like(L.eig, "input")),
    ("MatrixLogarithm", {"input": tf.cast(SQUARE, tf.complex64)}, like(L.logm, "input")),
    *_each(
        {
            "FFT": S.fft,
            "FFT2D": S.fft2d,
            "FFT3D": S.fft3d,
            "IFFT": S.ifft,
            "IFFT2D": S.ifft2d,
            "IFFT3D": S.ifft3d,
        },
        *("input", WAVES),
    ),
    ("RFFT", {"input": X, "fft_length": [3]}, like(S.rfft, "input", "fft_length")),
    ("IRFFT", {"input": WAVES, "fft_length": [2]}, like(S.irfft, "input", "fft_length")),
    ("Cross", {"a": X, "b": UP}, like(L.cross, "a", "b")),
    (
        *("MatMul", {"a": X, "b": UP, "transpose_b": True}),
        lambda **a: tf.matmul(X, UP, transpose_b=True),
    ),
    ("MatrixBandPart", BAND, like(L.band_part, "input", "num_lower", "num_upper")),
    (
        *("MatrixDiagPartV3", {"input": SQUARE, "k": 1, "padding_value": 0.0}),
        lambda **a: L.diag_part(SQUARE, k=1),
    ),
    (
        "MatrixDiagV3",
        {"diagonal": UP, "k": 0, "num_rows": -1, "num_cols": -1, "padding_value": 8.0},
        lambda **a: L.diag(UP, padding_value=8.0),
    ),
    (
        *("MatrixSetDiagV3", {"input": SQUARE, "diagonal": [9.0, 8.0], "k": 0}),
        like(L.set_diag, "input", "diagonal"),
    ),
    ("MatrixSolve", {"matrix": SQUARE, "rhs": SQUARE}, like(L.solve, "matrix", "rhs")),
    (
        *("MatrixTriangularSolve", {"matrix": SQUARE, "rhs": SQUARE, "lower": False}),
        like(L.triangular_solve, "matrix", "rhs", "lower"),
    ),
]

POOL = {"ksize": [1, 2, 2, 1], "strides": STEP, "padding": "SAME"}
POOL3 = {"input": VOLUME, "ksize": [1, 2, 2, 2, 1], "strides": STEP3, "padding": "VALID"}
NETWORKS = [
    *[
        (op, {name: IMAGE, **POOL}, like(f, name, *POOL))
        for op, f, name in [
            ("AvgPool", N.avg_pool2d, "value"),
            ("MaxPool", N.max_pool2d, "input"),
            ("MaxPoolWithArgmax", N.max_pool_with_argmax, "input"),
        ]
    ],
    ("AvgPool3D", POOL3, like(N.avg_pool3d, *POOL3)),
    ("MaxPool3D", POOL3, like(N.max_pool3d, *POOL3)),
    (
        "BiasAddGrad",
        {"out_backprop": IMAGE},
        lambda out_backprop: tf.reduce_sum(out_backprop, [0, 1, 2]),
    ),
    ("BiasAdd", {"value": IMAGE, "bias": [1.0, 2.0]}, like(N.bias_add, "value", "bias")),
    ("LRN", {"input": IMAGE, "depth_radius": 1}, like(N.lrn, "input", "depth_radius")),
    (
        *("Conv2D", {"input": IMAGE, "filter": KERNEL, "strides": STEP, "padding": "SAME"}),
        like(N.conv2d, "input", "filter", "strides", "padding"),
    ),
    (
        "Conv2DBackpropInput",
        {
            "input_sizes": [2, 4, 4, 2],
            "filter": KERNEL,
            "padding": "SAME",
            "out_backprop": tf.ones([2, 4, 4, 3]),
            "strides": STEP,
        },
        like(N.conv2d_transpose, "out_backprop", "filter", "input_sizes", "strides", "padding"),
    ),
    (
        *("Conv3D", {"input": VOLUME, "filter": SOLID, "strides": STEP3, "padding": "SAME"}),
        like(N.conv3d, "input", "filter", "strides", "padding"),
    ),
    (
        "Conv3DBackpropInputV2",
        {
            "input_sizes": [1, 2, 3, 4, 3],
            "filter": SOLID,
            "padding": "SAME",
            "out_backprop": tf.ones([1, 2, 3, 4, 2]),
            "strides": STEP3,
        },
        like(N.conv3d_transpose, "out_backprop", "filter", "input_sizes", "strides", "padding"),
    ),
    (
        "DepthwiseConv2dNative",
        {"input": IMAGE, "filter": KERNEL, "strides": STEP, "padding": "SAME"},
        like(N.depthwise_conv2d, "input", "filter", "strides", "padding"),
    ),
    (
        *("AdjustContrastv2", {"images": IMAGE, "contrast_factor": 2.0}),
        like(tf.image.adjust_contrast, "images", "contrast_factor"),
    ),
]


def _slope(function):
    """What a gradient operation is: the gradient of `function` times what arrives."""

    def call(x, arriving):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        return tape.gradient(y, x, output_gradients=arriving)

    return call


def _from_output(op, function):
    return (op, {"y": function(UP), "dy": X}, lambda **a: _slope(function)(UP, X))


GRADIENTS = [
    *[
        _from_output(op, f)
        for op, f in {
            "ReciprocalGrad": M.reciprocal,
            "RsqrtGrad": M.rsqrt,
            "SigmoidGrad": tf.sigmoid,
            "SqrtGrad": tf.sqrt,
            "TanhGrad": tf.tanh,
        }.items()
    ],
    *[
        (op, {"gradients": UP, "features": X}, lambda f=f, **a: _slope(f)(X, UP))
        for op, f in {"ReluGrad": N.relu, "Relu6Grad": N.relu6}.items()
    ],
    *[
        (op, {"gradients": UP, "outputs": f(X)}, lambda f=f, **a: _slope(f)(X, UP))
        for op, f in {"EluGrad": N.elu, "SeluGrad": N.selu}.items()
    ],
    (
        *("IgammaGradA", {"a": UP, "x": HALF}),
        lambda **a: _slope(lambda n: M.igamma(n, HALF))(UP, tf.ones_like(UP)),
    ),
]

TURN = tf.constant([[0.9, 0.2, -0.5, -0.1, 1.1, 0.25, 0.01, 0.0]])
MOVED = {"images": IMAGE, "transforms": TURN, "output_shape": [3, 5]}
MOVES = [
    (
        "ImageProjectiveTransformV2",
        {**MOVED, "interpolation": "BILINEAR", "fill_mode": "REFLECT"},
        lambda **a: raw.ImageProjectiveTransformV3(fill_value=1.0, **a),
    ),
    (
        "ImageProjectiveTransformV3",
        {**MOVED, "interpolation": "NEAREST", "fill_mode": "CONSTANT", "fill_value": 7.0},
        lambda **a: raw.ImageProjectiveTransformV3(**a | {"transforms": tf.tile(TURN, [2, 1])}),
    ),
]


def normalized(x, scale, offset, **rest):
    """What `FusedBatchNorm` gives: statistics of the batch, of a sample and of all of it."""
    mean, variance = tf.nn.moments(x, [0, 1, 2])
    y = tf.nn.batch_normalization(x, mean, variance, offset, scale, 0.5)
    count = tf.cast(tf.size(x) / tf.size(mean), tf.float32)
    return y, mean, variance * count / (count - 1.0), mean, variance


NORM = {
    "x": IMAGE,
    "scale": tf.fill(IMAGE.shape[-1:], 2.0),
    "offset": tf.ones(IMAGE.shape[-1:]),
    "mean": tf.ones(IMAGE.shape[-1:]),
    "variance": tf.fill(IMAGE.shape[-1:], 0.5),
    "epsilon": 0.5,
}
STATISTICS = [
    (
        *("BroadcastGradientArgs", {"s0": [2, 1, 3], "s1": [4, 3]}),
        lambda **a: (tf.constant([1]), tf.constant([0])),
    ),
    ("FusedBatchNormV2", NORM, normalized),
    ("FusedBatchNormV3", NORM, lambda **a: (*normalized(**a), tf.zeros([0]))),
    (
        *("MatrixDiagPartV2", {"input": SQUARE, "k": 1, "padding_value": 0.0}),
        lambda **a: L.diag_part(SQUARE, k=1),
    ),
    (
        *("RandomGammaGrad", {"alpha": tf.ones([2]), "sample": tf.constant([0.5, 2.0])}),
        lambda alpha, sample: raw.RandomGammaGrad(alpha=1.0, sample=sample),
    ),
]
CASES = [*ELEMENTWISE, *REDUCTIONS, *ARRANGING, *ALGEBRA, *NETWORKS, *GRADIENTS, *MOVES]
CASES += STATISTICS


RETIRED = ours("TensorFlow refuses to run it: its function is composed of others")
MARKS = {
    "FusedBatchNormV3": [ours("its last result means nothing, and has a shape of no meaning")],
    "MatrixExponential": [RETIRED],
}
ROWS_OF_CASES = [pytest.param(*case, id=case[0], marks=MARKS.get(case[0], ())) for case in CASES]


@pytest.mark.parametrize(("op", "arguments", "function"), ROWS_OF_CASES)
def test_an_operation_is_the_function_it_stands_for(op, arguments, function):
    found, expected = getattr(raw, op)(**arguments), function(**arguments)
    found, expected = tf.nest.flatten(found), tf.nest.flatten(expected)
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        assert one.dtype == other.dtype
        assert one.shape == other.shape
        np.testing.assert_allclose(one.numpy(), other.numpy(), rtol=1e-5, atol=1e-6)


def _operations_over_functions():
    """Those of other modules than the core; test_raw_over_functions.py has these."""
    if AGAINST_TENSORFLOW:
        return set()
    from gradtape._raw.operations import over_functions

    return {*over_functions(), "Svd"}


OVER_FUNCTIONS = _operations_over_functions()


@ours("TensorFlow has operations besides these")
def test_every_operation_is_compared():
    of_variables = ["Resource", "Variable"]  # test_raw_variables.py has these
    there = {op for op in dir(raw) if not any(word in op for word in of_variables)}
    there -= {op for op in OVER_FUNCTIONS if op not in {row[0] for row in CASES}}
    assert {op for op, *_ in CASES} == there


# --- Arguments ------------------------------------------------------------------------------------


def tensorflows():
    """The names of arguments by operation, as TensorFlow 2.21 has them."""
    lines = FACTS.read_text().splitlines()[1:]
    return {op: set(arguments) for op, *arguments in map(str.split, lines)}


@pytest.mark.parametrize("op", sorted({op for op, *_ in CASES}))
def test_arguments_have_the_names_of_tensorflow(op):
    parameters = inspect.signature(getattr(raw, op)).parameters
    assert set(parameters) - {"name"} == tensorflows()[op]
    assert list(parameters)[-1] == "name"


@ours("TensorFlow's functions have their signature, and no rule for their text")
def test_every_operation_answers_under_its_type_by_keyword_only():
    for op in dir(raw):
        function = getattr(raw, op)
        assert function is getattr(raw, op)
        assert function.__name__ == op
        assert function.__doc__.startswith(f"The operation `{op}`: ")
        kinds = {p.kind for p in inspect.signature(function).parameters.values()}
        assert kinds == {inspect.Parameter.KEYWORD_ONLY}


@pytest.mark.parametrize("op", sorted({op for op, *_ in CASES}))
def test_positional_unknown_and_missing_arguments_are_refused(op):
    with pytest.raises(TypeError, match=r"only takes keyword args \(possible keys: \["):
        getattr(raw, op)(X)
    with pytest.raises(TypeError, match="unexpected keyword argument 'no_such'"):
        getattr(raw, op)(no_such=X)
    with pytest.raises(TypeError):
        getattr(raw, op)()


def test_the_names_of_the_functions_are_not_taken():
    with pytest.raises(TypeError, match="keepdims"):
        raw.Sum(input=X, axis=0, keepdims=True)
    with pytest.raises(TypeError, match="adjoint_a"):
        raw.MatMul(a=X, b=X, adjoint_a=True)


def test_an_operation_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="has no attribute 'NoSuchOperation'"):
        raw.NoSuchOperation  # noqa: B018
    assert not hasattr(raw, "reduce_sum")


@ours("TensorFlow has no operations of these types")
def test_what_is_not_tensorflows_is_not_there():
    from gradtape import _core

    hidden = {op for _, op, *_ in _core.registry() if op} - set(dir(raw))
    assert not hidden & tensorflows().keys()
    with pytest.raises(AttributeError, match=r"gradtape has no operation of this type; dir"):
        raw.LogSumExp  # noqa: B018


@ours("TensorFlow computes these")
def test_options_with_one_value_say_so():
    with pytest.raises(tf.errors.UnimplementedError, match="Cast: Truncate=True is not supported"):
        raw.Cast(x=X, DstT=tf.int32, Truncate=True)
    assert raw.Cast(x=X, DstT=tf.int32, Truncate=False).dtype == tf.int32
    with pytest.raises(tf.errors.UnimplementedError, match=r"explicit_paddings=\[1\]"):
        raw.MaxPool(input=IMAGE, **POOL, explicit_paddings=[1])


@ours("TensorFlow's kernels do not exist for the pair, or want the dtype where it has a default")
def test_the_dtype_of_the_result_follows_from_the_input():
    wide = tf.constant([1 + 2j], tf.complex128)
    assert raw.Real(input=wide).dtype == tf.float64
    assert raw.Real(input=wide, Tout="float64").dtype == tf.float64
    with pytest.raises(tf.errors.InvalidArgumentError, match="has dtype float64, but Tout is"):
        raw.Real(input=wide, Tout=tf.float32)


# --- Gradients ------------------------------------------------------------------------------------

# What an operation calls the input that a row leaves out.
FIRST = {"a", "features", "input", "logits", "params", "t", "tensor", "x"}
DIFFERENTIABLE = [
    *(("Sum", {"axis": 1}), ("Mean", {"axis": 0}), ("Max", {"axis": 1}), ("Prod", {"axis": 0})),
    *(("Cumsum", {"axis": 1}), ("Exp", {}), ("Tanh", {}), ("Softmax", {}), ("Elu", {})),
    *(("MatMul", {"b": UP, "transpose_b": True}), ("Mul", {"y": UP}), ("AddV2", {"y": UP})),
    *(("Transpose", {"perm": [1, 0]}), ("Reshape", {"shape": [6]})),
    ("PadV2", {"paddings": [[1, 1], [0, 2]], "constant_values": 0.5}),
    ("GatherV2", {"indices": [1, 1], "axis": 0}),
    *(("Cast", {"DstT": tf.float64}), ("SelectV2", {"condition": X > 0, "e": UP})),
]


@pytest.mark.parametrize(("op", "more"), DIFFERENTIABLE, ids=[op for op, _ in DIFFERENTIABLE])
def test_gradients_go_through(op, more):
    """Of the first and second order, against differences."""
    (first,) = FIRST & set(inspect.signature(getattr(raw, op)).parameters) - set(more)

    def height(x):
        return tf.reduce_sum(tf.sin(tf.cast(getattr(raw, op)(**{first: x}, **more), tf.float32)))

    def slope(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = height(x)
        return tf.convert_to_tensor(tape.gradient(y, x))

    along = tf.constant([[0.5, -1.0, 0.25], [1.0, 0.75, -0.5]])
    step = 1e-2
    ahead, behind = X + step * along, X - step * along
    expected = (height(ahead) - height(behind)) / (2 * step)
    found = tf.reduce_sum(slope(X) * along)
    np.testing.assert_allclose(found.numpy(), expected.numpy(), rtol=2e-3, atol=2e-3)

    with tf.GradientTape() as tape:
        tape.watch(x := tf.identity(X))
        inner = tf.reduce_sum(slope(x) * along)
    expected = tf.reduce_sum((slope(ahead) - slope(behind)) * along) / (2 * step)
    found = tf.reduce_sum(tape.gradient(inner, x) * along)
    np.testing.assert_allclose(found.numpy(), expected.numpy(), rtol=5e-3, atol=5e-3)
