"""Complex numbers: the gradient of a real loss is dL/dRe + i dL/dIm, so of a holomorphic f it is
the conjugate of f'."""

import cmath

import numpy as np
import pytest
from checks import assert_close, derivatives, gradients, value_and_gradients
from library import tf

IAE = tf.errors.InvalidArgumentError
Z = 3 + 4j

HOLOMORPHIC = {
    "square": (tf.square, lambda z: z * z, lambda z: 2 * z),
    "z * z": (lambda z: z * z, lambda z: z * z, lambda z: 2 * z),
    "z ** 2": (lambda z: z**2, lambda z: z**2, lambda z: 2 * z),
    "z ** 3": (lambda z: z**3, lambda z: z**3, lambda z: 3 * z**2),
    "1 / z": (lambda z: 1 / z, lambda z: 1 / z, lambda z: -1 / z**2),
    "reciprocal": (tf.math.reciprocal, lambda z: 1 / z, lambda z: -1 / z**2),
    "i z": (lambda z: 1j * z, lambda z: 1j * z, lambda z: 1j),
    "z / c": (lambda z: z / (2 + 1j), lambda z: z / (2 + 1j), lambda z: 1 / (2 + 1j)),
    "negative": (tf.negative, lambda z: -z, lambda z: -1),
    "exp": (tf.exp, cmath.exp, cmath.exp),
    "log": (tf.math.log, cmath.log, lambda z: 1 / z),
    "sqrt": (tf.sqrt, cmath.sqrt, lambda z: 0.5 / cmath.sqrt(z)),
    "rsqrt": (tf.math.rsqrt, lambda z: z**-0.5, lambda z: -0.5 * z**-1.5),
    "sin": (tf.sin, cmath.sin, cmath.cos),
    "cos": (tf.cos, cmath.cos, lambda z: -cmath.sin(z)),
    "sinh": (tf.sinh, cmath.sinh, cmath.cosh),
    "cosh": (tf.cosh, cmath.cosh, cmath.sinh),
    "tanh": (tf.tanh, cmath.tanh, lambda z: 1 - cmath.tanh(z) ** 2),
    "sigmoid": (
        tf.sigmoid,
        lambda z: 1 / (1 + cmath.exp(-z)),
        lambda z: cmath.exp(-z) / (1 + cmath.exp(-z)) ** 2,
    ),
}


@pytest.mark.parametrize("name", HOLOMORPHIC)
@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_the_gradient_of_a_holomorphic_function_is_conjugated(name, dtype):
    f, value, derivative = HOLOMORPHIC[name]
    for z in (Z, 0.5 - 0.25j):
        y, (g,) = value_and_gradients(f, z, dtype=dtype)
        assert (y.dtype, g.dtype) == (dtype, dtype)
        assert_close(y, value(z), rtol=1e-4, atol=1e-5)
        assert_close(g, np.conj(derivative(z)), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    ("f", "value", "gradient"),
    [
        (tf.math.real, 3, 1),
        (tf.math.imag, 4, 1j),
        (tf.math.conj, 3 - 4j, 1),
        (tf.abs, 5, 0.6 + 0.8j),
        (tf.math.angle, np.arctan2(4, 3), -0.16 + 0.12j),
        (lambda z: z * tf.math.conj(z), 25, 6 + 8j),
        (lambda z: tf.abs(z) ** 2, 25, 6 + 8j),
        (lambda z: tf.math.real(z * z), -7, 6 - 8j),
        (lambda z: tf.cast(tf.math.real(z), tf.complex128) * z, 9 + 12j, 6),
    ],
)
def test_the_gradient_of_other_functions(f, value, gradient):
    with np.errstate(all="ignore"):
        y, (g,) = value_and_gradients(f, Z)
    assert_close(y, value)
    assert g.dtype == tf.complex128
    assert_close(g, gradient)


def test_the_gradient_reaches_real_and_imaginary_parts():
    _, (ga, gb) = value_and_gradients(lambda a, b: tf.math.real(tf.complex(a, b) ** 2), 1.0, 2.0)
    assert ga.dtype == tf.float32
    assert_close(ga, 2.0)
    assert_close(gb, -4.0)


def test_abs_at_zero():
    y, (g,) = value_and_gradients(tf.abs, 0j)
    assert_close(y, 0.0)
    assert_close(g, 0j)


@pytest.mark.parametrize(
    ("f", "a", "b", "ga", "gb"),
    [
        (lambda a, b: a * b, Z, 1 - 2j, 1 + 2j, 3 - 4j),
        (lambda a, b: a / b, Z, 1 - 2j, 0.2 - 0.4j, 1),
        (lambda a, b: a - b, Z, 1 - 2j, 1, -1),
        (lambda a, b: a @ b, [[1 + 1j]], [[2 - 1j]], [[2 + 1j]], [[1 - 1j]]),
        (lambda a, b: tf.einsum("i,i->", a, b), [1j, 2], [3, 1j], [3, -1j], [-1j, 2]),
    ],
)
def test_functions_of_two(f, a, b, ga, gb):
    found = gradients(f, a, b, dtype=tf.complex128)
    assert_close(found[0], ga)
    assert_close(found[1], gb)


def test_broadcasting():
    found = gradients(lambda a, b: a * b, [1j, 2], 3 + 1j, dtype=tf.complex128)
    assert_close(found[0], [3 - 1j, 3 - 1j])
    assert_close(found[1], 2 - 1j)


