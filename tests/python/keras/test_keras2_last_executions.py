"""The last execution of several steps, where the data have no more: Keras 2 tells its last step."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2


def test_callbacks_hear_of_the_last_step():
    heard = []

    class Listens(tf.keras.callbacks.Callback):
        def on_train_batch_end(self, batch, logs=None):
            heard.append(batch)

        on_test_batch_end = on_predict_batch_end = on_train_batch_end

    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    model.compile("sgd", "mse", steps_per_execution=3)
    x, y = np.ones((10, 2), "f"), np.ones((10, 1), "f")
    model.fit(x, y, batch_size=2, verbose=0, callbacks=[Listens()])
    model.evaluate(x, y, batch_size=2, verbose=0, callbacks=[Listens()])
    model.predict(x, batch_size=2, verbose=0, callbacks=[Listens()])
    assert heard == [2, 4] * 3
