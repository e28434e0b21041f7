"""The rate of learning among what is reported: its name, and its place behind what was held out."""

import numpy as np
import pytest
from library import ours, tf

keras = tf.keras
X = np.ones([4, 1], "float32")


def fitted(verbose, *callbacks):
    model = keras.Sequential([keras.Input((1,)), keras.layers.Dense(1)])
    model.compile(keras.optimizers.SGD(0.25), "mse")
    held = X, X
    return model.fit(X, X, validation_data=held, callbacks=callbacks, verbose=verbose).history


RATES = [
    lambda: keras.callbacks.ReduceLROnPlateau(monitor="loss"),
    lambda: keras.callbacks.LearningRateScheduler(lambda epoch, rate: rate),
]


@pytest.mark.parametrize("make", RATES)
@pytest.mark.parametrize("verbose", [1, 2])
def test_it_is_reported_last(capsys, make, verbose):
    assert list(fitted(verbose, make())) == ["loss", "val_loss", "learning_rate"]
    printed = capsys.readouterr().out
    assert printed.index(" val_loss: ") < printed.index(" learning_rate: 0.2500")


@ours("Keras 2 by the environment")
@pytest.mark.parametrize("make", RATES)
@pytest.mark.parametrize("verbose", [1, 2])
def test_in_keras_2_it_is_lr(monkeypatch, capsys, make, verbose):
    monkeypatch.setenv("TF_USE_LEGACY_KERAS", "1")
    history = fitted(verbose, make())
    assert list(history) == ["loss", "val_loss", "lr"]
    assert history["learning_rate"] == [0.25]
    printed = capsys.readouterr().out
    assert printed.index(" val_loss: ") < printed.index(" lr: 0.2500")
