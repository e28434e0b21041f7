"""`run_eagerly` of a model: whether random operations of its steps draw as eager code."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
X = np.zeros([4, 1], "float32")


class Drawing(keras.Model):
    """Reports a random number with each step."""

    def train_step(self, data):
        return {"drawn": tf.random.uniform([])}


def drawn(assigned=None, **options):
    tf.keras.utils.set_random_seed(3)
    model = Drawing()
    model.compile("sgd", **options)
    if assigned is not None:
        model.run_eagerly = assigned
    return model.fit(X, batch_size=4, verbose=0).history["drawn"][0]


def test_it_is_false_unless_asked_for():
    model = keras.Sequential([keras.layers.Dense(1)])
    assert model.run_eagerly is False
    model.compile("sgd", "mse", run_eagerly=True)
    assert model.run_eagerly is True
    model.compile("sgd", "mse")
    assert model.run_eagerly is False


def test_it_may_be_assigned_after_compiling():
    assert drawn(assigned=True) == pytest.approx(drawn(run_eagerly=True))
    assert drawn(assigned=False, run_eagerly=True) == pytest.approx(drawn())
    assert drawn() != pytest.approx(drawn(run_eagerly=True))


def test_its_private_name_is_the_same():
    model = keras.Sequential([keras.layers.Dense(1)])
    assert not model._run_eagerly
    model._run_eagerly = True
    assert model.run_eagerly is True
