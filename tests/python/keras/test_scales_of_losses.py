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
