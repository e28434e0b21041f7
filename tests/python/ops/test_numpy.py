"""`tf.experimental.numpy`: what NumPy itself answers, with NumPy's dtypes, and gradients."""

import subprocess
import sys
import textwrap
import warnings

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, ours, tf

tnp = tf.experimental.numpy
F = np.array([[1.5, -2.0, 0.25], [4.0, 5.5, -6.0]])
F32 = F.astype(np.float32)
I = np.array([[1, 2, 3], [4, 5, 6]])  # noqa: E741
P = np.array([0.25, 0.5, 2.0])
B = np.array([[True, False, True], [False, False, True]])
C = np.array([1 + 2j, -3j])
NAN = np.array([[1.0, np.nan, 2.0], [np.nan, 3.0, np.inf]])
CUBE = np.arange(24.0).reshape(2, 3, 4)


def values(result):
    """A result as arrays."""
    if isinstance(result, list | tuple):
        return [values(one) for one in result]
    return result.numpy() if hasattr(result, "numpy") else np.asarray(result)


def assert_as_numpy(name, args, kwargs, dtypes=True):
    mine = values(getattr(tnp, name)(*args, **kwargs))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # newer ones would drop a name or two
        theirs = getattr(np, name)(*args, **kwargs)
    mine, theirs = (x if isinstance(x, list | tuple) else [x] for x in (mine, theirs))
    assert len(mine) == len(theirs)
    for one, other in zip(mine, theirs):
        other = np.asarray(other)
        assert one.shape == other.shape
        assert not dtypes or one.dtype == other.dtype, f"{name}: {one.dtype}, NumPy {other.dtype}"
        np.testing.assert_allclose(one, other, rtol=1e-6, atol=1e-12)


def calls(text):
    """The calls of a table: a name and arguments, a call a line."""
    return textwrap.dedent(text).strip().splitlines()


def run(line, **options):
    name, _, rest = line.partition("(")
    args, kwargs = eval(f"(lambda *a, **k: (a, k))({rest}", globals())
    assert_as_numpy(name, args, kwargs, **options)


