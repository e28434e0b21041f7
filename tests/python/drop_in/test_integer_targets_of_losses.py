"""Integer targets for losses of a program's own: in Keras 3 they come in the dtype of the loss."""

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

keras = tf.keras

pytestmark = [pytest.mark.keras_3, pytest.mark.usefixtures("in_tensorflows_place")]

PREDICTED = np.array([[0.3], [0.4], [0.3], [0.4]], "float32")
TARGETS = [np.array([[1], [0], [1], [0]], kind) for kind in ("int64", "int32", "uint8", "bool")]


class Entropy(keras.losses.Loss):
    def call(self, y_true, y_pred):
        return tf.reduce_mean(-y_true * tf.math.log(y_pred), axis=-1)


class Derived(keras.losses.MeanSquaredError):
    def call(self, y_true, y_pred):
        return super().call(y_true, y_pred) + tf.reduce_mean(y_true * y_pred)


@pytest.mark.parametrize("target", TARGETS, ids=lambda one: str(one.dtype))
@pytest.mark.parametrize("convert", [np.asarray, tf.constant])
def test_a_class_gets_floats(target, convert):
    value = Entropy()(convert(target), convert(PREDICTED))
    np.testing.assert_allclose(value.numpy(), -np.log(0.3) / 2, rtol=1e-6)
    assert np.isfinite(Derived()(convert(target), convert(PREDICTED)).numpy())


@pytest.mark.parametrize("target", TARGETS, ids=lambda one: str(one.dtype))
def test_so_does_fit(target):
    model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1, "sigmoid")])
    model.compile("sgd", Entropy())
    x = np.ones((4, 2), "float32")
    history = model.fit(x, target, verbose=0).history["loss"]
    assert len(history) == 1
    assert np.isfinite(model.evaluate(x, target, verbose=0))
    assert np.isfinite(model.train_on_batch(x, target))


def test_a_function_gets_floats_too():
    seen = []

    def loss(y_true, y_pred):
        seen.append(y_true.dtype)
        return tf.reduce_mean(tf.square(tf.cast(y_true, tf.float32) - y_pred))

    model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
    model.compile("sgd", loss, run_eagerly=True)
    model.fit(np.ones((4, 2), "float32"), TARGETS[0], verbose=0)
    assert set(seen) == {tf.float32}


@pytest.mark.skipif(AGAINST_TENSORFLOW, reason="ours: Keras 3 has floats alone, and stops")
def test_what_takes_integers_alone_gets_them():
    class Picked(keras.losses.Loss):
        def call(self, y_true, y_pred):
            return -tf.math.log(tf.gather(y_pred[0], y_true[0]))

    value = Picked()(tf.constant([[1]]), tf.constant([[0.5, 0.25]]))
    np.testing.assert_allclose(value.numpy(), np.log(4.0), rtol=1e-6)
