"""Products: matmul, matvec, tensordot, einsum; transposes, batches, empty matrices, refusals."""

import numpy as np
import pytest
from checks import assert_close, derivatives, slopes, value_and_gradients
from library import tf

IAE = tf.errors.InvalidArgumentError
RNG = np.random.default_rng(3)


def swap(x, yes):
    return np.swapaxes(x, -1, -2) if yes else x


SHAPES = [
    ([2, 3], [3, 4]),
    ([1, 3], [3, 1]),
    ([0, 3], [3, 4]),
    ([2, 0], [0, 4]),
    ([2, 3], [3, 0]),
    ([5, 2, 3], [5, 3, 4]),
    ([2, 2, 2], [2, 2]),
    ([1, 2, 2], [3, 2, 2]),
    ([2, 3], [5, 3, 4]),
    ([5, 1, 2, 3], [4, 3, 2]),
    ([0, 2, 3], [0, 3, 4]),
]


@pytest.mark.parametrize(("a_shape", "b_shape"), SHAPES, ids=str)
@pytest.mark.parametrize("transpose_a", [False, True])
@pytest.mark.parametrize("transpose_b", [False, True])
@pytest.mark.parametrize("kind", ["transpose", "adjoint"])
def test_matmul(a_shape, b_shape, transpose_a, transpose_b, kind):
    a = swap(RNG.normal(size=a_shape), transpose_a)
    b = swap(RNG.normal(size=b_shape), transpose_b)
    flags = {f"{kind}_a": transpose_a, f"{kind}_b": transpose_b}
    reference = lambda a, b: swap(a, transpose_a) @ swap(b, transpose_b)  # noqa: E731
    dy = RNG.normal(size=reference(a, b).shape)
    y, (ga, gb) = value_and_gradients(
        lambda a, b: tf.matmul(a, b, **flags), a, b, dy=tf.constant(dy)
    )
    assert_close(y, reference(a, b), rtol=1e-9)
    assert_close(ga, slopes(lambda a: reference(a, b), a, dy), atol=1e-7)
    assert_close(gb, slopes(lambda b: reference(a, b), b, dy), atol=1e-7)


@pytest.mark.parametrize(
    "dtype",
    ["float16", "bfloat16", "float32", "float64", "int32", "int64", "complex64", "complex128"],
)
def test_every_dtype_is_multiplied(dtype):
    a = tf.cast(tf.constant([[1.0, 2.0], [3.0, 4.0]]), dtype)
    y = a @ a
    assert y.dtype == dtype
    assert_close(y, [[7, 10], [15, 22]])


@pytest.mark.parametrize("n", [1, 2, 7, 16, 33, 64, 100, 257])
def test_sizes_around_the_blocks_of_a_kernel(n):
    a = RNG.normal(size=[n, n + 1]).astype(np.float32)
    b = RNG.normal(size=[n + 1, n + 2]).astype(np.float32)
    expected = a.astype(np.float64) @ b.astype(np.float64)
    assert_close(tf.matmul(a, b), expected, rtol=1e-4, atol=1e-4)
    assert_close(tf.matmul(a.T, b.T, True, True), expected, rtol=1e-4, atol=1e-4)
    assert_close(tf.matmul(tf.transpose(a.T), b), expected, rtol=1e-4, atol=1e-4)


def test_nan_and_infinity_spread():
    y = tf.matmul([[np.nan, 1.0], [np.inf, 1.0]], [[0.0], [1.0]])
    assert_close(y, [[np.nan], [np.nan]])


def test_matmul_is_linear_in_each_operand():
    a = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    assert derivatives(lambda x: x @ (2.0 * tf.ones([2, 2])), a, 2)[2] is None
    assert_close(derivatives(lambda x: x @ x, a, 2)[2], [[4.0, 4.0], [4.0, 4.0]])


