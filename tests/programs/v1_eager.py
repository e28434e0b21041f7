"""A program of 2018: TensorFlow 1 with eager execution, its optimizers, losses and schedules."""

from __future__ import absolute_import, division, print_function

import numpy as np
import tensorflow.compat.v1 as tf

tf.enable_eager_execution()
tf.set_random_seed(42)
tf.logging.set_verbosity(tf.logging.ERROR)
print("Eager execution: {}".format(tf.executing_eagerly()))

rng = np.random.RandomState(6)
features = rng.normal(size=[40, 4]).astype(np.float32)
labels = (features @ np.array([1.0, -2.0, 0.5, 0.0]) > 0).astype(np.int32)


def parse(x, y):
    return {"x": tf.cast(x, tf.float32)}, y


dataset = tf.data.Dataset.from_tensor_slices((features, labels)).map(parse).batch(10)


class Model(object):
    def __init__(self):
        self.w = tf.Variable(tf.ones([4, 3]) * 0.1, name="w")
        self.b = tf.Variable(tf.zeros_initializer()(shape=[3]))
        self.out = tf.Variable(tf.constant(rng.normal(size=[3, 2]), dtype=tf.float32))
        self.variables = [self.w, self.b, self.out]

    def __call__(self, x):
        hidden = tf.nn.relu(tf.nn.xw_plus_b(x, self.w, self.b))
        return tf.matmul(hidden, self.out)


model = Model()
global_step = tf.train.get_or_create_global_step()
learning_rate = tf.train.exponential_decay(
    0.1, global_step, decay_steps=4, decay_rate=0.5, staircase=True
)
optimizer = tf.train.AdamOptimizer(learning_rate=learning_rate)


def loss(model, x, y):
    logits = model(x)
    value = tf.losses.sparse_softmax_cross_entropy(labels=y, logits=logits)
    return value + 1e-3 * tf.add_n([tf.nn.l2_loss(v) for v in model.variables])


def grad(model, inputs, targets):
    with tf.GradientTape() as tape:
        loss_value = loss(model, inputs, targets)
    return loss_value, tape.gradient(loss_value, model.variables)


for epoch in range(3):
    for batch, (x, y) in enumerate(dataset):
        loss_value, grads = grad(model, x["x"], y)
        optimizer.apply_gradients(zip(grads, model.variables), global_step=global_step)
    rate = learning_rate() if callable(learning_rate) else learning_rate
    print(
        "Step: {}, Loss: {:.5f} rate {:.4f}".format(
            global_step.numpy(), loss_value.numpy(), float(rate)
        )
    )

logits = model(tf.convert_to_tensor(features))
correct = tf.to_float(tf.equal(tf.argmax(logits, 1, output_type=tf.int32), labels))
print("accuracy %.4f" % tf.reduce_mean(correct, reduction_indices=0, keep_dims=False).numpy())
x = tf.ones([2, 2])
print(
    tf.div(x, 4.0).numpy().tolist(),
    tf.log(x).numpy().sum(),
    tf.squared_difference(x, 3.0)[0, 0].numpy(),
)
momentum = tf.train.MomentumOptimizer(0.01, momentum=0.9, use_nesterov=True)
v = tf.Variable(2.0)
for _ in range(3):
    momentum.minimize(lambda: (v - 1.0) ** 2, var_list=[v])
print("momentum %.6f" % v.numpy())
with tf.variable_scope("scope", reuse=tf.AUTO_REUSE):
    pass
