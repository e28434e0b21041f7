"""Fourier transforms: values against NumPy, gradients, lengths, errors."""

import numpy as np
import pytest
from checks import assert_close, gradients
from library import ours, tf

IAE = tf.errors.InvalidArgumentError
signal = tf.signal


def numbers(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape)


def of(transform):
    """`transform` in double precision: arrays that are no tensors become single ones."""
    return lambda x, *args: transform(tf.constant(x), *args)


def complex_numbers(*shape, seed=0):
    return numbers(*shape, seed=seed) + 1j * numbers(*shape, seed=seed + 1)


LENGTHS = [1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 37, 64, 100, 101]


@pytest.mark.parametrize("n", LENGTHS)
def test_fft_and_its_inverse(n):
    x = complex_numbers(3, n)
    assert_close(of(signal.fft)(x), np.fft.fft(x), rtol=1e-12, atol=1e-12)
    assert_close(of(signal.ifft)(x), np.fft.ifft(x), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("n", LENGTHS[1:])
def test_rfft_and_its_inverse(n):
    x = numbers(3, n)
    half = np.fft.rfft(x)
    assert_close(of(signal.rfft)(x), half, rtol=1e-12, atol=1e-12)
    assert_close(of(signal.irfft)(half, [n]), x, rtol=1e-12, atol=1e-12)


def test_several_axes():
    x = complex_numbers(2, 3, 4, 5)
    assert_close(of(signal.fft2d)(x), np.fft.fft2(x))
    assert_close(of(signal.ifft2d)(x), np.fft.ifft2(x))
    assert_close(of(signal.fft3d)(x), np.fft.fftn(x, axes=(1, 2, 3)))
    assert_close(of(signal.ifft3d)(x), np.fft.ifftn(x, axes=(1, 2, 3)))
    assert_close(of(signal.rfft2d)(x.real), np.fft.rfft2(x.real))
    assert_close(of(signal.irfft2d)(np.fft.rfft2(x.real), [4, 5]), x.real)
    assert_close(of(signal.irfft2d)(np.fft.rfft2(x.real[..., :4])), x.real[..., :4])


@pytest.mark.parametrize("n", [1, 4, 5, 6, 8, 11])
def test_lengths_cut_and_fill_up(n):
    x, z = numbers(2, 6), complex_numbers(2, 6)
    assert_close(of(signal.rfft)(x, [n]), np.fft.rfft(x, n))
    if n > 1:
        assert_close(of(signal.irfft)(z, [n]), np.fft.irfft(z, n))
    assert_close(of(signal.rfft2d)(x, [3, n]), np.fft.rfft2(x, [3, n]))


def test_dtypes():
    x = numbers(4).astype(np.float32)
    assert signal.rfft(x).dtype == tf.complex64
    assert signal.rfft(tf.cast(x, tf.float64)).dtype == tf.complex128
    assert signal.irfft(signal.rfft(x)).dtype == tf.float32
    assert signal.fft(tf.cast(x, tf.complex64)).dtype == tf.complex64
    assert_close(signal.fft(tf.cast(x, tf.complex64)), np.fft.fft(x), rtol=1e-6)


def test_what_is_no_tensor_is_single():
    assert signal.rfft([1.0, 2.0]).dtype == tf.complex64
    assert signal.rfft(numbers(4)).dtype == tf.complex64
    assert signal.fft([1.0, 2.0]).dtype == tf.complex64
    assert signal.ifft2d(complex_numbers(2, 2)).dtype == tf.complex64
    assert signal.irfft(complex_numbers(3)).dtype == tf.float32


def test_nothing():
    assert signal.fft(tf.zeros([2, 0], tf.complex64)).shape == [2, 0]
    assert signal.fft(tf.zeros([0, 4], tf.complex64)).shape == [0, 4]
    assert signal.rfft(tf.zeros([2, 0])).shape == [2, 0]
    assert signal.rfft(tf.zeros([0, 4])).shape == [0, 3]


@ours("TensorFlow aborts the process")
def test_nothing_where_tensorflow_ends():
    assert signal.rfft(tf.zeros([2, 6]), [0]).shape == [2, 0]
    assert signal.irfft(tf.zeros([2, 1], tf.complex64)).shape == [2, 0]


# --- gradients ------------------------------------------------------------------------------------


def slope(f, x, direction, h=1e-6):
    """The derivative of the real function `f` along `direction`."""
    return (float(f(x + h * direction)) - float(f(x - h * direction))) / (2 * h)


def check_complex(transform, z):
    """The gradient g of a real loss satisfies d loss = Re(conj(g) dz)."""
    w = tf.constant(complex_numbers(*transform(z).shape, seed=5))

    def loss(z):
        return tf.reduce_sum(tf.math.real(transform(z) * w) * tf.math.imag(transform(z)))

    (g,) = gradients(loss, z)
    direction = complex_numbers(*z.shape, seed=9)
    expected = slope(loss, z, direction)
    assert np.isclose(np.sum(np.conj(g.numpy()) * direction).real, expected, rtol=1e-6)


@pytest.mark.parametrize("name", ["fft", "ifft", "fft2d", "ifft2d", "fft3d", "ifft3d"])
def test_gradients_of_complex_transforms(name):
    check_complex(of(getattr(signal, name)), complex_numbers(2, 3, 4))


def test_a_gradient_is_the_adjoint():
    z, dy = complex_numbers(5), complex_numbers(5, seed=3)
    (g,) = gradients(signal.fft, z, dy=tf.constant(dy))
    matrix = np.fft.fft(np.eye(5))
    assert_close(g, matrix.conj().T @ dy)
    (g,) = gradients(signal.ifft, z, dy=tf.constant(dy))
    assert_close(g, (matrix.conj() / 5).conj().T @ dy)


def cutting(*lengths):
    """Lengths that cut the input off."""
    mark = ours("TensorFlow's gradient has the length of what was left")
    return [pytest.param([n], marks=mark) for n in lengths]


@pytest.mark.parametrize("n", [None, *cutting(4, 5), [8], [9]])
def test_gradients_of_rfft(n):
    x = tf.constant(numbers(2, 6))
    dy = complex_numbers(*signal.rfft(x, n).shape, seed=3)
    (g,) = gradients(lambda x: signal.rfft(x, n), x, dy=tf.constant(dy))
    matrix = np.fft.rfft(np.eye(6), n[0] if n else 6)  # row j: the spectrum of a one at j
    assert_close(g, (dy @ matrix.conj().T).real)


@pytest.mark.parametrize("n", [None, *cutting(5, 6, 7), [8], [9], [10], [12]])
def test_gradients_of_irfft(n):
    z = complex_numbers(2, 5)

    def loss(z):
        return tf.reduce_sum(of(signal.irfft)(z, n) ** 2)

    (g,) = gradients(loss, z)
    for seed in (9, 11):
        direction = complex_numbers(2, 5, seed=seed)
        expected = slope(loss, z, direction)
        assert np.isclose(np.sum(np.conj(g.numpy()) * direction).real, expected, rtol=1e-6)


def test_gradients_of_real_transforms_of_matrices():
    x = numbers(2, 4, 5)
    w = numbers(2, 4, 3, seed=4)

    def loss(x):
        return tf.reduce_sum(tf.abs(of(signal.rfft2d)(x)) ** 2 * w)

    (g,) = gradients(loss, x)
    direction = numbers(2, 4, 5, seed=9)
    assert np.isclose(np.sum(g.numpy() * direction), slope(loss, x, direction), rtol=1e-6)
    (g,) = gradients(lambda z: signal.irfft2d(z, [4, 5]) * x, complex_numbers(2, 4, 3))
    assert g.shape == [2, 4, 3]


def test_second_order():
    """Parseval: the sum of |fft(x)|^2 is n times that of x^2, whose second derivative is 2 n."""
    x = tf.constant(numbers(6))
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            z = signal.fft(tf.complex(x, tf.zeros_like(x)))
            loss = tf.reduce_sum(tf.math.real(z) ** 2 + tf.math.imag(z) ** 2)
        first = inner.gradient(loss, x)
    assert_close(first, 12 * x)
    assert_close(outer.gradient(first, x), np.full(6, 12.0))


def test_jacobian():
    x = tf.constant(numbers(4))
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = signal.irfft(signal.rfft(x))
    assert_close(tape.jacobian(y, x), np.eye(4))


# --- errors ---------------------------------------------------------------------------------------


def test_complex_transforms_refuse():
    with pytest.raises(IAE, match="Value for attr 'Tcomplex' of float is not in the list"):
        signal.fft(tf.ones([4]))
    with pytest.raises(IAE, match=r"Input must have rank of at least 1 but got: \[\]"):
        signal.fft(tf.constant(1j, tf.complex64))
    with pytest.raises(IAE, match=r"Input must have rank of at least 2 but got: \[4\]"):
        signal.ifft2d(tf.ones([4], tf.complex64))


def test_real_transforms_refuse():
    with pytest.raises(ValueError, match=r"RFFT requires tf.float32 or tf.float64 inputs, got: "):
        signal.rfft(tf.ones([4], tf.complex64))
    with pytest.raises(ValueError, match=r"IRFFT requires tf.complex64 or tf.complex128 inputs"):
        signal.irfft(tf.ones([4]))
    with pytest.raises(IAE, match=r"fft_length\[0\] must >= 0, but got: -1"):
        signal.rfft(tf.ones([4]), [-1])
    with pytest.raises(IAE, match=r"fft_length must have shape \[1\]"):
        signal.rfft(tf.ones([4]), [1, 2])