@pytest.mark.parametrize(
    ("a_shape", "b_shape", "sentence"),
    [
        ([2, 3], [2, 3], r"Matrix size-incompatible: In\[0\]: \[2,3\], In\[1\]: \[2,3\]"),
        ([2, 2, 3], [2, 2, 3], r"Matrix size-incompatible: In\[0\]: \[2,2,3\], In\[1\]: \[2,2,3\]"),
        ([3], [3], r"In\[0\] and In\[1\] ndims must be == 2: 1"),
        ([2, 3], [3], r"In\[0\] and In\[1\] has different ndims: \[2,3\] vs. \[3\]"),
        ([], [2, 2], r"In\[0\] and In\[1\] has different ndims: \[\] vs. \[2,2\]"),
        (
            [2, 2, 3],
            [3, 3, 2],
            r"In\[0\] and In\[1\] must have compatible batch dimensions: \[2,2,3\] vs. \[3,3,2\]",
        ),
    ],
)
def test_matmul_is_checked(a_shape, b_shape, sentence):
    with pytest.raises(IAE, match=sentence):
        tf.matmul(tf.ones(a_shape), tf.ones(b_shape))
    with pytest.raises(IAE, match=sentence):
        tf.ones(a_shape) @ tf.Variable(tf.ones(b_shape))


@pytest.mark.parametrize("which", ["a", "b"])
def test_transposing_twice_is_refused(which):
    sentence = (
        f"Only one of `transpose_{which}` and `adjoint_{which}` can be True. Received "
        f"`transpose_{which}`=True, `adjoint_{which}`=True"
    )
    flags = {f"transpose_{which}": True, f"adjoint_{which}": True}
    with pytest.raises(ValueError, match=sentence):
        tf.matmul([[1.0]], [[1.0]], **flags)


# --- matvec ---------------------------------------------------------------------------------------


def test_matvec():
    a = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    y, (ga, gx) = value_and_gradients(tf.linalg.matvec, a, [1.0, 2.0])
    assert_close(y, [5.0, 11.0])
    assert_close(ga, [[1.0, 2.0], [1.0, 2.0]])
    assert_close(gx, [4.0, 6.0])
    assert_close(tf.linalg.matvec(a, [1.0, 2.0], transpose_a=True), [7.0, 10.0])
    assert tf.linalg.matvec(tf.ones([3, 2, 2]), tf.ones([3, 2])).shape == [3, 2]
    with pytest.raises(IAE, match="Matrix size-incompatible"):
        tf.linalg.matvec(a, [1.0, 2.0, 3.0])


# --- tensordot ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a_shape", "b_shape", "axes"),
    [
        ([2, 3], [3, 4], 1),
        ([2, 3], [2, 3], 2),
        ([2], [3], 0),
        ([3], [3], 1),
        ([2, 3], [4, 2], [[0], [1]]),
        ([2, 3, 4], [4, 3, 5], [[1, 2], [1, 0]]),
        ([2, 3, 4], [5, 4], [[-1], [-1]]),
        ([2, 3], [3, 2], [[0, 1], [1, 0]]),
        ([2, 3], [3, 4], [1, 0]),
        ([0, 3], [3, 2], 1),
    ],
    ids=str,
)
def test_tensordot(a_shape, b_shape, axes):
    a, b = RNG.normal(size=a_shape), RNG.normal(size=b_shape)
    reference = lambda a, b: np.tensordot(a, b, axes)  # noqa: E731
    dy = RNG.normal(size=reference(a, b).shape)
    y, (ga, gb) = value_and_gradients(
        lambda a, b: tf.tensordot(a, b, axes), a, b, dy=tf.constant(dy)
    )
    assert_close(y, reference(a, b), rtol=1e-9)
    assert_close(ga, slopes(lambda a: reference(a, b), a, dy), atol=1e-7)
    assert_close(gb, slopes(lambda b: reference(a, b), b, dy), atol=1e-7)


def test_tensordot_is_checked():
    a = tf.ones([2, 2])
    with pytest.raises((IAE, ValueError), match="incompatible"):
        tf.tensordot(a, tf.ones([3, 2]), 1)
    with pytest.raises(ValueError, match="`axes` must not be larger than the number of dimensions"):
        tf.tensordot(a, a, 3)
    with pytest.raises(ValueError, match=r"`axes` must be at least 0. Received: -1"):
        tf.tensordot(a, a, -1)


