"""Denoising diffusion, after the Keras example: GroupNormalization, time embedding, EMA of a network."""

import math

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

total_timesteps, norm_groups, img_size = 10, 2, 8
rng = np.random.RandomState(3)


class GaussianDiffusion:
    def __init__(self, beta_start=1e-4, beta_end=0.02, timesteps=1000, clip_min=-1.0, clip_max=1.0):
        self.timesteps, self.clip_min, self.clip_max = timesteps, clip_min, clip_max
        self.betas = betas = np.linspace(beta_start, beta_end, timesteps, dtype=np.float64)
        self.num_timesteps = int(timesteps)
        alphas = 1.0 - betas
        alphas_cumprod = np.cumprod(alphas, axis=0)
        alphas_cumprod_prev = np.append(1.0, alphas_cumprod[:-1])
        self.betas = tf.constant(betas, dtype=tf.float32)
        self.sqrt_alphas_cumprod = tf.constant(np.sqrt(alphas_cumprod), dtype=tf.float32)
        self.sqrt_one_minus = tf.constant(np.sqrt(1.0 - alphas_cumprod), dtype=tf.float32)
        self.sqrt_recip = tf.constant(np.sqrt(1.0 / alphas_cumprod), dtype=tf.float32)
        self.sqrt_recipm1 = tf.constant(np.sqrt(1.0 / alphas_cumprod - 1), dtype=tf.float32)
        variance = betas * (1.0 - alphas_cumprod_prev) / (1.0 - alphas_cumprod)
        self.log_variance = tf.constant(np.log(np.maximum(variance, 1e-20)), dtype=tf.float32)
        self.coef1 = tf.constant(
            betas * np.sqrt(alphas_cumprod_prev) / (1.0 - alphas_cumprod), dtype=tf.float32
        )
        self.coef2 = tf.constant(
            (1.0 - alphas_cumprod_prev) * np.sqrt(alphas) / (1.0 - alphas_cumprod), dtype=tf.float32
        )

    def _extract(self, a, t, x_shape):
        batch_size = x_shape[0]
        out = tf.gather(a, t)
        return tf.reshape(out, [batch_size, 1, 1, 1])

    def q_sample(self, x_start, t, noise):
        x_start_shape = tf.shape(x_start)
        return (
            self._extract(self.sqrt_alphas_cumprod, t, x_start_shape) * x_start
            + self._extract(self.sqrt_one_minus, t, x_start_shape) * noise
        )

    def p_sample(self, pred_noise, x, t, noise):
        shape = tf.shape(x)
        x_recon = (
            self._extract(self.sqrt_recip, t, shape) * x
            - self._extract(self.sqrt_recipm1, t, shape) * pred_noise
        )
        x_recon = tf.clip_by_value(x_recon, self.clip_min, self.clip_max)
        mean = (
            self._extract(self.coef1, t, shape) * x_recon + self._extract(self.coef2, t, shape) * x
        )
        nonzero_mask = tf.reshape(
            1 - tf.cast(tf.equal(t, 0), tf.float32), [tf.shape(x)[0], 1, 1, 1]
        )
        return (
            mean + nonzero_mask * tf.exp(0.5 * self._extract(self.log_variance, t, shape)) * noise
        )


class TimeEmbedding(layers.Layer):
    def __init__(self, dim, **kwargs):
        super().__init__(**kwargs)
        self.dim = dim
        self.half_dim = dim // 2
        self.emb = math.log(10000) / (self.half_dim - 1)
        self.emb = tf.exp(tf.range(self.half_dim, dtype=tf.float32) * -self.emb)

    def call(self, inputs):
        inputs = tf.cast(inputs, dtype=tf.float32)
        emb = inputs[:, None] * self.emb[None, :]
        return tf.concat([tf.sin(emb), tf.cos(emb)], axis=-1)


