"""Gaussian process regression: hyperparameters by gradient descent on the marginal likelihood."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(2)
X = np.sort(rng.uniform(-3, 3, size=(15, 1)), axis=0)
Y = np.sin(X) + 0.1 * rng.normal(size=X.shape)


def softplus_inverse(x):
    return np.log(np.expm1(x))


class GP(tf.Module):
    def __init__(self, X, Y):
        super().__init__(name="gp")
        self.X, self.Y = tf.constant(X), tf.constant(Y)
        self._lengthscale = tf.Variable(softplus_inverse(1.0), dtype=tf.float64, name="lengthscale")
        self._variance = tf.Variable(softplus_inverse(1.0), dtype=tf.float64, name="variance")
        self._noise = tf.Variable(softplus_inverse(0.5), dtype=tf.float64, name="noise")

    def kernel(self, A, B):
        squared = tf.reduce_sum((A[:, None] - B[None]) ** 2, -1)
        return tf.nn.softplus(self._variance) * tf.exp(
            -0.5 * squared / tf.nn.softplus(self._lengthscale) ** 2
        )

    def cholesky(self):
        n = tf.shape(self.X)[0]
        K = self.kernel(self.X, self.X) + tf.nn.softplus(self._noise) * tf.eye(n, dtype=tf.float64)
        return tf.linalg.cholesky(K)

    def negative_log_likelihood(self):
        L = self.cholesky()
        alpha = tf.linalg.cholesky_solve(L, self.Y)
        quad = 0.5 * tf.reduce_sum(self.Y * alpha)
        logdet = tf.reduce_sum(tf.math.log(tf.linalg.diag_part(L)))
        return quad + logdet + 0.5 * tf.cast(tf.size(self.Y), tf.float64) * np.log(2 * np.pi)

    def predict(self, Xs):
        L = self.cholesky()
        Ks = self.kernel(self.X, Xs)
        mean = tf.matmul(Ks, tf.linalg.cholesky_solve(L, self.Y), transpose_a=True)
        v = tf.linalg.triangular_solve(L, Ks, lower=True)
        var = tf.linalg.diag_part(self.kernel(Xs, Xs)) - tf.reduce_sum(v**2, axis=0)
        return mean[:, 0], var


gp = GP(X, Y)
optimizer = tf.optimizers.Adam(learning_rate=0.1)
for i in range(6):
    with tf.GradientTape() as tape:
        nll = gp.negative_log_likelihood()
    grads = tape.gradient(nll, gp.trainable_variables)
    optimizer.apply_gradients(zip(grads, gp.trainable_variables))
    tf.print("nll", tf.round(nll * 1e6) / 1e6, output_stream="file://nll.txt")
    print(i, "%.8f" % nll.numpy())
mean, var = gp.predict(tf.constant([[0.0], [1.5]], dtype=tf.float64))
print(mean.numpy(), var.numpy())
