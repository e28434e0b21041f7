"""What the tests of independent jobs have other processes do; functions that can be imported."""

import gradtape as tf


def model():
    tf.keras.utils.set_random_seed(3)
    layers = [tf.keras.Input((3,)), tf.keras.layers.Dense(4, "tanh"), tf.keras.layers.Dense(1)]
    made = tf.keras.Sequential(layers)
    made.compile(tf.keras.optimizers.Adam(0.1), "mse")
    return made


def gradient(variable, dataset):
    """The gradient of a sum over a dataset, as a tensor; and the threads of this process."""
    with tf.GradientTape() as tape:
        loss = sum(tf.reduce_sum(variable * batch) for batch in dataset)
    return {"loss": loss, "gradient": tape.gradient(loss, variable)}


def fitted(rate, made, x, y):
    """A sweep's job: the last loss, and the model as it is then."""
    made.optimizer.learning_rate = rate
    history = made.fit(x, y, epochs=3, verbose=0)
    return history.history["loss"][-1], made
