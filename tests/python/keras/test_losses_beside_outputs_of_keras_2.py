"""Which targets and losses belong to which outputs in Keras 2, and what it does without them."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
X, Y = np.ones((4, 2), "f"), np.zeros((4, 1), "f")


def two_outputs():
    entry = tf.keras.Input((2,))
    ends = [
        tf.keras.layers.Dense(1, kernel_initializer="ones", name=name)(entry) for name in ("a", "b")
    ]
    return tf.keras.Model(entry, ends)


def test_a_single_target_is_for_all_outputs_and_their_metrics():
    model = two_outputs()
    model.compile("sgd", {"b": "mse"}, metrics={"a": "mae"})
    assert model.evaluate(X, Y, verbose=0) == pytest.approx([4.0, 4.0, 2.0])
    assert model.metrics_names == ["loss", "b_loss", "a_mae"]
    model.compile("sgd", "mse")
    assert model.evaluate(X, Y, verbose=0) == pytest.approx([8.0, 4.0, 4.0])


def test_the_first_of_several_targets_are_those_of_the_outputs():
    entry = tf.keras.Input((2,))
    model = tf.keras.Model(entry, tf.keras.layers.Dense(1, kernel_initializer="ones")(entry))
    model.compile("sgd", "mse")
    assert model.evaluate(X, [Y, 7 + Y], verbose=0) == pytest.approx(4.0)


def test_a_list_of_losses_that_is_too_short_leaves_outputs_out():
    model = two_outputs()
    model.compile("sgd", ["mse"])
    assert model.evaluate(X, [Y, Y], verbose=0)[0] == pytest.approx(4.0)


def test_names_that_no_output_has_are_refused():
    model = two_outputs()
    model.compile("sgd", {"c": "mse"})
    with pytest.raises(ValueError, match="Found unexpected losses or metrics that do not corresp"):
        model.evaluate(X, [Y, Y], verbose=0)


def test_a_model_without_a_loss_is_evaluated_and_not_trained():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones")])
    model.compile(metrics=["mae"])
    assert model.evaluate(X, Y, verbose=0) == pytest.approx([0.0, 2.0])
    assert model.test_on_batch(X, Y) == pytest.approx([0.0, 2.0])
    assert model.metrics_names == ["loss", "mae"]
    with pytest.raises(ValueError, match="You may have forgotten to provide a"):
        model.fit(X, Y, verbose=0)


def test_targets_that_are_missing_are_told_of_in_training_alone():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    assert model.evaluate(X, verbose=0) == 0.0
    for train in (lambda: model.fit(X, verbose=0), lambda: model.train_on_batch(X)):
        with pytest.raises(ValueError, match="Your model was compiled with loss=mse"):
            train()


def test_names_of_classes_are_numbered_within_a_model():
    for _ in range(2):
        model = two_outputs()
        model.compile("sgd", "mse", metrics=["AUC"])
        model.evaluate(X, [Y, Y], verbose=0)
        assert model.metrics_names[-2:] == ["a_auc", "b_auc_1"]
