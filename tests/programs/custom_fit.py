"""Keras's guide: what happens in fit, with a model that overrides train_step."""

import numpy as np
import tensorflow as tf
from tensorflow import keras


class CustomModel(keras.Model):
    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            y_pred = self(x, training=True)
            loss = keras.losses.MeanSquaredError()(y, y_pred)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        loss_tracker.update_state(loss)
        mae_metric.update_state(y, y_pred)
        return {"loss": loss_tracker.result(), "mae": mae_metric.result()}

    @property
    def metrics(self):
        return [loss_tracker, mae_metric]


loss_tracker = keras.metrics.Mean(name="loss")
mae_metric = keras.metrics.MeanAbsoluteError(name="mae")
inputs = keras.Input(shape=(8,))
hidden = keras.layers.Dense(
    6, activation="relu", kernel_initializer=keras.initializers.HeUniform(seed=4)
)(inputs)
outputs = keras.layers.Dense(1, kernel_initializer=keras.initializers.HeUniform(seed=5))(hidden)
model = CustomModel(inputs, outputs)
model.compile(optimizer="adam")
rng = np.random.RandomState(0)
x, y = rng.uniform(size=(96, 8)), rng.uniform(size=(96, 1))
history = model.fit(x, y, epochs=4, batch_size=32, shuffle=False, verbose=0)
for epoch, (loss, mae) in enumerate(zip(history.history["loss"], history.history["mae"])):
    print("epoch %d loss %.6f mae %.6f" % (epoch, loss, mae))
