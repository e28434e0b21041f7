"""Nadam under `TF_USE_LEGACY_KERAS=1`: in steps that Keras 2 traces every variable multiplies the
product of betas, in eager ones each step does.

With that variable set this file passes against TensorFlow too.
"""

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_2
X = np.arange(16.0, dtype="float32").reshape(8, 2) / 10
EAGER = [0.524215, 0.391283, 0.27169, 0.169835, 0.112633]
LEGACY = [0.30097, 0.129686]
TRACED = [0.524215, 0.446145, 0.354839, 0.251358, 0.156988]


def model():
    made = keras.Sequential([keras.Input((2,)), *map(keras.layers.Dense, (3, 2, 1))])
    made.set_weights([np.ones(w.shape) * 0.1 for w in made.get_weights()])
    return made


def losses(made, **options):
    made.compile(keras.optimizers.Nadam(0.05), "mse", **options)
    return [float(made.train_on_batch(X, X[:, :1])) for _ in EAGER]


def test_steps_of_a_compiled_model_are_traced():
    assert losses(model()) == pytest.approx(TRACED, rel=1e-5)
    assert losses(model(), run_eagerly=True) == pytest.approx(EAGER, rel=1e-5)


@pytest.mark.parametrize(("wrap", "known"), [(tf.function, TRACED), (lambda step: step, EAGER)])
def test_steps_of_a_function_are_traced(wrap, known):
    made, optimizer = model(), keras.optimizers.Nadam(0.05)

    @wrap
    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((made(x) - x[:, :1]) ** 2)
        gradients = tape.gradient(loss, made.trainable_variables)
        optimizer.apply_gradients(zip(gradients, made.trainable_variables, strict=True))
        return loss

    assert [float(step(tf.constant(X))) for _ in known] == pytest.approx(known, rel=1e-5)


def test_fit_goes_on_from_epoch_to_epoch():
    made = model()
    made.compile(keras.optimizers.Nadam(0.05), "mse")
    history = made.fit(X, X[:, :1], batch_size=3, epochs=4, shuffle=False, verbose=0).history
    assert history["loss"] == pytest.approx([0.382096, 0.165854, 0.111203, 0.144738], rel=1e-5)


def test_nadam_of_keras_2_10_counts_otherwise():
    made = model()
    made.compile(keras.optimizers.legacy.Nadam(0.05), "mse")
    history = made.fit(X, X[:, :1], batch_size=3, epochs=2, shuffle=False, verbose=0).history
    assert history["loss"] == pytest.approx(LEGACY, rel=1e-5)
