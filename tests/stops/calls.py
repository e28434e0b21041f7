"""Long calls of every row of the registry.

An entry makes a call of a size: `make(n)` prepares the arguments, of about `n` elements in all, and
returns the call. Sizes grow until the call takes long, or a tensor gets too large.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import gradtape as tf
from gradtape import _core

Call = Callable[[], Any]

# Elements of the largest tensor.
MOST = 1 << 26
# Elements of a matrix of which products and factors take long enough.
SQUARE = 1 << 22


class Entry(NamedTuple):
    """How to make a call of a size, the first size to try, and the last."""

    make: Callable[[int], Call]
    first: int
    most: int


# The rows that are measured, and those that cannot take long, each with the reason.
TABLE: dict[str, Entry] = {}
SHORT: dict[str, str] = {}


def rows(
    names: str,
    *arguments: Callable[[int], Any],
    first: int = 1 << 20,
    most: int = MOST,
    **options: Any,
) -> None:
    """Rows that are called alike: with these arguments, each a function of the size."""
    for name in names.split():

        def make(n: int, name: str = name) -> Call:
            return partial(getattr(_core, name), *[draw(n) for draw in arguments], **options)

        TABLE[name] = Entry(make, first, most)


def along(names: str, *axes: Any, shape: Callable[[int], list[int]]) -> None:
    """Rows that are called with a tensor, once for each of the axes."""
    for name in names.split():

        def make(n: int, name: str = name) -> Call:
            function, x = getattr(_core, name), uniform(shape(n))
            return lambda: [function(x, a) for a in axes]

        TABLE[name] = Entry(make, 1 << 20, MOST)


def short(names: str, reason: str) -> None:
    """Rows that take no time, whatever the size."""
    SHORT.update(dict.fromkeys(names.split(), reason))


# --- arguments ------------------------------------------------------------------------------------


def uniform(shape: Any, low: float = 0.2, high: float = 0.8, dtype: Any = tf.float32) -> tf.Tensor:
    return tf.random.uniform([shape] if isinstance(shape, int) else shape, low, high, dtype)


def shaped(shape: Callable[[int], list[int]]) -> Callable[[int], tf.Tensor]:
    """Random numbers of a shape that follows from the size."""
    return lambda n: uniform(shape(n))


def whole(below: int | None = None, share: int = 1) -> Callable[[int], tf.Tensor]:
    """Random integers, one for each `share` elements, below a bound or below their number."""
    return lambda n: uniform([n // share], 0, below or n // share, tf.int32)


def bits(n: int) -> tf.Tensor:
    return uniform(n) > 0.5


def complexes(shape: Any) -> tf.Tensor:
    return tf.complex(uniform(shape), uniform(shape))


def just(value: Any) -> Callable[[int], Any]:
    return lambda n: value


def root(n: int) -> int:
    return max(int(n**0.5), 2)


def cube(n: int) -> int:
    return max(round(n ** (1 / 3)), 2)


def matrix(n: int) -> tf.Tensor:
    return uniform([root(n), root(n)])


def positive(n: int) -> tf.Tensor:
    a = uniform([root(n), root(n)], -1.0, 1.0)
    return tf.matmul(a, a, transpose_b=True) / root(n) + tf.eye(root(n))


def size(n: int) -> int:
    return n


# --- element by element ---------------------------------------------------------------------------

rows(
    "negative square sqrt rsqrt reciprocal reciprocal_no_nan relu6 elu selu sigmoid softplus "
    "log_sigmoid softsign _gelu_exact _gelu_tanh _fused_tanh _fused_sigmoid _fused_elu "
    "_normal_cdf gelu leaky_relu silu conj bessel_i0 "
    "bessel_i1 bessel_i0e bessel_i1e bessel_k0 bessel_k1 bessel_k0e bessel_k1e bessel_j0 bessel_j1 "
    "bessel_y0 bessel_y1 erf erfc exp expm1 log log1p _log_positive lgamma digamma erfinv erfcinv "
    "_trigamma ndtri sinh cosh tanh asinh atanh dawsn expint spence fresnel_cos fresnel_sin "
    "relu floor ceil rint round sign abs sin cos tan asin acos atan is_nan is_inf is_finite "
    "lbeta zeros_like ones_like zero_fraction crelu l2_normalize l2_loss norm normalize "
    "compute_average_loss",
    uniform,
)
rows("acosh", lambda n: uniform(n, 1.2, 3.0))
rows(
    "add subtract multiply multiply_no_nan squared_difference _sqrt_grad _rsqrt_grad "
    "_reciprocal_grad _tanh_grad _sigmoid_grad _relu_grad _relu6_grad _elu_grad _selu_grad realdiv "
    "divide_no_nan floordiv floormod truediv divide mod maximum minimum igamma igammac "
    "_igamma_grad_a nextafter pow atan2 xlogy xlog1py xdivy equal not_equal less less_equal "
    "greater greater_equal polygamma _bessel_i1_slope _bessel_i1e_slope _bessel_k1_slope "
    "_bessel_k0e_slope _bessel_k1e_slope _bessel_j1_slope _bessel_y1_slope _dawsn_slope "
    "_expint_slope _spence_slope sigmoid_cross_entropy_with_logits log_poisson_loss complex "
    "_leaky_relu _sigmoid_weighted _fused_silu",
    uniform,
    uniform,
)
rows("zeta", lambda n: uniform(n, 1.5, 3.0), uniform)
rows("betainc weighted_cross_entropy_with_logits", uniform, uniform, uniform)
rows("truncatediv truncatemod", whole(9), lambda n: whole(9)(n) + 1)
rows("bitwise_and bitwise_or bitwise_xor left_shift right_shift", whole(9), whole(9))
rows("invert", whole(9))
rows("logical_and logical_or logical_xor", bits, bits)
rows("logical_not reduce_any reduce_all count_nonzero", bits)
rows("real imag angle", complexes)
rows("add_n", lambda n: [uniform(n)] * 3)
rows("clip_by_value", uniform, just(0.3), just(0.6))
rows("where", bits, uniform, uniform)
rows("scalar_mul", just(2.0), uniform)
rows("global_norm", lambda n: [uniform(n)])
rows("clip_by_norm", uniform, just(1.0))
rows("clip_by_global_norm", lambda n: [uniform(n)], just(1.0))
rows("cast saturate_cast", lambda n: uniform(n, -300.0, 300.0), just(tf.uint8))
rows("bitcast", lambda n: uniform(n)[::2], just(tf.int32))
rows("convert_image_dtype", uniform, just(tf.uint8))
rows("bias_add", shaped(lambda n: [n // 8, 8]), just(tf.ones([8])))
rows("_bias_add_grad", shaped(lambda n: [n // 8, 8]))
rows("batch_normalization", shaped(lambda n: [n // 8, 8]), *[just(tf.ones([8]))] * 4, just(1e-3))
rows("cross", *[shaped(lambda n: [n // 3, 3])] * 2)

# --- made of nothing ------------------------------------------------------------------------------

rows("zeros ones", lambda n: [n], first=1 << 22, most=1 << 28)
rows("fill", lambda n: [n], just(1.5), first=1 << 22, most=1 << 28)
rows("eye", root, first=1 << 22, most=1 << 28)
rows("range", size)
rows("linspace", just(0.0), just(1.0), size)
rows("random_uniform random_normal truncated_normal", lambda n: [n])
rows("stateless_uniform stateless_normal stateless_truncated_normal", lambda n: [n], just([1, 2]))
rows("random_split", just([1, 2]), size)
rows("random_shuffle", uniform)
rows("stateless_dropout", uniform, just(0.5), just([1, 2]))
rows("_random_words", just([1, 2]), just(0), lambda n: n)
rows("_random_order", just([1, 2]), lambda n: n)
rows("random_categorical", just(tf.ones([4, 1000])), lambda n: n // 4)
rows("stateless_categorical", just(tf.ones([4, 1000])), lambda n: n // 4, just([1, 2]))
rows("random_gamma", lambda n: [n], just(0.5), first=1 << 18)
rows("random_poisson", lambda n: [n], just(30.0), first=1 << 18)
rows("stateless_gamma", lambda n: [n], just([1, 2]), just(1e-3), first=1 << 18)
rows("stateless_poisson", lambda n: [n], just([1, 2]), just(30.0), first=1 << 18)
rows("stateless_binomial", lambda n: [n], just([1, 2]), just(40.0), just(0.4), first=1 << 18)
rows("dropout", uniform, rate=0.5)

# --- reductions, scans, orders --------------------------------------------------------------------

along(
    "reduce_max reduce_min reduce_logsumexp reduce_prod reduce_euclidean_norm reduce_sum "
    "reduce_mean reduce_variance reduce_std moments",
    *([0], [1], [0, 2], [1, 2], [0, 1, 2]),
    shape=lambda n: [7, n // 77, 11],
)
along("argmax argmin", 0, 1, 2, shape=lambda n: [7, n // 77, 11])
along("cumsum cumprod cumulative_logsumexp", 0, 1, 2, shape=lambda n: [3, n // 15, 5])
rows("sufficient_statistics", uniform, axes=[0])
rows("weighted_moments", uniform, just([0]), uniform)
rows("sort argsort", uniform)
rows("top_k", uniform, lambda n: n // 3)
rows("unique unique_with_counts", whole(), first=1 << 18)
along("_unique_along _unique_along_with_counts", [0], shape=lambda n: [n // 4, 4])
rows("searchsorted", tf.range, whole(), first=1 << 18)
rows("in_top_k", whole(100, share=100), shaped(lambda n: [n // 100, 100]), just(3))
rows("is_non_decreasing is_strictly_increasing", tf.range)
rows("invert_permutation", lambda n: tf.random.shuffle(tf.range(n)))
rows("confusion_matrix", whole(50), whole(50))
rows("bincount", whole(1000))
rows("histogram_fixed_width histogram_fixed_width_bins", uniform, just([0.0, 1.0]))

# --- indices and segments -------------------------------------------------------------------------

rows("gather embedding_lookup", just(tf.ones([1000, 8])), whole(1000, share=8))
rows("gather_nd", just(tf.ones([100, 100])), lambda n: uniform([n, 2], 0, 100, tf.int32))
rows("scatter_nd", lambda n: uniform([n, 1], 0, 1000, tf.int32), uniform, just([1000]))
rows(
    "tensor_scatter_nd_update tensor_scatter_nd_add tensor_scatter_nd_sub tensor_scatter_nd_max "
    "tensor_scatter_nd_min",
    *(just(tf.ones([1000])), lambda n: uniform([n, 1], 0, 1000, tf.int32), uniform),
)
rows("boolean_mask", uniform, bits)
rows("one_hot", whole(64, share=64), just(64))
rows("sequence_mask", whole(256, share=256), just(256))
rows("unravel_index", whole(10_000), just([100, 100]))
rows(
    "segment_max segment_min segment_prod segment_mean segment_sum",
    *(shaped(lambda n: [n // 4, 4]), lambda n: tf.range(n // 4) // 9),
)
rows(
    "unsorted_segment_max unsorted_segment_min unsorted_segment_prod unsorted_segment_mean "
    "unsorted_segment_sqrt_n unsorted_segment_sum",
    *(shaped(lambda n: [n // 4, 4]), whole(1000, share=4), just(1000)),
)
rows("dynamic_partition", uniform, whole(7), just(7))
rows("dynamic_stitch", *[lambda n: [tf.random.shuffle(tf.range(n))] * 2] * 2, first=1 << 18)

# --- layout ---------------------------------------------------------------------------------------

rows("concat", lambda n: [matrix(n)] * 3, just(1))
rows("stack", lambda n: [uniform(n)] * 3, just(1))
rows("pad", matrix, just([[1, 1], [1, 1]]), just("REFLECT"))
rows("tile", just(tf.ones([1, 3])), lambda n: [n // 9, 3])
rows("repeat", shaped(lambda n: [n // 3]), just(3), just(0))
rows("roll", uniform, just(3), just(0))
rows("fftshift ifftshift", uniform)
rows("reverse_sequence", shaped(lambda n: [n // 50, 50]), whole(50, share=50), just(1), just(0))
rows("band_part", matrix, just(3), just(5))
rows("diag tensor_diag", shaped(lambda n: [root(n)]))
rows("set_diag", matrix, shaped(lambda n: [root(n)]))
rows("space_to_depth", shaped(lambda n: [1, 2, n // 4, 2]), just(2))
rows("depth_to_space", shaped(lambda n: [1, 1, n // 4, 4]), just(2))
rows("adjoint", lambda n: complexes([root(n), root(n)]))
rows("reshape", lambda n: tf.transpose(matrix(n)), just([-1]))

# --- products, factors, transforms ----------------------------------------------------------------

rows("matmul", matrix, matrix, first=1 << 16, most=SQUARE)
rows("tensordot", matrix, matrix, just(1), first=1 << 16, most=SQUARE)
rows("einsum", just("ij,kj->ik"), lambda n: [matrix(n)] * 2, first=1 << 16, most=SQUARE)
rows("matvec", matrix, shaped(lambda n: [root(n)]))
rows(
    "det slogdet inv lu expm sqrtm matrix_square_root eigh eigvalsh eig eigvals "
    "svd qr pinv matrix_rank logdet cholesky",
    *(positive,),
    first=1 << 16,
    most=SQUARE,
)
rows("logm", lambda n: tf.cast(positive(n), tf.complex64), first=1 << 14, most=SQUARE)
rows("solve triangular_solve cholesky_solve lstsq", positive, matrix, first=1 << 16, most=SQUARE)
rows(
    "tridiagonal_matmul tridiagonal_solve banded_triangular_solve",
    shaped(lambda n: [3, n // 4]),
    shaped(lambda n: [n // 4, 1]),
)
rows("lu_reconstruct lu_matrix_inverse", positive, lambda n: tf.range(root(n)), most=SQUARE)
rows("lu_solve", positive, lambda n: tf.range(root(n)), matrix, most=SQUARE)
rows("fft ifft", complexes)
rows("fft2d ifft2d", lambda n: complexes([root(n), root(n)]))
rows("fft3d ifft3d", lambda n: complexes([cube(n)] * 3))
rows("rfft", uniform)
rows("rfft2d", matrix)
rows("irfft", lambda n: complexes(n // 2 + 1))
rows("irfft2d", lambda n: complexes([root(n), root(n) // 2 + 1]))

# --- networks -------------------------------------------------------------------------------------


def lines(n: int) -> tf.Tensor:
    """A few lines, each of them long."""
    return uniform([3, n // 3])


def picture(n: int) -> tf.Tensor:
    return uniform([1, root(n // 4), root(n // 4), 4])


def volume(n: int) -> tf.Tensor:
    return uniform([1, *[cube(n // 4)] * 3, 4])


def line(n: int) -> tf.Tensor:
    return uniform([1, n // 4, 4])


def filters(*lengths: int) -> Callable[[int], tf.Tensor]:
    return just(tf.ones([*lengths, 4, 4]))


CONVOLVED = {"first": 1 << 16, "padding": "SAME"}
rows("softmax log_softmax", lines)
rows("softmax_cross_entropy_with_logits", lines, lines)
rows("sparse_softmax_cross_entropy_with_logits", just([1, 2, 3]), lines)
rows("_layer_normalization", lines, *[shaped(lambda n: [n // 3])] * 2)
rows("_fused_batch_norm", shaped(lambda n: [n // 8, 8]), *[just(tf.ones([8]))] * 2)
rows(
    "local_response_normalization",
    shaped(lambda n: [1, 1, n // 256, 256]),
    just(100),
    first=1 << 18,
)
rows("avg_pool max_pool avg_pool2d max_pool2d", picture, just(7), just(1), **CONVOLVED)
rows("max_pool_with_argmax", picture, just(7), just(1), **CONVOLVED)
rows("avg_pool1d max_pool1d", line, just(99), just(1), **CONVOLVED)
rows("avg_pool3d max_pool3d", volume, just(5), just(1), **CONVOLVED)
rows("pool", picture, just([7, 7]), just("AVG"), first=1 << 16)
rows("conv1d", line, filters(99), just(1), **CONVOLVED)
rows("conv2d convolution atrous_conv2d", picture, filters(7, 7), just(1), **CONVOLVED)
rows("conv3d", volume, filters(5, 5, 5), just([1] * 5), **CONVOLVED)
rows("depthwise_conv2d", picture, filters(7, 7), just([1] * 4), **CONVOLVED)
rows(
    "separable_conv2d",
    *(picture, filters(7, 7), just(tf.ones([1, 1, 16, 4])), just([1] * 4)),
    **CONVOLVED,
)
rows("conv1d_transpose", line, filters(99), lambda n: [1, n // 4, 4], just(1), first=1 << 16)
rows(
    "conv2d_transpose conv_transpose",
    *(picture, filters(7, 7), lambda n: [1, root(n // 4), root(n // 4), 4], just(1)),
    first=1 << 16,
)
rows(
    "conv3d_transpose",
    *(volume, filters(5, 5, 5), lambda n: [1, *[cube(n // 4)] * 3, 4], just(1)),
    first=1 << 16,
)

# --- recurrent layers: 64 units, 32 rows, steps by the size ---------------------------------------


def steps(blocks: int) -> Callable[[int], tf.Tensor]:
    return shaped(lambda n: [n // (2048 * blocks) + 1, 32, 64 * blocks])


STATE = just(tf.zeros([32, 64]))

rows("_lstm", steps(4), STATE, STATE, just(tf.ones([64, 256]) / 64))
rows("_gru", steps(3), STATE, just(tf.ones([64, 192]) / 64))
rows("_simple_rnn", steps(1), STATE, just(tf.ones([64, 64]) / 64))

# --- images ---------------------------------------------------------------------------------------


def colors(n: int) -> tf.Tensor:
    return uniform([1, root(n // 3), root(n // 3), 3])


def sides(n: int) -> list[int]:
    return [root(n // 3)] * 2


rows(
    "per_image_standardization total_variation image_gradients sobel_edges rgb_to_grayscale "
    "rgb_to_hsv hsv_to_rgb",
    colors,
)
rows(
    "adjust_brightness adjust_hue adjust_saturation adjust_contrast adjust_gamma", colors, just(0.3)
)
rows("grayscale_to_rgb", lambda n: uniform([1, root(n), root(n), 1]))
rows("psnr ssim _ssim_and_contrast", colors, colors, just(1.0))
rows(
    "extract_patches",
    *(lambda n: colors(n // 25), just([1, 5, 5, 1]), just([1] * 4), just([1] * 4), just("SAME")),
)
rows("resize", just(tf.ones([1, 9, 9, 3])), sides, just("bicubic"))
rows("resize_with_crop_or_pad", just(tf.ones([9, 9, 3])), *[lambda n: root(n // 3)] * 2)
rows(
    "pad_to_bounding_box", just(tf.ones([9, 9, 3])), just(1), just(1), *[lambda n: root(n // 3)] * 2
)

# --- what takes no time ---------------------------------------------------------------------------

short(
    "slice strided_slice split unstack transpose matrix_transpose reverse expand_dims squeeze "
    "broadcast_to flip_left_right flip_up_down image_transpose rot90 central_crop meshgrid trace "
    "crop_to_bounding_box diag_part tensor_diag_part",
    "a view, or a few elements of one",
)
short("stop_gradient identity_n identity ensure_shape shape size rank", "what a tensor knows")
short("broadcast_dynamic_shape random_fold_in set_seed", "a few numbers")
short("_set_common_seed _operation_seeds _candidate_stream", "a few numbers")
