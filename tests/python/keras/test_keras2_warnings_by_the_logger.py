"""Keras 2: what TensorFlow's logger says, which is a `UserWarning` in Keras 3."""

import logging
import warnings

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_2
X, Y = np.ones((6, 2), "float32"), np.ones((6, 1), "float32")


@pytest.fixture
def said():
    """The lines of the logger; warnings are errors."""
    lines = []

    class Keeps(logging.Handler):
        def emit(self, record):
            lines.append((record.levelname, record.getMessage()))

    logger, handler = tf.get_logger(), Keeps()
    logger.addHandler(handler)
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        yield lines
    logger.removeHandler(handler)


def line():
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(2,))])
    model.compile("sgd", "mse")
    return model


def ran_out(count):
    return (
        "WARNING",
        "Your input ran out of data; interrupting training. Make sure that your dataset or "
        "generator can generate at least `steps_per_epoch * epochs` batches (in this case, "
        f"{count} batches). You may need to use the repeat() function when building your dataset.",
    )


def test_data_that_end_early(said):
    model, data = line(), tf.data.Dataset.from_tensor_slices((X, Y)).batch(2)
    model.fit(data, epochs=3, steps_per_epoch=2, verbose=0)
    model.evaluate(data, steps=5, verbose=0)
    model.predict(data, steps=4, verbose=0)
    model.fit(data, validation_data=data, validation_steps=7, verbose=0)
    assert said == [ran_out(6), ran_out(5), ran_out(4), ran_out(7)]


def test_generators_that_end_early(said):
    batches = ((X[:2], Y[:2]) for _ in range(3))
    line().fit(batches, initial_epoch=1, epochs=3, steps_per_epoch=2, verbose=0)
    assert said == [ran_out(4)]


def test_numbers_that_callbacks_do_not_find(said, tmp_path):
    callbacks = [
        keras.callbacks.EarlyStopping(),
        keras.callbacks.ReduceLROnPlateau(),
        keras.callbacks.ModelCheckpoint(str(tmp_path / "best"), save_best_only=True),
    ]
    line().fit(X, Y, callbacks=callbacks, verbose=0)
    texts = [text for kind, text in said if kind == "WARNING"]
    assert texts == [
        "Early stopping conditioned on metric `val_loss` which is not available. Available "
        "metrics are: loss",
        "Learning rate reduction is conditioned on metric `val_loss` which is not available. "
        "Available metrics are: loss,lr",
        "Can save best model only with val_loss available, skipping.",
    ]
