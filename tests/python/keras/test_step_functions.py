"""`train_function` and its kin, and the counts of steps that Keras 2 keeps."""

import numpy as np
import pytest
from library import tf

X, Y = np.ones([10, 3], "float32"), np.ones([10, 1], "float32")


def _compiled():
    model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    return model


def _there(model):
    functions = model.train_function, model.test_function, model.predict_function
    return [function is not None for function in functions]


def test_functions_are_there_once_a_loop_has_run():
    model = _compiled()
    assert _there(model) == [False, False, False]
    model.fit(X, Y, verbose=0)
    assert _there(model) == [True, False, False]
    model.evaluate(X, Y, verbose=0)
    model.predict(X, verbose=0)
    assert _there(model) == [True, True, True]
    model.compile("sgd", "mse")
    model.train_on_batch(X, Y)
    assert _there(model) == [True, False, False]


def test_a_made_function_trains_on_a_batch_of_an_iterator():
    model = _compiled()
    model.make_train_function()
    before = model.get_weights()
    batches = iter(tf.data.Dataset.from_tensor_slices((X, Y)).batch(5))
    logs = model.train_function(batches)
    assert "loss" in logs
    assert not np.array_equal(before[0], model.get_weights()[0])


def _counts(model):
    return [int(n) for n in (model._train_counter, model._test_counter, model._predict_counter)]


@pytest.mark.keras_2
def test_counts_of_steps():
    model = _compiled()
    assert _counts(model) == [0, 0, 0]
    model.fit(X, Y, batch_size=2, epochs=2, verbose=0)
    assert _counts(model) == [10, 0, 0]
    model.fit(X, Y, batch_size=5, verbose=0, validation_data=(X, Y), validation_batch_size=5)
    assert _counts(model) == [2, 2, 0]
    model.train_on_batch(X, Y)
    model.predict(X, batch_size=1, verbose=0)
    assert _counts(model) == [3, 2, 10]


@pytest.mark.keras_2
def test_a_count_that_was_taken_goes_on():
    model = _compiled()
    counter = model._train_counter
    model.fit(X, Y, batch_size=2, epochs=3, verbose=0)
    assert int(counter) == 15
    model.compile("sgd", "mse")
    model.fit(X, Y, verbose=0)
    assert int(counter) == 1
    assert counter.dtype == tf.int64
