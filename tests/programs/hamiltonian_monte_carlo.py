"""Hamiltonian Monte Carlo with plain tape."""

import numpy as np
import tensorflow as tf

tfm = tf.math
dtype = tf.float64
rng = np.random.RandomState(3)
X = tf.constant(np.c_[np.ones(30), rng.randn(30, 2)], dtype)
y = tf.constant((rng.rand(30) > 0.4).astype(np.float64))


def log_joint(beta):
    logits = tf.linalg.matvec(X, beta)
    ll = tf.reduce_sum(y * tfm.log_sigmoid(logits) + (1 - y) * tfm.log_sigmoid(-logits))
    return (
        ll
        - 0.5 * tf.reduce_sum(beta**2)
        - tf.cast(tf.size(beta), dtype) * 0.5 * tfm.log(tf.constant(2 * np.pi, dtype))
    )


@tf.function(autograph=False)
def value_and_grad(q):
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(q)
        v = log_joint(q)
    return v, tape.gradient(v, q)


@tf.function
def leapfrog(q, p, step, n):
    _, g = value_and_grad(q)
    p += 0.5 * step * g
    for i in tf.range(n):
        q += step * p
        _, g = value_and_grad(q)
        if i < n - 1:
            p += step * g
    p += 0.5 * step * g
    return q, -p


q = tf.zeros([3], dtype)
accepted = tf.Variable(0, dtype=tf.int32, trainable=False)
chain = []
for it in range(12):
    p0 = tf.constant(rng.randn(3))
    q1, p1 = leapfrog(q, p0, tf.constant(0.1, dtype), tf.constant(8))
    h0 = -log_joint(q) + 0.5 * tf.reduce_sum(p0**2)
    h1 = -log_joint(q1) + 0.5 * tf.reduce_sum(tf.square(p1))
    if tfm.log(tf.constant(rng.rand(), dtype)) < h0 - h1:
        q = q1
        accepted.assign_add(1)
    chain.append(q)
    print(it, "%.6f %.6f" % (h0, h1))
samples = tf.stack(chain)
print(np.round(tf.reduce_mean(samples, 0).numpy(), 5), int(accepted))
cov = (
    tf.matmul(
        samples - tf.reduce_mean(samples, 0),
        samples - tf.reduce_mean(samples, axis=0),
        transpose_a=True,
    )
    / 11
)
print(
    np.round(tf.linalg.cholesky(cov + 1e-6 * tf.eye(3, dtype=dtype)).numpy()[2], 4),
    "%.5f" % tf.linalg.logdet(cov + tf.eye(3, dtype=dtype)),
)
with tf.GradientTape() as outer:
    outer.watch(q)
    with tf.GradientTape() as inner:
        inner.watch(q)
        l = log_joint(q)
    g = inner.gradient(l, q)
H = outer.jacobian(g, q, experimental_use_pfor=True)
w, v = tf.linalg.eigh(-H)
print(np.round(w, 4))