SAME = """
    absolute(F)
    add(F, F32)
    add(I, 1)
    add(F32, 1.5)
    add(C, 2.0)
    add(B, 2)
    allclose(F, F + 1e-9)
    amax(F, axis=1)
    amin(I)
    angle(C)
    angle(C, deg=True)
    any(B, axis=0)
    all(B, axis=1, keepdims=True)
    append(F, F)
    append(F, F32, axis=1)
    arange(1, 10, 3)
    arange(0.0, 1.0, 0.25)
    arange(5)
    arccos(F / 6)
    arccosh(P + 1)
    arcsin(F / 6)
    arcsinh(F)
    arctan(F)
    arctan2(F, P)
    arctanh(F / 7)
    argmax(F)
    argmax(F, axis=0)
    argmin(F, 1)
    argsort(F)
    argsort(F, axis=0)
    array([[1, 2], [3, 4]], ndmin=3)
    array([1.5, 2])
    array(True)
    asarray(I, dtype=float)
    atleast_1d(1.5)
    atleast_2d([1, 2])
    atleast_3d([1, 2])
    atleast_3d(CUBE)
    average(F, axis=1, weights=[1.0, 2.0, 3.0])
    bitwise_and(I, 3)
    bitwise_not(I)
    bitwise_or(I, 8)
    bitwise_xor(B, True)
    broadcast_to(P, [2, 3])
    broadcast_arrays(P, [[1.0], [2.0]])
    cbrt(F)
    ceil(F)
    clip(I, 2, 5)
    clip(F, -1.0, 1.0)
    compress([True, False], F, axis=0)
    concatenate([F, F32], axis=1)
    conj(C)
    copy(F)
    cos(F)
    cosh(F)
    count_nonzero(B, axis=0)
    cross([1.0, 2.0, 3.0], [4.0, 5.0, 6.0])
    cross(F, P)
    cumprod(F, axis=1)
    cumsum(F)
    cumsum(I, axis=0)
    deg2rad(F)
    diag(P, 1)
    diag(F, -1)
    diagflat(F)
    diagonal(CUBE, 1, 1, 2)
    diff(F, n=2)
    diff(B, axis=0)
    divide(I, I)
    divide(F32, 2)
    divmod(I, 4)
    dot(F, P)
    dot(CUBE, CUBE.reshape(4, 3, 2)[:, :4].reshape(2, 4, 3))
    dsplit(CUBE, 2)
    dstack([P, P])
    einsum('ij,j->i', F, P)
    equal(I, 2.0)
    exp(F)
    exp2(F)
    expand_dims(F, 1)
    expm1(F)
    eye(3, 4, 1)
    eye(3, k=-1, dtype=int)
    fix(F)
    flip(F, 1)
    flip(F)
    fliplr(F)
    flipud(F)
    floor(F)
    floor_divide(I, 2)
    floor_divide(F, 0.75)
    full([2, 2], [1, 2])
    full_like(I, 7)
    gcd(I, 6)
    geomspace(1.0, 100.0, 5)
    geomspace(1.0, 100.0, 5, endpoint=False)
    greater(F, 0)
    greater_equal(F, 1.5)
    heaviside(F, 0.5)
    hsplit(F, 3)
    hstack([P, P])
    hypot(F, P)
    identity(3)
    imag(C)
    inner(F, P)
    iscomplex(C)
    isfinite(NAN)
    isnan(NAN)
    isreal(C)
    ix_([0, 1], [2, 3])
    kron(F, [[1.0, 2.0]])
    kron(P, F)
    lcm(I, 4)
    less(F, P)
    less_equal(F, P)
    linspace(0, 1, 5)
    linspace(0.0, 1.0, 4, endpoint=False)
    log(P)
    log10(P)
    log1p(P)
    log2(P)
    logaddexp(F, P)
    logaddexp2(F, P)
    logical_and(I, B)
    logical_not(F)
    logical_or(B, 0)
    logical_xor(B, B)
    logspace(0.0, 2.0, 3)
    matmul(F, P)
    matmul(P[:2], F)
    matmul(CUBE, CUBE.reshape(2, 4, 3))
    max(F, axis=0)
    maximum(F, P)
    mean(F, axis=1)
    mean(I)
    mean(F32, axis=0, keepdims=True)
    meshgrid(P, [1.0, 2.0])
    min(F)
    minimum(I, 2.5)
    mod(F, 0.75)
    mod(I, 4)
    moveaxis(CUBE, [0, 1], [-1, 0])
    multiply(F32, F)
    nanmean(NAN[:, :2], axis=0)
    nanprod(NAN[:, :2], axis=1)
    nansum(NAN[:, :2])
    ndim(F)
    negative(F)
    nextafter(P, 9.0)
    nonzero(B)
    not_equal(F, 4.0)
    ones([2, 3])
    ones_like(I)
    outer(F, P)
    pad(F, [[1, 0], [0, 2]], 'constant', constant_values=3.0)
    pad(F, [[1, 1], [2, 1]], 'reflect')
    pad(F, [[1, 1], [2, 1]], 'symmetric')
    polyval(P, F)
    positive(F)
    power(F, 2)
    power(I, 3)
    prod(I, axis=0)
    prod(F)
    ptp(F, axis=1)
    ravel(F)
    real(C)
    reciprocal(F)
    remainder(F, -0.75)
    repeat(F, 2)
    repeat(I, [1, 2], axis=0)
    reshape(F, [3, 2])
    reshape(F, -1)
    reshape(F, [3, 2], order='F')
    roll(F, 1)
    roll(F, [1, -1], axis=[0, 1])
    rot90(F)
    rot90(F, 2)
    rot90(F, 3)
    rot90(CUBE, 1, [1, 2])
    select([B, F > 0], [I, F], 9.0)
    sign(F)
    signbit(F)
    sin(F)
    sinc(F)
    sinh(F)
    size(F)
    sort(F)
    sort(F, axis=0)
    split(F, 3, axis=1)
    split(F, [1], axis=1)
    split(P, [1, 2])
    sqrt(P)
    square(I)
    squeeze(F[None])
    stack([P, P], axis=1)
    std(F)
    std(I, axis=0)
    subtract(F, P)
    sum(F, axis=(0, 1))
    sum(I, axis=1)
    sum(B)
    sum(F32, keepdims=True)
    swapaxes(CUBE, 0, 2)
    take(F, [0, 4])
    take(F, [2, 0], axis=1)
    take(F, [4], axis=1, mode='wrap')
    take_along_axis(F, np.array([[2], [0]]), 1)
    take_along_axis(F, np.array([[1, 0, 0]]), 0)
    tan(F)
    tanh(F)
    tensordot(F, F, [[0, 1], [0, 1]])
    tensordot(CUBE, F, [[1], [1]])
    tile(P, 2)
    tile(F, [2, 1, 2])
    trace(F, 1)
    transpose(F)
    transpose(CUBE, [1, 2, 0])
    tri(3, 4, 1)
    tril(F)
    triu(F, 1)
    true_divide(F, 4)
    vander(P, 4)
    vander([1, 2, 3], increasing=True)
    var(F, axis=1)
    var(C)
    vdot(F, F)
    vsplit(F, 2)
    vstack([P, P])
    where(B)
    where(B, F, 0)
    where(B, I, F)
    zeros(3)
    zeros([2], int)
    zeros_like(F32)
"""
# TensorFlow 2.21 stops at these, most of them at integers.
WIDER = """
    around(F, 0)
    isclose(NAN, NAN, equal_nan=True)
    isclose(NAN, NAN + 1e-10)
    isinf(NAN)
    arccos(1)
    array_equal(F, P)
    average(I)
    concatenate([F, P], axis=None)
    cumsum(B)
    exp(I)
    flip(CUBE, (0, 2))
    float_power(2, -1)
    hypot(3, 4)
    isneginf([-np.inf, 1.0])
    isposinf([np.inf, 1.0])
    linspace([0.0, 1.0], [1.0, 2.0], 3, axis=-1)
    log(I)
    pad(F, 1, 'constant')
    rad2deg(F)
    sin(I)
    sqrt(I)
    tanh(1)
    take_along_axis(F, np.array([1]), None)
    var(F, ddof=1)
"""


