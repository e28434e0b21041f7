"""What a step that is lost does to a `LossScaleOptimizer`: Keras 3 and Keras 2 differ.

Under `TF_USE_LEGACY_KERAS=1` this file passes against TensorFlow too.
"""

import os

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

OLD = "TF_USE_LEGACY_KERAS" in os.environ
keras = tf.keras


@pytest.fixture(params=[True, False], ids=["keras 2", "keras 3"])
def old(request, monkeypatch):
    if AGAINST_TENSORFLOW and request.param != OLD:
        pytest.skip("this is the other Keras")
    if request.param:
        monkeypatch.setenv("TF_USE_LEGACY_KERAS", "1")
    else:
        monkeypatch.delenv("TF_USE_LEGACY_KERAS", raising=False)
    return request.param


def steps(old, *grads, **options):
    """A variable and its optimizer after steps with these gradients of the scaled loss."""
    optimizer = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.SGD(1.0), **options)
    variable = tf.Variable([4.0])
    for grad in grads:
        grad = tf.constant([grad])
        grads = optimizer.get_unscaled_gradients([grad]) if old else [grad]
        optimizer.apply_gradients([(grads[0], variable)])
    return variable, optimizer


def scale(old, optimizer):
    return float(optimizer.loss_scale if old else optimizer.dynamic_scale)


def test_lost_steps_are_counted_by_keras_2_alone(old):
    variable, optimizer = steps(old, 8.0, np.inf, np.nan, initial_scale=8.0)
    assert variable.numpy().tolist() == [3.0]
    assert scale(old, optimizer) == 2.0
    assert int(optimizer.iterations) == (3 if old else 1)


def test_scales_fall_below_one_in_keras_3_alone(old):
    _, optimizer = steps(old, np.inf, np.inf, initial_scale=2.0)
    assert scale(old, optimizer) == (1.0 if old else 0.5)


def test_they_grow_after_so_many_steps(old):
    _, optimizer = steps(old, 1.0, 1.0, 1.0, initial_scale=2.0, dynamic_growth_steps=2)
    assert scale(old, optimizer) == 4.0


def test_configurations(old):
    _, optimizer = steps(old)
    given = {"initial_scale": 2.0**15, "dynamic_growth_steps": 2000}
    config = optimizer.get_config()
    del config["inner_optimizer"]
    extra = {"dynamic": True} if old else {"name": config.get("name")}
    assert config == {**given, **extra}
    again = type(optimizer).from_config(optimizer.get_config())
    assert again.initial_scale == 2.0**15


def test_steps_since_the_scale_changed(old):
    _, optimizer = steps(old, 1.0, 1.0, np.inf, 1.0)
    counter = optimizer.dynamic_counter if old else optimizer.step_counter
    assert int(counter) == 1


@pytest.mark.keras_2
class TestStepsOfKeras2:
    @pytest.mark.parametrize("family", ["new", "legacy"])
    def test_minimize_scales_and_unscales(self, family):
        optimizers = tf.keras.optimizers if family == "new" else tf.keras.optimizers.legacy
        optimizer = tf.keras.mixed_precision.LossScaleOptimizer(
            optimizers.SGD(0.5), dynamic=False, initial_scale=8.0
        )
        w = tf.Variable([1.0, 2.0])
        optimizer.minimize(lambda: tf.reduce_sum(w), [w])
        assert w.numpy().tolist() == [0.5, 1.5]
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(w)
        optimizer.minimize(loss, [w], tape=tape)
        assert w.numpy().tolist() == [0.0, 1.0]

    def test_gradients_are_taken_as_they_are(self):
        optimizer = tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.SGD(0.5))
        w = tf.Variable([1.0, 2.0])
        optimizer.apply_gradients([(tf.constant([1.0, 1.0]), w)])
        assert w.numpy().tolist() == [0.5, 1.5]
        optimizer.get_scaled_loss(tf.constant(1.0))
        optimizer.apply_gradients([(tf.constant([1.0, 1.0]), w)])
        assert w.numpy().tolist() == [0.0, 1.0]

    def test_fit_still_makes_steps_of_the_size_of_the_loss(self):
        model = tf.keras.Sequential(
            [tf.keras.layers.Dense(1, kernel_initializer="ones", input_shape=(1,))]
        )
        optimizer = tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.SGD(0.25))
        model.compile(optimizer, "mse")
        model.train_on_batch(tf.ones([2, 1]), tf.zeros([2, 1]))
        assert model.get_weights()[0].tolist() == [[0.5]]


def test_the_scale_is_not_among_keras_2s_variables(old):
    """Programs set all that `variables` has to zeros, and begin again."""
    _, optimizer = steps(old, 2.0**15)
    found = optimizer.variables
    found = found() if callable(found) else found
    has_scale = any(np.all(one.numpy() == 2.0**15) for one in found)
    assert has_scale is not old
    if old:
        for one in found:
            one.assign(tf.zeros_like(one))
        assert int(optimizer.iterations) == 0
        assert float(optimizer.loss_scale) == 2.0**15


def test_the_schedule_of_the_inner_optimizer_is_asked_at_every_step(old):
    rate = keras.optimizers.schedules.ExponentialDecay(0.5, 1, 0.5)
    optimizer = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.SGD(rate))
    w = tf.Variable([2.0])
    for _ in range(3):
        scale = 1.0 if old else optimizer.scale_loss(1.0)
        optimizer.apply_gradients([(tf.constant([1.0]) * scale, w)])
    assert w.numpy().tolist() == [2.0 - 0.5 - 0.25 - 0.125]
