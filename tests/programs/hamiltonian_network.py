"""A Hamiltonian neural network: the time derivatives are gradients of a scalar network."""

import argparse

import numpy as np
import tensorflow as tf
from tensorflow import keras


def get_args():
    parser = argparse.ArgumentParser(description=None)
    parser.add_argument("--hidden_dim", default=16, type=int, help="hidden dimension of mlp")
    parser.add_argument("--learn_rate", default=1e-2, type=float, help="learning rate")
    parser.add_argument("--total_steps", default=5, type=int, help="number of gradient steps")
    parser.add_argument("--verbose", dest="verbose", action="store_true", help="verbose?")
    return parser.parse_args()


class HNN(keras.Model):
    def __init__(self, hidden_dim):
        super().__init__()
        self.h1 = keras.layers.Dense(
            hidden_dim,
            activation="tanh",
            kernel_initializer=keras.initializers.GlorotNormal(seed=1),
        )
        self.h2 = keras.layers.Dense(
            1, use_bias=False, kernel_initializer=keras.initializers.GlorotNormal(seed=2)
        )
        M = np.eye(2)
        self.M = tf.constant(np.concatenate([M[1:], -M[:1]]), tf.float32)

    def call(self, x):
        return self.h2(self.h1(x))

    def time_derivative(self, x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            H = self(x)
        return tf.matmul(tape.gradient(H, x), self.M, transpose_b=True)


def energy(q, p):
    return 0.5 * p**2 + (1 - np.cos(q))


def get_dataset(seed=0, samples=40):
    rng = np.random.RandomState(seed)
    coords = rng.uniform(-1.5, 1.5, size=(samples, 2)).astype("float32")
    q, p = coords[:, 0], coords[:, 1]
    return coords, np.stack([p, -np.sin(q)], axis=1).astype("float32")


def train(args):
    model = HNN(args.hidden_dim)
    optim = keras.optimizers.Adam(args.learn_rate)
    x, dxdt = map(tf.convert_to_tensor, get_dataset())
    for step in range(args.total_steps):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(keras.losses.MeanSquaredError()(dxdt, model.time_derivative(x)))
        grads = tape.gradient(loss, model.trainable_variables)
        optim.apply_gradients(
            (g, v) for g, v in zip(grads, model.trainable_variables) if g is not None
        )
        print(
            "step {}, train_loss {:.4e}, grad norm {:.4e}".format(
                step, float(loss), float(tf.linalg.global_norm(grads))
            )
        )


if __name__ == "__main__":
    train(get_args())