@pytest.mark.parametrize("line", calls(SAME))
def test_a_function_answers_as_numpy(line):
    run(line)


@ours("TensorFlow stops there")
@pytest.mark.parametrize("line", calls(WIDER))
def test_a_function_answers_as_numpy_where_tensorflow_does_not(line):
    run(line)


def test_a_wrong_function_would_be_noticed(monkeypatch):
    monkeypatch.setattr(tnp, "sin", tnp.cos)
    with pytest.raises(AssertionError):
        run("sin(F)")


@pytest.mark.parametrize(
    ("one", "other", "dtype"),
    [
        (1, 2, tf.int64),
        (1, 2.5, tf.float64),
        (1, 2j, tf.complex128),
        (True, 1, tf.int64),
        (tf.constant(1), 2, tf.int32),
        (tf.constant(1), 2.5, tf.float64),
        (tf.constant(1), [2.5], tf.float64),
        (tf.constant(1.0), 2, tf.float32),
        (tf.constant(1.0), [2.5], tf.float32),
        (tf.constant(1.0), 1j, tf.complex64),
        (tf.constant(1.0), np.float64(2), tf.float64),
        (tf.constant(1), tf.constant(1.0), tf.float64),
        (tf.constant(1, tf.int8), tf.constant(1.0), tf.float32),
        (tf.constant(1, tf.int8), tf.constant(1, tf.uint8), tf.int16),
        (tf.constant(1, tf.int8), 300, tf.int8),
        (tf.constant(1, tf.bfloat16), tf.constant(1.0), tf.float32),
        (tf.constant(True), 1.5, tf.float64),
        (tf.constant(1, tf.int64), tf.constant(1, tf.uint64), tf.float64),
    ],
)
def test_numbers_of_python_widen_nothing_of_their_kind(one, other, dtype):
    assert tnp.add(one, other).dtype == dtype
    assert tnp.add(other, one).dtype == dtype


