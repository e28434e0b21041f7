"""Prototypical networks and Reptile on a made-up few-shot problem."""

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

rng = np.random.RandomState(21)
WAYS, SHOTS, QUERIES, SIZE = 3, 5, 4, 6


def embedding():
    model = tf.keras.Sequential(
        [tf.keras.Input((SIZE,)), layers.Dense(8, activation="relu"), layers.Dense(4)]
    )
    for k, weight in enumerate(model.weights):
        values = np.sin(np.arange(int(np.prod(weight.shape))) * (k + 1.0)) * 0.4
        weight.assign(values.reshape(weight.shape))
    return model


def episode():
    centers = rng.randn(WAYS, 1, SIZE) * 2.0
    examples = centers + rng.randn(WAYS, SHOTS + QUERIES, SIZE)
    examples = tf.constant(examples, tf.float32)
    return examples[:, :SHOTS], examples[:, SHOTS:]


def loss_and_accuracy(model, support, query):
    both = tf.concat([tf.reshape(support, [-1, SIZE]), tf.reshape(query, [-1, SIZE])], axis=0)
    z = model(both)
    prototypes = tf.reduce_mean(tf.reshape(z[: WAYS * SHOTS], [WAYS, SHOTS, -1]), axis=1)
    far = tf.reduce_sum(tf.math.squared_difference(z[WAYS * SHOTS :, None], prototypes), axis=-1)
    logs = tf.reshape(tf.nn.log_softmax(-far), [WAYS, QUERIES, WAYS])
    wanted = tf.tile(tf.range(WAYS)[:, tf.newaxis], [1, QUERIES])
    loss = -tf.reduce_mean(tf.reduce_sum(tf.one_hot(wanted, WAYS) * logs, axis=-1))
    right = tf.equal(tf.argmax(logs, axis=-1, output_type=tf.int32), wanted)
    return loss, tf.reduce_mean(tf.cast(right, tf.float32))


model = embedding()
optimizer = tf.keras.optimizers.Adam(5e-3)
for number in range(4):
    support, query = episode()
    with tf.GradientTape() as tape:
        loss, accuracy = loss_and_accuracy(model, support, query)
    gradients = tape.gradient(loss, model.trainable_variables)
    gradients, norm = tf.clip_by_global_norm(gradients, 1.0)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    print(f"episode {number}: loss {float(loss):.5f} accuracy {float(accuracy):.3f}")

before = model.get_weights()
for _ in range(3):
    with tf.GradientTape() as tape:
        loss, _ = loss_and_accuracy(model, *episode())
    for variable, gradient in zip(
        model.trainable_variables, tape.gradient(loss, model.trainable_variables)
    ):
        variable.assign_sub(0.02 * gradient)
model.set_weights([old + 0.5 * (new - old) for old, new in zip(before, model.get_weights())])
print("reptile", f"{sum(float(np.abs(w).sum()) for w in model.get_weights()):.4f}")
