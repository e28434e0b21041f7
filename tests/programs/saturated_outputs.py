"""Cross entropies of probabilities that are 0 and 1: from the logits behind them."""
# keras: 3

import tensorflow as tf
import numpy as np

X = np.array([[100.0, -50.0, 30.0], [0.0, 60.0, -60.0]], "float32")
Y = np.array([[0, 1.0, 0], [0, 0, 1.0]], "float32")
m = tf.keras.Sequential(
    [
        tf.keras.layers.Input((3,)),
        tf.keras.layers.Dense(3, activation="softmax", kernel_initializer="identity"),
    ]
)
m.compile("sgd", "categorical_crossentropy", metrics=["categorical_crossentropy", "accuracy"])
print(m.evaluate(X, Y, verbose=0))
cce = tf.keras.losses.CategoricalCrossentropy()
print(float(cce(Y, m(X))), float(cce(Y, tf.nn.softmax(X))))
print(
    float(
        tf.keras.losses.binary_crossentropy(
            [[0.0]], tf.keras.activations.sigmoid(tf.constant([[90.0]]))
        )[0]
    )
)
with tf.GradientTape() as t:
    l = cce(Y, m(X))
print(t.gradient(l, m.trainable_variables)[1].numpy())
print(
    float(tf.keras.losses.SparseCategoricalCrossentropy()(np.array([1, 2]), m(X))),
    float(tf.keras.losses.CategoricalCrossentropy(label_smoothing=0.1)(Y, m(X))),
)
print(
    float(tf.keras.losses.CategoricalFocalCrossentropy()(Y, m(X))),
    float(tf.keras.losses.KLDivergence()(Y, m(X))),
)
g = tf.keras.Sequential(
    [
        tf.keras.layers.Input((3,)),
        tf.keras.layers.Dense(3, activation=tf.nn.softmax, kernel_initializer="identity"),
    ]
)
g.compile("sgd", "categorical_crossentropy")
print(g.evaluate(X, Y, verbose=0))
b = tf.keras.Sequential(
    [
        tf.keras.layers.Input((3,)),
        tf.keras.layers.Dense(1, activation="sigmoid", kernel_initializer="ones"),
    ]
)
b.compile("sgd", "binary_crossentropy", metrics=["accuracy"])
print(
    float(tf.keras.losses.BinaryCrossentropy()(np.array([[0.0], [0.0]]), b(X))),
    float(tf.keras.losses.BinaryCrossentropy()(np.array([0.0, 0.0]), b(X))),
)
print(float(tf.keras.losses.CategoricalCrossentropy()(Y, m.predict(X, verbose=0))))
