"""A book's chapter of custom parts: losses, initializers, regularizers, metrics, layers, loops."""

from collections import OrderedDict

import numpy as np
import tensorflow as tf
from tensorflow import keras

rng = np.random.RandomState(42)
X_train_scaled = rng.normal(size=(40, 8)).astype(np.float32)
y_train = (X_train_scaled[:, :1] * 2 - X_train_scaled[:, 1:2] ** 2 + 1).astype(np.float32)
input_shape = X_train_scaled.shape[1:]
K = keras.backend


class HuberLoss(keras.losses.Loss):
    def __init__(self, threshold=1.0, **kwargs):
        self.threshold = threshold
        super().__init__(**kwargs)

    def call(self, y_true, y_pred):
        error = y_true - y_pred
        is_small_error = tf.abs(error) < self.threshold
        squared_loss = tf.square(error) / 2
        linear_loss = self.threshold * tf.abs(error) - self.threshold**2 / 2
        return tf.where(is_small_error, squared_loss, linear_loss)

    def get_config(self):
        base_config = super().get_config()
        return {**base_config, "threshold": self.threshold}


def my_softplus(z):
    return tf.math.log(1.0 + tf.exp(z))


def my_glorot_initializer(shape, dtype=tf.float32):
    stddev = tf.sqrt(2.0 / (shape[0] + shape[1]))
    return stddev * tf.cast(tf.random.stateless_normal(shape, [3, 3]), dtype)


def my_positive_weights(weights):
    return tf.where(weights < 0.0, tf.zeros_like(weights), weights)


class MyL1Regularizer(keras.regularizers.Regularizer):
    def __init__(self, factor):
        self.factor = factor

    def __call__(self, weights):
        return tf.reduce_sum(tf.abs(self.factor * weights))

    def get_config(self):
        return {"factor": self.factor}


def create_huber(threshold=1.0):
    def huber_fn(y_true, y_pred):
        error = y_true - y_pred
        small = tf.abs(error) < threshold
        return tf.where(small, tf.square(error) / 2, threshold * tf.abs(error) - threshold**2 / 2)

    return huber_fn


