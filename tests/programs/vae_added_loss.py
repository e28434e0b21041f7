"""A variational autoencoder of 2019: add_loss and add_metric of symbolic tensors."""
# keras: 2

import tensorflow as tf
import numpy as np
from tensorflow.keras import layers, backend as K
from tensorflow.keras.losses import mse, binary_crossentropy

np.random.seed(0)
tf.random.set_seed(0)


class Sampling(layers.Layer):
    def call(self, inputs):
        z_mean, z_log_var = inputs
        batch = K.shape(z_mean)[0]
        dim = K.int_shape(z_mean)[1]
        epsilon = tf.cast(tf.reshape(tf.range(batch * dim), [batch, dim]), K.floatx()) / 10.0
        return z_mean + K.exp(0.5 * z_log_var) * epsilon


original_dim, intermediate_dim, latent_dim = 12, 8, 2
inputs = layers.Input(shape=(original_dim,), name="encoder_input")
x = layers.Dense(intermediate_dim, activation="relu")(inputs)
z_mean = layers.Dense(latent_dim, name="z_mean")(x)
z_log_var = layers.Dense(latent_dim, name="z_log_var")(x)
z = Sampling()([z_mean, z_log_var])
encoder = tf.keras.Model(inputs, [z_mean, z_log_var, z], name="encoder")
latent_inputs = layers.Input(shape=(latent_dim,), name="z_sampling")
x = layers.Dense(intermediate_dim, activation="relu")(latent_inputs)
outputs = layers.Dense(original_dim, activation="sigmoid")(x)
decoder = tf.keras.Model(latent_inputs, outputs, name="decoder")
outputs = decoder(encoder(inputs)[2])
vae = tf.keras.Model(inputs, outputs, name="vae_mlp")
reconstruction_loss = binary_crossentropy(inputs, outputs)
reconstruction_loss *= original_dim
kl_loss = 1 + z_log_var - K.square(z_mean) - K.exp(z_log_var)
kl_loss = K.sum(kl_loss, axis=-1)
kl_loss *= -0.5
vae_loss = K.mean(reconstruction_loss + kl_loss)
vae.add_loss(vae_loss)
vae.add_metric(kl_loss, name="kl_loss", aggregation="mean")
vae.compile(optimizer="adam")
rng = np.random.RandomState(1)
vae.set_weights([rng.normal(0, 0.4, w.shape) for w in vae.get_weights()])
x = rng.uniform(size=(20, 12)).astype("float32")
h = vae.fit(x, epochs=3, batch_size=5, shuffle=False, verbose=0)
print(["%.5f" % v for v in h.history["loss"]], ["%.5f" % v for v in h.history["kl_loss"]])
vae.save_weights("vae_mlp.h5")
vae.load_weights("vae_mlp.h5")
z_mean, _, _ = encoder.predict(x, batch_size=10, verbose=0)
print("%.5f" % z_mean.mean())
print(vae.evaluate(x, verbose=0)[0] > 0)
