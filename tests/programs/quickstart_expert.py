"""TensorFlow's quickstart for experts: a subclassed model with a convolution."""

import numpy as np
import tensorflow as tf
from tensorflow.keras.layers import Dense, Flatten, Conv2D
from tensorflow.keras import Model

rng = np.random.RandomState(10)
x_train = rng.uniform(size=(64, 10, 10)).astype("float32")
y_train = rng.randint(0, 10, size=64)
x_train = x_train[..., tf.newaxis].astype("float32")

train_ds = tf.data.Dataset.from_tensor_slices((x_train, y_train)).batch(16)
test_ds = tf.data.Dataset.from_tensor_slices((x_train[:32], y_train[:32])).batch(16)


class MyModel(Model):
    def __init__(self):
        super().__init__()
        glorot = tf.keras.initializers.GlorotUniform
        self.conv1 = Conv2D(8, 3, activation="relu", kernel_initializer=glorot(seed=1))
        self.flatten = Flatten()
        self.d1 = Dense(32, activation="relu", kernel_initializer=glorot(seed=2))
        self.d2 = Dense(10, kernel_initializer=glorot(seed=3))

    def call(self, x):
        x = self.conv1(x)
        x = self.flatten(x)
        x = self.d1(x)
        return self.d2(x)


model = MyModel()
loss_object = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = tf.keras.optimizers.Adam()
train_loss = tf.keras.metrics.Mean(name="train_loss")
train_accuracy = tf.keras.metrics.SparseCategoricalAccuracy(name="train_accuracy")
test_loss = tf.keras.metrics.Mean(name="test_loss")


@tf.function
def train_step(images, labels):
    with tf.GradientTape() as tape:
        predictions = model(images, training=True)
        loss = loss_object(labels, predictions)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    train_loss(loss)
    train_accuracy(labels, predictions)


@tf.function
def test_step(images, labels):
    predictions = model(images, training=False)
    test_loss(loss_object(labels, predictions))


for epoch in range(3):
    train_loss.reset_state()
    train_accuracy.reset_state()
    test_loss.reset_state()
    for images, labels in train_ds:
        train_step(images, labels)
    for test_images, test_labels in test_ds:
        test_step(test_images, test_labels)
    print(
        f"Epoch {epoch + 1}, "
        f"Loss: {train_loss.result():0.6f}, "
        f"Accuracy: {train_accuracy.result() * 100:0.2f}, "
        f"Test Loss: {test_loss.result():0.6f}"
    )
