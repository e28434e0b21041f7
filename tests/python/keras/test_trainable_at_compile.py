"""What a model trains is settled by `compile` in Keras 2, and by its first step in Keras 3."""

import numpy as np
import pytest
from library import tf

LAYERS = tf.keras.layers
X, Y = np.ones((4, 3), "f"), 2 * np.ones((4, 1), "f")


def pair(eager=False):
    """A discriminator, frozen behind its `compile`, and a model over it."""
    dense = LAYERS.Dense(1, kernel_initializer="ones")
    judge = tf.keras.Sequential([tf.keras.Input((3,)), dense])
    judge.compile("sgd", "mse", run_eagerly=eager)
    judge.trainable = False
    entry = tf.keras.Input((3,))
    both = tf.keras.Model(entry, judge(LAYERS.Dense(3, kernel_initializer="ones")(entry)))
    both.compile("sgd", "mse", run_eagerly=eager)
    return judge, both


@pytest.mark.keras_2
@pytest.mark.parametrize("eager", [False, True])
def test_a_discriminator_trains_by_its_own_steps_and_not_by_those_over_it(eager):
    judge, both = pair(eager)
    assert judge.train_on_batch(X, Y) == pytest.approx(1.0)
    assert judge.get_weights()[1][0] == pytest.approx(-0.02)
    assert not judge.trainable
    assert judge.trainable_weights == []
    before = judge.get_weights()
    both.train_on_batch(X, Y)
    both.fit(X, Y, verbose=0)
    np.testing.assert_array_equal(judge.get_weights()[0], before[0])
    judge.fit(X, Y, verbose=0)
    assert judge.get_weights()[1][0] < -0.02


@pytest.mark.keras_2
def test_what_is_set_behind_compile_waits_for_the_next():
    judge, both = pair()
    judge.trainable = True
    before = judge.get_weights()[0]
    both.train_on_batch(X, Y)
    np.testing.assert_array_equal(judge.get_weights()[0], before)
    both.compile("sgd", "mse")
    both.train_on_batch(X, Y)
    assert np.abs(judge.get_weights()[0] - before).max() > 0


@pytest.mark.keras_2
def test_the_statistics_of_a_normalization_follow_it_too():
    normalization = LAYERS.BatchNormalization()
    model = tf.keras.Sequential([normalization])
    model.build((None, 3))
    normalization.trainable = False
    model.compile("sgd", "mse")
    normalization.trainable = True
    model.train_on_batch(5 * X, X)
    assert normalization.moving_mean.numpy().tolist() == [0.0, 0.0, 0.0]


@pytest.mark.keras_2
def test_an_error_in_a_step_leaves_the_layers_as_they_were():
    judge, _ = pair()
    with pytest.raises((ValueError, tf.errors.InvalidArgumentError)):
        judge.train_on_batch(X, np.ones((3, 5)))
    assert not judge.layers[0].trainable


@pytest.mark.keras_3
def test_keras_3_asks_when_a_step_runs():
    judge, _ = pair()
    before = judge.get_weights()[0]
    with pytest.warns(UserWarning, match="any trainable weights"):
        judge.train_on_batch(X, Y)
    np.testing.assert_array_equal(judge.get_weights()[0], before)
