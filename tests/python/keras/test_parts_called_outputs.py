"""Models whose attributes for layers have names that networks have: `inputs`, `outputs`."""

import numpy as np
from library import tf

keras = tf.keras


class Model(keras.Model):
    def __init__(self):
        super().__init__()
        self.inputs, self.outputs = keras.layers.Dense(3), keras.layers.Dense(2)

    def call(self, x):
        return self.outputs(self.inputs(x))


def test_they_are_trained():
    model = Model()
    model.compile("sgd", "mse", metrics=["mae"])
    before = model.predict(np.ones([4, 3], "float32"), verbose=0)
    history = model.fit(np.ones([4, 3]), np.ones([4, 2]) * 9, verbose=0).history
    assert len(model.weights) == 4
    assert set(history) == {"loss", "mae"}
    assert (model.predict(np.ones([4, 3], "float32"), verbose=0) != before).any()
