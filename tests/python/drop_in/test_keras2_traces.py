"""Under `TF_USE_LEGACY_KERAS=1` the first step of `fit` is traced twice, of a built model too.

With that variable set this file passes against TensorFlow too.
"""

import numpy as np
import pytest
from library import tf

pytestmark = [pytest.mark.keras_2, pytest.mark.usefixtures("in_tensorflows_place")]
X = np.arange(12.0, dtype="float32").reshape(6, 2) / 12
MOST = 10_000_000


class Told(tf.keras.layers.Layer):
    def call(self, x):
        print("call")
        return x


class Noisy(tf.keras.layers.Layer):
    def call(self, x):
        return x + tf.keras.backend.random_normal(tf.shape(x))


def model(layer, **options):
    made = tf.keras.Sequential([tf.keras.Input((2,)), layer, tf.keras.layers.Dense(1)])
    made.compile("sgd", "mse", **options)
    return made


def test_what_a_step_prints_is_printed_for_both_traces(capsys):
    made = model(Told())
    capsys.readouterr()
    made.fit(X, X[:, :1], verbose=0)
    assert capsys.readouterr().out == "call\n" * 2
    made.fit(X, X[:, :1], verbose=0)
    assert capsys.readouterr().out == ""
    made.evaluate(X, X[:, :1], verbose=0)
    assert capsys.readouterr().out == "call\n"


def test_a_random_operation_draws_its_seed_in_both():
    made = model(Noisy())
    np.random.seed(0)
    made.fit(X, X[:, :1], verbose=0)
    third = np.random.RandomState(0).randint(MOST, size=3)[2]
    assert np.random.randint(MOST) == third


def test_steps_that_are_not_traced_do_what_they_say(capsys):
    made = model(Told(), run_eagerly=True)
    capsys.readouterr()
    made.fit(X, X[:, :1], batch_size=2, verbose=0)
    assert capsys.readouterr().out == "call\n" * 3


def test_a_step_on_a_batch_of_ones_own_is_traced_twice_first_and_once_for_other_data():
    made = model(Noisy())
    seeds = np.random.RandomState(0).randint(MOST, size=4)
    np.random.seed(0)
    made.train_on_batch(X, X[:, :1])
    made.train_on_batch(X, X[:, :1])
    made.train_on_batch(X, X[:, :1], sample_weight=np.ones(6))
    assert np.random.randint(MOST) == seeds[3]
