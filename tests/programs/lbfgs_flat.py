"""L-BFGS over the weights of a Keras model: indices stitched and partitioned, as in a popular gist."""

import numpy
import tensorflow as tf


def function_factory(model, loss, train_x, train_y):
    shapes = tf.shape_n(model.trainable_variables)
    n_tensors = len(shapes)
    count = 0
    idx = []
    part = []
    for i, shape in enumerate(shapes):
        n = numpy.prod(shape)
        idx.append(tf.reshape(tf.range(count, count + n, dtype=tf.int32), shape))
        part.extend([i] * n)
        count += n
    part = tf.constant(part)

    @tf.function
    def assign_new_model_parameters(params_1d):
        params = tf.dynamic_partition(params_1d, part, n_tensors)
        for i, (shape, param) in enumerate(zip(shapes, params)):
            model.trainable_variables[i].assign(tf.reshape(param, shape))

    @tf.function
    def f(params_1d):
        with tf.GradientTape() as tape:
            assign_new_model_parameters(params_1d)
            loss_value = loss(model(train_x, training=True), train_y)
        grads = tape.gradient(loss_value, model.trainable_variables)
        grads = tf.dynamic_stitch(idx, grads)
        f.iter.assign_add(1)
        tf.py_function(f.history.append, inp=[loss_value], Tout=[])
        return loss_value, grads

    f.iter = tf.Variable(0)
    f.idx = idx
    f.part = part
    f.shapes = shapes
    f.assign_new_model_parameters = assign_new_model_parameters
    f.history = []
    return f


def lbfgs(func, x, steps=8, memory=5):
    s_list, y_list = [], []
    value, grad = func(x)
    for _ in range(steps):
        q = grad
        alphas = []
        for s, y in zip(reversed(s_list), reversed(y_list)):
            alpha = tf.tensordot(s, q, 1) / tf.tensordot(y, s, 1)
            alphas.append(alpha)
            q -= alpha * y
        if s_list:
            q *= tf.tensordot(s_list[-1], y_list[-1], 1) / tf.tensordot(y_list[-1], y_list[-1], 1)
        for (s, y), alpha in zip(zip(s_list, y_list), reversed(alphas)):
            q += s * (alpha - tf.tensordot(y, q, 1) / tf.tensordot(y, s, 1))
        step = 1.0
        while True:
            new_value, new_grad = func(x - step * q)
            if new_value <= value - 1e-4 * step * tf.tensordot(q, grad, 1) or step < 1e-4:
                break
            step *= 0.5
        s_list, y_list = (s_list + [-step * q])[-memory:], (y_list + [new_grad - grad])[-memory:]
        x, value, grad = x - step * q, new_value, new_grad
        tf.print("Iter:", func.iter, "loss", tf.round(value * 1e5) / 1e5)
    return x


tf.keras.backend.set_floatx("float64")
x_1d = numpy.linspace(-1.0, 1.0, 5)
x1, x2 = numpy.meshgrid(x_1d, x_1d)
inps = numpy.stack((x1.flatten(), x2.flatten()), 1)
outs = numpy.reshape(inps[:, 0] ** 2 + inps[:, 1] ** 2, (x_1d.size**2, 1))

pred_model = tf.keras.Sequential(
    [
        tf.keras.Input(shape=[2]),
        tf.keras.layers.Dense(6, "tanh"),
        tf.keras.layers.Dense(6, "tanh"),
        tf.keras.layers.Dense(1, None),
    ]
)
rng = numpy.random.default_rng(0)
for var in pred_model.trainable_variables:
    var.assign(rng.normal(scale=0.5, size=var.shape))
loss_fun = tf.keras.losses.MeanSquaredError()
func = function_factory(pred_model, loss_fun, inps, outs)
init_params = tf.dynamic_stitch(func.idx, pred_model.trainable_variables)
final = lbfgs(func, init_params)
func.assign_new_model_parameters(final)
print("calls", func.iter.numpy(), [round(float(v), 5) for v in func.history[:4]])
print("%.6f" % loss_fun(pred_model(inps), outs), init_params.dtype)
