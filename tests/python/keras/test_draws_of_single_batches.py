"""What random operations draw in `train_on_batch` and its like, beside `fit` and `predict`."""

import os

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

keras = tf.keras
X = np.zeros((20, 2), "float32")
IS_OF_2 = "TF_USE_LEGACY_KERAS" in os.environ
# The same draws of 20 rows and of 8, one after the other, of one stream.
TWENTY = [0.79981, -5.56356, -5.30079, 6.88021]
EIGHT = [-1.61990, -1.14197]


class Noise(keras.Model):
    def call(self, inputs):
        return inputs + tf.random.normal(tf.shape(inputs))

    def train_step(self, data):
        return {"total": tf.reduce_sum(self(data[0]))}


def model():
    keras.utils.set_random_seed(3)
    made = Noise()
    made.compile("sgd", "mse")
    return made


def total(made, rows):
    return float(np.sum(made.train_on_batch(X[:rows], X[:rows])))


def is_near(found, expected):
    np.testing.assert_allclose(found, expected, rtol=1e-3)


def test_each_size_of_a_batch_has_a_trace_the_second_for_all_others():
    made = model()
    is_near([total(made, rows) for rows in (20, 20, 8, 20)], [*TWENTY[:2], EIGHT[0], TWENTY[2]])
    wide = model()
    assert total(wide, 8) == pytest.approx(EIGHT[0], rel=1e-3)
    is_near(total(wide, 20), TWENTY[0])
    assert total(wide, 8) == pytest.approx(EIGHT[1], rel=1e-3)


@pytest.mark.parametrize("asked", ["2", "3"])
def test_fit_has_the_same_function_in_keras_2(asked, monkeypatch):
    if AGAINST_TENSORFLOW and (asked == "2") != IS_OF_2:
        pytest.skip("this is the other Keras")
    monkeypatch.setenv("TF_USE_LEGACY_KERAS", "1" if asked == "2" else "0")
    made = model()
    is_near(made.fit(X, X, batch_size=20, verbose=0, epochs=2).history["total"], TWENTY[:2])
    is_near(total(made, 20), TWENTY[2] if asked == "2" else TWENTY[0])


def test_predict_has_another_function_than_for_one_batch():
    made = model()
    is_near(made.predict(X, batch_size=20, verbose=0).sum(), TWENTY[0])
    is_near([made.predict_on_batch(X).sum() for _ in range(2)], TWENTY[:2])
    is_near(made.predict(X, batch_size=20, verbose=0).sum(), TWENTY[1])
