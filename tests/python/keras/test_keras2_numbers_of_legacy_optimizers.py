"""Keras 2: what callbacks find in the optimizers of versions up to 2.10."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
keras, K = tf.keras, tf.keras.backend
OLDER = keras.optimizers.legacy


def test_numbers_are_variables():
    for optimizer, names in (
        (OLDER.SGD(momentum=0.5, decay=0.25), {"momentum": 0.5, "decay": 0.25}),
        (OLDER.RMSprop(rho=0.75), {"rho": 0.75, "momentum": 0.0, "decay": 0.0}),
        (OLDER.Adam(beta_1=0.5), {"beta_1": 0.5, "decay": 0.0}),
        (OLDER.Adadelta(), {"decay": 0.0}),
    ):
        for name, value in names.items():
            found = getattr(optimizer, name)
            assert isinstance(found, tf.Variable)
            assert found is getattr(optimizer, name)
            assert (K.get_value(found), K.dtype(found)) == (value, "float32")
            assert found.name == f"{name}:0"


def stepped(optimizer, changed=None):
    w = tf.Variable([1.0, 2.0])
    for step in range(3):
        if changed and step:
            for name, value in changed.items():
                K.set_value(getattr(optimizer, name), value)
        optimizer.apply_gradients([(tf.constant([0.5, -0.25]), w)])
    return w.numpy()


def test_what_is_assigned_is_used():
    assert np.any(
        stepped(OLDER.SGD(0.1, momentum=0.5), {"momentum": 0.25})
        != stepped(OLDER.SGD(0.1, momentum=0.5))
    )
    plain = stepped(OLDER.Adam(0.1))
    assert np.any(stepped(OLDER.Adam(0.1), {"beta_1": 0.25}) != plain)
    assert np.all(stepped(OLDER.Adam(0.1), {"beta_1": 0.9, "beta_2": 0.999}) == plain)
    plain = stepped(OLDER.RMSprop(0.1, rho=0.5))
    assert np.any(stepped(OLDER.RMSprop(0.1, rho=0.5), {"rho": 0.25}) != plain)


def test_the_rate_falls_by_the_decay_that_was_given():
    plain = stepped(OLDER.SGD(0.1, decay=0.5))
    assert np.all(stepped(OLDER.SGD(0.1, decay=0.5), {"decay": 0.0}) == plain)


def test_an_attribute_is_assigned_to_the_variable():
    optimizer = OLDER.SGD(momentum=0.5)
    held = optimizer.momentum
    optimizer.momentum = 0.75
    assert optimizer.momentum is held
    assert K.get_value(held) == 0.75


def test_names_behind_the_first_step():
    optimizer = OLDER.Adam(name="mine")
    stepped(optimizer)
    assert optimizer.beta_1.name == "mine/beta_1:0"
    assert len(optimizer.get_weights()) == 3  # the numbers are none of them


def test_configurations_have_the_numbers_as_they_were_given():
    config = OLDER.SGD(0.5, momentum=0.9).get_config()
    assert (config["momentum"], config["decay"]) == (0.9, 0.0)
    assert OLDER.Nadam().get_config()["decay"] == 0.004
