"""Losses and metrics where only the whole of an example's way through them shows what holds."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_3
SCORES = np.array([[0.2, 0.7, 0.4], [0.6, 0.1, 0.3], [0.5, 0.5, 0.9]], "float32")


class Squares(keras.losses.Loss):
    def call(self, y_true, y_pred):
        return tf.square(y_true - y_pred)


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
def test_masks_hold_for_outputs_of_any_dtype(dtype):
    outputs = tf.constant([1.0, 5.0, 3.0], dtype)
    outputs._keras_mask = tf.constant([True, False, True])
    assert float(Squares()(tf.zeros(3), outputs)) == 5.0


def test_circle_computes_in_its_dtype():
    loss = keras.losses.Circle(gamma=4.0)(np.array([0, 1, 1]), SCORES)
    narrow = keras.losses.Circle(gamma=4.0, dtype="bfloat16")(np.array([0, 1, 1]), SCORES)
    assert (loss.dtype, narrow.dtype) == (tf.float32, tf.bfloat16)
    assert float(narrow) == pytest.approx(float(loss), rel=0.02)


def test_circle_counts_examples_without_a_pair_in_no_mean():
    each = keras.losses.Circle(gamma=4.0, reduction=None)(np.array([0, 1, 1]), SCORES).numpy()
    mean = float(keras.losses.Circle(gamma=4.0)(np.array([0, 1, 1]), SCORES))
    assert mean == pytest.approx(each[each > 0].mean(), rel=1e-5)


@pytest.mark.parametrize(
    "loss",
    [
        keras.losses.binary_crossentropy,
        keras.losses.BinaryCrossentropy(),
        keras.losses.BinaryCrossentropy(from_logits=True),
        keras.losses.BinaryFocalCrossentropy(),
    ],
)
def test_binary_entropies_want_a_target_for_each_output(loss):
    with pytest.raises(ValueError, match="must have the same shape"):
        loss(np.ones([3, 1], "float32"), SCORES)


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("mse", "MeanSquaredError"),
        ("MAE", "MeanAbsoluteError"),
        ("mape", "MeanAbsolutePercentageError"),
        ("bce", "BinaryCrossentropy"),
        ("hinge", "Hinge"),
    ],
)
def test_short_names_of_metrics_mean_their_classes(word, kind):
    found = keras.metrics.get(word)
    assert type(found) is getattr(keras.metrics, kind)
    assert found.name == type(found)().name


def test_models_call_metrics_by_the_given_word():
    model = keras.Sequential([keras.Input([2]), keras.layers.Dense(1)])
    model.compile("sgd", "mse", metrics=["mae"])
    history = model.fit(np.ones([4, 2]), np.ones([4, 1]), verbose=0).history
    assert list(history) == ["loss", "mae"] or list(history) == ["mae", "loss"]


def test_places_in_order_are_told():
    metric = keras.metrics.SparseTopKCategoricalAccuracy(k=2, from_sorted_ids=True)
    again = type(metric).from_config(metric.get_config())
    assert again.get_config()["from_sorted_ids"] is True
    assert float(again([4, 1], [[3, 4, 0], [3, 4, 1]])) == 0.5


@pytest.mark.parametrize(("told", "is_on"), [({}, False), ({"jit_compile": True}, True)])
def test_models_know_whether_they_are_compiled(told, is_on):
    model = keras.Sequential([keras.Input([2]), keras.layers.Dense(1)])
    model.compile("sgd", "mse", **told)
    assert model.jit_compile is is_on
