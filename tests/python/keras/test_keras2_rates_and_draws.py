"""With TF_USE_LEGACY_KERAS the rate of a schedule is a variable, averages begin with the weights,
and layers of random images draw from the start of their stream in a model too."""

import numpy as np
import pytest
from library import ours, tf

pytestmark = [pytest.mark.keras_2, ours("Keras 2 by the environment")]
keras = tf.keras
layers = keras.layers
ONES = np.ones([8, 1], "float32")


def line(optimizer):
    model = keras.Sequential([keras.Input((1,)), layers.Dense(1, kernel_initializer="ones")])
    model.compile(optimizer, "mse")
    return model


def test_the_rate_of_a_schedule_is_that_of_the_last_step():
    schedule = keras.optimizers.schedules.ExponentialDecay(1e-3, 1, 0.5)
    model = line(keras.optimizers.SGD(schedule))
    optimizer = model.optimizer
    assert float(optimizer.learning_rate) == pytest.approx(1e-3)
    halve = keras.callbacks.LearningRateScheduler(lambda epoch, rate: rate * 0.5)
    options = {"batch_size": 4, "epochs": 2, "verbose": 0, "callbacks": [halve]}
    history = model.fit(ONES, ONES * 2.0, **options).history
    assert history["lr"] == pytest.approx([5e-4, 1.25e-4])  # which steps have set anew
    assert history["loss"] == pytest.approx([0.996008, 0.98706448], abs=1e-6)
    optimizer.learning_rate.assign(5.0)
    model.fit(ONES, ONES * 2.0, batch_size=8, verbose=0)
    assert float(optimizer.lr) == pytest.approx(6.25e-5)
    with pytest.raises(TypeError, match="LearningRateSchedule"):
        optimizer.learning_rate = 0.1


def test_averages_begin_with_the_weights():
    model = line(keras.optimizers.SGD(0.1, use_ema=True, ema_momentum=0.9))
    model.fit(ONES, ONES * 2.0, batch_size=8, verbose=0)
    assert model.layers[0].kernel.numpy() == pytest.approx(1.02)


IMAGES = {
    "contrast": (lambda: layers.RandomContrast(0.3, seed=6), [15.8545, 15.8425]),
    "brightness": (
        lambda: layers.RandomBrightness(0.3, value_range=(0, 1), seed=6),
        [0.8407, 0.8756],
    ),
}


@pytest.mark.parametrize("name", IMAGES)
def test_a_model_draws_from_the_start(name):
    make, losses = IMAGES[name]
    ends = [layers.GlobalAveragePooling2D(), layers.Dense(1, kernel_initializer="ones")]
    model = keras.Sequential([keras.Input((6, 6, 1)), make(), *ends])
    model.compile(keras.optimizers.SGD(0.0), "mse")
    x = np.arange(72.0, dtype="float32").reshape(2, 6, 6, 1) / 10.0
    history = model.fit(x, np.zeros(2), epochs=2, verbose=0, shuffle=False).history
    assert history["loss"] == pytest.approx(losses, abs=1e-4)
    assert len(model.weights) == 2


def test_names_of_metrics_by_class():
    assert keras.metrics.KLDivergence().name == "kullback_leibler_divergence"
    assert keras.metrics.KLDivergence(name="mine").name == "mine"
    model = line("sgd")
    model.compile("sgd", "mse", metrics=["LogCoshError", "KLDivergence"])
    history = model.fit(ONES, ONES, verbose=0).history
    assert list(history) == ["loss", "logcosh", "kullback_leibler_divergence"]