def test_what_is_refused():
    with pytest.raises(ValueError, match="out"):
        tnp.mean([1.0], out=np.zeros(1))
    with pytest.raises(ValueError, match="raise"):
        tnp.take([1.0], [0], mode="raise")
    with pytest.raises(ValueError, match="order"):
        tnp.reshape([1.0], [1], order="A")
    with pytest.raises(ValueError, match="kind"):
        tnp.sort([1.0], kind="heapsort")
    with pytest.raises(ValueError, match="non-zero"):
        tnp.arange(1, 2, 0)
    with pytest.raises(ValueError, match="integers"):
        tnp.gcd(1.5, 2)
    with pytest.raises(ValueError, match="None"):
        tnp.where([True], 1, None)


@pytest.mark.parametrize(
    ("f", "expected"),
    [
        (lambda x: tnp.sum(tnp.sin(x) * 2), lambda x: 2 * np.cos(x)),
        (lambda x: tnp.dot(x, x), lambda x: 2 * x),
        (lambda x: tnp.var(x) * 3, lambda x: 2 * (x - x.mean())),
        (lambda x: tnp.sum(tnp.where(x > 0, x, 0)), lambda x: (x > 0) * 1.0),
        (lambda x: tnp.sum(tnp.concatenate([x, 2 * x])), lambda x: np.full(3, 3.0)),
        (lambda x: tnp.sum(tnp.take(x, [0, 0, 2])), lambda x: np.array([2.0, 0.0, 1.0])),
        (lambda x: tnp.kron(x, x)[1], lambda x: np.array([x[1], x[0], 0.0])),
        (lambda x: tnp.sum(tnp.array([x[0] * 2, x[1]])), lambda x: np.array([2.0, 1.0, 0.0])),
        (lambda x: tnp.sum(tnp.diag(x, 1)[0] * 5), lambda x: np.array([5.0, 0.0, 0.0])),
    ],
)
def test_functions_are_differentiable(f, expected):
    x = tf.constant([0.5, -1.5, 2.0], tf.float64)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    np.testing.assert_allclose(tape.gradient(y, x), expected(x.numpy()))


def test_random_numbers_are_those_of_the_global_seed():
    tnp.random.seed(7)
    mine = tnp.random.uniform(size=[2]), tnp.random.randn(2), tnp.random.randint(10, size=[4])
    np.testing.assert_allclose(mine[0], [0.67563113, 0.03721593], rtol=1e-6)
    np.testing.assert_allclose(mine[1], [-0.82205224, -1.75680347], rtol=1e-6)
    assert mine[2].numpy().tolist() == [2, 3, 9, 4]
    assert tnp.random.poisson(2.0, [3]).numpy().tolist() == [1, 2, 3]
    assert float(tnp.random.uniform(2, 5)) == pytest.approx(4.261486329641645)


