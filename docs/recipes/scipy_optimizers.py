# %% [markdown]
# # Optimizers of SciPy
#
# `scipy.optimize.minimize` takes the value and the gradient from one function. The numbers go to and fro as NumPy arrays,
# in float64.

# %%
import numpy as np
from scipy.optimize import minimize

import gradtape as tf


def himmelblau(p):
    x, y = tf.unstack(p)
    return (x**2 + y - 11.0) ** 2 + (x + y**2 - 7.0) ** 2


def value_and_gradient(p):
    p = tf.constant(p)
    with tf.GradientTape() as tape:
        tape.watch(p)
        value = himmelblau(p)
    return value.numpy(), tape.gradient(value, p).numpy()


def hessian(p):
    p = tf.constant(p)
    with tf.GradientTape() as outer:
        outer.watch(p)
        with tf.GradientTape() as inner:
            inner.watch(p)
            value = himmelblau(p)
        gradient = inner.gradient(value, p)
    return outer.jacobian(gradient, p).numpy()


# %%
paths = {}
for method, more in {"L-BFGS-B": {}, "CG": {}, "Newton-CG": {"hess": hessian}}.items():
    path = [np.array([-0.5, 0.5])]
    found = minimize(
        value_and_gradient,
        path[0],
        jac=True,
        method=method,
        callback=lambda p, path=path: path.append(p.copy()),
        **more,
    )
    paths[method] = np.array(path)
    print(f"{method:9} value {abs(found.fun):.4f} after {found.nit:2} iterations")
    assert found.fun < 1e-6

# %%
axes = tf.plots.contours(
    lambda x, y: tf.math.log1p((x**2 + y - 11.0) ** 2 + (x + y**2 - 7.0) ** 2),
    x=(-5.0, 5.0),
    y=(-5.0, 5.0),
)
for method, path in paths.items():
    axes.plot(*path.T, ".-", label=method)
axes.set_xlim(-5.0, 5.0)
axes.set_ylim(-5.0, 5.0)
axes.legend()
