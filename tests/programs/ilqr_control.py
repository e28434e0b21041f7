"""Trajectory optimization: iLQR with jacobians and Hessians of the dynamics, in float64."""

import numpy as np
import tensorflow as tf

DT, N = 0.1, 12
x0 = tf.constant([np.pi * 0.8, 0.0], dtype=tf.float64)
goal = tf.zeros(2, dtype=tf.float64)
Q = tf.linalg.diag(tf.constant([1.0, 0.1], tf.float64))
R = tf.constant([[0.05]], tf.float64)


@tf.function
def dynamics(x, u):
    theta, omega = tf.unstack(x, axis=-1)
    torque = u[..., 0]
    omega = omega + DT * (9.8 * tf.sin(theta) + 4.0 * torque - 0.1 * omega)
    theta = theta + DT * omega
    return tf.stack([theta, omega], axis=-1)


def cost(x, u):
    dx = x - goal
    return tf.einsum("...i,ij,...j->...", dx, Q, dx) + tf.einsum("...i,ij,...j->...", u, R, u)


def rollout(u):
    xs = tf.TensorArray(tf.float64, size=N + 1, clear_after_read=False)
    xs = xs.write(0, x0)
    for t in tf.range(N):
        xs = xs.write(t + 1, dynamics(xs.read(t), u[t]))
    return xs.stack()


def linearize(xs, us):
    with tf.GradientTape(persistent=True) as tape:
        tape.watch([xs, us])
        nxt = dynamics(xs, us)
    return tape.batch_jacobian(nxt, xs), tape.batch_jacobian(nxt, us)


def quadratize(xs, us):
    with tf.GradientTape(persistent=True) as outer:
        outer.watch([xs, us])
        with tf.GradientTape() as inner:
            inner.watch([xs, us])
            c = cost(xs, us)
        lx, lu = inner.gradient(c, [xs, us])
    lxx = outer.batch_jacobian(lx, xs)
    luu = outer.batch_jacobian(lu, us)
    return lx, lu, lxx, luu


def backward_pass(xs, us):
    A, B = linearize(xs[:-1], us)
    lx, lu, lxx, luu = quadratize(xs[:-1], us)
    Vx, Vxx = 2.0 * tf.linalg.matvec(10.0 * Q, xs[-1] - goal), 20.0 * Q
    ks, Ks = [None] * N, [None] * N
    for t in reversed(range(N)):
        At, Bt = A[t], B[t]
        Qx = lx[t] + tf.linalg.matvec(At, Vx, transpose_a=True)
        Qu = lu[t] + tf.linalg.matvec(Bt, Vx, transpose_a=True)
        Qxx = lxx[t] + tf.matmul(At, Vxx @ At, transpose_a=True)
        Quu = luu[t] + tf.matmul(Bt, Vxx @ Bt, adjoint_a=True)
        Qux = tf.transpose(Bt) @ Vxx @ At
        chol = tf.linalg.cholesky(Quu + 1e-6 * tf.eye(1, dtype=tf.float64))
        ks[t] = -tf.linalg.cholesky_solve(chol, Qu[:, None])[:, 0]
        Ks[t] = -tf.linalg.cholesky_solve(chol, Qux)
        Vx = Qx + tf.squeeze(tf.transpose(Qux) @ ks[t][:, None], -1)
        Vxx = Qxx + tf.transpose(Qux) @ Ks[t]
    return tf.stack(ks), tf.stack(Ks)


def total(xs, us):
    final = xs[-1] - goal
    return tf.reduce_sum(cost(xs[:-1], us)) + 10.0 * tf.tensordot(
        final, tf.linalg.matvec(Q, final), 1
    )


us = tf.zeros([N, 1], tf.float64)
xs = rollout(us)
print("start %.6f" % total(xs, us))
for iteration in range(6):
    ks, Ks = backward_pass(xs, us)
    for alpha in 0.5 ** np.arange(6):
        x, new_u = x0, []
        for t in range(N):
            u = us[t] + alpha * ks[t] + tf.linalg.matvec(Ks[t], x - xs[t])
            new_u.append(u)
            x = dynamics(x, u)
        candidate = tf.stack(new_u)
        new_x = rollout(candidate)
        if total(new_x, candidate) < total(xs, us):
            xs, us = new_x, candidate
            break
    print("iter %d alpha %.4f cost %.6f" % (iteration, alpha, total(xs, us)))
print(us[:4, 0].numpy().round(5).tolist(), xs[-1].numpy().round(5).tolist())
