"""What models refuse: names that two layers have, and data whose parts have other lengths."""

import numpy as np
import pytest
from library import tf

keras = tf.keras


@pytest.fixture
def model():
    made = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2)])
    made.compile("sgd", "mse")
    return made


def test_layers_of_a_chain_have_names_of_their_own():
    with pytest.raises(ValueError, match="unique name"):
        keras.Sequential([keras.layers.Dense(2, name="same"), keras.layers.Dense(2, name="same")])


def test_parts_of_data_are_as_long_as_each_other(model):
    with pytest.raises(ValueError, match="Data cardinality is ambiguous"):
        model.fit(np.ones((2, 3)), np.ones((3, 2)), verbose=0)
    with pytest.raises(ValueError, match="Data cardinality is ambiguous"):
        model.evaluate(np.ones((4, 3)), np.ones((3, 2)), verbose=0)
    with pytest.raises(ValueError, match="Data cardinality is ambiguous"):
        model.fit(np.ones((2, 3)), np.ones((2, 2)), sample_weight=np.ones(3), verbose=0)


@pytest.mark.keras_2
def test_so_are_single_batches_in_keras_2(model):
    with pytest.raises(ValueError, match="Data cardinality is ambiguous"):
        model.train_on_batch(np.ones((2, 3)), np.ones((3, 2)))


@pytest.mark.keras_2
def test_every_class_has_a_weight_in_keras_2(model):
    model.compile("sgd", "sparse_categorical_crossentropy")
    with pytest.raises(ValueError, match="class_weight"):
        model.fit(np.ones((2, 3)), np.array([0, 1]), class_weight={1: 2.0}, verbose=0)


def test_events_of_lists_of_callbacks_are_passed_on_by_name():
    told = []

    class Told(keras.callbacks.Callback):
        def on_epoch_begin(self, epoch, logs=None):
            told.append(("epoch", epoch))

        def on_train_batch_end(self, batch, logs=None):
            told.append(("batch", batch, (logs or {}).get("loss")))

    callbacks = keras.callbacks.CallbackList([Told()], model=keras.Sequential())
    callbacks.on_epoch_begin(epoch=3, logs={})
    callbacks.on_train_batch_begin(batch=4)
    callbacks.on_train_batch_end(batch=4, logs={"loss": 0.5})
    assert told == [("epoch", 3), ("batch", 4, 0.5)]


@pytest.mark.keras_2
def test_the_older_name_of_hubers_loss_in_keras_2():
    loss = keras.losses.get("huber_loss")
    assert float(loss(np.array([[0.0]]), np.array([[3.0]]))[0]) == 2.5


def test_symbols_are_flattened_behind_the_batch():
    assert tuple(keras.backend.batch_flatten(tf.ones([2, 3, 4])).shape) == (2, 12)
