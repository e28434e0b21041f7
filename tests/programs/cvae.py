"""The tutorial on variational autoencoders, in small; its noise comes from tf.random."""

import numpy as np
import tensorflow as tf


def he(seed):
    return tf.keras.initializers.HeNormal(seed=seed)


class CVAE(tf.keras.Model):
    """Convolutional variational autoencoder."""

    def __init__(self, latent_dim):
        super(CVAE, self).__init__()
        self.latent_dim = latent_dim
        self.encoder = tf.keras.Sequential(
            [
                tf.keras.layers.InputLayer(input_shape=(8, 8, 1)),
                tf.keras.layers.Conv2D(
                    4, kernel_size=3, strides=(2, 2), activation="relu", kernel_initializer=he(1)
                ),
                tf.keras.layers.Flatten(),
                tf.keras.layers.Dense(latent_dim + latent_dim, kernel_initializer=he(2)),
            ]
        )
        self.decoder = tf.keras.Sequential(
            [
                tf.keras.layers.InputLayer(input_shape=(latent_dim,)),
                tf.keras.layers.Dense(
                    units=4 * 4 * 2, activation=tf.nn.relu, kernel_initializer=he(3)
                ),
                tf.keras.layers.Reshape(target_shape=(4, 4, 2)),
                tf.keras.layers.Conv2DTranspose(
                    filters=4,
                    kernel_size=3,
                    strides=2,
                    padding="same",
                    activation="relu",
                    kernel_initializer=he(4),
                ),
                tf.keras.layers.Conv2DTranspose(
                    filters=1, kernel_size=3, strides=1, padding="same", kernel_initializer=he(5)
                ),
            ]
        )

    def encode(self, x):
        mean, logvar = tf.split(self.encoder(x), num_or_size_splits=2, axis=1)
        return mean, logvar

    def reparameterize(self, mean, logvar):
        eps = tf.random.normal(shape=mean.shape)
        return eps * tf.exp(logvar * 0.5) + mean

    def decode(self, z, apply_sigmoid=False):
        logits = self.decoder(z)
        if apply_sigmoid:
            return tf.sigmoid(logits)
        return logits


def log_normal_pdf(sample, mean, logvar, raxis=1):
    log2pi = tf.math.log(2.0 * np.pi)
    return tf.reduce_sum(
        -0.5 * ((sample - mean) ** 2.0 * tf.exp(-logvar) + logvar + log2pi), axis=raxis
    )


def compute_loss(model, x):
    mean, logvar = model.encode(x)
    z = model.reparameterize(mean, logvar)
    x_logit = model.decode(z)
    cross_ent = tf.nn.sigmoid_cross_entropy_with_logits(logits=x_logit, labels=x)
    logpx_z = -tf.reduce_sum(cross_ent, axis=[1, 2, 3])
    logpz = log_normal_pdf(z, 0.0, 0.0)
    logqz_x = log_normal_pdf(z, mean, logvar)
    return -tf.reduce_mean(logpx_z + logpz - logqz_x)


def train_step(model, x, optimizer):
    with tf.GradientTape() as tape:
        loss = compute_loss(model, x)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


tf.random.set_seed(1)
images = (np.random.RandomState(4).uniform(size=(48, 8, 8, 1)) > 0.5).astype("float32")
train_dataset = tf.data.Dataset.from_tensor_slices(images).batch(16)
optimizer = tf.keras.optimizers.Adam(1e-3)
model = CVAE(2)
for epoch in range(1, 4):
    loss = tf.keras.metrics.Mean()
    for train_x in train_dataset:
        loss(train_step(model, train_x, optimizer))
    print("Epoch: {}, train set ELBO: {:.5f}".format(epoch, -loss.result()))
sample = tf.constant([[0.5, -0.5]])
print("mean pixel %.5f" % tf.reduce_mean(model.decode(sample, apply_sigmoid=True)))
