"""Signs of eigenvectors and singular vectors, as TensorFlow 2.21 answered on x86-64."""

import numpy as np
import pytest
from library import tf

# The first row of vectors of `r + r.T`, in two precisions, and of the right vectors of `r`, by size
# and seed.
EIGEN = {
    (3, 0): ("++-", "---"),
    (3, 1): ("+-+", "+-+"),
    (8, 0): ("--++-++-", "-+++-+--"),
    (8, 1): ("--+----+", "-+++---+"),
}
SINGULAR = {(3, 0): "+++", (3, 1): "++-", (8, 0): "---+++-+", (8, 1): "-+-+-+--"}


def signs(row):
    return "".join("+" if x > 0 else "-" for x in row.numpy())


@pytest.mark.parametrize(("size", "seed"), EIGEN)
def test_eigenvectors(size, seed):
    r = np.random.RandomState(seed).randn(size, size)
    for dtype, expected in zip([tf.float64, tf.float32], EIGEN[size, seed], strict=True):
        assert signs(tf.linalg.eigh(tf.constant(r + r.T, dtype))[1][0]) == expected


@pytest.mark.parametrize(("size", "seed"), SINGULAR)
def test_singular_vectors(size, seed):
    generator = np.random.RandomState(seed)
    generator.randn(size, size)
    rows = generator.randn(size + 5 * seed, size)  # tall with the second seed
    dtype = tf.float32 if seed else tf.float64
    assert signs(tf.linalg.svd(tf.constant(rows, dtype))[2][0]) == SINGULAR[size, seed]


@pytest.mark.parametrize("shape", [(4, 4), (7, 3), (3, 7), (20, 15), (15, 20), (2, 40)])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_singular_vectors_rebuild_the_matrix(shape, dtype):
    a = np.random.RandomState(3).randn(2, *shape).astype(dtype)
    for full in (False, True):
        s, u, v = (x.numpy() for x in tf.linalg.svd(a, full_matrices=full))
        k = min(shape)
        back = (u[..., :k] * s[:, None, :]) @ v[..., :k].transpose(0, 2, 1)
        tolerance = 2e-5 if dtype == "float32" else 1e-12
        np.testing.assert_allclose(back, a, atol=tolerance)
        np.testing.assert_allclose(s, np.linalg.svd(a, compute_uv=False), rtol=1e-4, atol=tolerance)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_eigenvalues_of_matrices_of_low_rank(dtype):
    x = np.random.RandomState(42).randn(100)
    for a in (np.cos(x[:, None] - x), np.outer(x, x), np.ones((100, 100))):
        w, v = (t.numpy() for t in tf.linalg.eigh(tf.constant(a, dtype)))
        np.testing.assert_allclose((v * w) @ v.T, a, atol=1e-3 if dtype == "float32" else 1e-10)
