"""Keras's guide on writing a training loop: metrics, losses of layers, tf.function."""

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers


class ActivityRegularizationLayer(layers.Layer):
    def call(self, inputs):
        self.add_loss(1e-2 * tf.reduce_sum(inputs))
        return inputs


def init(seed):
    return keras.initializers.GlorotUniform(seed=seed)


inputs = keras.Input(shape=(12,), name="digits")
x = layers.Dense(16, activation="relu", kernel_initializer=init(1), name="dense_1")(inputs)
x = ActivityRegularizationLayer()(x)
x = layers.Dense(16, activation="relu", kernel_initializer=init(2), name="dense_2")(x)
outputs = layers.Dense(4, kernel_initializer=init(3), name="predictions")(x)
model = keras.Model(inputs=inputs, outputs=outputs)

rng = np.random.RandomState(3)
x_train = rng.uniform(size=(128, 12)).astype("float32")
y_train = (x_train.sum(axis=1) * 2).astype("int32") % 4
train_dataset = tf.data.Dataset.from_tensor_slices((x_train, y_train)).batch(32)

optimizer = keras.optimizers.SGD(learning_rate=0.05)
loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
train_acc_metric = keras.metrics.SparseCategoricalAccuracy()


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        logits = model(x, training=True)
        loss_value = loss_fn(y, logits)
        loss_value += sum(model.losses)
    grads = tape.gradient(loss_value, model.trainable_weights)
    optimizer.apply_gradients(zip(grads, model.trainable_weights))
    train_acc_metric.update_state(y, logits)
    return loss_value


for epoch in range(2):
    print("\nStart of epoch %d" % (epoch,))
    for step, (x_batch_train, y_batch_train) in enumerate(train_dataset):
        loss_value = train_step(x_batch_train, y_batch_train)
        print("Training loss (for one batch) at step %d: %.5f" % (step, float(loss_value)))
    print("Training acc over epoch: %.4f" % (float(train_acc_metric.result()),))
    train_acc_metric.reset_state()
