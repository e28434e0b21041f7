"""Keras 2: losses of ragged tensors have their rows; metrics count the numbers of all rows."""

import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_2

CLASSES = tf.ragged.constant([[0, 1], [1]])
CHANCES = tf.ragged.constant([[[0.5, 0.5], [0.2, 0.8]], [[0.6, 0.4]]], ragged_rank=1)
LOSSES = [[0.6931, 0.2231], [0.9163]]


def rounded(rows):
    return [[round(x, 4) for x in row] for row in rows.to_list()]


def test_classes_of_each_step_have_losses():
    assert rounded(keras.losses.sparse_categorical_crossentropy(CLASSES, CHANCES)) == LOSSES
    loss = keras.losses.SparseCategoricalCrossentropy()(CLASSES, CHANCES)
    assert float(loss) == pytest.approx(0.6109, abs=1e-4)


def test_their_gradients_are_those_of_the_values():
    scale = tf.Variable(1.0)
    with tf.GradientTape() as tape:
        logits = CHANCES * scale
        loss = keras.losses.sparse_categorical_crossentropy(CLASSES, logits, from_logits=True)
        total = tf.reduce_sum(loss)
    flat = tf.Variable(1.0)
    with tf.GradientTape() as other:
        labels, values = CLASSES.values, CHANCES.values * flat
        dense = keras.losses.sparse_categorical_crossentropy(labels, values, from_logits=True)
        expected = tf.reduce_sum(dense)
    assert float(tape.gradient(total, scale)) == pytest.approx(
        float(other.gradient(expected, flat)), rel=1e-6
    )


def test_dense_targets_are_compared_with_padded_predictions():
    predicted = tf.ragged.constant([[1.0, 3.0], [5.0]])
    assert float(keras.losses.MeanSquaredError()(tf.ones([2, 2]), predicted)) == 5.25


def test_metrics_count_the_numbers_of_all_rows():
    targets = tf.ragged.constant([[[1.0, 0.0], [0.0, 1.0]], [[0.0, 1.0]]], ragged_rank=1)
    metric = keras.metrics.MeanSquaredError()
    assert float(metric(targets, CHANCES)) == pytest.approx(0.2167, abs=1e-4)
    assert float(keras.metrics.Mean()(CHANCES)) == pytest.approx(0.5)


def test_weights_of_metrics_have_the_same_rows():
    targets, predicted = (
        tf.ragged.constant([[1.0, 2.0], [3.0]]),
        tf.ragged.constant([[2.0, 4.0], [6.0]]),
    )
    weights = tf.ragged.constant([[1.0, 0.0], [1.0]])
    assert float(keras.metrics.MeanAbsoluteError()(targets, predicted, weights)) == 2.0


@pytest.mark.parametrize(
    "given", [(CHANCES, tf.ones([2, 2])), (tf.ones([2]), tf.ones([2]), CLASSES)]
)
def test_only_some_that_are_ragged_are_refused(given):
    with pytest.raises(TypeError, match=r"not tf\.RaggedTensor"):
        keras.metrics.MeanSquaredError()(*given)


def test_a_model_of_steps_is_trained():
    inputs = keras.Input([None, 2], ragged=True)
    dense = keras.layers.Dense(2, activation="softmax", kernel_initializer="ones")
    model = keras.Model(inputs, keras.layers.TimeDistributed(dense)(inputs))
    model.compile("sgd", "sparse_categorical_crossentropy", metrics=["accuracy"])
    history = model.fit(CHANCES, CLASSES, epochs=2, verbose=0).history
    assert history["loss"][1] < history["loss"][0] == pytest.approx(0.6931, abs=1e-4)


def test_no_part_of_a_ragged_tensor_is_held_out():
    inputs = keras.Input([None, 2], ragged=True)
    model = keras.Model(inputs, keras.layers.TimeDistributed(keras.layers.Dense(2))(inputs))
    model.compile("sgd", "sparse_categorical_crossentropy")
    with pytest.raises(ValueError, match="`validation_split` is only supported for"):
        model.fit(CHANCES, CLASSES, validation_split=0.5, verbose=0)
