"""Arrays and datasets without rows, which Keras 2 refuses."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
X, Y = np.zeros((0, 4), "float32"), np.zeros((0, 1), "float32")


def _model():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    model.compile("sgd", "mse")
    return model


RUNS = {
    "fit": lambda model: model.fit(X, Y, verbose=0),
    "evaluate": lambda model: model.evaluate(X, Y, verbose=0),
    "predict": lambda model: model.predict(X, verbose=0),
    "dataset": lambda model: model.predict(
        tf.data.Dataset.from_tensor_slices(X).batch(2), verbose=0
    ),
}


@pytest.mark.parametrize("name", RUNS)
def test_it_says_that_there_must_be_some(name):
    with pytest.raises(ValueError, match="Expected input data to be non-empty"):
        RUNS[name](_model())
