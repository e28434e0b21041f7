"""SN-GAN: a wrapper with power iteration, hinge losses, label embedding, conditional batch norm."""
# keras: 2

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(30)
keras = tf.keras
layers = tf.keras.layers


class SpectralNormalization(tf.keras.layers.Wrapper):
    def __init__(self, layer, power_iterations=1, **kwargs):
        super(SpectralNormalization, self).__init__(layer, **kwargs)
        self.power_iterations = power_iterations

    def build(self, input_shape):
        super(SpectralNormalization, self).build(input_shape)
        if not self.layer.built:
            self.layer.build(input_shape)
        self.w = self.layer.kernel
        self.w_shape = (
            self.w.shape.as_list() if hasattr(self.w.shape, "as_list") else list(self.w.shape)
        )
        self.u = self.add_weight(
            shape=(1, self.w_shape[-1]),
            initializer=tf.initializers.Ones(),
            trainable=False,
            name="sn_u",
            dtype=self.layer.kernel.dtype,
        )
        self.built = True

    def call(self, inputs, training=None):
        if training:
            self.normalize_weights()
        return self.layer(inputs)

    def normalize_weights(self):
        w = tf.reshape(self.w, [-1, self.w_shape[-1]])
        u = self.u
        for _ in range(self.power_iterations):
            v = tf.math.l2_normalize(tf.matmul(u, w, transpose_b=True))
            u = tf.math.l2_normalize(tf.matmul(v, w))
        u, v = tf.stop_gradient(u), tf.stop_gradient(v)
        sigma = tf.matmul(tf.matmul(v, w), u, transpose_b=True)
        self.u.assign(u)
        self.w.assign(tf.reshape(self.w / sigma, self.w.shape))


class ConditionalBatchNorm(layers.Layer):
    def __init__(self, n_classes, **kwargs):
        super().__init__(**kwargs)
        self.n_classes = n_classes

    def build(self, input_shape):
        c = input_shape[0][-1]
        self.gamma = layers.Embedding(self.n_classes, c, embeddings_initializer="ones")
        self.beta = layers.Embedding(self.n_classes, c, embeddings_initializer="zeros")

    def call(self, inputs):
        x, y = inputs
        mean, var = tf.nn.moments(x, [0, 1, 2])
        scale = tf.reshape(self.gamma(y), [-1, 1, 1, x.shape[-1]])
        offset = tf.reshape(self.beta(y), [-1, 1, 1, x.shape[-1]])
        return tf.nn.batch_normalization(x, mean, var, offset, scale, 1e-4)


class Generator(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = layers.Dense(2 * 2 * 6)
        self.reshape = layers.Reshape((2, 2, 6))
        self.cbn = ConditionalBatchNorm(3)
        self.up = layers.UpSampling2D()
        self.conv = layers.Conv2D(4, 3, padding="same")
        self.conv2 = layers.Conv2D(1, 3, padding="same", activation="tanh")

    def call(self, z, y):
        x = self.reshape(self.dense(z))
        x = tf.nn.relu(self.cbn([x, y]))
        x = tf.nn.relu(self.conv(self.up(x)))
        return self.conv2(tf.nn.depth_to_space(x, 2))


class Discriminator(keras.Model):
    def __init__(self):
        super().__init__()
        self.c1 = SpectralNormalization(layers.Conv2D(4, 3, strides=2, padding="same"))
        self.c2 = SpectralNormalization(layers.Conv2D(6, 3, padding="same"), power_iterations=2)
        self.dense = layers.Dense(1)
        self.embed = layers.Embedding(3, 6)

    def call(self, x, y, training=False):
        h = tf.nn.leaky_relu(self.c1(x, training=training), alpha=0.1)
        h = tf.nn.leaky_relu(self.c2(h, training=training), 0.1)
        h = tf.reduce_sum(h, axis=[1, 2])
        return self.dense(h) + tf.reduce_sum(self.embed(y) * h, axis=1, keepdims=True)


gen, disc = Generator(), Discriminator()
labels = tf.constant([0, 1, 2, 1])
noise = tf.constant(rng.normal(size=(4, 5)), tf.float32)
real = tf.constant(rng.uniform(-1, 1, size=(4, 8, 8, 1)), tf.float32)
disc(gen(noise, labels), labels)
for model in (gen, disc):
    for v in model.trainable_variables:
        if len(v.shape) > 1 and not np.allclose(v.numpy(), 1.0) and not np.allclose(v.numpy(), 0.0):
            v.assign(rng.normal(scale=0.4, size=v.shape))
print(
    gen(noise, labels).shape,
    len(gen.trainable_variables),
    len(disc.trainable_weights),
    len(disc.non_trainable_weights),
)
g_opt, d_opt = (
    keras.optimizers.Adam(2e-3, 0.0, 0.9),
    keras.optimizers.Adam(4e-3, beta_1=0.0, beta_2=0.9),
)
for step in range(4):
    with tf.GradientTape() as tape:
        fake = gen(noise, labels)
        d_real, d_fake = disc(real, labels, training=True), disc(fake, labels, training=True)
        d_loss = tf.reduce_mean(tf.nn.relu(1.0 - d_real)) + tf.reduce_mean(tf.nn.relu(1.0 + d_fake))
    d_opt.apply_gradients(
        zip(tape.gradient(d_loss, disc.trainable_variables), disc.trainable_variables)
    )
    with tf.GradientTape() as tape:
        g_loss = -tf.reduce_mean(disc(gen(noise, labels), labels, training=True))
    g_opt.apply_gradients(
        zip(tape.gradient(g_loss, gen.trainable_variables), gen.trainable_variables)
    )
    sigma = tf.linalg.svd(tf.reshape(disc.c1.layer.kernel, [-1, 4]), compute_uv=False)[0]
    print("step %d d %.5f g %.5f sigma %.4f" % (step, d_loss, g_loss, sigma))
