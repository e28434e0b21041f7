"""A vector of targets beside a column of outputs: Keras 2 compares two vectors, and has one value
for a batch of them; arrays it leaves as they are, which broadcast."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
keras = tf.keras
TRUE = np.array([0.0, 1.0, 1.0], "float32")
GUESSED = np.array([[0.25], [0.5], [0.75]], "float32")
SQUARES = (TRUE - GUESSED[:, 0]) ** 2


def test_a_metric_counts_batches():
    metric = keras.metrics.MeanSquaredError()
    metric.update_state(TRUE, GUESSED)
    metric.update_state(TRUE[:1], GUESSED[:1])
    assert metric.count == 2.0
    np.testing.assert_allclose(metric.result(), (SQUARES.mean() + SQUARES[0]) / 2)


def test_a_metric_of_columns_counts_examples():
    metric = keras.metrics.MeanSquaredError()
    metric.update_state(TRUE[:, None], GUESSED)
    assert metric.count == 3.0


def test_accuracy_counts_examples():
    metric = keras.metrics.BinaryAccuracy()
    metric.update_state(TRUE, GUESSED)
    assert metric.count == 3.0


def test_a_function_of_the_program_gets_vectors():
    shapes = []

    def error(y_true, y_pred):
        shapes.append((y_true.shape.rank, y_pred.shape.rank))
        return tf.reduce_mean(tf.abs(y_true - y_pred), -1)

    keras.metrics.MeanMetricWrapper(error).update_state(TRUE, GUESSED)
    assert shapes == [(1, 1)]


@pytest.mark.parametrize("reduction", ["none", "sum", "sum_over_batch_size"])
def test_a_loss_of_tensors_is_one_number(reduction):
    loss = keras.losses.MeanSquaredError(reduction=reduction)
    for value in (
        loss(tf.constant(TRUE), tf.constant(GUESSED)),
        loss(tf.constant(GUESSED), tf.constant(TRUE)),
    ):
        assert value.shape == ()
        np.testing.assert_allclose(value, SQUARES.mean())


def test_a_loss_of_arrays_broadcasts():
    matrix = ((TRUE[None] - GUESSED) ** 2).mean(-1)
    loss = keras.losses.MeanSquaredError(reduction="none")
    np.testing.assert_allclose(loss(TRUE, tf.constant(GUESSED)), matrix)
    np.testing.assert_allclose(loss(TRUE, GUESSED), matrix)


def test_weights_of_examples_do_not_fit_one_number():
    loss = keras.losses.MeanSquaredError()
    with pytest.raises(tf.errors.InvalidArgumentError):
        loss(tf.constant(TRUE), tf.constant(GUESSED), tf.ones(3))
    with pytest.raises(tf.errors.InvalidArgumentError):
        keras.metrics.MeanSquaredError().update_state(TRUE, GUESSED, tf.ones(3))
