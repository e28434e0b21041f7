"""CycleGAN: instance normalization by hand, reflection padding, image buffer, persistent tape."""
# keras: 2

import numpy as np
import tensorflow as tf
from tensorflow.keras import Model
from tensorflow.keras.layers import Activation, Conv2D, Conv2DTranspose, Input, Layer, LeakyReLU

rng = np.random.RandomState(4)
LAMBDA = 10.0


class ReflectionPadding2D(Layer):
    def __init__(self, padding=(1, 1), **kwargs):
        self.padding = tuple(padding)
        super(ReflectionPadding2D, self).__init__(**kwargs)

    def call(self, input_tensor, mask=None):
        padding_width, padding_height = self.padding
        padding_tensor = [[0, 0], [padding_height] * 2, [padding_width] * 2, [0, 0]]
        return tf.pad(input_tensor, padding_tensor, mode="REFLECT")


class InstanceNormalization(Layer):
    def __init__(self, epsilon=1e-5):
        super(InstanceNormalization, self).__init__()
        self.epsilon = epsilon

    def build(self, input_shape):
        self.scale = self.add_weight(
            name="scale",
            shape=input_shape[-1:],
            initializer=tf.random_normal_initializer(1.0, 0.02),
            trainable=True,
        )
        self.offset = self.add_weight(
            name="offset", shape=input_shape[-1:], initializer="zeros", trainable=True
        )

    def call(self, x):
        mean, variance = tf.nn.moments(x, axes=[1, 2], keepdims=True)
        inv = tf.math.rsqrt(variance + self.epsilon)
        normalized = (x - mean) * inv
        return self.scale * normalized + self.offset


def residual_block(x):
    dim = x.shape[-1]
    y = ReflectionPadding2D()(x)
    y = Conv2D(dim, 3, padding="valid", use_bias=False)(y)
    y = InstanceNormalization()(y)
    y = tf.nn.relu(y)
    return tf.keras.layers.add([x, y])


def build_generator(name):
    inputs = Input(shape=(12, 12, 3))
    x = ReflectionPadding2D(padding=(3, 3))(inputs)
    x = Activation("relu")(InstanceNormalization()(Conv2D(4, (7, 7), use_bias=False)(x)))
    x = Conv2D(6, (3, 3), strides=(2, 2), padding="same", use_bias=False)(x)
    x = residual_block(Activation("relu")(InstanceNormalization()(x)))
    x = Conv2DTranspose(4, (3, 3), strides=(2, 2), padding="same")(x)
    return Model(inputs, Conv2D(3, 5, padding="same", activation="tanh")(x), name=name)


def build_discriminator(name):
    inputs = Input(shape=(12, 12, 3))
    x = LeakyReLU(0.2)(Conv2D(4, (4, 4), strides=(2, 2), padding="same")(inputs))
    x = Conv2D(6, (4, 4), padding="same", use_bias=False)(x)
    x = LeakyReLU(0.2)(InstanceNormalization()(x))
    return Model(inputs, Conv2D(1, (4, 4), padding="same")(x), name=name)


g, f = build_generator("g"), build_generator("f")
dx, dy = build_discriminator("dx"), build_discriminator("dy")
for m in (g, f, dx, dy):
    for v in m.trainable_variables:
        if len(v.shape) == 4:
            v.assign(rng.normal(scale=0.15, size=v.shape))
        elif "scale" in v.name:
            v.assign(rng.normal(1.0, 0.02, size=v.shape))
mse, mae = tf.losses.MeanSquaredError(), tf.losses.MeanAbsoluteError()


class ItemPool:
    def __init__(self, pool_size=3):
        self.pool_size = pool_size
        self.items = []
        self.rng = np.random.RandomState(0)

    def __call__(self, in_items):
        out_items = []
        for in_item in in_items:
            if len(self.items) < self.pool_size:
                self.items.append(in_item)
                out_items.append(in_item)
            elif self.rng.rand() > 0.5:
                idx = self.rng.randint(0, len(self.items))
                out_item, self.items[idx] = self.items[idx], in_item
                out_items.append(out_item)
            else:
                out_items.append(in_item)
        return tf.stack(out_items, axis=0)


G_optimizer = tf.optimizers.Adam(learning_rate=1e-3, beta_1=0.5)
D_optimizer = tf.optimizers.Adam(learning_rate=1e-3, beta_1=0.5)
pool_a, pool_b = ItemPool(), ItemPool()
domain_a = tf.constant(rng.uniform(-1, 1, (6, 12, 12, 3)), tf.float32)
domain_b = tf.image.rot90(domain_a) * 0.5


def train_G(A, B):
    with tf.GradientTape(persistent=True) as t:
        A2B, B2A = g(A, training=True), f(B, training=True)
        A2B2A, B2A2B = f(A2B, training=True), g(B2A, training=True)
        A2A, B2B = f(A, training=True), g(B, training=True)
        logits = dy(A2B, training=True), dx(B2A, training=True)
        gan = [mse(tf.ones_like(logit), logit) for logit in logits]
        cycle = mae(A, A2B2A) + mae(B, B2A2B)
        identity = mae(A, A2A) + mae(B, B2B)
        loss = gan[0] + gan[1] + cycle * LAMBDA + identity * 0.5 * LAMBDA
    variables = g.trainable_variables + f.trainable_variables
    grad_g = t.gradient(loss, g.trainable_variables)
    grad_f = t.gradient(loss, f.trainable_variables)
    del t
    G_optimizer.apply_gradients(zip(grad_g + grad_f, variables))
    return (
        A2B,
        B2A,
        {"A2B_g_loss": gan[0], "B2A_g_loss": gan[1], "cycle": cycle, "identity": identity},
    )


@tf.function
def train_D(A, B, A2B, B2A):
    with tf.GradientTape() as t:
        losses = []
        for d, real, fake in ((dx, A, B2A), (dy, B, A2B)):
            r, k = d(real, training=True), d(fake, training=True)
            losses.append(0.5 * (mse(tf.ones_like(r), r) + mse(tf.zeros_like(k), k)))
        total = tf.math.add_n(losses)
    variables = dx.trainable_variables + dy.trainable_variables
    D_optimizer.apply_gradients(zip(t.gradient(total, variables), variables))
    return losses


dataset = tf.data.Dataset.zip(
    (tf.data.Dataset.from_tensor_slices(domain_a), tf.data.Dataset.from_tensor_slices(domain_b))
)
for step, (A, B) in enumerate(dataset.batch(2)):
    A2B, B2A, logs = train_G(A, B)
    d_losses = train_D(A, B, pool_b(A2B), pool_a(B2A))
    print(step, {k: "%.4f" % v for k, v in logs.items()}, *("%.4f" % d for d in d_losses))
row = tf.concat([domain_a[0], g(domain_a[:1])[0]], axis=1)
print(
    row.shape,
    tf.image.convert_image_dtype((row + 1) / 2, tf.uint8).numpy().dtype,
    g.name,
    len(g.layers),
)
