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


class Making(tf.keras.Model):
    """A model that counts its steps in functions of its own around those of the library."""

    def __init__(self):
        super().__init__()
        self.line, self.seen = tf.keras.layers.Dense(1, kernel_initializer="ones"), []

    def call(self, inputs):
        return self.line(inputs)

    def make_train_function(self, force=False):
        run = super().make_train_function() or self.train_function

        def counting(iterator):
            self.seen.append("train")
            return run(iterator)

        self.train_function = counting
        return counting

    def make_test_function(self, force=False):
        def counting(iterator):
            self.seen.append("test")
            return {**self.test_step(next(iterator)), "own": 2.0}

        self.test_function = counting
        return counting


def test_loops_call_what_a_class_makes():
    plain, model = (
        tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones")]),
        Making(),
    )
    for one in (plain, model):
        one.compile("sgd", "mse")
    options = {"batch_size": 5, "shuffle": False, "verbose": 0, "validation_data": (X, Y)}
    expected = plain.fit(X, Y, **options).history
    found = model.fit(X, Y, **options).history
    assert found["loss"] == expected["loss"]
    assert found["val_own"] == [2.0]
    assert model.seen == ["train", "train", "test", "test"]


def test_a_function_that_is_assigned_runs_until_the_model_is_compiled_again():
    model, seen = _compiled(), []
    model.make_train_function()
    run = model.train_function

    def counting(iterator):
        seen.append(1)
        return run(iterator)

    model.train_function = counting
    model.fit(X, Y, batch_size=5, verbose=0)
    assert len(seen) == 2
    model.compile("sgd", "mse")
    model.fit(X, Y, batch_size=5, verbose=0)
    assert len(seen) == 2