@pytest.mark.parametrize(
    ("f", "x", "value", "gradient"),
    [
        (tf.reduce_sum, [1j, 2], 2 + 1j, [1, 1]),
        (tf.reduce_mean, [1j, 3j], 2j, [0.5, 0.5]),
        (tf.reduce_prod, [1j, 2 + 1j], -1 + 2j, [2 - 1j, -1j]),
        (tf.norm, [3j, 4], 5, [0.6j, 0.8]),
        (tf.cumsum, [1j, 2], [1j, 2 + 1j], [2, 1]),
        (lambda z: tf.matmul(z, z, adjoint_a=True), [[1 + 1j]], [[2]], [[2 + 2j]]),
        (lambda z: tf.math.real(tf.reduce_sum(z * tf.math.conj(z))), [1j, 2 + 1j], 6, [2j, 4 + 2j]),
    ],
)
def test_reductions(f, x, value, gradient):
    y, (g,) = value_and_gradients(f, x, dtype=tf.complex128)
    assert_close(y, value)
    assert_close(g, gradient)


def test_variances_are_real():
    z = tf.constant([1j, 2])
    assert tf.math.reduce_variance(z).dtype == tf.float64
    assert_close(tf.math.reduce_variance(z), 1.25)
    assert_close(tf.math.reduce_std(z), 1.25**0.5)


def test_second_derivatives():
    found = derivatives(lambda z: z * z * z, tf.constant(Z), 2)
    assert_close(found[1], np.conj(3 * Z**2))
    assert_close(found[2], np.conj(6 * Z))


# --- making and taking apart ----------------------------------------------------------------------


def test_complex():
    assert tf.complex(1.0, 2.0).dtype == tf.complex64
    assert_close(tf.complex([1.0, 2.0], 0.5), [1 + 0.5j, 2 + 0.5j])
    assert (
        tf.complex(tf.constant(1.0, tf.float64), tf.constant(2.0, tf.float64)).dtype == "complex128"
    )


@pytest.mark.parametrize(
    ("real", "imag", "shown"),
    [(1, 2, "int32 int32"), (tf.constant(1.0), tf.constant(1.0, tf.float64), "float32 float64")],
)
def test_complex_takes_two_floats_alike(real, imag, shown):
    sentence = f"The `real` and `imag` components have incorrect types: {shown}"
    with pytest.raises(TypeError, match=sentence):
        tf.complex(real, imag)


def test_complex_is_checked():
    with pytest.raises(IAE, match=r"Incompatible shapes: \[2\] vs. \[3\]"):
        tf.complex(tf.ones([2]), tf.ones([3]))


def test_parts_of_real_numbers():
    assert_close(tf.math.real(1.5), 1.5)
    assert_close(tf.math.imag(1.5), 0.0)
    assert_close(tf.math.conj(1.5), 1.5)
    assert_close(tf.math.angle(-1.5), np.pi)
    assert_close(tf.sign(tf.constant(Z)), 0.6 + 0.8j)


@pytest.mark.parametrize(
    ("f", "dtype"), [(tf.abs, "float32"), (tf.math.real, "float32"), (tf.math.angle, "float32")]
)
def test_the_real_dtype_is_half_as_wide(f, dtype):
    assert f(tf.constant(Z, tf.complex64)).dtype == dtype


# --- casting --------------------------------------------------------------------------------------


def test_casting_to_real_drops_the_imaginary_part_with_a_warning(caplog):
    assert_close(tf.cast(tf.constant(Z), tf.float32), 3.0)
    assert [r.getMessage() for r in caplog.records] == [
        "You are casting an input of type complex128 to an incompatible dtype float32.  This will "
        "discard the imaginary part and may not be what you intended."
    ]


def test_casting_is_differentiable():
    assert_close(gradients(lambda z: tf.cast(z, tf.float32), Z)[0], 1)
    assert_close(gradients(lambda x: tf.cast(x, tf.complex64), 1.5)[0], 1.0)
    assert_close(gradients(lambda z: tf.cast(z, tf.complex64), Z)[0], 1)


def test_numbers_and_arrays_join():
    z = tf.constant([1 + 2j], tf.complex64)
    for y, value in [
        (z * 2, 2 + 4j),
        (z * 2.5, 2.5 + 5j),
        (1j * z, -2 + 1j),
        (z + np.float32(1), 2 + 2j),
        (z - [1j], 1 + 1j),
    ]:
        assert y.dtype == tf.complex64
        assert_close(y, [value])


@pytest.mark.parametrize(
    "f",
    [
        lambda z: z < z,
        lambda z: tf.maximum(z, z),
        tf.reduce_max,
        tf.argmax,
        tf.floor,
        tf.nn.relu,
        lambda z: z % z,
        tf.sort,
        tf.nn.softmax,
        lambda z: tf.clip_by_value(z, 0, 1),
    ],
)
def test_complex_numbers_have_no_order(f):
    with pytest.raises((IAE, tf.errors.NotFoundError, TypeError)):
        f(tf.constant([1j, 2]))


def test_equality():
    z = tf.constant(Z)
    assert z == 3 + 4j
    assert z != 3 - 4j


def test_matrices():
    inverse = tf.linalg.inv(tf.constant([[1j, 0], [0, 2.0]]))
    assert_close(inverse, [[-1j, 0], [0, 0.5]])
    assert_close(tf.linalg.solve(tf.constant([[2j]]), tf.constant([[4.0 + 0j]])), [[-2j]])
