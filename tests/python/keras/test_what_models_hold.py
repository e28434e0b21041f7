"""What counts as a layer or a weight of a model that holds more than its network."""

import os

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

KERAS_2 = AGAINST_TENSORFLOW and "TF_USE_LEGACY_KERAS" in os.environ


@pytest.mark.skipif(KERAS_2, reason="Keras 2 lists attributes too")
def test_attributes_are_no_layers_of_a_network():
    start = tf.keras.Input((2,))
    model = tf.keras.Model(start, tf.keras.layers.Dense(2)(start))
    model.noise = tf.keras.layers.GaussianNoise(1.0)
    model.extra = tf.keras.layers.Dense(3)
    assert [type(layer).__name__ for layer in model.layers] == ["InputLayer", "Dense"]
    model.extra(np.ones((1, 2), "float32"))
    assert len(model.weights) == 4


def test_generators_are_no_weights(tmp_path):
    class Holder(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = tf.keras.layers.Dense(1)
            self.generator = tf.random.Generator.from_seed(1)

        def call(self, x):
            return self.dense(x)

    class Plain(tf.Module):
        def __init__(self):
            super().__init__()
            self.generator = tf.random.Generator.from_seed(1)
            self.value = tf.Variable(1.0)

    model, plain = Holder(), Plain()
    model(np.ones((1, 2), "float32"))
    assert (len(model.weights), len(model.non_trainable_weights)) == (2, 0)
    assert model.count_params() == 3
    assert (len(plain.variables), len(plain.submodules)) == (1, 0)
    kept = tf.train.Checkpoint(generator=plain.generator)
    path = kept.save(str(tmp_path / "kept"))
    drawn = float(plain.generator.normal([]))
    kept.restore(path)
    assert float(plain.generator.normal([])) == drawn
