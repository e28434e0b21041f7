"""Metrics of metrics and of vectors, an optimizer of one's own, states of cells, what callbacks say."""
# keras: 3

import tensorflow as tf
import numpy as np
import os
import tempfile
from tensorflow import keras

L = tf.keras.layers
os.chdir(tempfile.mkdtemp())


def sec(n):
    print("==", n)


sec("vector metric")


class V(tf.keras.metrics.Metric):
    def __init__(s, name="v", **k):
        super().__init__(name=name, **k)
        s.a = s.add_weight(name="a", shape=(2,), initializer="zeros")

    def update_state(s, y, p, sample_weight=None):
        s.a.assign(tf.reduce_mean(tf.abs(y - p), 0))

    def result(s):
        return s.a


m = tf.keras.Sequential(
    [tf.keras.layers.Input((2,)), tf.keras.layers.Dense(2, kernel_initializer="ones")]
)
m.compile("sgd", "mse", metrics=[V()])
x = np.ones((4, 2), "float32")
print(
    [np.round(v, 4).tolist() for v in m.fit(x, x, epochs=2, verbose=0).history["v"]],
    {k: np.round(v, 4).tolist() for k, v in m.evaluate(x, x, verbose=0, return_dict=True).items()},
)
sec("nested metric")


class F1(tf.keras.metrics.Metric):
    def __init__(s, name="f1", **k):
        super().__init__(name=name, **k)
        s.p = tf.keras.metrics.Precision()
        s.r = tf.keras.metrics.Recall()

    def update_state(s, y, p, sample_weight=None):
        s.p.update_state(y, p)
        s.r.update_state(y, p)

    def result(s):
        a, b = s.p.result(), s.r.result()
        return 2 * a * b / (a + b + 1e-7)


f = F1()
f.update_state([0, 1, 1], [1, 1, 0])
print(float(f.result()), len(f.variables))
f.reset_state()
print(float(f.result()))
m = tf.keras.Sequential(
    [tf.keras.layers.Input((1,)), tf.keras.layers.Dense(1, kernel_initializer="ones")]
)
m.compile(
    tf.keras.optimizers.SGD(0.0),
    "mse",
    metrics=[
        F1(),
        tf.keras.metrics.BinaryAccuracy(),
        "binary_accuracy",
        tf.keras.metrics.BinaryAccuracy(threshold=0.9),
    ],
)
x = np.array([[0.6], [0.7], [0.2]])
print(
    {
        k: np.round(v, 4).tolist()
        for k, v in m.fit(
            x,
            np.array([[1], [0], [1]]),
            epochs=2,
            verbose=0,
            validation_data=(x, np.array([[1], [1], [0]])),
        ).history.items()
    }
)
sec("reshape")
print(tf.reshape(tf.ragged.constant([[1, 2], [3]]), [-1]).numpy())
sec("own optimizer")


class MyMomentumOptimizer(keras.optimizers.Optimizer):
    def __init__(self, learning_rate=0.001, momentum=0.9, name="MyMomentumOptimizer", **kwargs):
        super().__init__(learning_rate=learning_rate, name=name, **kwargs)
        self.momentum = momentum

    def build(self, variables):
        super().build(variables)
        self.momentums = [self.add_variable_from_reference(v, name="momentum") for v in variables]

    def update_step(self, gradient, variable, learning_rate):
        m = self.momentums[self._get_variable_index(variable)]
        self.assign(m, m * self.momentum - tf.cast(learning_rate, variable.dtype) * gradient)
        self.assign_add(variable, m)


