"""A book's chapter: layers reimplemented from nothing, a batch generator, then Keras's own fit."""

import math

import numpy as np
import tensorflow as tf
from tensorflow import keras


class NaiveDense:
    def __init__(self, input_size, output_size, activation):
        self.activation = activation
        w_shape = (input_size, output_size)
        self.W = tf.Variable(
            np.linspace(0, 1e-1, input_size * output_size).reshape(w_shape), dtype="float32"
        )
        self.b = tf.Variable(tf.zeros((output_size,)))

    def __call__(self, inputs):
        return self.activation(tf.matmul(inputs, self.W) + self.b)

    @property
    def weights(self):
        return [self.W, self.b]


class NaiveSequential:
    def __init__(self, layers):
        self.layers = layers

    def __call__(self, inputs):
        x = inputs
        for layer in self.layers:
            x = layer(x)
        return x

    @property
    def weights(self):
        weights = []
        for layer in self.layers:
            weights += layer.weights
        return weights


class BatchGenerator:
    def __init__(self, images, labels, batch_size=128):
        assert len(images) == len(labels)
        self.index = 0
        self.images = images
        self.labels = labels
        self.batch_size = batch_size
        self.num_batches = math.ceil(len(images) / batch_size)

    def next(self):
        images = self.images[self.index : self.index + self.batch_size]
        labels = self.labels[self.index : self.index + self.batch_size]
        self.index += self.batch_size
        return images, labels


learning_rate = 1e-1


def update_weights(gradients, weights):
    for g, w in zip(gradients, weights):
        w.assign_sub(g * learning_rate)


def one_training_step(model, images_batch, labels_batch):
    with tf.GradientTape() as tape:
        predictions = model(images_batch)
        per_sample_losses = tf.keras.losses.sparse_categorical_crossentropy(
            labels_batch, predictions
        )
        average_loss = tf.reduce_mean(per_sample_losses)
    gradients = tape.gradient(average_loss, model.weights)
    update_weights(gradients, model.weights)
    return average_loss


def fit(model, images, labels, epochs, batch_size=128):
    for epoch_counter in range(epochs):
        batch_generator = BatchGenerator(images, labels, batch_size)
        for batch_counter in range(batch_generator.num_batches):
            images_batch, labels_batch = batch_generator.next()
            loss = one_training_step(model, images_batch, labels_batch)
            if batch_counter % 2 == 0:
                print(f"Epoch {epoch_counter} loss at batch {batch_counter}: {loss:.4f}")


rng = np.random.default_rng(3)
train_images = rng.random((48, 25)).astype("float32")
train_labels = (train_images[:, :12].sum(1) > train_images[:, 12:].sum(1) - 0.5).astype("uint8")
model = NaiveSequential(
    [
        NaiveDense(input_size=25, output_size=8, activation=tf.nn.relu),
        NaiveDense(input_size=8, output_size=2, activation=tf.nn.softmax),
    ]
)
fit(model, train_images, train_labels, epochs=2, batch_size=12)
predictions = model(train_images)
predictions = predictions.numpy()
matches = np.argmax(predictions, axis=1) == train_labels
print(f"accuracy: {matches.mean():.4f}")

model = keras.Sequential(
    [keras.layers.Dense(8, activation="relu"), keras.layers.Dense(2, activation="softmax")]
)
model.compile(optimizer="rmsprop", loss="sparse_categorical_crossentropy", metrics=["accuracy"])
model.build((None, 25))
model.set_weights([rng.normal(scale=0.3, size=w.shape) for w in model.get_weights()])


class LossHistory(keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.per_batch_losses = []

    def on_batch_end(self, batch, logs):
        self.per_batch_losses.append(logs.get("loss"))

    def on_epoch_end(self, epoch, logs):
        print("epoch", epoch, ["%.4f" % loss for loss in self.per_batch_losses], sorted(logs))
        self.per_batch_losses = []


callbacks = [
    LossHistory(),
    keras.callbacks.EarlyStopping(monitor="val_accuracy", patience=2),
    keras.callbacks.ModelCheckpoint(
        filepath="checkpoint_path.keras", monitor="val_loss", save_best_only=True
    ),
]
history = model.fit(
    train_images[:36],
    train_labels[:36],
    epochs=3,
    batch_size=12,
    shuffle=False,
    validation_data=(train_images[36:], train_labels[36:]),
    callbacks=callbacks,
    verbose=0,
)
loaded = keras.models.load_model("checkpoint_path.keras")
print("val_loss", [round(v, 4) for v in history.history["val_loss"]])
print("loaded %.4f" % loaded.evaluate(train_images[36:], train_labels[36:], verbose=0)[0])

time = tf.Variable(3.0)
with tf.GradientTape() as outer_tape:
    with tf.GradientTape() as inner_tape:
        position = 4.9 * time**2
    speed = inner_tape.gradient(position, time)
acceleration = outer_tape.gradient(speed, time)
print(speed, acceleration)
x = tf.Variable(tf.random.stateless_normal((2, 2), (1, 1)))
print(x.assign_add(tf.ones((2, 2))).numpy().round(4).tolist())
