"""A normalizing flow: RealNVP coupling layers, log-determinants summed by hand."""

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers, regularizers

output_dim, reg = 16, 0.01
rng = np.random.RandomState(77)
t = rng.uniform(0, np.pi, size=80)
data = np.stack([np.cos(t), np.sin(t)], axis=1) + 0.05 * rng.normal(size=(80, 2))
normalized_data = ((data - data.mean(0)) / data.std(0)).astype("float32")


def Coupling(input_shape):
    input = layers.Input(shape=(input_shape,))
    t_layer = layers.Dense(output_dim, activation="relu", kernel_regularizer=regularizers.l2(reg))(
        input
    )
    t_out = layers.Dense(input_shape, activation="linear", kernel_regularizer=regularizers.l2(reg))(
        t_layer
    )
    s_layer = layers.Dense(output_dim, activation="relu", kernel_regularizer=regularizers.l2(reg))(
        input
    )
    s_out = layers.Dense(input_shape, activation="tanh", kernel_regularizer=regularizers.l2(reg))(
        s_layer
    )
    model = keras.Model(inputs=input, outputs=[s_out, t_out])
    model.set_weights([rng.normal(scale=0.2, size=w.shape) for w in model.get_weights()])
    return model


class RealNVP(keras.Model):
    def __init__(self, num_coupling_layers):
        super().__init__()
        self.num_coupling_layers = num_coupling_layers
        self.masks = np.array([[0, 1], [1, 0]] * (num_coupling_layers // 2), dtype="float32")
        self.loss_tracker = keras.metrics.Mean(name="loss")
        self.layers_list = [Coupling(2) for i in range(num_coupling_layers)]

    @property
    def metrics(self):
        return [self.loss_tracker]

    def call(self, x, training=True):
        log_det_inv = 0
        direction = -1 if training else 1
        for i in range(self.num_coupling_layers)[::direction]:
            x_masked = x * self.masks[i]
            reversed_mask = 1 - self.masks[i]
            s, t = self.layers_list[i](x_masked)
            s *= reversed_mask
            t *= reversed_mask
            gate = (direction - 1) / 2
            x = (
                reversed_mask * (x * tf.exp(direction * s) + direction * t * tf.exp(gate * s))
                + x_masked
            )
            log_det_inv += gate * tf.reduce_sum(s, [1])
        return x, log_det_inv

    def log_loss(self, x):
        y, logdet = self(x)
        log_likelihood = -0.5 * tf.reduce_sum(y**2, axis=1) - np.log(2 * np.pi) + logdet
        return -tf.reduce_mean(log_likelihood)

    def train_step(self, data):
        with tf.GradientTape() as tape:
            loss = self.log_loss(data)
        g = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(g, self.trainable_variables))
        self.loss_tracker.update_state(loss)
        return {"loss": self.loss_tracker.result()}


model = RealNVP(num_coupling_layers=4)
model.compile(optimizer=keras.optimizers.Adam(learning_rate=0.005))
dataset = tf.data.Dataset.from_tensor_slices(normalized_data).batch(20)
for i in range(4):
    losses = [model.train_step(batch)["loss"] for batch in dataset]
    print("epoch", i, " ".join("%.5f" % float(loss) for loss in losses))
z, _ = model(normalized_data[:3])
back, _ = model(z, training=False)
print("round trip", bool(np.allclose(back, normalized_data[:3], atol=1e-4)))
