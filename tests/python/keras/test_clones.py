"""What a clone of a model takes over: how it was compiled, and models of a class of one's own."""

import numpy as np
import pytest
from library import ours, tf

keras = tf.keras
X, Y = np.ones((2, 3), "float32"), np.ones((2, 1), "float32")


class Own(keras.Model):
    def __init__(self, units, **options):
        super().__init__(**options)
        self.units, self.inner = units, keras.layers.Dense(units)

    def call(self, x):
        return self.inner(x)

    def get_config(self):
        return {**super().get_config(), "units": self.units}


def line():
    return keras.Sequential([keras.Input((3,)), keras.layers.Dense(1)])


def test_a_clone_is_compiled_as_the_model_is():
    model = line()
    assert not keras.models.clone_model(model).compiled
    model.compile(keras.optimizers.Adam(0.25), "mse", metrics=["mae"])
    model.fit(X, Y, verbose=0)
    clone = keras.models.clone_model(model)
    assert clone.optimizer is not model.optimizer
    assert float(clone.optimizer.learning_rate) == 0.25
    assert int(clone.optimizer.iterations) == 0
    clone.set_weights(model.get_weights())
    np.testing.assert_allclose(
        clone.evaluate(X, Y, verbose=0), model.evaluate(X, Y, verbose=0), 1e-5
    )


@ours("the variable is read when TensorFlow is imported")
def test_in_keras_2_a_clone_is_not_compiled(monkeypatch):
    monkeypatch.setenv("TF_USE_LEGACY_KERAS", "1")
    model = line()
    model.compile("sgd", "mse")
    assert not keras.models.clone_model(model).compiled


def test_models_of_a_class_of_ones_own_are_made_again():
    model = Own(2)
    model(X)
    clone = keras.models.clone_model(model)
    clone(X)
    assert clone.inner is not model.inner
    assert clone.units == 2
    clone.set_weights(model.get_weights())
    np.testing.assert_allclose(clone(X), model(X), 1e-6)


def test_layers_of_such_models_cannot_be_replaced():
    with pytest.raises(ValueError, match="clone_function"):
        keras.models.clone_model(Own(2), clone_function=lambda layer: layer)


def test_the_clone_of_a_model_of_its_own_class_is_built_as_the_model_is():
    class Deep(keras.Model):
        def __init__(self, units=3):
            super().__init__()
            self.units = units
            self.dense = keras.layers.Dense(units)

        def call(self, x):
            return self.dense(x)

        def get_config(self):
            return {"units": self.units}

    assert not keras.models.clone_model(Deep()).weights
    model = Deep(4)
    model(np.ones((2, 5), "float32"))
    clone = keras.models.clone_model(model)
    assert [tuple(weight.shape) for weight in clone.weights] == [(5, 4), (4,)]
    clone.set_weights(model.get_weights())
    np.testing.assert_array_equal(clone(np.ones((1, 5))), model(np.ones((1, 5))))


class Activated(tf.keras.layers.Layer):
    """Its configuration holds a function itself, as no file could."""

    def __init__(self, activation=tf.nn.gelu, **kwargs):
        super().__init__(**kwargs)
        self.activation = activation
        self.inner = tf.keras.layers.Dense(2)

    def call(self, x):
        return self.activation(self.inner(x))

    def get_config(self):
        return {**super().get_config(), "activation": self.activation}


@pytest.mark.parametrize("in_a_chain", [False, True])
def test_configurations_of_clones_may_hold_functions(in_a_chain):
    entry = tf.keras.Input((3,))
    if in_a_chain:
        model = tf.keras.Sequential([entry, Activated(tf.tanh)])
    else:
        model = tf.keras.Model(entry, Activated(tf.tanh)(entry))
    clone = tf.keras.models.clone_model(model)
    assert clone.layers[-1].activation is tf.tanh
    clone.set_weights(model.get_weights())
    x = tf.constant([[1.0, -2.0, 3.0]])
    np.testing.assert_allclose(clone(x), model(x))
