"""Losses and metrics of keras: values, reductions, gradients."""

import numpy as np
import pytest
from checks import assert_close, gradients
from library import tf

losses, metrics = tf.keras.losses, tf.keras.metrics
TRUE = tf.constant([[0.0, 1.0], [0.0, 0.0]])
PREDICTED = tf.constant([[0.6, 0.4], [0.4, 0.6]])

VALUES = {
    "MeanSquaredError": 0.31,
    "MeanAbsoluteError": 0.55,
    "MeanSquaredLogarithmicError": 0.1705593,
    "BinaryCrossentropy": 0.8149245,
    "CategoricalCrossentropy": 0.4581454,
    "Huber": 0.155,
    "LogCosh": 0.1470898,
    "Hinge": 1.3,
    "KLDivergence": 0.458143,
    "Poisson": 0.7290726,
    "CosineSimilarity": -0.2773501,
}


@pytest.mark.parametrize("name", VALUES)
def test_the_value_of(name):
    assert_close(getattr(losses, name)()(TRUE, PREDICTED), VALUES[name])


@pytest.mark.parametrize(
    ("loss", "true", "predicted", "value"),
    [
        (losses.BinaryCrossentropy(), [1.0], [0.0], 16.118095),
        (losses.BinaryCrossentropy(from_logits=True), [[0.0, 1.0]], [[1.0, -1.0]], 1.3132617),
        (losses.SparseCategoricalCrossentropy(from_logits=True), [1, 0], PREDICTED, 0.7981389),
        (losses.SparseCategoricalCrossentropy(), [1, 0], PREDICTED, 0.9162907),
        (losses.CategoricalCrossentropy(from_logits=True), TRUE, PREDICTED, 0.3990694),
        (losses.Huber(delta=0.5), TRUE, PREDICTED, 0.15125),
        (losses.MeanSquaredError(), [1.0, 2.0], [[1.0], [2.0]], 0.0),
    ],
)
def test_options(loss, true, predicted, value):
    assert_close(loss(tf.constant(true), tf.constant(predicted)), value)


@pytest.mark.parametrize(
    ("reduction", "value"),
    [("sum_over_batch_size", 0.31), ("sum", 0.62), ("none", [0.36, 0.26]), (None, [0.36, 0.26])],
)
def test_reductions(reduction, value):
    assert_close(losses.MeanSquaredError(reduction=reduction)(TRUE, PREDICTED), value)


def test_weights_of_samples():
    value = losses.MeanSquaredError()(TRUE, PREDICTED, sample_weight=tf.constant([1.0, 0.0]))
    assert_close(value, 0.18)


def test_losses_are_checked():
    with pytest.raises(ValueError, match="reduction"):
        losses.MeanSquaredError(reduction="foo")
    with pytest.raises((tf.errors.InvalidArgumentError, ValueError)):
        losses.MeanSquaredError()(tf.ones([2, 3]), tf.zeros([2, 2]))
    with pytest.raises(ValueError, match="foo"):
        losses.get("foo")


def test_losses_have_names():
    assert losses.MeanSquaredError().name == "mean_squared_error"
    for name in ("mse", "mean_squared_error", "mae", "binary_crossentropy"):
        assert callable(losses.get(name))
    assert_close(losses.get("mse")(TRUE, PREDICTED), [0.36, 0.26])


@pytest.mark.parametrize(
    ("loss", "true", "gradient"),
    [
        (losses.MeanSquaredError(), TRUE, [[0.3, -0.3], [0.2, 0.3]]),
        (losses.MeanAbsoluteError(), TRUE, [[0.25, -0.25], [0.25, 0.25]]),
        (
            losses.BinaryCrossentropy(from_logits=True),
            TRUE,
            [[0.16141409, -0.10032808], [0.14967191, 0.16141409]],
        ),
        (
            losses.SparseCategoricalCrossentropy(from_logits=True),
            tf.constant([1, 0]),
            [[0.27491701, -0.27491701], [-0.27491701, 0.27491701]],
        ),
        (losses.CategoricalCrossentropy(), TRUE, [[0.5, -0.75], [0.0, 0.0]]),
    ],
)
def test_gradients(loss, true, gradient):
    assert_close(gradients(lambda p: loss(true, p), PREDICTED)[0], gradient)


# --- metrics --------------------------------------------------------------------------------------


def test_mean():
    mean = metrics.Mean()
    assert_close(mean(1.0), 1.0)
    assert_close(mean(3.0), 2.0)
    mean.update_state([5.0, 7.0])
    assert_close(mean.result(), 4.0)
    assert isinstance(mean.result(), tf.Tensor)
    mean.reset_state()
    assert_close(mean.result(), 0.0)


@pytest.mark.parametrize(
    ("metric", "true", "predicted", "value"),
    [
        (metrics.BinaryAccuracy, [1.0, 0.0, 1.0], [0.5, 0.4, 0.9], 2 / 3),
        (metrics.SparseCategoricalAccuracy, [1, 0], [[0.1, 0.9], [0.2, 0.8]], 0.5),
        (metrics.CategoricalAccuracy, [[0.0, 1.0]], [[0.2, 0.8]], 1.0),
        (metrics.Accuracy, [1, 2], [1, 3], 0.5),
        (metrics.MeanSquaredError, [1.0, 2.0], [1.0, 4.0], 2.0),
        (metrics.MeanAbsoluteError, [1.0, 2.0], [1.0, 4.0], 1.0),
    ],
)
def test_metrics(metric, true, predicted, value):
    m = metric()
    m.update_state(np.array(true), np.array(predicted))
    assert_close(m.result(), value)


@pytest.mark.parametrize(
    "name", ["mse", "mean_squared_error", "binary_crossentropy", "hinge", "huber", "kl_divergence"]
)
def test_the_name_of_a_function_means_the_function(name):
    y_true, y_pred = tf.constant([[0.0, 1.0], [1.0, 0.0]]), tf.constant([[0.2, 0.7], [0.6, 0.3]])
    found = tf.keras.losses.get(name)
    assert not isinstance(found, tf.keras.losses.Loss)
    each = [float(found(y_true[i : i + 1], y_pred[i : i + 1])[0]) for i in range(2)]
    np.testing.assert_allclose(found(y_true, y_pred), each, rtol=1e-6)
    assert isinstance(tf.keras.losses.get("MeanSquaredError"), tf.keras.losses.Loss)


def test_functions_are_described_and_found_again():
    utils = tf.keras.utils
    for name in ("mean_squared_error", "huber"):
        form = utils.serialize_keras_object(tf.keras.losses.get(name))
        own = {"module": "builtins", "class_name": "function", "registered_name": "function"}
        assert form == {**own, "config": name}
        assert utils.deserialize_keras_object(form) is tf.keras.losses.get(name)
    assert utils.serialize_keras_object(tf.nn.sigmoid)["module"] == "builtins"
    with pytest.raises(TypeError, match="Could not locate function 'unheard_of'"):
        utils.deserialize_keras_object({**own, "config": "unheard_of"})


@pytest.mark.keras_2
def test_the_older_name_of_hubers_loss_in_keras_2():
    loss = losses.get("huber_loss")
    assert float(loss(np.array([[0.0]]), np.array([[3.0]]))[0]) == 2.5
