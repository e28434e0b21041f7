"""Neural ODE: a spiral learnt by integrating a network, by discretizing and by the adjoint."""

import argparse

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser("ODE demo")
parser.add_argument("--data_size", type=int, default=20)
parser.add_argument("--niters", type=int, default=4)
parser.add_argument("--adjoint", action="store_true")
args = parser.parse_args()

true_A = tf.constant([[-0.1, 2.0], [-2.0, -0.1]])
true_y0 = tf.constant([[2.0, 0.0]])
times = np.linspace(0.0, 2.0, args.data_size).astype("float32")


def rk4_step(func, t, dt, y):
    k1 = func(t, y)
    k2 = func(t + dt / 2, y + dt * k1 / 2)
    k3 = func(t + dt / 2, y + dt * k2 / 2)
    k4 = func(t + dt, y + dt * k3)
    return y + (k1 + 2 * k2 + 2 * k3 + k4) * dt / 6


def odeint(func, y0, ts):
    ys = [y0]
    for t0, t1 in zip(ts[:-1], ts[1:]):
        ys.append(rk4_step(func, t0, t1 - t0, ys[-1]))
    return tf.stack(ys)


class ODEFunc(tf.Module):
    def __init__(self, name=None):
        super().__init__(name=name)
        rng = np.random.RandomState(3)
        self.w1 = tf.Variable(rng.normal(scale=0.1, size=(2, 12)), dtype=tf.float32)
        self.b1 = tf.Variable(tf.zeros(12))
        self.w2 = tf.Variable(rng.normal(scale=0.1, size=(12, 2)), dtype=tf.float32)
        self.b2 = tf.Variable(tf.zeros(2))

    @property
    def params(self):
        return [self.w1, self.b1, self.w2, self.b2]

    def __call__(self, t, y):
        return dynamics(self.params, y)


def dynamics(params, y):
    w1, b1, w2, b2 = params
    return tf.tanh(y**3 @ w1 + b1) @ w2 + b2


func = ODEFunc()


@tf.custom_gradient
def odeint_adjoint(y0, *params):
    """The states along the way; their gradient by integrating the adjoint state backwards."""
    ys = odeint(lambda t, y: dynamics(params, y), y0, times)

    def augmented(t, state):
        y, a = state[:, :2], state[:, 2:4]
        with tf.GradientTape() as tape:
            inputs = [y] + list(params)
            tape.watch(inputs)
            f = dynamics(params, y)
        vjps = tape.gradient(f, inputs, output_gradients=-a)
        flat = tf.concat([tf.reshape(g, [1, -1]) for g in vjps[1:]], axis=1)
        return tf.concat([f, vjps[0], flat], axis=1)

    def grad(dys):
        sizes = [int(tf.size(p)) for p in params]
        a, flat = tf.zeros_like(y0), tf.zeros([1, sum(sizes)])
        for i in range(len(times) - 1, 0, -1):
            a += dys[i]
            state = tf.concat([ys[i], a, flat], axis=1)
            state = rk4_step(augmented, times[i], times[i - 1] - times[i], state)
            a, flat = state[:, 2:4], state[:, 4:]
        parts = tf.split(flat[0], sizes)
        return [a + dys[0]] + [tf.reshape(part, p.shape) for part, p in zip(parts, params)]

    return ys, grad


true_y = odeint(lambda t, y: (y**3) @ true_A, true_y0, times)
optimizer = tf.keras.optimizers.RMSprop(1e-2)
for itr in range(1, args.niters + 1):
    with tf.GradientTape() as tape:
        pred_y = odeint(func, true_y0, times)
        loss = tf.reduce_mean(tf.abs(pred_y - true_y))
    grads = tape.gradient(loss, func.params)
    values = [v.read_value() for v in func.params]
    with tf.GradientTape() as tape:
        tape.watch(values)
        by_adjoint = tf.reduce_mean(tf.abs(odeint_adjoint(true_y0, *values) - true_y))
    adjoints = tape.gradient(by_adjoint, values)
    norms = [tf.linalg.global_norm(g) for g in (grads, adjoints)]
    optimizer.apply_gradients(zip(adjoints if args.adjoint else grads, func.params))
    print("Iter {:04d} | Total Loss {:.6f} | norms {:.5f} {:.5f}".format(itr, loss.numpy(), *norms))
