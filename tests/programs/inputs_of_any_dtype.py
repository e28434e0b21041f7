"""Integers given to models of floats, saved models of several inputs, and embeddings with every optimizer."""
# keras: 3

import tensorflow as tf
import numpy as np
import os
import tempfile

L = tf.keras.layers
img = np.array([[10, 200], [130, 255]], "uint8")[None]
i = L.Input((2, 2))
m = tf.keras.Model(i, L.Lambda(lambda v: v - 127)(i))
print(m(img).numpy().tolist(), m.predict(img, verbose=0).dtype)
print(
    tf.keras.Sequential([L.Input((2, 2)), L.Lambda(lambda v: v * 2), L.Flatten()])(img)
    .numpy()
    .tolist()
)


class Mean(L.Layer):
    def call(self, v):
        return tf.reduce_mean(v, -1)


print(tf.keras.Sequential([L.Input((2,)), Mean()])(np.array([[1, 2]])).numpy())
i = L.Input((2,))
print(tf.keras.Model(i, L.Activation(tf.nn.sigmoid)(i))(np.array([[1, 2]])).dtype)
d = {k: L.Input((), name=k) for k in "ab"}
m = tf.keras.Model(d, L.Lambda(lambda v: tf.stack([v["a"], v["b"]], -1))(d))
print(m.predict({"a": np.array([1, 2]), "b": np.array([0.5, 1.5])}, verbose=0).tolist())
i = L.Input((2,), dtype="int32")
print(tf.keras.Model(i, L.Lambda(lambda v: v)(i))(np.array([[1.0, 2.0]])).dtype)
print(
    tf.keras.Sequential([L.Lambda(lambda v: v)])(np.array([[1, 2]])).dtype,
    tf.keras.Sequential([L.Embedding(4, 2)])(np.array([[1, 2]])).dtype,
)
os.chdir(tempfile.mkdtemp())
z, a = tf.keras.Input((1,), name="z", dtype="string"), tf.keras.Input((1,), name="a")
m = tf.keras.Model(
    {"z": z, "a": a},
    L.Concatenate()([a, L.StringLookup(vocabulary=["x", "y"], output_mode="one_hot")(z)]),
)
m.save("x.keras")
r = tf.keras.models.load_model("x.keras")
print(r({"z": tf.constant([["y"]]), "a": tf.constant([[5.0]])}).numpy())
img, vec = tf.keras.Input((4, 4, 1), name="img"), tf.keras.Input((3,), name="vec")
h = L.Dense(2)(vec)  # vec is used first
m = tf.keras.Model([img, vec], L.Concatenate()([h, L.Flatten()(img)]))
m.save("y.keras")
print([l.name for l in tf.keras.models.load_model("y.keras").inputs])
i = tf.keras.Input((3,))
m = tf.keras.Model(i, L.Dense(2, kernel_initializer="ones")(i))
print(m.__class__.from_config(m.get_config())(np.ones((1, 3), "f")).numpy().tolist())
print(tf.keras.Model.from_config(m.get_config())(np.ones((1, 3), "f")).numpy().tolist())
print(
    tf.keras.Sequential.from_config(tf.keras.Sequential([L.Dense(2)]).get_config()).layers[0].units
)
x = np.array([[1, 1, 2], [3, 3, 3], [4, 1, 2], [0, 0, 1]])
y = np.array([[1.0], [2.0], [0.0], [1.0]])
O = tf.keras.optimizers
for opt in [
    O.Adam(0.1),
    O.RMSprop(0.1, clipnorm=0.5),
    O.SGD(0.1),
    O.AdamW(0.1),
    O.Nadam(0.1),
    O.Adamax(0.1),
    O.RMSprop(0.1),
    O.Adagrad(0.1),
    O.Adadelta(0.1),
    O.Ftrl(0.1),
    O.Lion(0.1),
    O.Adam(0.1, clipnorm=0.3),
    O.Adam(0.1, global_clipnorm=0.3),
    O.Adam(0.1, clipvalue=0.05),
    O.Adam(0.1, amsgrad=True),
    O.RMSprop(0.1, centered=True, momentum=0.5),
    O.Lamb(0.1),
    O.Adam(0.1, weight_decay=0.1),
]:
    tf.keras.utils.set_random_seed(0)
    m = tf.keras.Sequential([L.Embedding(5, 3), L.GlobalAveragePooling1D(), L.Dense(1)])
    m.compile(opt, "mse")
    print(
        type(opt).__name__,
        [
            "%.4f" % v
            for v in m.fit(x, y, epochs=5, batch_size=2, shuffle=False, verbose=0).history["loss"]
        ],
    )