def ResidualBlock(width, groups=2, activation_fn=keras.activations.swish):
    def apply(inputs):
        x, t = inputs
        residual = x if x.shape[3] == width else layers.Conv2D(width, kernel_size=1)(x)
        temb = activation_fn(t)
        temb = layers.Dense(width)(temb)[:, None, None, :]
        x = layers.GroupNormalization(groups=groups)(x)
        x = activation_fn(x)
        x = layers.Conv2D(width, kernel_size=3, padding="same")(x)
        x = layers.Add()([x, temb])
        x = layers.GroupNormalization(groups=groups)(x)
        x = layers.Conv2D(width, kernel_size=3, padding="same")(activation_fn(x))
        return layers.Add()([x, residual])

    return apply


def build_model():
    image_input = layers.Input(shape=(img_size, img_size, 3), name="image_input")
    time_input = keras.Input(shape=(), dtype=tf.int64, name="time_input")
    x = layers.Conv2D(4, kernel_size=(3, 3), padding="same")(image_input)
    temb = TimeEmbedding(dim=8)(time_input)
    temb = layers.Dense(8, activation="swish")(temb)
    skip = ResidualBlock(4)([x, temb])
    x = layers.Conv2D(4, kernel_size=3, strides=2, padding="same")(skip)
    x = ResidualBlock(6)([x, temb])
    x = layers.UpSampling2D(size=2, interpolation="nearest")(x)
    x = layers.Concatenate(axis=-1)([x, skip])
    x = ResidualBlock(4)([x, temb])
    x = layers.Conv2D(3, (3, 3), padding="same")(keras.activations.swish(x))
    return keras.Model([image_input, time_input], x, name="unet")


class DiffusionModel(keras.Model):
    def __init__(self, network, ema_network, timesteps, gdf_util, ema=0.9):
        super().__init__()
        self.network = network
        self.ema_network = ema_network
        self.timesteps = timesteps
        self.gdf_util = gdf_util
        self.ema = ema
        self.calls = 0

    def train_step(self, images):
        batch_size = tf.shape(images)[0]
        self.calls += 1
        t = tf.constant((np.arange(4) * 3 + self.calls) % self.timesteps, dtype=tf.int64)
        with tf.GradientTape() as tape:
            noise = tf.random.stateless_normal(
                shape=tf.shape(images), dtype=images.dtype, seed=[3, 4]
            )
            images_t = self.gdf_util.q_sample(images, t, noise)
            pred_noise = self.network([images_t, t], training=True)
            loss = self.loss(noise, pred_noise)
        gradients = tape.gradient(loss, self.network.trainable_weights)
        self.optimizer.apply_gradients(zip(gradients, self.network.trainable_weights))
        for weight, ema_weight in zip(self.network.weights, self.ema_network.weights):
            ema_weight.assign(self.ema * ema_weight + (1 - self.ema) * weight)
        return {"loss": loss}

    def generate(self, num_images):
        samples = tf.random.stateless_normal((num_images, img_size, img_size, 3), [1, 1])
        for t in reversed(range(0, self.timesteps)):
            tt = tf.cast(tf.fill([num_images], t), dtype=tf.int64)
            pred_noise = self.ema_network([samples, tt], training=False)
            noise = tf.random.stateless_normal(samples.shape, [t, 2])
            samples = self.gdf_util.p_sample(pred_noise, samples, tt, noise)
        return samples


network, ema_network = build_model(), build_model()
network.set_weights([rng.normal(scale=0.2, size=w.shape) for w in network.get_weights()])
ema_network.set_weights(network.get_weights())
model = DiffusionModel(
    network, ema_network, total_timesteps, GaussianDiffusion(timesteps=total_timesteps)
)
model.compile(
    loss=keras.losses.MeanSquaredError(),
    optimizer=keras.optimizers.Adam(learning_rate=2e-3),
    run_eagerly=True,
)
images = tf.data.Dataset.from_tensor_slices(
    rng.uniform(-1, 1, (8, img_size, img_size, 3)).astype("float32")
)
history = model.fit(images.batch(4, drop_remainder=True), epochs=2, verbose=0)
print([round(float(v), 4) for v in history.history["loss"]], network.count_params())
samples = model.generate(2)
pixels = tf.clip_by_value(samples * 127.5 + 127.5, 0.0, 255.0).numpy()
print(samples.shape, "%.3f" % pixels.mean(), "%.4f" % tf.math.reduce_std(samples))
