"""Cells, a wrapper and callbacks of a program's own, with nothing but what Keras asks for."""
# keras: 3

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

rng = np.random.RandomState(11)


def rising(shape, dtype=None):
    return tf.constant(np.linspace(-0.4, 0.5, np.prod(shape)).reshape(shape), dtype)


class DecayCell(layers.Layer):
    """A leaky memory: no `get_initial_state`, no `output_size`."""

    def __init__(self, units, decay=0.8, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.decay = decay
        self.state_size = units

    def build(self, input_shape):
        self.kernel = self.add_weight(
            shape=(input_shape[-1], self.units), initializer=rising, name="kernel"
        )
        self.built = True

    def call(self, inputs, states):
        output = self.decay * states[0] + tf.tanh(tf.matmul(inputs, self.kernel))
        return output, [output]


class WeightNorm(layers.Wrapper):
    """The kernel of a dense layer as a direction and a length."""

    def build(self, input_shape):
        super().build(input_shape)
        norm = np.linalg.norm(self.layer.kernel.numpy(), axis=0)
        self.length = self.add_weight(
            shape=norm.shape, initializer=keras.initializers.Constant(1.0), name="length"
        )
        self.length.assign(norm)

    def call(self, inputs):
        direction = tf.math.l2_normalize(self.layer.kernel, axis=0)
        return tf.matmul(inputs, direction * self.length) + self.layer.bias


class Told(keras.callbacks.Callback):
    """Takes the logs of every event, without a default."""

    def on_train_begin(self, logs):
        self.seen = [len(logs)]

    def on_epoch_end(self, epoch, logs):
        self.seen.append(epoch)
        print(f"epoch {epoch}: loss {logs['loss']:.5f}")

    def on_train_batch_end(self, batch, logs):
        if self.model.optimizer.iterations >= 5:
            self.model.stop_training = True


class Network(keras.Model):
    def __init__(self):
        super().__init__()
        self.recurrent = layers.RNN([DecayCell(4), DecayCell(3, 0.5)])
        start = keras.initializers.Constant(0.2)
        self.head = WeightNorm(layers.Dense(1, kernel_initializer=start))

    def call(self, x):
        return self.head(self.recurrent(x))


x = rng.randn(12, 5, 2).astype("float32")
y = x[:, :, 0].sum(axis=1, keepdims=True)
model = Network()
print("shape", tuple(model(x).shape), "weights", len(model.trainable_weights))
model.compile(optimizer=keras.optimizers.SGD(0.05), loss="mse")
told = Told()
model.fit(x, y, batch_size=4, epochs=4, shuffle=False, verbose=0, callbacks=[told])
print("epochs", told.seen)
states = layers.GRU(3).get_initial_state(tf.shape(x)[0])
print("states", tuple(tf.nest.flatten(states)[0].shape))
