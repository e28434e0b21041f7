"""compat.v2 and compat.v1 side by side: modules, version 1 losses and optimizers."""
# keras: 2

from __future__ import absolute_import, division, print_function, unicode_literals
import numpy as np
import tensorflow.compat.v2 as tf
import tensorflow.compat.v1 as tf1

tf1.logging.set_verbosity(tf1.logging.ERROR)
tf.enable_v2_behavior()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
print(
    tf.executing_eagerly(),
    len(gpus),
    tf.test.is_built_with_cuda() in (True, False),
    tf.__version__ >= "2.0",
)


class Linear(tf.Module):
    def __init__(self, n_in, n_out, name=None):
        super(Linear, self).__init__(name=name)
        with self.name_scope:
            self.w = tf.Variable(
                tf.reshape(tf.range(n_in * n_out, dtype=tf.float32), [n_in, n_out]) / 10.0, name="w"
            )
            self.b = tf.Variable(tf.zeros([n_out]), name="b", trainable=True, dtype=tf.float32)

    @tf.Module.with_name_scope
    def __call__(self, x):
        return tf1.nn.xw_plus_b(x, self.w, self.b)


class MLP(tf.Module):
    def __init__(self, sizes, name=None):
        super().__init__(name=name)
        self.layers = [
            Linear(a, b, name="linear_%d" % i)
            for i, (a, b) in enumerate(zip(sizes[:-1], sizes[1:]))
        ]

    @tf.function(input_signature=[tf.TensorSpec(shape=[None, 3], dtype=tf.float32)])
    def __call__(self, x):
        for l in self.layers[:-1]:
            x = tf.nn.leaky_relu(l(x), alpha=0.1)
        return self.layers[-1](x)


net = MLP([3, 4, 2], name="mlp")
print([v.name for v in net.trainable_variables], len(net.submodules))
x = tf.constant([[1.0, 2.0, 3.0], [0.0, -1.0, 1.0]])
y = tf.constant([0, 1])
global_step = tf1.train.get_or_create_global_step()
lr = tf1.train.exponential_decay(0.1, global_step, 2, 0.5, staircase=True)
opt = tf1.train.MomentumOptimizer(lr, 0.9)
for i in range(4):
    with tf.GradientTape() as t:
        logits = net(x)
        loss = tf1.losses.sparse_softmax_cross_entropy(labels=y, logits=logits)
        reg = tf.add_n(
            [tf.nn.l2_loss(v) for v in net.trainable_variables if "b" not in v.name.split("/")[-1]]
        )
        total = loss + 1e-3 * reg
    grads = t.gradient(total, net.trainable_variables)
    grads, gnorm = tf.clip_by_global_norm(grads, 1.0)
    opt.apply_gradients(zip(grads, net.trainable_variables), global_step=global_step)
    print(int(global_step), "%.5f %.5f" % (loss, gnorm), "%.4f" % (lr() if callable(lr) else lr))
with tf1.variable_scope("scope", reuse=tf1.AUTO_REUSE):
    v = tf1.get_variable("v", shape=[2], initializer=tf1.ones_initializer())
print(v.numpy())
print(
    tf1.to_float(tf.constant([1, 2])).dtype,
    tf1.reduce_sum(x, reduction_indices=1).numpy(),
    tf1.reduce_max(x, axis=[0], keep_dims=True).shape,
)
print(
    tf1.div(7, 2),
    tf1.truncatediv(-7, 2).numpy(),
    tf1.squeeze(x[None], squeeze_dims=[0]).shape,
    tf1.expand_dims(x, dim=0).shape,
    tf1.argmax(x, dimension=1).numpy(),
)
print(
    tf1.nn.softmax_cross_entropy_with_logits_v2(labels=tf.one_hot(y, 2), logits=logits).shape,
    tf1.matrix_inverse(tf.eye(2)).shape,
    tf1.where(x > 0).shape,
    tf1.diag([1.0, 2.0]).shape,
)
print(
    "m",
    tf.compat.dimension_value(x.shape[0]),
    tf.compat.as_str(b"a"),
    tf.compat.forward_compatible(2019, 1, 1),
)
k = tf.keras.layers.Dense(
    2,
    kernel_initializer=tf1.glorot_uniform_initializer(),
    kernel_regularizer=tf.keras.regularizers.l1_l2(1e-4, 1e-4),
)
k(x)
print(len(k.losses), k.kernel.shape, k.get_weights()[1])
sess_free = tf1.global_variables_initializer
print(callable(sess_free))
