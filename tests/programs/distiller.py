"""Knowledge distillation, as a Keras example: a Model with compile, train_step and test_step of its own."""

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

rng = np.random.RandomState(0)
x_train = rng.uniform(size=(24, 8, 8)).astype("float32").reshape((-1, 8, 8, 1))
y_train = rng.randint(0, 3, size=24)


class Distiller(keras.Model):
    def __init__(self, student, teacher):
        super().__init__()
        self.teacher = teacher
        self.student = student

    def compile(
        self, optimizer, metrics, student_loss_fn, distillation_loss_fn, alpha=0.1, temperature=3
    ):
        super().compile(optimizer=optimizer, metrics=metrics)
        self.student_loss_fn = student_loss_fn
        self.distillation_loss_fn = distillation_loss_fn
        self.alpha = alpha
        self.temperature = temperature
        self.student_tracker = keras.metrics.Mean(name="student_loss")
        self.distill_tracker = keras.metrics.Mean(name="distillation_loss")

    @property
    def metrics(self):
        return [self.student_tracker, self.distill_tracker]

    def call(self, x, training=False):
        return self.student(x, training=training)

    def train_step(self, data):
        x, y = data
        teacher_predictions = self.teacher(x, training=False)
        with tf.GradientTape() as tape:
            student_predictions = self.student(x, training=True)
            student_loss = self.student_loss_fn(y, student_predictions)
            distillation_loss = (
                self.distillation_loss_fn(
                    tf.nn.softmax(teacher_predictions / self.temperature, axis=1),
                    tf.nn.softmax(student_predictions / self.temperature, axis=1),
                )
                * self.temperature**2
            )
            loss = self.alpha * student_loss + (1 - self.alpha) * distillation_loss
        trainable_vars = self.student.trainable_variables
        gradients = tape.gradient(loss, trainable_vars)
        self.optimizer.apply_gradients(zip(gradients, trainable_vars))
        self.student_tracker.update_state(student_loss)
        self.distill_tracker.update_state(distillation_loss)
        return {m.name: m.result() for m in self.metrics}

    def test_step(self, data):
        x, y = data
        y_prediction = self.student(x, training=False)
        self.student_tracker.update_state(self.student_loss_fn(y, y_prediction))
        accuracy = tf.reduce_mean(keras.metrics.sparse_categorical_accuracy(y, y_prediction))
        return {"student_loss": self.student_tracker.result(), "accuracy": accuracy}


def network(filters, name):
    model = keras.Sequential(
        [
            keras.Input(shape=(8, 8, 1)),
            layers.Conv2D(filters, (3, 3), strides=(2, 2), padding="same"),
            layers.LeakyReLU(0.2),
            layers.MaxPooling2D(pool_size=(2, 2), strides=(1, 1), padding="same"),
            layers.Conv2D(filters * 2, (3, 3), strides=(2, 2), padding="same"),
            layers.Flatten(),
            layers.Dense(3),
        ],
        name=name,
    )
    model.set_weights([rng.normal(scale=0.3, size=w.shape) for w in model.get_weights()])
    return model


teacher, student = network(4, "teacher"), network(2, "student")
student_scratch = keras.models.clone_model(student)
student_scratch.set_weights(student.get_weights())
print(teacher.name, student.name, student_scratch.name, len(student_scratch.layers))

teacher.compile(
    optimizer=keras.optimizers.Adam(),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=[keras.metrics.SparseCategoricalAccuracy()],
)
history = teacher.fit(x_train, y_train, epochs=2, batch_size=8, shuffle=False, verbose=0)
print("teacher", [round(v, 5) for v in history.history["loss"]])
distiller = Distiller(student=student, teacher=teacher)
distiller.compile(
    optimizer=keras.optimizers.Adam(),
    metrics=[keras.metrics.SparseCategoricalAccuracy()],
    student_loss_fn=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    distillation_loss_fn=keras.losses.KLDivergence(),
    alpha=0.1,
    temperature=10,
)
history = distiller.fit(x_train, y_train, epochs=2, batch_size=8, shuffle=False, verbose=0)
for name in ("student_loss", "distillation_loss"):
    print(name, ["%.5f" % float(v) for v in history.history[name]])
result = distiller.evaluate(x_train, y_train, batch_size=24, verbose=0, return_dict=True)
print({name: round(float(value), 5) for name, value in sorted(result.items())})
