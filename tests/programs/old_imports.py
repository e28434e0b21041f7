"""A program of 2019: compat modules, private paths, devices, logging; optimization by hand."""

from __future__ import absolute_import, division, print_function, unicode_literals

import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow.compat.v2 as tf
from tensorflow.python.eager import backprop
from tensorflow.python.framework import constant_op, dtypes, ops, tensor_shape
from tensorflow.python.ops import array_ops, gradients_impl, math_ops, nn_ops, variables
from tensorflow.python.util import nest

tf.enable_v2_behavior()
tf.get_logger().setLevel("ERROR")
assert tf.executing_eagerly()
assert tf.version.VERSION.split(".")[0] == "2"
gpus = tf.config.experimental.list_physical_devices("GPU")
if gpus:
    for gpu in gpus:
        tf.config.experimental.set_memory_growth(gpu, True)
device = "/gpu:0" if tf.test.is_gpu_available() else "/cpu:0"
print("gpus", len(gpus), "cuda", bool(tf.test.gpu_device_name()))

with tf.name_scope("training"), tf.device(device):
    w = variables.Variable(np.linspace(-1, 1, 6).reshape(3, 2), dtype=dtypes.float32, name="w")
print(w.name, tensor_shape.TensorShape([3, 2]).is_compatible_with(w.shape))
x = constant_op.constant(np.arange(12).reshape(4, 3) / 10.0, dtype=dtypes.float32)
target = array_ops.reshape(math_ops.range(8, dtype=dtypes.float32), [4, 2]) / 8.0
m, v = array_ops.zeros_like(w), array_ops.zeros_like(w)
for step in range(1, 6):
    with backprop.GradientTape() as tape:
        prediction = nn_ops.relu(math_ops.matmul(x, w)) + 0.1 * math_ops.sigmoid(
            math_ops.matmul(x, w)
        )
        loss = math_ops.reduce_mean(math_ops.square(prediction - target))
    (grad,) = tape.gradient(loss, [w])
    m, v = nest.map_structure(lambda old, new: 0.9 * old + 0.1 * new, [m, v], [grad, grad * grad])
    w.assign_sub(0.05 * m / (math_ops.sqrt(v) + 1e-8))
    print("step", step, "loss", "%.6f" % loss.numpy())
with tf.control_dependencies([tf.no_op()]):
    print("norm %.6f" % tf.linalg.global_norm([w]))