class HuberMetric(keras.metrics.Metric):
    def __init__(self, threshold=1.0, **kwargs):
        super().__init__(**kwargs)
        self.threshold = threshold
        self.huber_fn = create_huber(threshold)
        self.total = self.add_weight(name="total", initializer="zeros")
        self.count = self.add_weight(name="count", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        sample_metrics = self.huber_fn(y_true, y_pred)
        self.total.assign_add(tf.reduce_sum(sample_metrics))
        self.count.assign_add(tf.cast(tf.size(y_true), tf.float32))

    def result(self):
        return self.total / self.count

    def get_config(self):
        return {**super().get_config(), "threshold": self.threshold}


class MyDense(keras.layers.Layer):
    def __init__(self, units, activation=None, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.activation = keras.activations.get(activation)

    def build(self, batch_input_shape):
        self.kernel = self.add_weight(
            name="kernel",
            shape=[batch_input_shape[-1], self.units],
            initializer=my_glorot_initializer,
            regularizer=MyL1Regularizer(0.01),
            constraint=my_positive_weights,
        )
        self.bias = self.add_weight(name="bias", shape=[self.units], initializer="zeros")
        super().build(batch_input_shape)

    def call(self, X):
        return self.activation(X @ self.kernel + self.bias)

    def compute_output_shape(self, batch_input_shape):
        return tf.TensorShape(list(batch_input_shape)[:-1] + [self.units])

    def get_config(self):
        base_config = super().get_config()
        return {
            **base_config,
            "units": self.units,
            "activation": keras.activations.serialize(self.activation),
        }


class AddGaussianNoise(keras.layers.Layer):
    def __init__(self, stddev, **kwargs):
        super().__init__(**kwargs)
        self.stddev = stddev

    def call(self, X, training=None):
        if training:
            return X + tf.random.stateless_normal(tf.shape(X), [1, 2], stddev=self.stddev)
        return X


class ResidualBlock(keras.layers.Layer):
    def __init__(self, n_layers, n_neurons, **kwargs):
        super().__init__(**kwargs)
        self.hidden = [MyDense(n_neurons, activation="elu") for _ in range(n_layers)]

    def call(self, inputs):
        Z = inputs
        for layer in self.hidden:
            Z = layer(Z)
        return inputs + Z


class ReconstructingRegressor(keras.models.Model):
    def __init__(self, output_dim, **kwargs):
        super().__init__(**kwargs)
        self.hidden = MyDense(6, activation=my_softplus)
        self.block = ResidualBlock(2, 6)
        self.noise = AddGaussianNoise(0.1)
        self.out = keras.layers.Dense(output_dim)
        self.reconstruction_mean = keras.metrics.Mean(name="reconstruction_error")

    def build(self, batch_input_shape):
        n_inputs = batch_input_shape[-1]
        self.reconstruct = keras.layers.Dense(n_inputs)
        super().build(batch_input_shape)

    def call(self, inputs, training=None):
        Z = self.noise(self.hidden(inputs), training=training)
        Z = self.block(Z)
        reconstruction = self.reconstruct(Z)
        recon_loss = tf.reduce_mean(tf.square(reconstruction - inputs))
        self.add_loss(0.05 * recon_loss)
        if training:
            self.reconstruction_mean(recon_loss)
        return self.out(Z)


def random_batch(X, y, batch_size=32):
    idx = np.random.randint(len(X), size=batch_size)
    return X[idx], y[idx]


def print_status_bar(iteration, total, loss, metrics=None):
    metrics = " - ".join(
        ["{}: {:.4f}".format(m.name, m.result()) for m in [loss] + (metrics or [])]
    )
    end = "" if iteration < total else "\n"
    print("\r{}/{} - ".format(iteration, total) + metrics, end=end)


model = ReconstructingRegressor(1)
model(X_train_scaled[:2])
wrng = np.random.RandomState(0)
model.set_weights(
    [wrng.uniform(-0.3, 0.5, w.shape) if w.size > 1 else w for w in model.get_weights()]
)
n_epochs, batch_size = 2, 10
n_steps = len(X_train_scaled) // batch_size
optimizer = keras.optimizers.Nadam(learning_rate=0.01)
loss_fn = HuberLoss(0.8)
mean_loss = keras.metrics.Mean(name="mean_loss")
metrics = [keras.metrics.MeanAbsoluteError(), HuberMetric(0.8, name="huber")]
np.random.seed(42)
for epoch in range(1, n_epochs + 1):
    print("Epoch {}/{}".format(epoch, n_epochs))
    for step in range(1, n_steps + 1):
        X_batch, y_batch = random_batch(X_train_scaled, y_train, batch_size)
        with tf.GradientTape() as tape:
            y_pred = model(X_batch, training=True)
            main_loss = tf.reduce_mean(loss_fn(y_batch, y_pred))
            loss = tf.add_n([main_loss] + model.losses)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        for variable in model.variables:
            if variable.constraint is not None if hasattr(variable, "constraint") else False:
                variable.assign(variable.constraint(variable))
        mean_loss(loss)
        for metric in metrics:
            metric(y_batch, y_pred)
        print_status_bar(step * batch_size, len(y_train), mean_loss, metrics)
    for metric in [mean_loss] + metrics:
        metric.reset_state()
print(MyDense(3, "relu").get_config()["units"], HuberLoss(0.7).get_config()["threshold"])

tiny = keras.models.Sequential(
    [keras.Input(input_shape), MyDense(4, "selu", name="d"), keras.layers.Dense(1)]
)
tiny.set_weights([wrng.uniform(-0.3, 0.5, w.shape) for w in tiny.get_weights()])
tiny.compile(loss=create_huber(2.0), optimizer="nadam", metrics=[create_huber(1.0)])
history = tiny.fit(
    X_train_scaled, y_train, epochs=2, shuffle=False, verbose=0, sample_weight=np.ones(40)
)
print({k: [round(x, 4) for x in v] for k, v in sorted(history.history.items())})
tiny.save("my_model.keras")
again = keras.models.load_model(
    "my_model.keras",
    custom_objects={
        "MyDense": MyDense,
        "huber_fn": create_huber(2.0),
        "MyL1Regularizer": MyL1Regularizer,
        "my_glorot_initializer": my_glorot_initializer,
        "my_positive_weights": my_positive_weights,
    },
)
print(
    np.allclose(
        again.predict(X_train_scaled[:3], verbose=0), tiny.predict(X_train_scaled[:3], verbose=0)
    )
)
