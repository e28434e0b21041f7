"""`training=None` where a model is made is as if nothing was given: the model's own mode holds."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
layers = keras.layers
X = np.arange(32.0, dtype="float32").reshape(8, 4)


def made():
    source = keras.Input((4,))
    return keras.Model(source, layers.BatchNormalization()(source, training=None))


def means_after_fit(model):
    model.compile(keras.optimizers.SGD(0.0), "mse")
    model.fit(X, X, verbose=0)
    return model.layers[-1].moving_mean.numpy()


def test_a_model_of_layers_trains_with_its_own_mode():
    model = made()
    assert not np.allclose(model(X, training=True), model(X, training=False))
    np.testing.assert_allclose(model(X), model(X, training=False))
    np.testing.assert_allclose(means_after_fit(made()), X.mean(0) * 0.01, rtol=1e-5)


def test_so_do_layers_and_models_inside_of_it():
    class Inner(layers.Layer):
        def __init__(self):
            super().__init__()
            self.dropout = layers.Dropout(0.9, seed=1)

        def call(self, x, training=None):
            return self.dropout(x, training=training)

    source = keras.Input((4,))
    inner = keras.Model(source, Inner()(source, training=None))
    outer = keras.Model(source, inner(source, training=None))
    assert np.sum(outer(X, training=True) == 0) > 20
    np.testing.assert_array_equal(outer(X, training=False), X)


class OfNone(keras.Model):
    """Gives its layer None in `call`."""

    def __init__(self):
        super().__init__()
        self.norm = layers.BatchNormalization()

    def call(self, x, training=None):
        return self.norm(x, training=None)


class Silent(OfNone):
    """Takes no `training`."""

    def call(self, x):
        return self.norm(x)


@pytest.mark.keras_2
@pytest.mark.parametrize("kind", [OfNone, Silent])
def test_keras_2_trains_layers_that_are_not_told(kind, monkeypatch):
    monkeypatch.setenv("TF_USE_LEGACY_KERAS", "1")
    model = kind()
    np.testing.assert_allclose(means_after_fit(model), X.mean(0) * 0.01, rtol=1e-5)
    np.testing.assert_allclose(model(X, training=False), model.predict(X, verbose=0), rtol=1e-5)


@pytest.mark.filterwarnings("ignore:.fit. runs")
@pytest.mark.parametrize("kind", [OfNone, Silent])
@pytest.mark.keras_3
def test_keras_3_does_not(kind):
    np.testing.assert_array_equal(means_after_fit(kind()), np.zeros(4))
