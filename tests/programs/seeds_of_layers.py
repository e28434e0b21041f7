"""Layers that draw: initial weights, dropout, noise and augmentation by their seeds, and a fit with them."""
# keras: 3

import tensorflow as tf
import numpy as np

L = tf.keras.layers


def p(m):
    print(["%.5f" % w.numpy().sum() for w in m.weights])


tf.keras.utils.set_random_seed(13)
p(tf.keras.Sequential([L.Input((3,)), L.Dense(4), L.Dropout(0.1), L.Dense(1)]))
tf.keras.utils.set_random_seed(13)
p(tf.keras.Sequential([L.LSTM(4, input_shape=(5, 1)), L.Dense(1)]))
tf.keras.utils.set_random_seed(13)
p(tf.keras.Sequential([L.Input((5,)), L.Embedding(10, 4), L.Bidirectional(L.LSTM(4)), L.Dense(1)]))
tf.keras.utils.set_random_seed(13)
q = L.Input((5, 4))
p(tf.keras.Model(q, L.Dense(1)(L.MultiHeadAttention(2, 3, dropout=0.1)(q, q))))
tf.keras.utils.set_random_seed(13)
p(tf.keras.Sequential([L.Input((5, 4)), L.RNN([L.LSTMCell(3), L.GRUCell(2)]), L.Dense(1)]))
tf.keras.utils.set_random_seed(13)
p(
    tf.keras.Sequential(
        [
            L.Input((8, 8, 3)),
            L.RandomFlip(),
            L.RandomRotation(0.1),
            L.RandomZoom(0.1),
            L.RandomContrast(0.1),
            L.RandomTranslation(0.1, 0.1),
            L.RandomBrightness(0.1),
            L.RandomCrop(4, 4),
            L.GaussianNoise(0.1),
            L.GaussianDropout(0.1),
            L.SpatialDropout2D(0.1),
            L.Flatten(),
            L.Dense(1),
        ]
    )
)
x = tf.ones((2, 8))
r = lambda t: np.round(np.asarray(t), 4).tolist()
for l in (
    L.Dropout(0.5, seed=1),
    L.Dropout(0.5, noise_shape=(None, 1), seed=1),
    L.GaussianNoise(0.5, seed=1),
    L.GaussianDropout(0.5, seed=1),
    L.AlphaDropout(0.5, seed=1),
):
    print(
        type(l).__name__,
        r(l(x, training=True)),
        r(l(x, training=True)),
        r(l(x, training=False))[:1],
    )
x3 = tf.reshape(tf.range(24.0), (2, 3, 4)) / 24
print(r(L.SpatialDropout1D(0.5, seed=1)(x3, training=True)))
for l in (
    L.LSTM(2, dropout=0.5, seed=1, kernel_initializer="ones", recurrent_initializer="ones"),
    L.GRU(2, dropout=0.5, seed=1, kernel_initializer="ones", recurrent_initializer="ones"),
    L.SimpleRNN(2, dropout=0.5, seed=1, kernel_initializer="ones", recurrent_initializer="ones"),
    L.SimpleRNN(
        2,
        dropout=0.3,
        recurrent_dropout=0.5,
        seed=1,
        kernel_initializer="ones",
        recurrent_initializer="ones",
    ),
):
    print(
        type(l).__name__, r(l(x3, training=True)), r(l(x3, training=False)), r(l(x3, training=True))
    )
print(r(L.Attention(dropout=0.5, seed=2)([x3, x3], training=True)))
tf.keras.utils.set_random_seed(3)
m = L.MultiHeadAttention(2, 2, dropout=0.5)
print(r(m(x3, x3, training=True)))
im = tf.reshape(tf.range(2 * 6 * 6 * 1.0), (2, 6, 6, 1)) / 72
for l in (
    L.RandomFlip(seed=1),
    L.RandomFlip("horizontal", seed=2),
    L.RandomRotation(0.2, seed=1),
    L.RandomZoom(0.2, seed=1),
    L.RandomZoom(0.2, 0.3, seed=1),
    L.RandomContrast(0.2, seed=1),
    L.RandomTranslation(0.2, 0.3, seed=1),
    L.RandomBrightness(0.2, value_range=(0, 1), seed=1),
    L.RandomCrop(4, 4, seed=1),
):
    print(
        type(l).__name__,
        [
            round(
                float(
                    tf.reduce_sum(
                        l(im, training=True)
                        * tf.cast(
                            tf.reshape(
                                tf.range(tf.size(l(im, training=True))),
                                tf.shape(l(im, training=True)),
                            ),
                            tf.float32,
                        )
                    )
                ),
                2,
            )
            for _ in range(2)
        ],
        round(float(tf.reduce_sum(l(im[0], training=True))), 3),
    )
tf.keras.utils.set_random_seed(3)
m = tf.keras.Sequential(
    [
        L.Input((8,)),
        L.Dense(16, "relu"),
        L.Dropout(0.3),
        L.Dense(8, "relu"),
        L.Dropout(0.2),
        L.Dense(1),
    ]
)
m.compile("adam", "mse", metrics=["mae"])
X = np.random.RandomState(0).randn(100, 8).astype("f")
Y = X[:, :1] * 2
h = m.fit(X, Y, epochs=3, validation_split=0.2, verbose=0, batch_size=16)
print({k: [round(v, 5) for v in vs] for k, vs in h.history.items()})
print(m.evaluate(X, Y, verbose=0))
