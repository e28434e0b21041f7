"""Compile and fit of a functional model, with callbacks and validation, no loop of its own."""

import numpy as np
import tensorflow as tf
from tensorflow.keras import callbacks, layers, models, optimizers, regularizers

rng = np.random.RandomState(14)
x = rng.normal(size=(120, 6)).astype("float32")
y = (x @ rng.normal(size=(6, 3))).argmax(axis=1)
glorot = tf.keras.initializers.GlorotUniform

inputs = layers.Input(shape=(6,), name="features")
h = layers.Dense(
    10,
    activation="elu",
    kernel_initializer=glorot(seed=1),
    kernel_regularizer=regularizers.l2(1e-3),
)(inputs)
shortcut = layers.Dense(10, kernel_initializer=glorot(seed=2))(inputs)
h = layers.Add()([h, shortcut])
h = layers.BatchNormalization()(h)
outputs = layers.Dense(3, activation="softmax", kernel_initializer=glorot(seed=3))(h)
model = models.Model(inputs=inputs, outputs=outputs)
model.compile(
    optimizer=optimizers.SGD(learning_rate=0.1, momentum=0.9),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)


class Printer(callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        print(
            epoch,
            " ".join(
                "%s=%.5f" % (key, logs[key])
                for key in ("loss", "accuracy", "val_loss", "val_accuracy")
            ),
        )


schedule = callbacks.LearningRateScheduler(lambda epoch, lr: lr * 0.8 if epoch else lr)
history = model.fit(
    x[:96],
    y[:96],
    batch_size=24,
    epochs=4,
    shuffle=False,
    verbose=0,
    validation_data=(x[96:], y[96:]),
    callbacks=[Printer(), schedule],
)
loss, accuracy = model.evaluate(x[96:], y[96:], verbose=0)
print(
    "evaluate %.5f %.5f" % (loss, accuracy),
    model.predict(x[:2], verbose=0).sum(axis=1).round(4),
    len(history.history["loss"]),
)
