"""Deep Ritz and a hard constraint: variational problem by quadrature, laplacians two ways, SELU nets."""
# keras: 2

import time

import numpy as np
import tensorflow as tf

DTYPE = "float32"
tf.keras.backend.set_floatx(DTYPE)
np.random.seed(1234)
pi = tf.constant(np.pi, dtype=DTYPE)


def fun_u_exact(x):
    return tf.sin(pi * x[:, 0:1]) * tf.sin(pi * x[:, 1:2])


def fun_f(x):
    return 2.0 * pi**2 * fun_u_exact(x)


class RitzNet(tf.keras.Model):
    def __init__(
        self,
        lb,
        ub,
        output_dim=1,
        num_hidden_layers=2,
        num_neurons_per_layer=8,
        activation="tanh",
        **kwargs,
    ):
        super().__init__(**kwargs)
        self.num_hidden_layers = num_hidden_layers
        self.lb, self.ub = lb, ub
        self.scale = tf.keras.layers.Lambda(lambda x: 2.0 * (x - lb) / (ub - lb) - 1.0)
        self.hidden = [
            tf.keras.layers.Dense(
                num_neurons_per_layer,
                activation=tf.keras.activations.get(activation),
                kernel_initializer="glorot_normal",
            )
            for _ in range(self.num_hidden_layers)
        ]
        self.out = tf.keras.layers.Dense(output_dim)

    def call(self, X):
        Z = self.scale(X)
        for i in range(self.num_hidden_layers):
            Z = self.hidden[i](Z)
        boundary = X[:, 0:1] * (1 - X[:, 0:1]) * X[:, 1:2] * (1.0 - X[:, 1:2])
        return self.out(Z) * boundary


def energy(model, x, w):
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(x)
        u = model(x)
    du = tape.gradient(u, x)
    density = 0.5 * tf.reduce_sum(du**2, axis=1, keepdims=True) - fun_f(x) * u
    return tf.reduce_sum(w * density)


def residual(model, X):
    x, y = tf.split(X, 2, axis=1)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        tape.watch(y)
        u = model(tf.stack([x[:, 0], y[:, 0]], axis=1))
        u_x = tape.gradient(u, x)
        u_y = tape.gradient(u, y)
    laplacian = tape.gradient(u_x, x) + tape.gradient(u_y, y)
    del tape
    return laplacian + fun_f(X)


def laplacian_by_hessian(model, X):
    with tf.GradientTape() as t2:
        t2.watch(X)
        with tf.GradientTape() as t1:
            t1.watch(X)
            u = model(X)
        g = t1.gradient(u, X)
    return tf.linalg.trace(t2.batch_jacobian(g, X))[:, None]


class Solver:
    def __init__(self, model, points, weights):
        self.model, self.x, self.w = model, points, weights
        self.hist = []
        self.iter = 0

    def get_grad(self, loss_fn):
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(self.model.trainable_variables)
            loss = loss_fn()
        g = tape.gradient(loss, self.model.trainable_variables)
        del tape
        return loss, g

    def solve_with_TFoptimizer(self, optimizer, loss_fn, N=10):
        @tf.function
        def train_step():
            loss, grad_theta = self.get_grad(loss_fn)
            optimizer.apply_gradients(zip(grad_theta, self.model.trainable_variables))
            return loss

        for i in range(N):
            loss = train_step()
            self.current_loss = loss.numpy()
            self.callback()

    def callback(self, xr=None):
        if self.iter % 3 == 0:
            print("It {:05d}: loss = {:10.6e}".format(self.iter, self.current_loss))
        self.hist.append(self.current_loss)
        self.iter += 1


nodes, gauss = np.polynomial.legendre.leggauss(6)
gx, gy = np.meshgrid((nodes + 1) / 2, (nodes + 1) / 2)
X = tf.constant(np.hstack([gx.flatten()[:, None], gy.flatten()[:, None]]), dtype=DTYPE)
W = tf.cast(np.outer(gauss, gauss).reshape(-1, 1) / 4, DTYPE)
model = RitzNet(tf.constant([0.0, 0.0]), tf.constant([1.0, 1.0]))
model.build(input_shape=(None, 2))
model.set_weights([np.random.normal(0, 0.6, w.shape) for w in model.get_weights()])
lr = tf.keras.optimizers.schedules.PiecewiseConstantDecay([5, 8], [1e-2, 5e-3, 5e-4])
solver = Solver(model, X, W)
t0 = time.time()
solver.solve_with_TFoptimizer(
    tf.keras.optimizers.Adam(learning_rate=lr), lambda: energy(model, X, W), N=7
)
print("Computation time is positive: {}".format(time.time() - t0 > 0))
solver.solve_with_TFoptimizer(
    tf.keras.optimizers.Adamax(1e-3), lambda: tf.reduce_mean(tf.square(residual(model, X))), N=6
)
error = tf.norm(model(X) - fun_u_exact(X)) / tf.norm(fun_u_exact(X))
print("relative error %.5f" % error)
gap = tf.reduce_max(tf.abs(laplacian_by_hessian(model, X) + fun_f(X) - residual(model, X)))
tf.debugging.assert_less(gap, 1e-3)
print(model.count_params(), [w.name.split("/")[-1].split(":")[0] for w in model.weights[:2]])
