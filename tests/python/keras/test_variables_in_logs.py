"""Variables that a step of one's own returns: their values when the step ended are reported."""

import numpy as np
import pytest
from library import tf

keras = tf.keras


class Annealed(keras.Model):
    """One that tells the weight of a part of its loss, which a callback changes."""

    def __init__(self):
        super().__init__()
        self.dense, self.share = keras.layers.Dense(1), tf.Variable(0.0, trainable=False)

    def call(self, x):
        return self.dense(x)

    def train_step(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.dense(x) ** 2)
        variables = self.dense.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return {"loss": loss, "share": self.share}


class Annealing(keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.seen = []

    def on_train_batch_end(self, batch, logs=None):
        self.model.share.assign_add(0.5)
        self.seen.append(float(logs["share"]))


@pytest.mark.parametrize("batches", [1, 4])
def test_a_callback_changes_a_variable_behind_the_step(batches):
    model, callback = Annealed(), Annealing()
    model.compile("sgd")
    data = tf.data.Dataset.from_tensor_slices(np.ones((8, 2), "float32")).batch(8 // batches)
    history = model.fit(data, epochs=2, callbacks=[callback], verbose=0, shuffle=False).history
    assert history["share"] == [0.5 * (batches - 1), 0.5 * (2 * batches - 1)]
    assert callback.seen == [0.5 * step for step in range(2 * batches)]
