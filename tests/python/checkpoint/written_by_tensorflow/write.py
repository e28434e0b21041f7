"""Writes the files of this folder, where tensorflow and tf_keras are: python write.py"""

from pathlib import Path

import tensorflow as tf
import tf_keras

HERE = Path(__file__).parent
tf.random.set_seed(0)


class Pair(tf.Module):
    def __init__(self):
        self.w = tf.Variable([[1.0, 2.0], [3.0, 4.0]], name="w")
        self.parts = [tf.Variable(5, dtype=tf.int64), {"deep": tf.Variable(["a", "bc"])}]
        self.half = tf.Variable([1.5, -2.0], dtype=tf.bfloat16)
        self.flags = tf.Variable([True, False])


pair = Pair()
checkpoint = tf.train.Checkpoint(pair=pair, step=tf.Variable(7, dtype=tf.int64))
checkpoint.save(str(HERE / "module"))


def model():
    return tf_keras.Sequential(
        [tf_keras.layers.Dense(3, activation="tanh", input_shape=(2,)), tf_keras.layers.Dense(1)]
    )


net = model()
for place, variable in enumerate(net.trainable_variables):
    variable.assign(
        tf.reshape(tf.range(tf.size(variable), dtype=tf.float32), variable.shape) + place
    )
optimizer = tf_keras.optimizers.Adam(0.1)
x = tf.constant([[1.0, 2.0], [-1.0, 0.5]])
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(net(x) ** 2)
    variables = net.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
tf.train.Checkpoint(model=net, optimizer=optimizer).write(str(HERE / "keras2"))
net.save_weights(str(HERE / "weights2"))  # also a checkpoint

legacy_net = model()
for place, variable in enumerate(legacy_net.trainable_variables):
    variable.assign(
        tf.reshape(tf.range(tf.size(variable), dtype=tf.float32), variable.shape) + place
    )
legacy = tf_keras.optimizers.legacy.Adam(0.1)
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(legacy_net(x) ** 2)
    variables = legacy_net.trainable_variables
    legacy.apply_gradients(zip(tape.gradient(loss, variables), variables))
tf.train.Checkpoint(model=legacy_net, optimizer=legacy).write(str(HERE / "legacy"))

net3 = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(3, activation="tanh"), tf.keras.layers.Dense(1)]
)
for place, variable in enumerate(net3.trainable_variables):
    variable.assign(
        tf.reshape(tf.range(tf.size(variable), dtype=tf.float32), variable.shape) + place
    )
adam3 = tf.keras.optimizers.Adam(0.1)
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(net3(x) ** 2)
    adam3.apply_gradients(
        zip(tape.gradient(loss, net3.trainable_variables), net3.trainable_variables)
    )
tf.train.Checkpoint(model=net3, optimizer=adam3).write(str(HERE / "keras3"))
print(repr(net(x).numpy().tolist()), repr(net3(x).numpy().tolist()), legacy_net(x).numpy().tolist())
