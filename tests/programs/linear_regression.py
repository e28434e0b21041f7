"""A tutorial's first model: a line through noisy points, by hand."""

import numpy as np
import tensorflow as tf

TRUE_W, TRUE_B = 3.0, 2.0
rng = np.random.RandomState(0)
x = tf.linspace(-2.0, 2.0, 201)
y = x * TRUE_W + TRUE_B + rng.normal(size=201).astype("float32")


class MyModel(tf.Module):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = tf.Variable(5.0)
        self.b = tf.Variable(0.0)

    def __call__(self, x):
        return self.w * x + self.b


def loss(target_y, predicted_y):
    return tf.reduce_mean(tf.square(target_y - predicted_y))


def train(model, x, y, learning_rate):
    with tf.GradientTape() as t:
        current_loss = loss(y, model(x))
    dw, db = t.gradient(current_loss, [model.w, model.b])
    model.w.assign_sub(learning_rate * dw)
    model.b.assign_sub(learning_rate * db)


model = MyModel()
print("Variables:", [v.name for v in model.variables])
for epoch in range(6):
    train(model, x, y, learning_rate=0.1)
    current_loss = loss(y, model(x))
    print(
        f"Epoch {epoch:2d}: W={model.w.numpy():1.5f} b={model.b.numpy():1.5f}, loss={current_loss:2.5f}"
    )