m = keras.Sequential([keras.layers.Input((2,)), keras.layers.Dense(1, kernel_initializer="ones")])
m.compile(loss="mse", optimizer=MyMomentumOptimizer())
print(
    [
        round(v, 5)
        for v in m.fit(np.ones((4, 2)), np.zeros((4, 1)), epochs=3, verbose=0).history["loss"]
    ],
    len(m.optimizer.variables),
    int(m.optimizer.iterations),
)
sec("normalization")
n = tf.keras.layers.Normalization()
n.adapt(np.arange(12.0).reshape(4, 3))
print(n.mean.numpy(), n.variance.numpy(), n.get_config()["mean"])
n = tf.keras.layers.Normalization(axis=None)
n.adapt(np.arange(12.0))
print(n.mean.numpy())
n = tf.keras.layers.Normalization(mean=1.0, variance=4.0)
print(n(np.array([3.0])).numpy(), n.get_config()["mean"])
sec("ragged text")
tv = tf.keras.layers.TextVectorization(ragged=True)
tv.adapt(["To be", "!(to be)", "That's the question", "Be, be, be."])
print(tv(["Be good!", "Question: be or be?"]))
sec("stateful")
tf.keras.utils.set_random_seed(0)
m = tf.keras.Sequential(
    [
        L.Input(batch_shape=[2, None]),
        L.Embedding(9, 3),
        L.LSTM(2, return_sequences=True, stateful=True),
    ]
)
print("%.5f" % m(np.array([[1, 2, 3], [4, 5, 6]])).numpy().sum())
sec("cells")
x = tf.ones((3, 2))
h = tf.zeros((3, 4))
print(
    type(L.GRUCell(4)(x, h)[1]).__name__,
    type(L.SimpleRNNCell(4)(x, h)[1]).__name__,
    type(L.GRUCell(4)(x, [h])[1]).__name__,
)
print(
    tf.nest.map_structure(
        lambda t: tuple(t.shape),
        L.StackedRNNCells([L.GRUCell(4), L.SimpleRNNCell(4)])(x, [h, h])[1],
    )
)
print(L.LSTMCell(4)(x, tf.stack([h, h]))[0].shape, len(L.GRUCell(4).get_initial_state(3)))
r = tf.keras.layers.RNN(
    [tf.keras.layers.LSTMCell(5), tf.keras.layers.GRUCell(4)], return_state=True
)
o = r(np.ones((3, 2, 1), "float32"))
print(len(o), [len(p) for p in o[1:]])
sec("text functional")
s = tf.keras.Input((1,), dtype="string")
tv = L.TextVectorization(vocabulary=["a", "b"])
m = tf.keras.Model(s, L.GRU(2)(L.Embedding(4, 3)(tv(s))))
print(m(tf.constant([["a b b a"]])).shape)
sec("add_loss")


class AL(keras.layers.Layer):
    def call(self, x):
        self.add_loss(tf.square(x) * [[1.0, 2.0]])
        return x


m = keras.Sequential([keras.Input((2,)), AL()])
m.compile("sgd")
x = np.arange(8, dtype="float32").reshape(4, 2)
print(m.fit(x, epochs=1, verbose=0).history, m.evaluate(x, verbose=0))
m.compile("sgd", "mse")
print(m.evaluate(x, x + 1, verbose=0))
sec("callbacks")
m = keras.Sequential([keras.layers.Input((2,)), keras.layers.Dense(1, kernel_initializer="ones")])
m.compile("sgd", "mse")
X = np.ones((4, 2))
Y = np.zeros((4, 1))


class Fake(keras.callbacks.Callback):
    def on_epoch_end(self, e, logs):
        logs["val_loss"] = [5.0, 4.0, 6.0, 7.0][e]


m.fit(
    X,
    Y,
    epochs=4,
    verbose=0,
    callbacks=[
        Fake(),
        keras.callbacks.ModelCheckpoint("a.keras", save_best_only=True, verbose=1),
        keras.callbacks.EarlyStopping("val_loss", patience=1, restore_best_weights=True, verbose=1),
    ],
)
m.fit(
    X,
    Y,
    epochs=1,
    verbose=0,
    callbacks=[keras.callbacks.ModelCheckpoint("b.weights.h5", save_weights_only=True, verbose=1)],
)
