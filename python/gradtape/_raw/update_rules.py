"""What TensorFlow's training operations do to a variable and what they keep beside it.

A rule takes the values (the variable's first) and returns the new ones by the names of its
parameters. The formulas are those of the documentation of `tf.raw_ops.ResourceApply...`; the
optimizers of `keras` do not use them (`src/optimizer`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from .. import _core

T: TypeAlias = Any  # a tensor of the variable's dtype
New: TypeAlias = dict[str, Any]

_sqrt, _abs, _sign, _pow = _core.sqrt, _core.abs, _core.sign, _core.pow


def gradient_descent(var: T, alpha: T, delta: T) -> New:
    """A step down the gradient."""
    return {"var": var - alpha * delta}


def momentum(var: T, accum: T, lr: T, grad: T, momentum: T, use_nesterov: bool = False) -> New:
    """Steps along the sum of decaying gradients."""
    accum = accum * momentum + grad
    step = grad + accum * momentum if use_nesterov else accum
    return {"accum": accum, "var": var - lr * step}


def keras_momentum(
    var: T, accum: T, lr: T, grad: T, momentum: T, use_nesterov: bool = False
) -> New:
    """The same with the learning rate inside of what is kept."""
    accum = accum * momentum - lr * grad
    return {"accum": accum, "var": var + (accum * momentum - lr * grad if use_nesterov else accum)}


def adam(
    var: T, m: T, v: T, beta1_power: T, beta2_power: T, lr: T, beta1: T, beta2: T, epsilon: T,
    grad: T, use_nesterov: bool = False,
) -> New:  # fmt: skip
    """Moments of the gradient, corrected for their beginning at zero."""
    m, v = m + (grad - m) * (1 - beta1), v + (grad * grad - v) * (1 - beta2)
    rate = lr * _sqrt(1 - beta2_power) / (1 - beta1_power)
    ahead = grad * (1 - beta1) + beta1 * m if use_nesterov else m
    return {"m": m, "v": v, "var": var - rate * ahead / (_sqrt(v) + epsilon)}


def adam_with_amsgrad(
    var: T, m: T, v: T, vhat: T, beta1_power: T, beta2_power: T, lr: T, beta1: T, beta2: T,
    epsilon: T, grad: T,
) -> New:  # fmt: skip
    """Adam with the largest second moment so far."""
    m, v = m + (grad - m) * (1 - beta1), v + (grad * grad - v) * (1 - beta2)
    vhat = _core.maximum(vhat, v)
    rate = lr * _sqrt(1 - beta2_power) / (1 - beta1_power)
    return {"m": m, "v": v, "vhat": vhat, "var": var - rate * m / (_sqrt(vhat) + epsilon)}


def adamax(
    var: T, m: T, v: T, beta1_power: T, lr: T, beta1: T, beta2: T, epsilon: T, grad: T
) -> New:
    """Adam with a decaying maximum in place of the second moment."""
    m, v = m + (grad - m) * (1 - beta1), _core.maximum(beta2 * v, _abs(grad))
    return {"m": m, "v": v, "var": var - lr / (1 - beta1_power) * m / (v + epsilon)}


def adagrad(var: T, accum: T, lr: T, grad: T, update_slots: bool = True) -> New:
    """Steps divided by the root of the sum of squares."""
    accum = accum + grad * grad if update_slots else accum
    return {"accum": accum, "var": var - lr * grad / _sqrt(accum)}


def adagrad_v2(var: T, accum: T, lr: T, epsilon: T, grad: T, update_slots: bool = True) -> New:
    """The same with a small number beside the root."""
    accum = accum + grad * grad if update_slots else accum
    return {"accum": accum, "var": var - lr * grad / (_sqrt(accum) + epsilon)}


def adagrad_da(
    var: T, gradient_accumulator: T, gradient_squared_accumulator: T, grad: T, lr: T, l1: T, l2: T,
    global_step: T,
) -> New:  # fmt: skip
    """Adagrad of sums over all steps, with penalties."""
    total, squares = gradient_accumulator + grad, gradient_squared_accumulator + grad * grad
    steps = _core.cast(global_step, total.dtype)
    cut = _sign(total) * _core.maximum(_abs(total) - l1 * steps, 0)
    return {
        "gradient_accumulator": total,
        "gradient_squared_accumulator": squares,
        "var": -lr * cut / (l2 * steps * lr + _sqrt(squares)),
    }


def adadelta(var: T, accum: T, accum_update: T, lr: T, rho: T, epsilon: T, grad: T) -> New:
    """Steps scaled by the ratio of the sizes of steps and gradients so far."""
    accum = rho * accum + (1 - rho) * grad * grad
    step = _sqrt(accum_update + epsilon) / _sqrt(accum + epsilon) * grad
    return {
        "accum": accum,
        "accum_update": rho * accum_update + (1 - rho) * step * step,
        "var": var - lr * step,
    }


def rmsprop(var: T, ms: T, mom: T, lr: T, rho: T, momentum: T, epsilon: T, grad: T) -> New:
    """Steps divided by the root of the decaying mean of squares."""
    ms = ms + (grad * grad - ms) * (1 - rho)
    mom = momentum * mom + lr * grad / _sqrt(ms + epsilon)
    return {"ms": ms, "mom": mom, "var": var - mom}


def centered_rmsprop(
    var: T, mg: T, ms: T, mom: T, lr: T, rho: T, momentum: T, epsilon: T, grad: T
) -> New:
    """The same with the variance in place of the mean of squares."""
    ms, mg = ms + (grad * grad - ms) * (1 - rho), mg + (grad - mg) * (1 - rho)
    mom = momentum * mom + lr * grad / _sqrt(ms - mg * mg + epsilon)
    return {"mg": mg, "ms": ms, "mom": mom, "var": var - mom}


def ftrl(
    var: T, accum: T, linear: T, grad: T, lr: T, l1: T, l2: T, lr_power: T,
    multiply_linear_by_lr: bool = False,
) -> New:  # fmt: skip
    """Follow the regularized leader."""
    return ftrl_v2(
        var, accum, linear, grad, lr, l1, l2, _core.zeros_like(l2), lr_power, multiply_linear_by_lr
    )


def ftrl_v2(
    var: T, accum: T, linear: T, grad: T, lr: T, l1: T, l2: T, l2_shrinkage: T, lr_power: T,
    multiply_linear_by_lr: bool = False,
) -> New:  # fmt: skip
    """The same with a penalty that shrinks what the gradient adds."""
    rate, scale = (1.0, lr) if multiply_linear_by_lr else (lr, 1.0)
    total = accum + grad * grad
    before, after = _pow(accum, -lr_power), _pow(total, -lr_power)
    linear = linear + scale * (grad + 2 * l2_shrinkage * var) - (after - before) / rate * var
    bound = scale * l1
    size = after / rate + 2 * scale * l2
    cut = _core.clip_by_value(linear, -bound, bound) - linear
    return {"accum": total, "linear": linear, "var": cut / size}


def proximal_gradient_descent(var: T, alpha: T, l1: T, l2: T, delta: T) -> New:
    """A step down the gradient, then one towards zero."""
    return {"var": _shrunk(var - alpha * delta, alpha, l1, l2)}


def proximal_adagrad(var: T, accum: T, lr: T, l1: T, l2: T, grad: T) -> New:
    """The same with Adagrad's steps."""
    accum = accum + grad * grad
    rate = lr / _sqrt(accum)
    return {"accum": accum, "var": _shrunk(var - rate * grad, rate, l1, l2)}


