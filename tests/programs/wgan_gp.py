"""A repository's WGAN with gradient penalty on a ring of Gaussians."""

import argparse

import numpy as np
import tensorflow as tf


def get_args(argv=None):
    parser = argparse.ArgumentParser(description="WGAN-GP")
    parser.add_argument("--n_critic", default=2, type=int)
    parser.add_argument("--iterations", default=3, type=int)
    parser.add_argument("--gp_weight", default=10.0, type=float)
    parser.add_argument("--hidden", default=16, type=int)
    return parser.parse_args(argv)


class WGAN(object):
    def __init__(self, args):
        self.args = args
        self.rng = np.random.RandomState(7)
        self.generator = self.mlp(4, 2)
        self.critic = self.mlp(2, 1)
        self.g_opt = tf.keras.optimizers.Adam(learning_rate=1e-3, beta_1=0.5, beta_2=0.9)
        self.c_opt = tf.keras.optimizers.Adam(learning_rate=1e-3, beta_1=0.5, beta_2=0.9)

    def mlp(self, n_in, n_out):
        sizes = [n_in, self.args.hidden, self.args.hidden, n_out]
        net = tf.keras.Sequential([tf.keras.Input(shape=(n_in,))])
        for i, n in enumerate(sizes[1:]):
            net.add(tf.keras.layers.Dense(n, activation="tanh" if i < 2 else None))
        net.set_weights([self.rng.normal(scale=0.5, size=v.shape) for v in net.get_weights()])
        return net

    def sample(self, n=16):
        angle = self.rng.randint(0, 8, size=n) * np.pi / 4
        points = np.stack([np.cos(angle), np.sin(angle)], 1) + 0.05 * self.rng.normal(size=(n, 2))
        return points.astype(np.float32)

    def noise(self, n=16):
        return tf.constant(self.rng.normal(size=(n, 4)), tf.float32)

    def gradient_penalty(self, real, fake):
        epsilon = tf.constant(self.rng.uniform(size=(real.shape[0], 1)), dtype=tf.float32)
        mixed = epsilon * real + (1.0 - epsilon) * fake
        with tf.GradientTape() as tape:
            tape.watch(mixed)
            score = self.critic(mixed)
        gradient = tape.gradient(score, mixed)
        norm = tf.sqrt(tf.reduce_sum(tf.square(gradient), axis=1) + 1e-12)
        return tf.reduce_mean((norm - 1.0) ** 2)

    def critic_step(self):
        real = self.sample()
        fake = self.generator(self.noise())
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.critic(fake)) - tf.reduce_mean(self.critic(real))
            loss += self.args.gp_weight * self.gradient_penalty(real, fake)
        grads = tape.gradient(loss, self.critic.trainable_variables)
        self.c_opt.apply_gradients(zip(grads, self.critic.trainable_variables))
        return loss

    def generator_step(self):
        noise = self.noise()
        with tf.GradientTape() as tape:
            loss = -tf.reduce_mean(self.critic(self.generator(noise)))
        grads = tape.gradient(loss, self.generator.trainable_variables)
        self.g_opt.apply_gradients(zip(grads, self.generator.trainable_variables))
        return loss

    def train(self):
        for iteration in range(self.args.iterations):
            for _ in range(self.args.n_critic):
                c_loss = self.critic_step()
            g_loss = self.generator_step()
            print(
                "iter {} critic {:.5f} generator {:.5f}".format(
                    iteration, float(c_loss), float(g_loss)
                )
            )


if __name__ == "__main__":
    WGAN(get_args()).train()
