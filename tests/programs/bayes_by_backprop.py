"""Weight uncertainty: a dense layer with a variational posterior, KL through add_loss, HMC besides."""

import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K
from tensorflow.keras import activations, initializers
from tensorflow.keras.layers import Input, Layer
from tensorflow.keras.models import Model

rng = np.random.RandomState(7)


def f(x, sigma):
    epsilon = rng.randn(*x.shape) * sigma
    return 10 * np.sin(2 * np.pi * x) + epsilon


X = np.linspace(-0.5, 0.5, 16).reshape(-1, 1).astype("float32")
y = f(X, sigma=1.0).astype("float32")
noises = [rng.normal(size=1000).astype("float32") for _ in range(4)]


class DenseVariational(Layer):
    def __init__(
        self,
        units,
        kl_weight,
        activation=None,
        prior_sigma_1=1.5,
        prior_sigma_2=0.1,
        prior_pi=0.5,
        **kwargs,
    ):
        self.units = units
        self.kl_weight = kl_weight
        self.activation = activations.get(activation)
        self.prior_sigma_1 = prior_sigma_1
        self.prior_sigma_2 = prior_sigma_2
        self.prior_pi_1 = prior_pi
        self.prior_pi_2 = 1.0 - prior_pi
        self.init_sigma = np.sqrt(
            self.prior_pi_1 * self.prior_sigma_1**2 + self.prior_pi_2 * self.prior_sigma_2**2
        )
        super().__init__(**kwargs)

    def compute_output_shape(self, input_shape):
        return input_shape[0], self.units

    def build(self, input_shape):
        make = lambda name, shape, init: self.add_weight(
            name=name, shape=shape, initializer=init, trainable=True
        )
        normal = initializers.RandomNormal(stddev=self.init_sigma, seed=3)
        self.kernel_mu = make("kernel_mu", (input_shape[1], self.units), normal)
        self.bias_mu = make("bias_mu", (self.units,), initializers.Constant(0.1))
        self.kernel_rho = make(
            "kernel_rho", (input_shape[1], self.units), initializers.constant(-2.0)
        )
        self.bias_rho = make("bias_rho", (self.units,), initializers.constant(-2.0))
        super().build(input_shape)

    def call(self, inputs, **kwargs):
        kernel_sigma = tf.math.softplus(self.kernel_rho)
        kernel = self.kernel_mu + kernel_sigma * self.noise(self.kernel_mu.shape, 0)
        bias_sigma = tf.math.softplus(self.bias_rho)
        bias = self.bias_mu + bias_sigma * self.noise(self.bias_mu.shape, 1)
        self.add_loss(
            self.kl_loss(kernel, self.kernel_mu, kernel_sigma)
            + self.kl_loss(bias, self.bias_mu, bias_sigma)
        )
        return self.activation(K.dot(inputs, kernel) + bias)

    def noise(self, shape, which):
        return tf.reshape(tf.constant(noises[which][: np.prod(shape)]), shape)

    def log_normal(self, w, mu, sigma):
        return -0.5 * K.square((w - mu) / sigma) - K.log(sigma) - 0.5 * np.log(2 * np.pi)

    def kl_loss(self, w, mu, sigma):
        return self.kl_weight * K.sum(self.log_normal(w, mu, sigma) - self.log_prior_prob(w))

    def log_prior_prob(self, w):
        comp_1 = K.exp(self.log_normal(w, 0.0, K.constant(self.prior_sigma_1)))
        comp_2 = K.exp(self.log_normal(w, 0.0, tf.constant(self.prior_sigma_2)))
        return K.log(K.epsilon() + self.prior_pi_1 * comp_1 + self.prior_pi_2 * comp_2)


def neg_log_likelihood(y_obs, y_pred, sigma=1.0):
    return K.sum(0.5 * K.square((y_obs - y_pred) / sigma) + np.log(sigma))


num_batches = X.shape[0] / 4
kl_weight = 1.0 / num_batches
prior_params = {"prior_sigma_1": 1.5, "prior_sigma_2": 0.1, "prior_pi": 0.5}
x_in = Input(shape=(1,))
x = DenseVariational(5, kl_weight, **prior_params, activation="relu")(x_in)
x = DenseVariational(5, kl_weight, **prior_params, activation="relu")(x)
x = DenseVariational(1, kl_weight, **prior_params)(x)
model = Model(x_in, x)
model.set_weights(
    [
        rng.normal(scale=0.4, size=w.shape) - (2 if "rho" in v.name else 0)
        for w, v in zip(model.get_weights(), model.weights)
    ]
)
model.compile(loss=neg_log_likelihood, optimizer=tf.optimizers.Adam(0.01), metrics=["mse"])
history = model.fit(X, y, batch_size=4, epochs=3, shuffle=False, verbose=0)
print("loss", ["%.4f" % v for v in history.history["loss"]])
print("mse", ["%.4f" % v for v in history.history["mse"]])
print("losses", len(model.losses), model.predict(X[:3], verbose=0).ravel().round(4).tolist())


def target_log_prob(z):
    return -0.5 * tf.reduce_sum((z - 1.0) ** 2 / tf.constant([1.0, 0.25])) - 0.1 * z[0] ** 4


@tf.function
def leapfrog(z, p, step_size, n):
    def grad(z):
        with tf.GradientTape() as tape:
            tape.watch(z)
            value = target_log_prob(z)
        return tape.gradient(value, z)

    p = p + 0.5 * step_size * grad(z)
    i = tf.constant(0)
    _, z, p = tf.while_loop(
        lambda i, z, p: i < n,
        lambda i, z, p: (i + 1, z + step_size * p, p + step_size * grad(z + step_size * p)),
        (i, z, p),
    )
    return z, p - 0.5 * step_size * grad(z)


z, accepted = tf.zeros(2), 0
for i in range(8):
    p = tf.random.stateless_normal([2], seed=[i, 5])
    new_z, new_p = leapfrog(z, p, tf.constant(0.2), 5)
    ratio = target_log_prob(new_z) - target_log_prob(z) + 0.5 * tf.reduce_sum(p**2 - new_p**2)
    if tf.math.log(tf.random.stateless_uniform([], seed=[i, 9])) < ratio:
        z, accepted = new_z, accepted + 1
    print("hmc", i, z.numpy().round(5).tolist(), accepted)
