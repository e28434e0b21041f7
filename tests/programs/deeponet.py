"""A DeepONet: branch and trunk nets in a tf.Module, batches by a numpy generator, log of relative errors."""

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(7)
m, p, n_func, n_points = 12, 6, 10, 8
sensors = np.linspace(0, 1, m)


def random_functions(n):
    coefficients = rng.normal(size=(n, 4)) / np.arange(1, 5)
    basis = np.stack([np.sin(np.pi * k * sensors) for k in range(1, 5)])
    return coefficients, coefficients @ basis


def antiderivative(coefficients, y):
    k = np.arange(1, 5)
    return (coefficients[:, None, :] * (1 - np.cos(np.pi * k * y[..., None])) / (np.pi * k)).sum(-1)


def generator():
    while True:
        c, u = random_functions(n_func)
        y = rng.uniform(size=(n_func, n_points))
        yield (
            u.astype(np.float32),
            y[..., None].astype(np.float32),
            antiderivative(c, y).astype(np.float32),
        )


class MLP(tf.Module):
    def __init__(self, sizes, activation=tf.nn.tanh, name=None):
        super().__init__(name)
        self.activation = activation
        self.weights, self.biases = [], []
        with self.name_scope:
            for fan_in, fan_out in zip(sizes, sizes[1:]):
                std = np.sqrt(2.0 / (fan_in + fan_out))
                self.weights.append(
                    tf.Variable(
                        rng.normal(scale=std, size=(fan_in, fan_out)).astype("f4"), name="w"
                    )
                )
                self.biases.append(tf.Variable(tf.zeros([fan_out]), name="b"))

    def __call__(self, x):
        for w, b in zip(self.weights[:-1], self.biases[:-1]):
            x = self.activation(tf.tensordot(x, w, axes=1) + b)
        return tf.tensordot(x, self.weights[-1], axes=[[-1], [0]]) + self.biases[-1]


class DeepONet(tf.Module):
    def __init__(self):
        super().__init__(name="deeponet")
        self.branch = MLP([m, 10, p], name="branch")
        self.trunk = MLP([1, 10, p], tf.nn.silu, name="trunk")
        self.b0 = tf.Variable(0.0, name="b0")
        self.history = {}

    @tf.function(
        input_signature=[
            tf.TensorSpec([None, m], tf.float32),
            tf.TensorSpec([None, None, 1], tf.float32),
        ]
    )
    def __call__(self, u, y):
        return tf.einsum("bp,bnp->bn", self.branch(u), tf.sin(self.trunk(y))) + self.b0


net = DeepONet()
print(
    [v.name for v in net.trainable_variables][:3],
    len(net.trainable_variables),
    [s.name for s in net.submodules],
)
dataset = tf.data.Dataset.from_generator(
    generator,
    output_signature=(
        tf.TensorSpec((n_func, m), tf.float32),
        tf.TensorSpec((n_func, n_points, 1), tf.float32),
        tf.TensorSpec((n_func, n_points), tf.float32),
    ),
)
optimizer = tf.keras.optimizers.Adam(
    tf.keras.optimizers.schedules.InverseTimeDecay(0.01, 4, 0.5, staircase=False)
)
errors = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
for i, (u, y, s) in dataset.take(6).enumerate():
    with tf.GradientTape() as tape:
        pred = net(u, y)
        loss = tf.reduce_mean(tf.math.squared_difference(pred, s))
    grads = tape.gradient(loss, net.trainable_variables)
    optimizer.apply_gradients(zip(grads, net.trainable_variables))
    relative = tf.reduce_mean(tf.norm(pred - s, axis=1) / tf.maximum(tf.norm(s, axis=1), 1e-8))
    errors = errors.write(tf.cast(i, tf.int32), relative)

    print("%d %.6f" % (i.numpy(), loss.numpy()))
print(*["%.4f" % e for e in errors.stack()])
y = tf.Variable(np.linspace(0, 1, 5, dtype=np.float32)[None, :, None])
with tf.GradientTape() as tape:
    out = net(u[:1], y)
slope = tape.gradient(out, y)
print("slope", tf.squeeze(slope).numpy().round(4).tolist())
