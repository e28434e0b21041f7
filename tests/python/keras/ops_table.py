"""Calls of everything in `keras.ops`, by subject, for `test_ops_table.py`.

`ops` is `keras.ops`, `of(dtype)` a few numbers of a dtype, `X` and others are arrays. A text is
evaluated by either library; what Keras answers is recorded.
"""

import numpy as np
from library import tf

ops = tf.keras.ops
draws = np.random.RandomState(7)


def drawn(*shape):
    return draws.normal(size=shape).astype("float32").round(2)


X, Y, M, V = drawn(2, 3), drawn(2, 3), drawn(3, 3), drawn(3)
P = (M @ M.T + 3 * np.eye(3)).astype("float32").round(2)
L = np.tril(P)
LINE, LINES = drawn(2, 6, 3), drawn(2, 16)
IMAGES, VOLUMES = drawn(2, 5, 6, 3), drawn(1, 3, 4, 4, 2)
COLOURS = np.abs(drawn(4, 5, 3)).clip(0.0, 1.0)
BYTES = (COLOURS * 255).astype("uint8")
MISSING = np.array([[1.0, np.nan, 3.0], [-2.0, 5.0, np.nan]], "float32")
NOTHING = np.array([[np.nan, np.nan], [1.0, 2.0]], "float32")
KERNEL, DEEP = drawn(3, 3, 3, 4), drawn(3, 3, 3, 2)
TURNED = np.array([0.9, 0.1, 0.5, -0.1, 1.1, 0.2, 0.0, 0.0], "float32")
MOVED = np.array([1, 0, 1.5, 0, 1, -1, 0, 0], "float32")
POINTS = np.array([[0, 0], [4, 0], [0, 3], [4, 3]], "float32")
TWICE = np.stack([POINTS] * 2)
LOGITS = drawn(2, 5, 4)
HEADS = drawn(1, 4, 4, 3)
FEWER = HEADS[:, :, :2]


def of(dtype):
    """A few numbers: small, and not negative in a dtype that has no sign."""
    numbers = [0, 1, 1, 0] if dtype == "bool" else [1, 0, 3, 2]
    if "float" in dtype:
        numbers = [0.5, -0.25, 0.0, 0.75]
    elif not dtype.startswith(("u", "b")):
        numbers = [1, -1, 0, 2]
    return tf.constant(np.array(numbers), dtype)


DTYPES = ("bool", "uint8", "int8", "int32", "int64", "float16", "bfloat16", "float32", "float64")
PAIRS = (
    *(("int32", "int32"), ("int32", "float32"), ("int64", "float16"), ("uint8", "int8")),
    *(("float16", "bfloat16"), ("float64", "int32"), ("bool", "int32")),
)


def words(text):
    """The words of a text."""
    return text.split()


# Functions of one tensor, taken over every dtype; of two, over every pair.
OF_ONE = words("""
abs absolute angle arccos arccosh arcsin arcsinh arctan arctanh cbrt ceil conj conjugate cos cosh
deg2rad exp exp2 expm1 fabs floor i0 imag isfinite isinf isnan isneginf isposinf isreal log log10
log1p log2 logical_not negative rad2deg real reciprocal sign signbit sin sinc sinh sqrt square tan
tanh trunc ones_like zeros_like empty_like copy size ravel nan_to_num
sum mean var std prod max min amax amin ptp all any argmax argmin average count_nonzero cumsum
cumprod median nansum nanmean nanvar nanstd nanprod nanmax nanmin nanargmax nanargmin nancumsum
nancumprod nanmedian sort argsort diff round logsumexp rsqrt erf erfc erfinv trapezoid vander flip
relu sigmoid softplus softmax
""")
# Those that TensorFlow computes of floats alone, and not of truth values.
OF_FLOATS = {"erf", "erfc", "erfinv", "logsumexp", "reciprocal", "rsqrt"}
OF_FLOATS |= {"sigmoid", "softmax", "softplus"}
OF_NUMBERS = {"conj", "conjugate", "negative", "ptp", "real", "relu", "round", "sign"}
OF_TWO = words("""
add subtract multiply divide true_divide divide_no_nan floor_divide mod fmod power maximum minimum
fmax fmin arctan2 heaviside hypot logaddexp logaddexp2 nextafter equal not_equal greater
greater_equal less less_equal logical_and logical_or logical_xor isclose allclose dot matmul inner
outer vdot kron append isin
""")
OF_BITS = words("""
bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift left_shift right_shift
gcd lcm
""")

