"""Keras 2: steps on single batches, loops over generators by position, and what callbacks hear."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
keras = tf.keras
X, Y = np.ones((4, 3)), np.ones((4, 1))


def compiled():
    keras.utils.set_random_seed(3)
    model = keras.Sequential([keras.layers.Dropout(0.5, input_shape=(3,)), keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    return model


def losses(*batches):
    model = compiled()
    return [float(model.train_on_batch(x, y)) for x, y in batches]


def test_a_batch_of_double_precision_goes_on_with_the_draws_of_others():
    x, y = X.astype("float32"), Y.astype("float32")
    alike = losses((x, y), (x, y), (x, y))
    assert losses((X, Y), (x, y), (X, y)) == alike
    assert len(set(alike)) > 1


def test_a_step_gets_single_precision():
    seen = []

    class Model(keras.Model):
        def train_step(self, data):
            seen.extend(part.dtype for part in data)
            return {"loss": tf.reduce_sum(data[0])}

        def call(self, inputs):
            return inputs

    model = Model()
    model.compile("sgd")
    model.train_on_batch(X, Y.astype("int64"))
    assert seen[:2] == [tf.float32, tf.int64]


def batches():
    while True:
        yield X, Y


@pytest.mark.filterwarnings("ignore:.*_generator:UserWarning")
def test_arguments_of_loops_over_generators_by_position():
    model, counts = compiled(), []
    heard = keras.callbacks.LambdaCallback(on_test_batch_end=lambda batch, logs: counts.append(1))
    history = model.fit_generator(batches(), 2, 3, 0, [heard], batches(), 1, 2)
    assert len(history.history["loss"]) == 3
    assert len(history.history["val_loss"]) == len(counts) == 1
    assert isinstance(model.evaluate_generator(batches(), 2, None, 10, 1, False, 0), float)
    assert model.predict_generator(batches(), 2, None, 10, 1, False, 0).shape == (8, 1)


@pytest.mark.parametrize(("given", "told"), [({}, 1), ({"verbose": 2}, 2), ({"verbose": 0}, 0)])
def test_callbacks_hear_what_verbose_means(given, told):
    history = compiled().fit(X, Y, **given)
    assert history.params == {"verbose": told, "epochs": 1, "steps": 1}