BEHAVIOUR = f"""
import numpy as np
import {"tensorflow" if AGAINST_TENSORFLOW else "gradtape"} as tf
tnp = tf.experimental.numpy
tnp.experimental_enable_numpy_behavior()
x, y, v = tf.constant([[1, 2, 3], [4, 5, 6]]), tf.constant([1.0, 2.0, 3.0]), tf.Variable([1.0, 2.0])
for z, dtype in [
    (x + y, tf.float64), (x + 1.5, tf.float64), (1.5 + x, tf.float64), (1 + x, tf.int32),
    (y + 1.5, tf.float32), (y + np.float64(2), tf.float64), (np.ones(3) + y, tf.float64),
    (v * x[0, :2], tf.float64), (x[0, :2] * v, tf.float64), (x ** 0.5, tf.float64),
    (tf.Variable(3) + 1.5, tf.float64), (tf.constant(True) + 1, tf.int64), (+x, tf.int32),
]:
    assert z.dtype == dtype, (z, dtype)
assert (x == y).numpy().all(0).tolist() == [False, False, False]
assert x.T.shape == (3, 2) and x.size == 6 and x.reshape(3, 2)[2, 1] == 6
assert x.tolist() == [[1, 2, 3], [4, 5, 6]] and x.astype(tf.int8).dtype == tf.int8
assert x.mean() == 3.5 and x.max() == 6 and x.transpose([1, 0]).shape == (3, 2)
n = x.numpy()
for key in [
    ([0, 1],), ([0, 1], [1, 2]), (slice(None), [2, 0]), (Ellipsis, [0, 2]), (None, [0, 1]),
    ([1, 0], slice(None), None), (0, np.array([1])), (n[:, 0] > 1, 0), ([-1],),
    (np.array([[0, 1], [1, 0]]), slice(1)),
]:
    got, want = x[key], n[key]
    assert got.shape == want.shape and (got.numpy() == want).all(), (key, got, want)
cube = tf.reshape(tf.range(24), [2, 3, 4])
for key in [
    ([0, 1], slice(None), [1, 2]), (slice(None), [0, 2], [1, 1]), (slice(None), (0, 2), (1, 1)),
    (slice(None), (True, False, True)), (1, (0, 0, 1), np.array([0, 1, 1])), (range(2), 1),
    (Ellipsis, (0, 3)), ((1, 0), None),
]:
    assert (cube[key].numpy() == cube.numpy()[key]).all(), key
assert cube[(0, 1)].shape == (4,) and cube[range(1)].shape == (1, 3, 4)
# Unlike NumPy: an integer takes its axis away first, and so stands apart from no array.
assert cube[0, :, [1, 2]].shape == (3, 2) and cube[[0, 1], 1, [1, 2]].shape == (2,)
with tf.GradientTape() as tape:
    tape.watch(y)
    z = tf.reduce_sum(y[[0, 0, 2]] * 2)
assert tape.gradient(z, y).numpy().tolist() == [4.0, 0.0, 2.0]
tnp.experimental_enable_numpy_behavior(prefer_float32=True)
assert (tf.constant(1.0) + np.float64(2)).dtype == tf.float32
"""
METHODS = """
assert x.sum() == 21 and x.std(axis=0).tolist() == [1.5] * 3 and (x > 2).any() and x.argmax() == 5
assert x.dot(x.T).tolist() == [[14, 32], [32, 77]] and x.transpose(1, 0).shape == (3, 2)
assert x[n > 2].tolist() == [3, 4, 5, 6] == x[(x > 2,)].tolist() and round(y).shape == (3,)
assert x[[[0, 1], [1, 0]]].shape == (2, 2, 3)
"""


def in_a_process_of_its_own(program):
    subprocess.run([sys.executable, "-c", program], check=True)


def test_tensors_behave_as_arrays_from_the_call_on():
    in_a_process_of_its_own(BEHAVIOUR)


@ours("TensorFlow's tensors get fewer methods")
def test_tensors_have_the_methods_of_arrays():
    in_a_process_of_its_own(BEHAVIOUR + METHODS)


@ours("TensorFlow has more modes")
def test_a_mode_that_is_not_there():
    with pytest.raises(ValueError, match="legacy"):
        tnp.experimental_enable_numpy_behavior(dtype_conversion_mode="all")
