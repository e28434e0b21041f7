"""Keras's guide on subclassing: a VAE of layers that add their own loss."""

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers


def init(seed):
    return tf.keras.initializers.GlorotNormal(seed=seed)


class Sampling(layers.Layer):
    """Uses (z_mean, z_log_var) to sample z, the vector encoding a digit."""

    def call(self, inputs):
        z_mean, z_log_var = inputs
        batch = tf.shape(z_mean)[0]
        dim = tf.shape(z_mean)[1]
        epsilon = tf.random.stateless_normal(shape=(batch, dim), seed=(1, 2))
        return z_mean + tf.exp(0.5 * z_log_var) * epsilon


class Encoder(layers.Layer):
    def __init__(self, latent_dim=4, intermediate_dim=16, name="encoder", **kwargs):
        super(Encoder, self).__init__(name=name, **kwargs)
        self.dense_proj = layers.Dense(
            intermediate_dim, activation="relu", kernel_initializer=init(1)
        )
        self.dense_mean = layers.Dense(latent_dim, kernel_initializer=init(2))
        self.dense_log_var = layers.Dense(latent_dim, kernel_initializer=init(3))
        self.sampling = Sampling()

    def call(self, inputs):
        x = self.dense_proj(inputs)
        z_mean = self.dense_mean(x)
        z_log_var = self.dense_log_var(x)
        z = self.sampling((z_mean, z_log_var))
        return z_mean, z_log_var, z


class Decoder(layers.Layer):
    def __init__(self, original_dim, intermediate_dim=16, name="decoder", **kwargs):
        super(Decoder, self).__init__(name=name, **kwargs)
        self.dense_proj = layers.Dense(
            intermediate_dim, activation="relu", kernel_initializer=init(4)
        )
        self.dense_output = layers.Dense(
            original_dim, activation="sigmoid", kernel_initializer=init(5)
        )

    def call(self, inputs):
        x = self.dense_proj(inputs)
        return self.dense_output(x)


class VariationalAutoEncoder(tf.keras.Model):
    def __init__(
        self, original_dim, intermediate_dim=16, latent_dim=4, name="autoencoder", **kwargs
    ):
        super(VariationalAutoEncoder, self).__init__(name=name, **kwargs)
        self.original_dim = original_dim
        self.encoder = Encoder(latent_dim=latent_dim, intermediate_dim=intermediate_dim)
        self.decoder = Decoder(original_dim, intermediate_dim=intermediate_dim)

    def call(self, inputs):
        z_mean, z_log_var, z = self.encoder(inputs)
        reconstructed = self.decoder(z)
        kl_loss = -0.5 * tf.reduce_mean(z_log_var - tf.square(z_mean) - tf.exp(z_log_var) + 1)
        self.add_loss(kl_loss)
        return reconstructed


original_dim = 30
vae = VariationalAutoEncoder(original_dim, 16, 4)
optimizer = tf.keras.optimizers.Adam(learning_rate=1e-2)
mse_loss_fn = tf.keras.losses.MeanSquaredError()
loss_metric = tf.keras.metrics.Mean()
x_train = np.random.RandomState(0).uniform(size=(96, original_dim)).astype("float32")
train_dataset = tf.data.Dataset.from_tensor_slices(x_train).batch(32)

for epoch in range(2):
    print("Start of epoch %d" % (epoch,))
    for step, x_batch_train in enumerate(train_dataset):
        with tf.GradientTape() as tape:
            reconstructed = vae(x_batch_train)
            loss = mse_loss_fn(x_batch_train, reconstructed)
            loss += sum(vae.losses)
        grads = tape.gradient(loss, vae.trainable_weights)
        optimizer.apply_gradients(zip(grads, vae.trainable_weights))
        loss_metric(loss)
        print("step %d: mean loss = %.6f" % (step, loss_metric.result()))