TABLE = {
    "conversions": """
ops.convert_to_tensor([1, 2])
ops.convert_to_tensor([1.5, 2.5], "int32")
ops.convert_to_tensor(2.5, "float16")
ops.convert_to_tensor(np.array([1.5, 2.5]))
ops.convert_to_tensor(np.array([1, 2]), "bool")
ops.convert_to_tensor([True, False], "float32")
ops.array([1.5, 2], dtype="float64")
ops.convert_to_numpy(X).tolist()
type(ops.convert_to_numpy(tf.constant(1))).__name__
ops.is_tensor(tf.constant(1)), ops.is_tensor(1), ops.is_tensor(tf.Variable(1.0)), ops.is_tensor(X)
ops.shape(X)
ops.shape(3.0)
ops.ndim(X)
ops.size(X)
ops.dtype(tf.constant(1.0)), ops.dtype(tf.constant([True]))
ops.cast([1.7, -1.7], "int32")
ops.cast([0, 2], "bool")
ops.saturate_cast(X * 200, "uint8")
ops.saturate_cast(tf.constant([-5, 500]), "int8")
ops.saturate_cast(tf.constant([1e10, -1e10]), "float16")
ops.copy(X)
ops.stop_gradient(tf.constant([1.0]))
ops.view(np.array([1.0, -2.0], "float32"), "int32")
ops.view(np.array([1, 256], "int16"), "uint8")
ops.view(np.array([[1, 2, 3, 4]], "uint8"), "uint16")
ops.view(X)
ops.view_as_complex(drawn(2, 2))
ops.view_as_real(np.array([1 + 2j], "complex64"))
ops.custom_gradient(lambda x: (x * 2, lambda g: g * 5))(tf.constant(3.0))
""",
    "numbers": """
ops.add([1, 2], 1.5)
ops.add(tf.constant([1, 2]), 1)
ops.add(tf.constant([1.0], "float16"), 1.5)
ops.add(2, 3)
ops.add(2.0, 3)
ops.add(np.float64(2), tf.constant(3.0))
ops.multiply(np.array([1.5]), 2)
ops.subtract(True, 1)
ops.add(1j, tf.constant(1.0))
ops.power(2, tf.constant([1.0, 2.0]))
ops.power(2, tf.constant([1, 2], "uint8"))
ops.maximum(tf.constant([1, 5]), 2.5)
ops.divide(1, 2)
ops.divide(tf.constant([1.0, 2.0]), 0)
ops.divide_no_nan(tf.constant([1.0, 2.0]), [0.0, 4.0])
ops.floor_divide([-7.0, 7.0], 2.0)
ops.mod([-7, 7], 3)
ops.fmod([-7, 7], 3)
ops.fmax(MISSING, 2.0)
ops.fmin(MISSING, 2.0)
ops.maximum(MISSING, 2.0)
ops.heaviside([-1.0, 0.0, 2.0], 0.5)
ops.ldexp([0.5, 3.0], [2, 1])
ops.ldexp([1, 3], [2, 1])
ops.gcd([12, 18], [18, 27])
ops.lcm([4, 6], [6, 0])
ops.clip(tf.constant([1, 5, 9]), 2, 6)
ops.clip(X, -0.5, [0.1, 0.2, 0.3])
ops.round(X * 0.123, 2), ops.round(np.array([123, 155]), -1)
ops.round(tf.constant([0.5, 1.5, -2.5]))
ops.nan_to_num([np.nan, 1.0, np.inf, -np.inf])
ops.nan_to_num([np.nan, 1.0, np.inf, -np.inf], 5.0, 7.0, -7.0)
ops.reciprocal([2.0, 4.0])
ops.signbit([-0.0, 0.0, -1.0, 2.0])
ops.isneginf([-np.inf, np.inf, 1.0]), ops.isposinf([-np.inf, np.inf, 1.0])
ops.isreal(np.array([1 + 0j, 1j], "complex64"))
ops.real(np.array([1 + 2j], "complex64")), ops.imag(np.array([1 + 2j], "complex64"))
ops.angle(np.array([1 + 1j], "complex64"))
ops.absolute(np.array([3 + 4j], "complex64"))
ops.conj(np.array([3 + 4j], "complex64"))
ops.isclose([1.0, np.inf, np.nan], [1.00001, 1.0, np.nan])
ops.isclose([1.0, np.nan], [1.1, np.nan], rtol=0.2, equal_nan=True)
ops.allclose([1.0, 2.0], [1.0, 2.1])
ops.isin([[1, 2], [3, 4]], [3, 1])
ops.isin([1.0, 2.0], [2.0], invert=True)
ops.erf([0.5]), ops.erfc([0.5]), ops.erfinv([0.5])
ops.bitwise_not(tf.constant([5, -1])), ops.bitwise_invert(tf.constant([5], "uint8"))
ops.bitwise_and([6], [3]), ops.left_shift([1], [3]), ops.right_shift([9], [1])
ops.greater([1, 2], 1.5)
ops.equal(X, X)
ops.logical_and([1.0, 0.0], True)
ops.polar([1.0, 2.0], [0.0, 1.5])
""",
    "axes": """
ops.sum(X, axis=0)
ops.sum(X, axis=(0, 1), keepdims=True)
ops.sum(X, -1, True)
ops.mean(X, axis=-1)
ops.var(X, axis=0, keepdims=True)
ops.std(X, 1)
ops.prod(X, axis=1)
ops.prod([1, 2, 3], 0, True)
ops.max(X, axis=1, initial=0.5)
ops.min(X, axis=1, keepdims=True, initial=0.5)
ops.max(tf.zeros([0]), initial=2.0)
ops.amax(X, 0), ops.amin(X, 0, True), ops.ptp(X, 1)
ops.all([[True, False]], axis=1), ops.any([[True, False]], axis=1, keepdims=True)
ops.argmax(X, axis=1), ops.argmin(X, axis=0, keepdims=True), ops.argmax(X)
ops.argmax(X, keepdims=True)
ops.average(X, axis=1, weights=[1.0, 2.0, 3.0])
ops.average(X, weights=np.abs(Y))
ops.count_nonzero([[1, 0], [2, 3]], axis=1)
ops.cumsum(X, axis=1), ops.cumsum(X), ops.cumsum([1, 2], dtype="float32")
ops.cumprod(X, axis=0)
ops.logsumexp(X, axis=1), ops.logsumexp(X, keepdims=True)
ops.diff([1, 4, 9, 16], n=2), ops.diff(X, axis=0)
ops.nansum(MISSING, axis=0), ops.nanmean(MISSING, 1), ops.nanvar(MISSING), ops.nanstd(MISSING, 0)
ops.nanmax(MISSING, 1), ops.nanmin(MISSING, 0, True), ops.nanprod(MISSING, 1)
ops.nanmax(NOTHING, 1), ops.nanargmax(NOTHING, 1), ops.nanargmin(MISSING, 0)
ops.nancumsum(MISSING, 1), ops.nancumprod(MISSING, 1)
ops.median(X, axis=1), ops.median(X, keepdims=True), ops.median([4, 1, 3, 2])
ops.nanmedian(MISSING, axis=1), ops.nanmedian(NOTHING, axis=1)
ops.quantile(X, 0.3), ops.quantile(X, [0.25, 0.5], axis=1), ops.quantile(X, 0.5, 0, "lower", True)
ops.quantile([1.0, 2.0, 4.0, 8.0], [0.1, 0.4, 0.9], method="nearest")
ops.quantile([1.0, 2.0, 4.0, 8.0], [0.1, 0.4, 0.9], method="midpoint")
ops.quantile([1.0, 2.0, 4.0, 8.0], [0.1, 0.4, 0.9], method="higher")
ops.quantile(X, [0.25, 0.5], axis=(0, 1), keepdims=True)
ops.quantile(MISSING, 0.5, axis=1)
ops.nanquantile(MISSING, 0.25, axis=1), ops.nanquantile(MISSING, [0.5, 1.0])
ops.percentile(X, 30.0, axis=1), ops.percentile(X, [10.0, 90.0])
ops.nanpercentile(MISSING, 40.0, axis=0)
""",
    "new": """
ops.zeros((2, 3)), ops.ones([2], "int32"), ops.empty((2,), dtype="float16")
ops.zeros_like(X), ops.ones_like([1, 2]), ops.empty_like(X, "int32")
ops.ones_like(X, dtype="bool")
ops.full((2, 2), 7), ops.full((2,), [1, 2], "int32")
ops.full_like([1, 2], 7.5), ops.full_like(X, 1, dtype="int32")
ops.eye(2), ops.eye(2, 3, 1), ops.eye(3, 2, -1, "int32"), ops.identity(2, "bool")
ops.tri(3), ops.tri(2, 3, 1, "int32"), ops.tri(3, k=-1)
ops.arange(3), ops.arange(1, 4), ops.arange(0, 1, 0.25), ops.arange(5, 1, -2, "float32")
ops.arange(3.0), ops.arange(0, 3, dtype="int64"), ops.arange(0, 2, 0.5, "float16")
ops.linspace(0, 1, 5), ops.linspace(0.0, 10.0, 4, endpoint=False)
ops.linspace(0, 9, 4, dtype="int32")
ops.linspace(X[0], X[1], 3, axis=1), ops.linspace(0, 1, 3, retstep=True)
ops.logspace(0, 2, 3), ops.logspace(0.0, 3.0, 4, base=2), ops.logspace(0, 1, 2, endpoint=False)
ops.geomspace(1, 100, 3), ops.geomspace(1.0, 8.0, 3, endpoint=False)
ops.meshgrid([1, 2], [3, 4, 5]), ops.meshgrid([1.0], [3.0, 4.0], indexing="ij")
ops.vander(np.array([1, 2, 3])), ops.vander(V, 2, True)
ops.bartlett(5), ops.blackman(5), ops.hamming(5), ops.hanning(5), ops.kaiser(5, 3.0)
ops.diag([1, 2]), ops.diag(M, k=1), ops.diag([1.0], -1)
ops.diagflat([[1, 2], [3, 4]], 1)
""",
    "shapes": """
ops.reshape(X, (3, 2)), ops.reshape(X, -1), ops.reshape(X, (-1, 2))
ops.ravel(X)
ops.transpose(X), ops.transpose(IMAGES[0], (2, 0, 1))
ops.swapaxes(IMAGES[0], 0, -1)
ops.moveaxis(IMAGES[0], 0, -1), ops.moveaxis(IMAGES[0], (0, 1), (-1, 0))
ops.shape(ops.expand_dims(X, 0)), ops.shape(ops.expand_dims(X, (0, -1)))
ops.shape(ops.squeeze(X[None])), ops.shape(ops.squeeze(X[None, :, None], (0, 2)))
ops.broadcast_to([1, 2], (2, 2))
ops.flip(X), ops.flip(X, 1), ops.flip(X, (0, 1)), ops.fliplr(X), ops.flipud(X)
ops.rot90(X), ops.rot90(M, 2), ops.rot90(X, 3, (1, 0))
ops.roll(X, 1), ops.roll(X, 2, axis=1), ops.roll(X, (1, 1), axis=(0, 1))
ops.concatenate([X, Y]), ops.concatenate([X, np.eye(2, 2)], axis=1)
ops.concatenate([X, Y], axis=-1)
ops.concatenate([tf.constant([1]), tf.constant([2.5], "float16")])
ops.stack([X, Y], 1), ops.stack([[1], [2.5]])
ops.append([1, 2], [3.5]), ops.append(X, Y, axis=1)
ops.hstack([V, V]), ops.hstack([X, Y]), ops.vstack([X, Y]), ops.dstack([X, Y])
ops.split(X, 3, axis=1), ops.split(V, 3), ops.split(V, [1])
ops.array_split(drawn(5), 3), ops.array_split(X, 2, 1)
ops.hsplit(X, 3), ops.vsplit(X, 2), ops.dsplit(LINE, 3)
ops.unstack(X), ops.unstack(X, 3, 1)
ops.repeat([1, 2], 2), ops.repeat(X, [1, 2], axis=0), ops.repeat(X, 2)
ops.tile([1, 2], 2), ops.tile(X, (2, 1)), ops.tile([1, 2], (2, 2)), ops.tile(X, 2)
ops.pad(X, ((1, 0), (0, 2))), ops.pad([1, 2], ((1, 2),), constant_values=7), ops.pad([1, 2], 1)
ops.pad([1, 2, 3], ((1, 2),), "reflect"), ops.pad([1, 2, 3], ((1, 2),), mode="symmetric")
ops.rearrange(IMAGES[:1], "b h w c -> b c h w")
ops.rearrange(LINE, "b (l s) c -> b l (s c)", s=2)
""",
    "places": """
ops.where([True, False], 1, 2.5), ops.where([[1], [0]], X, Y), ops.where([0, 1, 2])
ops.where([True, False], tf.constant([1, 2]), 0.5)
ops.nonzero([[1, 0], [2, 3]])
ops.select([X > 0, Y > 0], [X, Y], 9.0)
ops.take(X, [0, 2], axis=1), ops.take(X, 1), ops.take(X, [[0], [-1]], axis=0)
ops.take_along_axis(X, [[2, 0], [1, 1]], axis=1), ops.take_along_axis(X, [5, 0])
ops.get_item(tf.constant(X), (slice(None), 1)), ops.get_item(tf.constant(X), 0)
ops.get_item(tf.constant(X), (..., slice(0, 2)))
ops.unravel_index([5, 2], (2, 3))
ops.diagonal(M), ops.diagonal(M, 1), ops.diagonal(LINE, 0, 1, 2)
ops.trace(M), ops.trace(M, 1), ops.trace([[1, 2], [3, 4]])
ops.tril(M), ops.tril(M, -1), ops.triu(M), ops.triu(X, 1)
ops.sort([3, 1, 2]), ops.sort(X, axis=0), ops.argsort(X), ops.argsort(X, 0)
ops.argsort([2, 1], None)
[sorted(part.numpy().tolist()) for part in ops.split(ops.argpartition([4, 1, 3, 2], 1), [2])]
tuple(ops.top_k([4, 1, 3], 2)), tuple(ops.top_k(X, 2, sorted=True))
ops.in_top_k([1, 0], [[0.1, 0.9], [0.2, 0.8]], 1)
ops.searchsorted([1, 3, 5], [3, 4]), ops.searchsorted([1.0, 3.0], [3.0], side="right")
ops.digitize([0.5, 1.0, 2.5], [1.0, 2.0]), ops.digitize([[1, 2], [3, 4]], [2, 3])
ops.unique([3, 1, 3]), ops.unique([3, 1, 3], return_counts=True, return_inverse=True)
ops.unique([3, 1, 3], return_index=True), ops.unique([[1, 2], [1, 2], [0, 5]], axis=0)
ops.unique([3, 1, 3], size=4, fill_value=9), ops.unique([3, 1, 2], size=2)
ops.bincount([1, 2, 1, 4]), ops.bincount([1, 2, 1], weights=[0.5, 1.0, 2.0], minlength=5)
ops.bincount([[0, 1], [1, 1]])
ops.histogram(tf.constant([0.0, 1.0, 1.0, 2.0]), bins=2)
ops.histogram(tf.constant([1.0, 5.0, 2.0, 9.0]), 3, (0.0, 6.0))
ops.scatter([[0], [2], [0]], [1.0, 2.0, 3.0], (3,)), ops.scatter([[1]], X[:1], (2, 3))
ops.scatter_update(X, [[0, 1], [1, 2]], [9.0, 8.0])
ops.scatter_update(X, [[1]], Y[:1], "add"), ops.scatter_update(X, [[1], [1]], Y, "mul")
ops.scatter_update(X, [[1]], Y[:1], "max"), ops.scatter_update(X, [[1]], Y[:1], "min")
ops.slice(X, (0, 1), (2, 2)), ops.slice(X, [1, 0], [-1, -1])
ops.slice_update(X, [1, 1], Y[:1, :2]), ops.slice_update(X, [0, 2], Y[:, :2])
ops.segment_sum(X, np.array([0, 0])), ops.segment_sum(M, np.array([1, 0, 1]), 3)
ops.segment_sum(X, np.array([0, 1]), sorted=True), ops.segment_prod(X, np.array([1, 1]), 2)
ops.segment_max(X, np.array([0, 2]), 3), ops.segment_min(X, np.array([0, 0]))
""",
    "products": """
ops.matmul(X, M), ops.matmul(V, M), ops.matmul(M, V), ops.matmul([[1, 2]], [[3], [4]])
ops.matmul(tf.ones([2, 2], "int8"), tf.ones([2, 2], "int8"))
ops.dot(X, V), ops.dot(2.0, X), ops.dot([1, 2], [3, 4])
ops.inner(X, Y), ops.outer(V, [1, 2]), ops.vdot(X, Y), ops.kron([1, 10], [1, 2])
ops.kron(X, [[1.0, 2.0]])
ops.tensordot(X, M, 1), ops.tensordot(X, Y, [[0, 1], [0, 1]]), ops.tensordot([1, 2], [3, 4], 0)
ops.einsum("ij,jk->ik", X, M), ops.einsum("ij->ji", X)
ops.einsum("i,i->", tf.constant([1, 2]), tf.constant([3, 4]))
ops.einsum("...j,j->...", X, V)
ops.cross([1.0, 2.0, 3.0], [3.0, 2.0, 1.0]), ops.cross([1.0, 2.0], [3.0, 4.0])
ops.correlate([1.0, 2.0, 3.0], [0.0, 1.0, 0.5], "full")
ops.correlate([1.0, 2.0, 3.0], [0.0, 1.0, 0.5], "same"), ops.correlate([1, 2, 3], [0, 1])
ops.corrcoef(X)
ops.trapezoid([1.0, 2.0, 4.0]), ops.trapezoid(X, dx=0.5, axis=0)
ops.trapezoid([1, 2], x=[0.0, 3.0])
""",
    "matrices": """
ops.det(M), ops.inv(M), ops.linalg.det(M), ops.linalg.inv(P)
ops.cholesky(P), ops.cholesky(P, upper=True), ops.cholesky_inverse(L)
ops.sort(ops.abs(ops.eig(P)[0])), ops.eigh(P)[0], ops.abs(ops.eigh(P)[1])
ops.abs(ops.matmul(*ops.qr(X))), ops.shape(ops.qr(LINE[0], "complete")[0])
ops.svd(X, compute_uv=False), ops.svd(X)[1], [ops.shape(part) for part in ops.svd(X)]
ops.abs(ops.svd(X, full_matrices=False)[2])
ops.lu_factor(M)
ops.solve(M, V), ops.solve(M, X.T), ops.solve_triangular(L, V, lower=True)
ops.solve_triangular(P, V)
ops.lstsq(LINE[0], LINE[1]), ops.lstsq(LINE[0], LINE[1][:, 0])
ops.pinv(X), ops.matrix_rank(X), ops.matrix_rank(np.ones([3, 3], "float32"))
ops.norm(X), ops.norm(V, 1), ops.norm(V, np.inf), ops.norm(V, -np.inf), ops.norm(V, 0)
ops.norm(V, 3)
ops.norm(X, axis=1), ops.norm(X, "fro", (0, 1), True), ops.norm(M, 1, (0, 1))
ops.norm(M, -1, (0, 1))
ops.norm(M, np.inf, (0, 1)), ops.norm(M, 2, (0, 1)), ops.norm(M, "nuc", (0, 1)), ops.norm([3, 4])
ops.norm(LINE, -2, (1, 2)), ops.norm(LINE, axis=(0, 2))
ops.logdet(P), ops.slogdet(M)
ops.cdist(X, M)
ops.jvp(lambda x: x * x, (tf.constant(3.0),), (tf.constant(1.0),))
ops.linalg.jvp(lambda x: (x * x, x), (tf.constant(V),), (V,), has_aux=True)
""",
    "spectra": """
ops.fft((X, Y)), ops.fft2((X, Y)), ops.ifft2((X, Y))
ops.rfft(X), ops.rfft(X, 4), ops.irfft((X, Y)), ops.irfft((X, Y), 3)
ops.extract_sequences(LINES, 4, 3)
ops.stft(LINES, 4, 2, 4), ops.stft(LINES, 3, 2, 6, "hamming", False)
ops.stft(LINES, 4, 2, 4, None)
ops.istft(ops.stft(LINES, 4, 2, 4), 4, 2, 4)
ops.istft(ops.stft(LINES, 4, 1, 8), 4, 1, 8, length=10)
ops.istft(ops.stft(LINES, 4, 2, 4, "hamming", False), 4, 2, 4, None, "hamming", False)
""",
    "activations": """
ops.relu(X), ops.relu6(X * 5), ops.sigmoid(X), ops.softplus(X), ops.softsign(X), ops.silu(X)
ops.swish(X)
ops.log_sigmoid(X), ops.leaky_relu(X), ops.leaky_relu(X, 0.1), ops.hard_sigmoid(X)
ops.hard_silu(X)
ops.hard_swish(X), ops.elu(X), ops.elu(X, 0.5), ops.selu(X), ops.gelu(X), ops.gelu(X, False)
ops.celu(X), ops.celu(X, 2.0), ops.glu(drawn(2, 4)), ops.glu(drawn(4, 2), 0), ops.hard_tanh(X)
ops.hard_shrink(X), ops.hard_shrink(X, 1.0), ops.soft_shrink(X), ops.tanh_shrink(X)
ops.threshold(X, 0.1, 9.0), ops.squareplus(X), ops.squareplus(X, 2), ops.sparse_plus(X)
ops.sparse_sigmoid(X), ops.sparsemax(tf.constant([[2.0, 1.0, -0.5]]))
ops.softmax(X), ops.softmax(X, 0), ops.softmax(LINE, (1, 2)), ops.softmax(X, None)
ops.log_softmax(X), ops.log_softmax(LINE, (0, 2)), ops.log_softmax(X, None)
ops.nn.relu(X), ops.nn.softmax(X)
""",
    "networks": """
ops.conv(IMAGES, KERNEL), ops.conv(IMAGES, KERNEL, 2, "same")
ops.conv(IMAGES, KERNEL, dilation_rate=2)
ops.conv(LINE, drawn(2, 3, 4), padding="same"), ops.conv(VOLUMES, drawn(2, 2, 2, 2, 3), (1, 2, 2))
ops.depthwise_conv(IMAGES, DEEP), ops.depthwise_conv(IMAGES, DEEP, 2, "same")
ops.depthwise_conv(LINE, drawn(2, 3, 2)), ops.depthwise_conv(IMAGES, DEEP, 1, "same", None, 2)
ops.depthwise_conv(IMAGES, DEEP, 2, "same", None, 2)
ops.separable_conv(IMAGES, DEEP, drawn(1, 1, 6, 2))
ops.separable_conv(LINE, drawn(2, 3, 1), drawn(1, 3, 2))
ops.conv_transpose(IMAGES, drawn(3, 3, 2, 3), 2)
ops.conv_transpose(IMAGES, drawn(2, 2, 2, 3), 2, "same")
ops.conv_transpose(LINE, drawn(3, 2, 3), 2, "same", 1)
ops.conv_transpose(LINE, drawn(3, 2, 3), 2, "valid", 1)
ops.max_pool(IMAGES, 2), ops.max_pool(IMAGES, (2, 3), 1, "same"), ops.max_pool(LINE, 2, 1)
ops.average_pool(IMAGES, 2), ops.average_pool(IMAGES, 3, 2, "same"), ops.average_pool(VOLUMES, 2)
ops.max_pool(np.moveaxis(IMAGES, -1, 1), 2, data_format="channels_first")
ops.adaptive_average_pool(tf.constant(IMAGES), 3), ops.adaptive_average_pool(tf.constant(LINE), 4)
ops.adaptive_max_pool(tf.constant(IMAGES), (2, 4))
ops.adaptive_max_pool(tf.constant(LINE), 4, data_format="channels_first")
ops.one_hot([1, -1, 2], 3), ops.one_hot([[0], [1]], 2, axis=1, dtype="int32")
ops.one_hot([1], 2, dtype="bool")
ops.multi_hot(np.array([[0, 2], [1, 1]]), 4), ops.multi_hot(np.array([0, 2]), 4, dtype="int32")
ops.multi_hot(np.array([1]), 2, dtype="bool")
ops.binary_crossentropy([0.0, 1.0], [0.2, 0.7])
ops.binary_crossentropy([0.0, 1.0], [0.2, 0.7], True)
ops.categorical_crossentropy([[0.0, 1.0]], [[0.2, 0.6]])
ops.categorical_crossentropy([[0.0, 1.0]], [[0.2, 0.6]], True)
ops.categorical_crossentropy(abs(X), abs(Y), axis=0)
ops.sparse_categorical_crossentropy([1, 0], [[0.2, 0.8], [0.5, 0.5]])
ops.sparse_categorical_crossentropy([[1], [0]], [[0.2, 0.8], [0.5, 0.5]], True)
ops.moments(X, 0), ops.moments(IMAGES, [0, 1, 2], keepdims=True)
ops.moments(tf.cast(X, "float16"), [1])
ops.batch_normalization(X, V, abs(V), -1, V, V)
ops.batch_normalization(LINE, drawn(6), [1.0] * 6, 1)
ops.normalize(X), ops.normalize(X, 0, 1), ops.normalize(X, -1, 3), ops.normalize([[0.0, 0.0]])
ops.rms_normalization(X), ops.rms_normalization(X, V, epsilon=0.1)
ops.rms_normalization(LINE, axis=(1, 2))
ops.layer_normalization(X), ops.layer_normalization(X, V, V, epsilon=0.1)
ops.layer_normalization(LINE, axis=(1, 2))
ops.psnr(X, Y, 2.0)
ops.ctc_loss([[1, 2], [3, 0]], LOGITS, [2, 1], [5, 4])
ops.ctc_decode(LOGITS, [5, 4])
ops.ctc_decode(LOGITS, [5, 4], "beam_search", beam_width=5, top_paths=2)
ops.ctc_decode(LOGITS, [5, 4], merge_repeated=False, mask_index=3)
ops.dot_product_attention(HEADS, HEADS, HEADS)
ops.dot_product_attention(HEADS, HEADS, HEADS, is_causal=True)
ops.dot_product_attention(HEADS, FEWER, FEWER, scale=0.5, bias=drawn(1, 4, 4, 4))
ops.dot_product_attention(HEADS, HEADS, HEADS, mask=np.tri(4, dtype=bool)[None, None])
ops.unfold(np.moveaxis(IMAGES, -1, 1), 2), ops.unfold(np.moveaxis(IMAGES, -1, 1), (2, 3), 1, 1, 2)
ops.fold(drawn(2, 8, 4), 4, 2, stride=2), ops.fold(drawn(2, 8, 9), 4, 2)
ops.fold(drawn(1, 4, 25), 4, 2, 1, 1)
ops.depth_to_space(drawn(1, 2, 2, 8), 2), ops.space_to_depth(drawn(1, 4, 4, 2), 2)
ops.space_to_depth(drawn(1, 2, 4, 4), 2, "channels_first")
""",
    "images": """
ops.image.resize(COLOURS, (2, 3)), ops.image.resize(COLOURS, (8, 7), "nearest")
ops.image.resize(BYTES, (2, 2))
ops.image.resize(COLOURS, (2, 2), "bicubic", antialias=True)
ops.image.resize(COLOURS, (3, 3), "lanczos3")
ops.image.resize(COLOURS, (2, 4), crop_to_aspect_ratio=True)
ops.image.resize(COLOURS, (8, 4), pad_to_aspect_ratio=True, fill_value=0.5)
ops.image.resize(IMAGES, (3, 3), "area")
ops.image.resize(COLOURS.transpose(2, 0, 1), (2, 3), data_format="channels_first")
ops.image.rgb_to_grayscale(COLOURS), ops.image.rgb_to_grayscale(BYTES)
ops.image.rgb_to_hsv(COLOURS)
ops.image.hsv_to_rgb(COLOURS), ops.image.sobel_edges(IMAGES)
ops.image.affine_transform(COLOURS, TURNED)
ops.image.affine_transform(IMAGES, np.stack([MOVED] * 2), "nearest", "reflect")
ops.image.affine_transform(IMAGES, MOVED, "bilinear", "wrap")
ops.image.perspective_transform(COLOURS, POINTS, POINTS[:, ::-1] + 0.5)
ops.image.perspective_transform(IMAGES, TWICE, TWICE + 0.25, "nearest", 0.5)
ops.image.map_coordinates(M, [[0.5, 1.0, 5.0], [0.25, 2.0, 0.0]], 1)
ops.image.map_coordinates(M, [[0.6, 1.0], [0.25, 2.0]], 0, "nearest")
ops.image.map_coordinates([1, 2, 3], [[0.5, 3.5, -1.0]], 1, "wrap")
ops.image.map_coordinates([1.0, 2.0, 3.0], [[0.5, 2.5, 3.25]], 1, "reflect")
ops.image.map_coordinates([1.0, 2.0, 3.0], [[0.5, 9.0]], 1, "constant", 7.0)
ops.image.gaussian_blur(COLOURS), ops.image.gaussian_blur(IMAGES, (5, 5), (0.5, 2.0))
ops.image.scale_and_translate(COLOURS, (6, 5, 3), [1.5], [0.5], (0,), "linear")
ops.image.scale_and_translate(COLOURS, (3, 4, 3), [0.6, 0.8], [0.0, 0.25], (0, 1), "cubic")
ops.image.scale_and_translate(COLOURS, (3, 5, 3), [0.6], [0.0], (0,), "lanczos3", False)
ops.image.pad_images(COLOURS, 1, 2, 3, 4)
ops.image.pad_images(COLOURS, 1, 2, target_height=6, target_width=9)
ops.image.crop_images(COLOURS, 1, 0, 1, 2)
ops.image.crop_images(COLOURS, None, 1, 1, target_height=2, target_width=3)
ops.image.extract_patches(IMAGES, 2), ops.image.extract_patches(IMAGES, (2, 3), 1, 1, "same")
ops.image.extract_patches(COLOURS, 2, dilation_rate=2, strides=1)
ops.image.extract_patches_3d(VOLUMES, 2)
ops.image.extract_patches_3d(VOLUMES[0], (1, 2, 2), padding="same")
ops.image.ssim(np.tile(IMAGES, (1, 3, 3, 1)), np.tile(IMAGES[::-1], (1, 3, 3, 1)), 2.0)
ops.image.ssim(np.tile(COLOURS, (3, 3, 1)), np.tile(COLOURS[::-1], (3, 3, 1)), filter_size=5)
""",
    "loops": """
ops.cond(tf.constant(True), lambda: 1.0, lambda: 2.0)
ops.switch(tf.constant(5), [lambda x: x + 1, lambda x: x * 10], tf.constant(4))
ops.while_loop(lambda i, s: i < 4, lambda i, s: (i + 1, s + i), (0, 0))
ops.while_loop(lambda i: i < 4, lambda i: i + 1, 0)
ops.while_loop(lambda i: i < 4, lambda i: i + 1, 0, 2)
ops.fori_loop(0, 4, lambda i, s: s + i, 0)
ops.fori_loop(1, 3, lambda i, x: x * 2, tf.constant(X))
ops.map(lambda x: x * 2, X), ops.map(lambda x: (x[0] + x[1], x[0]), (X, Y))
ops.vectorized_map(lambda x: ops.sum(x), X)
ops.scan(lambda s, x: (s + x, s * x), tf.constant(0.0), V)
ops.scan(lambda s, x: (s + x, s + x), tf.constant(0.0), V, reverse=True)
ops.scan(lambda s, x: (s + 1.0, s), tf.constant(0.0), length=3)
ops.associative_scan(lambda a, b: a + b, tf.range(5))
ops.associative_scan(lambda a, b: a * b, V, reverse=True)
ops.associative_scan(lambda a, b: a + b, X, axis=1)
ops.associative_scan(lambda a, b: (a[0] + b[0], a[1] * b[1]), (V, V))
""",
}
CALLS = [line for text in TABLE.values() for line in text.strip().splitlines()]


def dtypes_of(name):
    """The dtypes that TensorFlow computes a function of one tensor in."""
    refused = {"negative": {"uint8"}, "i0": {"bfloat16"}}.get(name, set())
    refused |= {"bool"} if name in OF_NUMBERS else set()
    return [d for d in DTYPES if d not in refused and ("float" in d or name not in OF_FLOATS)]


def second(name, dtype):
    """The second argument of a function: positive where integers must not be 0 or negative."""
    if name in {"floor_divide", "mod", "fmod", "power"}:
        return tf.cast(tf.constant([1, 2, 1, 2]), dtype)
    return of(dtype)[::-1]
