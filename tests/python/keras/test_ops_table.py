"""Every function of `keras.ops`: values and dtypes are those that Keras answered."""

import re

import numpy as np
import ops_table
import pytest
from conftest import plain
from library import AGAINST_TENSORFLOW, ours, tf
from ops_table import CALLS, OF_BITS, OF_ONE, OF_TWO, PAIRS, TABLE, dtypes_of, of, second

ops = tf.keras.ops
# What Keras's TensorFlow backend refuses, and this library has.
OURS = {"vectorize", "elastic_transform"}


def told(value):
    """An answer as it is recorded: dtypes beside values, complex numbers as pairs."""
    if isinstance(value, list | tuple):
        return [told(inner) for inner in value]
    if not (tf.is_tensor(value) or isinstance(value, np.ndarray)):
        return value
    if value.dtype in ("complex64", "complex128"):
        array = np.asarray(value)
        return [value.dtype.name, plain(array.real), plain(array.imag)]
    return [value.dtype.name, plain(value)]


@pytest.mark.parametrize("call", CALLS)
def test_call(call, recorded):
    ops_table.draws.seed(3)
    recorded(told(eval(call, vars(ops_table))), 1e-4, 2e-5)


@pytest.mark.parametrize("name", OF_ONE)
def test_of_one_tensor_of_every_dtype(name, recorded):
    function = getattr(ops, name)
    recorded({dtype: told(function(of(dtype))) for dtype in dtypes_of(name)}, 1e-2, 1e-5)


@pytest.mark.parametrize("name", OF_TWO)
def test_of_two_tensors_of_every_pair_of_dtypes(name, recorded):
    function = getattr(ops, name)
    answers = {f"{a} {b}": told(function(of(a), second(name, b))) for a, b in PAIRS}
    recorded(answers, 1e-2, 1e-5)


@pytest.mark.parametrize("name", OF_BITS)
def test_of_two_tensors_of_integers(name, recorded):
    function = getattr(ops, name)
    pairs = [("int32", "int32"), ("uint8", "int8"), ("int8", "int64"), ("int32", "uint8")]
    recorded({f"{a} {b}": told(function(of(a), ops.abs(of(b)))) for a, b in pairs})


def test_every_name_is_in_the_table():
    called = {
        name for text in TABLE.values() for name in re.findall(r"ops\.(?:\w+\.)?(\w+)\(", text)
    }
    called |= {*OF_ONE, *OF_TWO, *OF_BITS} | OURS
    spaces = [ops, ops.nn, ops.numpy, ops.linalg, ops.image]
    public = {name for space in spaces for name in dir(space) if name[0] != "_"}
    assert public - called == {"image", "linalg", "nn", "numpy"}


def test_the_modules_below_have_the_same_functions():
    for space in (ops.nn, ops.numpy, ops.linalg):
        for name in dir(space):
            if name[0] != "_" and name != "annotations":
                assert getattr(space, name) is getattr(ops, name), name


@pytest.mark.skipif(AGAINST_TENSORFLOW, reason="looks at how gradtape loads")
def test_it_loads_when_it_is_first_used():
    import subprocess
    import sys

    program = "import sys, gradtape; gradtape.keras.layers.Dense(2)(gradtape.ones([1, 2])); "
    program += "assert not any('_keras.ops' in name for name in sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)


@ours("Keras refuses the function there")
def test_vectorize():
    larger = ops.vectorize(lambda a, b: ops.maximum(a, b))
    assert larger(tf.constant([1, 5]), tf.constant([[3], [4]])).numpy().tolist() == [[3, 5], [4, 5]]
    product = ops.vectorize(lambda m, v: ops.dot(m, v), signature="(m,n),(n)->(m)")
    found = product(tf.ones([2, 4, 3]), tf.constant([1.0, 2.0, 3.0]))
    assert found.shape == (2, 4)
    assert float(found[1, 3]) == 6.0
    same = ops.vectorize(lambda a, by: a * by, excluded={"by"})
    assert same(tf.constant([1, 2]), by=3).numpy().tolist() == [3, 6]
    with pytest.raises(ValueError, match="signature"):
        ops.vectorize(lambda a: a, signature="m->n")
    with pytest.raises(ValueError, match="callable"):
        ops.vectorize(3)


def test_images_are_pulled_about_by_a_seed():
    images = tf.random.uniform([2, 8, 8, 3])
    one, other = (ops.image.elastic_transform(images, 5.0, 1.0, seed=4) for _ in range(2))
    assert one.shape == images.shape
    assert one.dtype == images.dtype
    assert np.array_equal(one, other)
    assert not np.array_equal(one, images)


# --- what Keras's TensorFlow backend has wrong ----------------------------------------------------

FIRST = "channels_first"
POINT = np.zeros([3, 3, 1], "float32")
POINT[1, 1] = 1.0
X = np.arange(6.0, dtype="float32").reshape(2, 3)


@ours("Keras with TensorFlow refuses these, or gets them wrong")
@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda: ops.rot90(X, 2), np.rot90(X, 2)),
        (lambda: ops.unravel_index(4, (2, 3)), np.array([1, 1])),
        (lambda: ops.isclose([np.inf, 1.0], [np.inf, np.inf]), np.array([True, False])),
        (lambda: ops.isin([1.0, 2.0], [], invert=True), np.array([True, True])),
        (lambda: ops.prod([2, 3], dtype="float32"), np.float32(6.0)),
        (lambda: ops.image.gaussian_blur(POINT, (1, 3))[0, :, 0] > 0, np.zeros(3, bool)),
        (lambda: ops.image.gaussian_blur(POINT, (1, 3))[1, :, 0] > 0, np.ones(3, bool)),
        (lambda: ops.add([True, False], [False, False]), np.array([True, False])),
        (lambda: ops.rsqrt(np.array([4])), np.array([0.5])),
        (lambda: ops.vstack([[1, 2], [3, 4]]), np.array([[1, 2], [3, 4]])),
        (lambda: ops.sparsemax([[0.5, -0.5, 0.0]]), np.array([[0.75, 0.0, 0.25]])),
        (lambda: ops.saturate_cast([1e10, -1e10], "int32"), np.array([2**31 - 1, -(2**31)])),
        (lambda: ops.add(np.array([1j]), np.array([1.0])).dtype.name, "complex128"),
        (lambda: ops.image.map_coordinates([1.0, 2, 3], [[-1.0]], 0, "reflect"), np.array([1.0])),
        (lambda: ops.image.map_coordinates([1.0, 2, 3], [[3.0]], 0, "mirror"), np.array([2.0])),
        (
            lambda: ops.conv(np.ones([1, 2, 3, 3]), np.ones([3, 3, 2, 1]), 1, "valid", FIRST),
            np.array([[[[18.0]]]]),
        ),
        (lambda: ops.select([[True, False]], [[1, 2]], 9), np.array([1, 9])),
    ],
)
def test_better_answers(call, expected):
    assert np.asarray(call()).tolist() == np.asarray(expected).tolist()
    if isinstance(expected, np.float32):
        assert call().dtype == tf.float32
