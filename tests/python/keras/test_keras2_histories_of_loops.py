"""In Keras 2 each loop begins a history, which the model keeps: `evaluate` and `predict` too."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
X, Y = np.ones([8, 2], np.float32), np.ones([8, 1], np.float32)


def chain():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=[2])])
    model.compile("sgd", "mse")
    return model


@pytest.mark.parametrize("loop", ["evaluate", "predict"])
def test_each_loop_begins_a_history(loop):
    model = chain()
    kept = model.fit(X, Y, verbose=0)
    assert model.history is kept
    if loop == "evaluate":
        model.evaluate(X, Y, verbose=0)
    else:
        model.predict(X, verbose=0)
    assert model.history is not kept
    assert model.history.history == {}
    assert list(kept.history) == ["loss"]


def test_validation_within_fit_begins_none():
    model = chain()
    kept = model.fit(X, Y, validation_data=(X, Y), verbose=0)
    assert model.history is kept
    assert sorted(kept.history) == ["loss", "val_loss"]


def test_predicting_within_fit():
    model = chain()
    told = []

    def predict(epoch, logs):
        model.predict(X, verbose=0)
        told.append(dict(model.history.history))

    callback = tf.keras.callbacks.LambdaCallback(on_epoch_end=predict)
    kept = model.fit(X, Y, epochs=2, verbose=0, callbacks=[callback])
    assert model.history is kept
    assert len(kept.history["loss"]) == 2
    assert told == [{}, {}]
