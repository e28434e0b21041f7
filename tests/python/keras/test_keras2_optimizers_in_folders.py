"""Keras 2: the optimizer of a model read from a folder begins anew, that of a file goes on."""

import numpy as np
import pytest
from library import tf

pytestmark = [pytest.mark.keras_2, pytest.mark.filterwarnings("ignore")]
X = np.linspace(0.0, 1.0, 24).reshape(8, 3)


@pytest.mark.parametrize("optimizer", ["adam", "sgd"])
@pytest.mark.parametrize(("name", "steps"), [("model", 0), ("model.h5", 2), ("model.keras", 2)])
def test_steps_of_a_model_that_was_read(tmp_path, optimizer, name, steps):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,))])
    model.compile(optimizer, "mse")
    model.fit(X, X[:, 0], batch_size=4, verbose=0)
    model.save(str(tmp_path / name))
    again = tf.keras.models.load_model(str(tmp_path / name))
    assert int(again.optimizer.iterations) == steps
    again.fit(X, X[:, 0], batch_size=4, verbose=0)
    assert int(again.optimizer.iterations) == steps + 2
