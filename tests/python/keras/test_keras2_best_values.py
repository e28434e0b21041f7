"""What a callback of Keras 2 holds before it has seen anything."""

import math

import pytest
from library import tf

pytestmark = pytest.mark.keras_2


@pytest.mark.parametrize(("name", "best"), [("loss", math.inf), ("accuracy", -math.inf)])
def test_it_is_infinitely_bad(name, best):
    saving = tf.keras.callbacks.ModelCheckpoint("never.h5", monitor=name, save_best_only=True)
    assert saving.best == best
    stopping = tf.keras.callbacks.EarlyStopping(monitor=name)
    stopping.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    stopping.on_train_begin()
    assert stopping.best == best


def test_a_callback_has_no_data_to_validate_with():
    assert tf.keras.callbacks.Callback().validation_data is None
