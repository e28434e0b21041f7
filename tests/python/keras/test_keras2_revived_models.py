"""Keras 2 reads a folder whose model has classes that it is not told."""

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

pytestmark = [pytest.mark.keras_2, pytest.mark.filterwarnings("ignore")]
pytest.importorskip("h5py")
if not AGAINST_TENSORFLOW:
    pytest.importorskip("cloudpickle")
X = np.arange(24, dtype=np.float32).reshape([8, 3]) / 24
Y = X[:, :1]


class Plain(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.inner = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.inner(x)


class Sized(tf.keras.Model):
    """Has arguments and tells no configuration."""

    def __init__(self, units, **options):
        super().__init__(**options)
        self.inner = tf.keras.layers.Dense(units, activation="relu")
        self.dropped = tf.keras.layers.Dropout(0.5)
        self.outer = tf.keras.layers.Dense(1)

    def call(self, x, training=False):
        return self.outer(self.dropped(self.inner(x), training=training))


class Scaled(tf.keras.layers.Layer):
    def build(self, shape):
        self.scale = self.add_weight(name="scale", shape=[shape[-1]], initializer="ones")

    def call(self, x):
        return x * self.scale


def chain():
    return tf.keras.Sequential([tf.keras.Input([3]), Scaled(), tf.keras.layers.Dense(1)])


def nested():
    return tf.keras.Sequential([Sized(4), tf.keras.layers.Dense(1)])


@pytest.mark.parametrize("make", [Plain, lambda: Sized(4), chain, nested])
def test_as_it_was(tmp_path, make):
    tf.keras.utils.set_random_seed(1)  # so that some unit is not dead, and learns
    model = make()
    model.compile("sgd", "mse", metrics=["mae"])
    model.fit(X, Y, epochs=2, verbose=0)
    folder = str(tmp_path / "model")
    model.save(folder)
    loaded = tf.keras.models.load_model(folder)
    np.testing.assert_allclose(loaded.predict(X, verbose=0), model.predict(X, verbose=0), rtol=1e-6)
    np.testing.assert_allclose(
        loaded.evaluate(X, Y, verbose=0), model.evaluate(X, Y, verbose=0), rtol=1e-5
    )
    assert type(loaded).__name__ == type(model).__name__
    assert [one.name for one in loaded.weights] == [one.name for one in model.weights]
    model.fit(X, Y, verbose=0)
    assert not np.allclose(loaded.get_weights()[0], model.get_weights()[0])


def test_goes_on_learning(tmp_path):
    model = Plain()
    model.compile("sgd", "mse")
    model.fit(X, Y, verbose=0)
    folder = str(tmp_path / "model")
    model.save(folder)
    loaded = tf.keras.models.load_model(folder)
    options = {"batch_size": 4, "shuffle": False, "verbose": 0}
    told, expected = loaded.fit(X, Y, **options), model.fit(X, Y, **options)
    np.testing.assert_allclose(told.history["loss"], expected.history["loss"], rtol=1e-5)


def unknown(y, predicted):
    return tf.reduce_mean(tf.abs(y - predicted), axis=-1)


def saved_with_a_loss(folder):
    model = Plain()
    model.compile("sgd", unknown)
    model.fit(X, Y, verbose=0)
    model.save(folder)
    return model


def test_a_loss_that_is_not_known_is_refused(tmp_path):
    folder = str(tmp_path / "model")
    saved_with_a_loss(folder)
    with pytest.raises(ValueError, match="Unknown loss function"):
        tf.keras.models.load_model(folder)


def test_a_loss_that_is_told_or_not_wanted(tmp_path):
    folder = str(tmp_path / "model")
    model = saved_with_a_loss(folder)
    loaded = tf.keras.models.load_model(folder, custom_objects={"unknown": unknown})
    expected = model.evaluate(X, Y, verbose=0)
    np.testing.assert_allclose(loaded.evaluate(X, Y, verbose=0), expected, rtol=1e-5)
    loaded = tf.keras.models.load_model(folder, compile=False)
    assert loaded.predict(X, verbose=0).shape == (8, 1)


def test_a_class_that_is_told_is_taken(tmp_path):
    folder = str(tmp_path / "model")
    saved_with_a_loss(folder)
    known = {"Plain": Plain, "unknown": unknown}
    assert type(tf.keras.models.load_model(folder, custom_objects=known)) is Plain


def test_the_layers_that_are_known_draw(tmp_path):
    model = Plain()
    model(X)
    model.save(str(tmp_path / "model"))
    tf.keras.utils.set_random_seed(1)
    tf.keras.models.load_model(str(tmp_path / "model"))
    after = tf.keras.layers.Dense(2)
    after.build([None, 3])
    tf.keras.utils.set_random_seed(1)
    for layer in (tf.keras.layers.Dense(1), tf.keras.layers.Dense(2)):
        layer.build([None, 3])
    np.testing.assert_array_equal(after.get_weights()[0], layer.get_weights()[0])


def test_a_folder_of_saved_model_save_holds_none(tmp_path):
    model = Plain()
    model(X)
    tf.saved_model.save(model, str(tmp_path / "saved"))
    with pytest.raises(ValueError, match=r"from SavedModel at .*saved"):
        tf.keras.models.load_model(str(tmp_path / "saved"))
