"""Initializers of version 1: what they draw with and without a seed, dtypes, configurations."""

import numpy as np
import pytest
from library import tf

v1 = tf.compat.v1
SEEDED = {
    "glorot_normal_initializer": [0.00676, 0.49601],
    "glorot_uniform_initializer": [1.03784, -1.40808],
    "truncated_normal_initializer": [0.00728, 0.53436],
    "random_normal_initializer": [0.00728, 0.53436],
    "random_uniform_initializer": [0.86693, 0.00217],
    "variance_scaling_initializer": [0.00585, 0.42956],
    "initializers.he_normal": [0.00827, 0.60748],
    "initializers.lecun_uniform": [0.89879, -1.21944],
}
UNSEEDED = {
    "glorot_normal_initializer": [0.5554, 0.05826],
    "truncated_normal_initializer": [0.59834, 0.06276],
    "random_normal_initializer": [0.59834, 0.06276],
    "random_uniform_initializer": [0.83445, 0.23337],
    "initializers.lecun_uniform": [0.81924, -0.65312],
}


def named(name):
    room, _, last = name.rpartition(".")
    return getattr(v1.initializers if room else v1, last)


@pytest.mark.parametrize("name", SEEDED)
def test_a_seed_starts_a_stream(name):
    tf.random.set_seed(7)
    initializer = named(name)(seed=5)
    np.testing.assert_allclose(np.ravel(initializer([2, 1])), SEEDED[name], atol=1e-5)
    assert not np.allclose(np.ravel(initializer([2, 1])), SEEDED[name])


@pytest.mark.parametrize("name", UNSEEDED)
def test_without_a_seed_the_global_one_counts(name):
    tf.random.set_seed(7)
    np.testing.assert_allclose(np.ravel(named(name)()([2, 1])), UNSEEDED[name], atol=1e-5)


def test_orthogonal():
    wide = v1.orthogonal_initializer(gain=2.0, seed=1)([2, 3])
    np.testing.assert_allclose(tf.matmul(wide, wide, transpose_b=True), 4 * np.eye(2), atol=1e-5)
    with pytest.raises(ValueError, match="at least"):
        v1.orthogonal_initializer()([2])


def test_a_dtype_is_told_to_them_or_asked_for():
    assert v1.zeros_initializer(dtype=tf.int32)([2]).dtype == tf.int32
    assert v1.ones_initializer()([2], dtype=tf.int64).numpy().tolist() == [1, 1]
    assert v1.truncated_normal_initializer(0.0, 1.0, 3, tf.float64)([2]).dtype == tf.float64


def test_configurations():
    initializer = v1.truncated_normal_initializer(stddev=0.5, seed=2)
    config = initializer.get_config()
    assert config == {"mean": 0.0, "stddev": 0.5, "seed": 2, "dtype": "float32"}
    assert type(initializer).from_config(config).get_config() == config
    assert v1.glorot_uniform_initializer(seed=3).get_config() == {"seed": 3, "dtype": "float32"}


def test_refusals():
    for wrong in ({"scale": -1.0}, {"mode": "sideways"}, {"distribution": "cauchy"}):
        with pytest.raises(ValueError):
            v1.variance_scaling_initializer(**wrong)


def test_layers_take_them():
    tf.random.set_seed(7)
    layer = tf.keras.layers.Dense(1, kernel_initializer=v1.glorot_normal_initializer(seed=5))
    layer.build([None, 2])
    np.testing.assert_allclose(
        np.ravel(layer.kernel), SEEDED["glorot_normal_initializer"], atol=1e-5
    )