# --- einsum ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("equation", "shapes"),
    [
        ("ij,jk->ik", [[2, 3], [3, 4]]),
        ("ij,jk", [[2, 3], [3, 4]]),
        ("ij->ji", [[2, 3]]),
        ("ij->", [[2, 3]]),
        ("ij->j", [[2, 3]]),
        ("ii->", [[3, 3]]),
        ("ii->i", [[3, 3]]),
        ("ii", [[3, 3]]),
        ("ba", [[2, 3]]),
        ("i,i", [[3], [3]]),
        ("i,j->ij", [[2], [3]]),
        ("ij,ij->i", [[2, 3], [2, 3]]),
        ("i,j,k->ijk", [[2], [3], [4]]),
        ("ij,jk,kl->il", [[2, 3], [3, 4], [4, 2]]),
        ("bij,bjk->bik", [[5, 2, 3], [5, 3, 4]]),
        ("bij,jk->bik", [[5, 2, 3], [3, 4]]),
        ("...ij,...jk->...ik", [[5, 2, 3], [3, 4]]),
        ("...i->...", [[2, 3]]),
        ("i...,j...->ij...", [[2, 4], [3, 4]]),
        ("abcd,cd->ab", [[2, 3, 2, 2], [2, 2]]),
        ("bhqd,bhkd->bhqk", [[2, 2, 3, 4], [2, 2, 5, 4]]),
        ("i j , j k -> i k", [[2, 3], [3, 4]]),
        ("ij,jk->ik", [[0, 3], [3, 4]]),
        ("ij,j->i", [[2, 0], [0]]),
    ],
)
def test_einsum(equation, shapes):
    arrays = [RNG.normal(size=s) for s in shapes]
    reference = lambda *a: np.asarray(np.einsum(equation, *a))  # noqa: E731
    dy = RNG.normal(size=reference(*arrays).shape)
    y, found = value_and_gradients(lambda *t: tf.einsum(equation, *t), *arrays, dy=tf.constant(dy))
    assert_close(y, reference(*arrays), rtol=1e-9)
    for k, g in enumerate(found):

        def at(x, k=k):
            return reference(*arrays[:k], x, *arrays[k + 1 :])

        assert_close(g, slopes(at, arrays[k], dy), atol=1e-7)


@pytest.mark.parametrize(
    ("equation", "shapes", "error", "sentence"),
    [
        ("ij,jk->ik", [[2, 2], [3, 2]], IAE, "Expected dimension 2 at axis 0 of the input shaped"),
        ("ijk->ik", [[2, 2]], IAE, "Expected input 0 to have rank 3 but got: 2"),
        ("ij,jk->iz", [[2, 2], [2, 2]], ValueError, "contain the label z not present in the input"),
        ("ij->ij", [[2, 2], [2, 2]], ValueError, 'Got 2 inputs for equation "ij->ij", expecting 1'),
        ("ij->ij", [], ValueError, 'Got 0 inputs for equation "ij->ij", expecting 1'),
        ("ij,jk->ii", [[2, 2], [2, 2]], ValueError, "contain a label appearing more than once"),
        ("i1->i", [[2, 2]], ValueError, "Subscripts have incorrect format"),
    ],
)
def test_einsum_is_checked(equation, shapes, error, sentence):
    with pytest.raises(error, match=sentence):
        tf.einsum(equation, *[tf.ones(s) for s in shapes])


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_half_precision_products_are_summed_in_single_precision(dtype):
    # In half precision, 2048 + 1 (or 256 + 1) is what it was.
    a, b = tf.ones([3, 4096], dtype), tf.ones([4096, 2], dtype)
    product = tf.matmul(a, b)
    assert product.dtype == tf.as_dtype(dtype)
    assert tf.cast(product, tf.float32).numpy().tolist() == [[4096.0] * 2] * 3
