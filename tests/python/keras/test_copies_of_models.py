"""Copies of models: as if Keras wrote the model and read it again, so that even `copy.copy` has
weights of its own; what was traced stays behind."""

import copy
import pickle
import random

import numpy as np
import pytest
from library import ours, tf

keras = tf.keras
X, Y = np.ones((4, 3), "float32"), np.ones((4, 2), "float32")


def functional():
    inputs = keras.Input((3,))
    hidden = keras.layers.Dense(4, activation="tanh")(inputs)
    return keras.Model(inputs, keras.layers.Dense(2)(hidden))


def sequential():
    return keras.Sequential([keras.layers.Dense(2, input_shape=(3,)), keras.layers.Dense(2)])


def draws_of(function):
    """How many words of `random` a call takes."""
    random.seed(1)
    before = random.getstate()[1][-1]
    function()
    return (random.getstate()[1][-1] - before) % 624


@pytest.mark.filterwarnings("ignore:Do not pass an `input_shape`")
@pytest.mark.parametrize("make", [functional, sequential])
@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m))])
def test_a_copy_of_a_trained_model_trains_by_itself(make, way):
    model = make()
    model.compile("adam", "mse")
    model.fit(X, Y, epochs=2, verbose=0)
    model.predict(X, verbose=0)
    before, copied = model.get_weights(), way(model)
    np.testing.assert_array_equal(copied.predict(X, verbose=0), model.predict(X, verbose=0))
    copied.fit(X, Y, epochs=2, verbose=0)
    for weight, value, other in zip(model.weights, before, copied.weights, strict=True):
        np.testing.assert_array_equal(weight, value)
        assert np.any(np.array(other) != value)
    assert int(copied.optimizer.iterations) == 2 * int(model.optimizer.iterations)
    model.fit(X, Y, epochs=2, verbose=0)
    for weight, other in zip(model.weights, copied.weights, strict=True):
        np.testing.assert_allclose(weight, other, rtol=1e-6)


@pytest.mark.filterwarnings("ignore:Do not pass an `input_shape`")
@pytest.mark.parametrize("make", [functional, sequential])
def test_a_copy_takes_the_draws_of_initial_values(make):
    model = make()
    assert draws_of(lambda: copy.deepcopy(model)) == draws_of(lambda: copy.copy(model)) == 2


@ours("Keras 2")
def test_in_keras_2_it_does_too(monkeypatch):
    monkeypatch.setenv("TF_USE_LEGACY_KERAS", "1")
    model, layer = functional(), keras.layers.Dense(2)
    layer(X)

    def next_values(function):
        keras.utils.set_random_seed(1)
        function()
        return keras.initializers.GlorotUniform()((2, 2)).numpy().tolist()

    first, third = (next_values(f) for f in (int, lambda: keras.models.clone_model(model)))
    assert next_values(lambda: copy.deepcopy(model)) == third != first
    assert next_values(lambda: copy.deepcopy(layer)) == first


@ours("Keras copies no class that it does not know")
def test_a_model_of_a_class_of_its_own_that_is_not_built():
    class Own(keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = keras.layers.Dense(1)

        def call(self, x):
            return self.dense(x)

    model = Own()
    assert copy.copy(model).dense is model.dense
    model(X)
    assert copy.copy(model).dense.kernel is not model.dense.kernel
