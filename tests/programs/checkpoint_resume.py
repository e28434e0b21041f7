"""The checkpoint guide: training stops, a second run picks up where the first left off."""

import os

import numpy as np
import tensorflow as tf


class Net(tf.keras.Model):
    """A simple linear model."""

    def __init__(self):
        super(Net, self).__init__()
        self.l1 = tf.keras.layers.Dense(
            5, kernel_initializer=tf.keras.initializers.RandomUniform(seed=1)
        )

    def call(self, x):
        return self.l1(x)


def toy_dataset():
    inputs = tf.range(10.0)[:, None]
    labels = inputs * 5.0 + tf.range(5.0)[None, :]
    return tf.data.Dataset.from_tensor_slices(dict(x=inputs, y=labels)).repeat().batch(2)


def train_step(net, example, optimizer):
    with tf.GradientTape() as tape:
        output = net(example["x"])
        loss = tf.reduce_mean(tf.abs(output - example["y"]))
    variables = net.trainable_variables
    gradients = tape.gradient(loss, variables)
    optimizer.apply_gradients(zip(gradients, variables))
    return loss


def train_and_checkpoint(folder):
    net, opt = Net(), tf.keras.optimizers.Adam(0.1)
    ckpt = tf.train.Checkpoint(step=tf.Variable(1), optimizer=opt, net=net)
    manager = tf.train.CheckpointManager(ckpt, folder, max_to_keep=3)
    ckpt.restore(manager.latest_checkpoint)
    print("Restored" if manager.latest_checkpoint else "Initializing from scratch.")
    for example in toy_dataset().take(6):
        loss = train_step(net, example, opt)
        ckpt.step.assign_add(1)
        if int(ckpt.step) % 3 == 0:
            save_path = manager.save()
            print("Saved for step {}: {}".format(int(ckpt.step), os.path.basename(save_path)))
            print("loss {:1.5f}".format(loss.numpy()))
    return manager


folder = os.path.join(os.getcwd(), "tf_ckpts")
train_and_checkpoint(folder)
manager = train_and_checkpoint(folder)
print([os.path.basename(path) for path in manager.checkpoints])
weights = tf.Variable(np.zeros(2), dtype=tf.float32)
path = tf.train.Checkpoint(weights=weights).save(os.path.join(folder, "other"))
weights.assign([1.0, 2.0])
tf.train.Checkpoint(weights=weights).restore(path).assert_consumed()
print(weights.numpy())
