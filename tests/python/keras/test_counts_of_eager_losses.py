"""Losses of several outputs count by examples where a step is eager code, which knows them."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
X = np.arange(5.0, dtype="float32").reshape(5, 1)


def losses(**options):
    inputs = keras.Input((1,))
    same = {"kernel_initializer": "ones", "use_bias": False}
    outputs = [keras.layers.Dense(1, name=name, **same)(inputs) for name in ("one", "other")]
    model = keras.Model(inputs, outputs)
    model.compile("sgd", "mse", **options)
    found = model.evaluate(X, [0.0 * X, X], batch_size=4, verbose=0, return_dict=True)
    return found["one_loss"]


def test_examples_count_in_eager_steps():
    assert losses(run_eagerly=True) == pytest.approx(np.mean(X**2))


@pytest.mark.keras_3
def test_batches_count_in_steps_that_are_traced():
    assert losses() == pytest.approx((np.mean(X[:4] ** 2) + 16.0) / 2)
