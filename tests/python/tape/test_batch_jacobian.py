"""batch_jacobian: one jacobian for each row, and what it says about rows that depend on others."""

import numpy as np
import pytest
from checks import assert_close
from library import ours, tf


def batch_jacobian(f, x, persistent=True, **options):
    x = x if isinstance(x, tf.Variable) else tf.convert_to_tensor(x)
    with tf.GradientTape(persistent=persistent) as tape:
        tape.watch(x)
        y = f(x)
    return tape.batch_jacobian(y, x, **options)


X = [[1.0, 2.0], [3.0, 4.0]]
SQUARES = [[[2.0, 0.0], [0.0, 4.0]], [[6.0, 0.0], [0.0, 8.0]]]


@pytest.mark.parametrize("pfor", [True, False])
def test_each_row_has_its_own_jacobian(pfor):
    assert_close(batch_jacobian(lambda x: x * x, X, experimental_use_pfor=pfor), SQUARES)


@pytest.mark.parametrize(
    ("f", "x_shape", "shape"),
    [
        (lambda x: x * x, [2, 3], [2, 3, 3]),
        (lambda x: tf.concat([x, x], 1), [2, 3], [2, 6, 3]),
        (lambda x: x[:, :, None] * tf.ones([2, 3, 4]), [2, 3], [2, 3, 4, 3]),
        (lambda x: tf.reduce_sum(x, axis=2), [5, 3, 2], [5, 3, 3, 2]),
        (lambda x: x[:, :0], [2, 3], [2, 0, 3]),
        (lambda x: x * x, [1, 0], [1, 0, 0]),
    ],
)
def test_the_shape_is_batch_target_source(f, x_shape, shape):
    assert batch_jacobian(f, tf.ones(x_shape)).shape == shape


@pytest.mark.parametrize("pfor", [True, False])
def test_it_is_the_block_diagonal_of_the_jacobian(pfor):
    w = tf.constant([[0.5, -1.0, 2.0], [1.5, 0.3, -0.2]])
    x = tf.constant([[1.0, 2.0], [3.0, 4.0], [0.1, -0.5]])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = tf.nn.softmax(tf.tanh(x @ w))
    whole = tape.jacobian(y, x).numpy()
    blocks = np.stack([whole[i, :, i] for i in range(3)])
    assert_close(tape.batch_jacobian(y, x, experimental_use_pfor=pfor), blocks)


def test_dependence_across_rows_is_summed_over_the_rows_of_the_target():
    assert_close(batch_jacobian(tf.cumsum, X), [[[2.0, 0.0], [0.0, 2.0]], [[1.0, 0.0], [0.0, 1.0]]])


def test_a_variable_may_be_the_source():
    assert_close(batch_jacobian(lambda v: v * v, tf.Variable(X)), SQUARES)


@pytest.mark.parametrize("how", ["none", "zero"])
def test_an_unconnected_source_gives_zeros_whatever_was_asked(how):
    j = batch_jacobian(lambda x: tf.ones([2, 3]), X, unconnected_gradients=how)
    assert_close(j, np.zeros([2, 3, 2]))


@pytest.mark.parametrize("f", [lambda x: x * x, lambda x: x[:, None] * x])
def test_source_and_target_have_two_axes_at_least(f):
    with pytest.raises(ValueError, match=r"Shape \(2,\) must have rank at least 2"):
        batch_jacobian(f, [1.0, 2.0])


def test_a_vector_target_is_refused():
    with pytest.raises(ValueError, match=r"Shape \(2,\) must have rank at least 2"):
        batch_jacobian(lambda x: x[:, 0], X)


@ours("a scalar target is the same ValueError; TensorFlow runs into an IndexError")
def test_a_scalar_target_is_refused():
    with pytest.raises(ValueError, match=r"Shape \(\) must have rank at least 2"):
        batch_jacobian(tf.reduce_sum, X)


def test_batches_of_different_size_are_refused_and_the_tape_stays_usable():
    x = tf.constant(X)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.concat([x, x], 0)[:3]
    sentence = (
        r"Need first dimension of target shape \(\(3, 2\)\) and source shape \(\(2, 2\)\) to match"
    )
    with pytest.raises(ValueError, match=sentence):
        tape.batch_jacobian(y, x)
    assert_close(tape.gradient(y, x), [[2.0, 2.0], [1.0, 1.0]])


@ours("a batch of none has an empty answer; TensorFlow divides by zero")
@pytest.mark.parametrize("pfor", [True, False])
def test_an_empty_batch(pfor):
    j = batch_jacobian(lambda x: x * x, tf.zeros([0, 2]), experimental_use_pfor=pfor)
    assert j.shape == [0, 2, 2]


def test_without_pfor_the_tape_must_be_persistent_and_stays_usable():
    x = tf.constant(X)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    sentence = "GradientTape must be created with persistent=True to compute the batch_jacobian"
    with pytest.raises(RuntimeError, match=sentence):
        tape.batch_jacobian(y, x, experimental_use_pfor=False)
    assert_close(tape.batch_jacobian(y, x), SQUARES)


@ours("parallel_iterations is a hint without meaning here; TensorFlow's pfor refuses 1")
def test_one_parallel_iteration_is_accepted():
    assert_close(batch_jacobian(lambda x: x * x, X, parallel_iterations=1), SQUARES)


@pytest.mark.parametrize("bad", [lambda x: [x], lambda x: None])
def test_target_and_source_are_single_tensors(bad):
    x = tf.constant(X)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x
    with pytest.raises((AttributeError, TypeError)):
        tape.batch_jacobian(bad(y), x)
    with pytest.raises((AttributeError, TypeError)):
        tape.batch_jacobian(y, bad(x))


def test_per_example_gradients_of_a_layer():
    w = tf.Variable([[1.0], [2.0]])
    x = tf.constant(X)
    with tf.GradientTape() as tape:
        per_row = tf.tile(w[None], [2, 1, 1])
        y = tf.squeeze(x[:, None, :] @ per_row, 1) ** 2
    g = tape.batch_jacobian(y, per_row)
    # d(x.w)^2/dw = 2 (x.w) x, row by row
    assert_close(g, [[[[10.0], [20.0]]], [[[66.0], [88.0]]]])
