"""Weights of classes that fit cannot use are told before anything begins."""

import numpy as np
import pytest
from library import tf

X, Y = np.zeros((8, 2), "f"), np.array([0, 1] * 4)


class Begun(tf.keras.callbacks.Callback):
    begun = False

    def on_train_begin(self, logs=None):
        self.begun = True


def model():
    made = tf.keras.Sequential([tf.keras.layers.Dense(2, activation="softmax")])
    made.compile("sgd", "sparse_categorical_crossentropy")
    return made


@pytest.mark.parametrize("weights", [[1.0, 2.0], ((0, 1.0), (1, 2.0)), "balanced"])
def test_what_is_no_mapping_is_an_attribute_error(weights):
    seen = Begun()
    with pytest.raises(AttributeError, match="has no attribute"):
        model().fit(X, Y, class_weight=weights, callbacks=[seen], verbose=0)
    assert not seen.begun


@pytest.mark.keras_2
@pytest.mark.parametrize("weights", [{0: 1.0, 2: 2.0}, {1: 1.0}, {"0": 1.0, "1": 2.0}])
def test_classes_without_a_weight_are_told_before_the_first_epoch(weights):
    seen = Begun()
    with pytest.raises(ValueError, match="dict with keys from 0 to one less"):
        model().fit(X, Y, class_weight=weights, callbacks=[seen], verbose=0)
    assert not seen.begun
    with pytest.raises(ValueError, match="dict with keys from 0 to one less"):
        model().train_on_batch(X, Y, class_weight=weights)


@pytest.mark.keras_2
def test_an_empty_mapping_says_nothing():
    made = model()
    assert made.train_on_batch(X, Y, class_weight={}) == pytest.approx(np.log(2))
    made.fit(X, Y, class_weight={}, verbose=0)


def two_outputs():
    inputs = tf.keras.Input((2,))
    outputs = [tf.keras.layers.Dense(2, activation="softmax")(inputs) for _ in range(2)]
    made = tf.keras.Model(inputs, outputs)
    made.compile("sgd", ["sparse_categorical_crossentropy"] * 2)
    return made


@pytest.mark.parametrize(
    "data", [(X, [Y, Y]), (tf.data.Dataset.from_tensors((X, (Y, Y))),)], ids=["arrays", "dataset"]
)
def test_several_outputs_are_told_before_the_first_epoch(data):
    seen = Begun()
    with pytest.raises(ValueError, match="single output"):
        two_outputs().fit(*data, class_weight={0: 1.0, 1: 2.0}, callbacks=[seen], verbose=0)
    assert not seen.begun


@pytest.mark.keras_3
@pytest.mark.parametrize(
    ("weights", "error"), [({"a": 1.0}, TypeError), ({0.5: 1.0}, TypeError), ({}, ValueError)]
)
def test_keys_for_a_dataset_are_numbers(weights, error):
    seen = Begun()
    data = tf.data.Dataset.from_tensors((X, Y))
    with pytest.raises(error):
        model().fit(data, class_weight=weights, callbacks=[seen], verbose=0)
    assert not seen.begun
