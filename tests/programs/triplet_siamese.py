"""A siamese network with a triplet loss: custom train_step, compile and fit."""

import numpy as np
import tensorflow as tf
from tensorflow.keras import Model, layers, losses, metrics, optimizers

rng = np.random.RandomState(9)
centers = rng.normal(size=(4, 10)) * 2


def draw(labels):
    return (centers[labels] + rng.normal(size=(len(labels), 10))).astype("float32")


anchor_labels = rng.randint(0, 4, size=64)
negative_labels = (anchor_labels + rng.randint(1, 4, size=64)) % 4
dataset = tf.data.Dataset.zip(
    tuple(
        tf.data.Dataset.from_tensor_slices(draw(y))
        for y in (anchor_labels, anchor_labels, negative_labels)
    )
)
dataset = dataset.batch(16)

init = tf.keras.initializers.GlorotUniform
embedding = tf.keras.Sequential(
    [
        layers.Input(shape=(10,)),
        layers.Dense(16, activation="relu", kernel_initializer=init(seed=1)),
        layers.Dense(4, kernel_initializer=init(seed=2)),
    ]
)


class DistanceLayer(layers.Layer):
    """Distances between the anchor and the positive, and the anchor and the negative."""

    def call(self, anchor, positive, negative):
        ap_distance = tf.reduce_sum(tf.square(anchor - positive), -1)
        an_distance = tf.reduce_sum(tf.square(anchor - negative), -1)
        return (ap_distance, an_distance)


class SiameseModel(Model):
    def __init__(self, embedding, margin=0.5):
        super().__init__()
        self.embedding = embedding
        self.distance = DistanceLayer()
        self.margin = margin
        self.loss_tracker = metrics.Mean(name="loss")

    def call(self, inputs):
        return self.distance(*[self.embedding(x) for x in inputs])

    def train_step(self, data):
        with tf.GradientTape() as tape:
            loss = self._compute_loss(data)
        gradients = tape.gradient(loss, self.embedding.trainable_weights)
        self.optimizer.apply_gradients(zip(gradients, self.embedding.trainable_weights))
        self.loss_tracker.update_state(loss)
        return {"loss": self.loss_tracker.result()}

    def test_step(self, data):
        self.loss_tracker.update_state(self._compute_loss(data))
        return {"loss": self.loss_tracker.result()}

    def _compute_loss(self, data):
        ap_distance, an_distance = self(data)
        return tf.reduce_mean(tf.maximum(ap_distance - an_distance + self.margin, 0.0))

    @property
    def metrics(self):
        return [self.loss_tracker]


siamese_model = SiameseModel(embedding)
siamese_model.compile(optimizer=optimizers.Adam(0.005))
history = siamese_model.fit(dataset, epochs=3, verbose=0)
print(" ".join("%.6f" % loss for loss in history.history["loss"]))
sample = next(iter(dataset))
anchor, positive, negative = [embedding(x) for x in sample]
cosine_similarity = losses.cosine_similarity if hasattr(losses, "cosine_similarity") else None
print(
    "positive %.5f" % tf.reduce_mean(tf.norm(anchor - positive, axis=1)),
    "negative %.5f" % tf.reduce_mean(tf.norm(anchor - negative, axis=1)),
)