def _shrunk(moved: T, rate: T, l1: T, l2: T) -> T:
    return _sign(moved) * _core.maximum(_abs(moved) - rate * l1, 0) / (1 + l2 * rate)


def add_sign(var: T, m: T, lr: T, alpha: T, sign_decay: T, beta: T, grad: T) -> New:
    """Longer steps where gradient and mean agree in sign."""
    m = m * beta + grad * (1 - beta)
    return {"m": m, "var": var - lr * (alpha + sign_decay * _sign(grad) * _sign(m)) * grad}


def power_sign(var: T, m: T, lr: T, logbase: T, sign_decay: T, beta: T, grad: T) -> New:
    """The same by a power."""
    m = m * beta + grad * (1 - beta)
    return {
        "m": m,
        "var": var - lr * _core.exp(logbase * sign_decay * _sign(grad) * _sign(m)) * grad,
    }


DENSE: Mapping[str, Callable[..., New]] = {
    "AdaMax": adamax,
    "Adadelta": adadelta,
    "Adagrad": adagrad,
    "AdagradDA": adagrad_da,
    "AdagradV2": adagrad_v2,
    "Adam": adam,
    "AdamWithAmsgrad": adam_with_amsgrad,
    "AddSign": add_sign,
    "CenteredRMSProp": centered_rmsprop,
    "Ftrl": ftrl,
    "FtrlV2": ftrl_v2,
    "GradientDescent": gradient_descent,
    "KerasMomentum": keras_momentum,
    "Momentum": momentum,
    "PowerSign": power_sign,
    "ProximalAdagrad": proximal_adagrad,
    "ProximalGradientDescent": proximal_gradient_descent,
    "RMSProp": rmsprop,
}
# Those of which there is one for rows alone.
SPARSE = DENSE.keys() - {
    *("AdaMax", "Adam", "AdamWithAmsgrad", "AddSign", "GradientDescent", "PowerSign")
}
