"""Masks that a program puts on predictions, and those of classes that are ignored."""

import numpy as np
import pytest
from library import tf

keras = tf.keras

TARGETS = np.array([-1, 2, 1])
CHANCES = np.array([[0.1, 0.2, 0.7], [0.2, 0.3, 0.5], [0.3, 0.3, 0.4]])
WEIGHTS = np.array([1.5, 0.5, 2.0])
OF_CLASSES = -np.log([0.5, 0.3])
STEPS = np.array([[1, 2, 0, 0], [3, 4, 5, 0]])


def masked(values, mask):
    tensor = tf.constant(values, tf.float32)
    tensor._keras_mask = tf.constant(mask)
    return tensor


def test_losses_heed_the_mask_of_predictions():
    squares = np.array([0.81, 0.04, 0.49, 0.16])
    outputs = masked([[0.1], [0.2], [0.3], [0.4]], [True, False, True, True])
    targets = np.array([[1.0], [0.0], [1.0], [0.0]])
    loss = keras.losses.MeanSquaredError()(targets, outputs)
    assert float(loss) == pytest.approx(squares[[0, 2, 3]].mean(), rel=1e-6)


def test_weighted_means_leave_ignored_classes_out():
    metric = keras.metrics.SparseCategoricalCrossentropy(ignore_class=-1)
    metric.update_state(TARGETS, CHANCES, sample_weight=WEIGHTS)
    expected = (OF_CLASSES * WEIGHTS[1:]).sum() / WEIGHTS[1:].sum()
    assert float(metric.result()) == pytest.approx(expected, rel=1e-5)


@pytest.mark.keras_3
def test_means_without_weights_count_ignored_classes_in_keras_3():
    metric = keras.metrics.SparseCategoricalCrossentropy(ignore_class=-1)
    metric.update_state(TARGETS, CHANCES)
    assert float(metric.result()) == pytest.approx(OF_CLASSES.sum() / 3, rel=1e-5)


@pytest.mark.keras_2
def test_means_without_weights_leave_ignored_classes_out_in_keras_2():
    metric = keras.metrics.SparseCategoricalCrossentropy(ignore_class=-1)
    metric.update_state(TARGETS, CHANCES)
    assert float(metric.result()) == pytest.approx(OF_CLASSES.mean(), rel=1e-5)


@pytest.mark.keras_3
def test_metrics_heed_the_mask_of_predictions_in_keras_3():
    metric = keras.metrics.MeanAbsoluteError()
    metric.update_state(np.zeros([3, 1]), masked([[1.0], [2.0], [3.0]], [True, False, True]))
    assert float(metric.result()) == 2.0


def masked_model():
    initial = keras.initializers.GlorotUniform
    layers = [
        keras.layers.Embedding(6, 4, mask_zero=True, embeddings_initializer=initial(1)),
        keras.layers.Dense(1, activation="sigmoid", kernel_initializer=initial(2)),
    ]
    model = keras.Sequential(layers)
    model.compile("sgd", "mse", metrics=["mae", keras.metrics.TruePositives(0.0)])
    return model


def counted():
    """How many steps a metric that is no mean has seen, and the error of a mean."""
    model = masked_model()
    found = model.evaluate(STEPS, np.ones((2, 4, 1), "float32"), verbose=0)
    errors = 1 - np.asarray(model(STEPS))[..., 0]
    assert found[1] == pytest.approx(errors[STEPS > 0].mean(), rel=1e-5)
    return found[2]


@pytest.mark.keras_3
def test_means_alone_heed_masks_in_models_of_keras_3():
    assert counted() == 8


@pytest.mark.keras_2
def test_all_metrics_heed_masks_in_models_of_keras_2():
    assert counted() == 5
