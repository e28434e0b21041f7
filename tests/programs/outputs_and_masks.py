"""Losses and metrics of several outputs, masks at attention, whole numbers in layers, sparse rows."""
# keras: 3

import tensorflow as tf
import numpy as np
import os
import tempfile

L = tf.keras.layers
os.chdir(tempfile.mkdtemp())
i = L.Input((1,))
m = tf.keras.Model(
    i,
    [
        L.Dense(1, name="z", kernel_initializer="ones")(i),
        L.Dense(1, name="b", kernel_initializer="zeros")(i),
    ],
)
m.compile(tf.keras.optimizers.SGD(0.0), ["mse", "mse"], metrics=["mae", "mse"])
x = np.array([[1.0], [1.0], [4.0]])
print(
    {
        k: np.round(v, 4).tolist()
        for k, v in m.fit(
            x, [x * 0, x * 0 + 1], batch_size=2, verbose=0, shuffle=False
        ).history.items()
    }
)
print(m.evaluate(x, [x * 0, x * 0 + 1], batch_size=2, verbose=0))


def my_mse(a, b):
    return tf.reduce_mean((a - b) ** 2, axis=-1)


m = tf.keras.Sequential([tf.keras.layers.Input((2,)), tf.keras.layers.Dense(1)])
m.compile(loss=my_mse, optimizer="adam", metrics=["mae"])
m.fit(np.ones((4, 2)), np.ones((4, 1)), verbose=0)
m.save("t.keras")
m2 = tf.keras.models.load_model("t.keras", custom_objects={"my_mse": my_mse})
print(type(m2.optimizer).__name__, len(m2.evaluate(np.ones((4, 2)), np.ones((4, 1)), verbose=0)))
m = tf.keras.Sequential([L.Input((2,)), L.Dense(3)])
m.add(L.Dense(2))
m.pop()
print(m.output_shape)
i = L.Input((4,))
h = L.Embedding(10, 6, mask_zero=True)(i)
r = np.random.RandomState(2)
model = tf.keras.Model(i, L.LayerNormalization()(L.Add()([h, L.MultiHeadAttention(2, 3)(h, h)])))
model.set_weights([r.randn(*w.shape) for w in model.get_weights()])
model.compile("sgd", "mse")
ids = np.array([[1, 2, 3, 0], [4, 0, 0, 0]])
print(
    "%.4f" % model.evaluate(ids, np.ones((2, 4, 6)), verbose=0),
    getattr(model(ids), "_keras_mask", None) is not None,
)
e = L.Embedding(10, 6, mask_zero=True)(ids)
mh = L.MultiHeadAttention(2, 3)
print(e._keras_mask is None)
o = mh(e, e)
print(getattr(e, "_keras_mask", None) is None, getattr(o, "_keras_mask", None) is not None)
im = np.random.RandomState(0).randint(0, 255, (7, 9, 3)).astype("uint8")
v = L.Resizing(4, 4)(im)
print(v.dtype, v.numpy().ravel()[:3], v.numpy().sum())
print(
    L.Resizing(4, 4)(im.astype("int32")).dtype,
    L.Resizing(4, 4, interpolation="nearest")(im).dtype,
    L.GlobalAveragePooling2D()(im[None]).numpy(),
)
d = tf.constant([["a", "b"], ["b", "b"]])
for q in ["multi_hot", "count", "int"]:
    print(
        L.StringLookup(vocabulary=["a", "b"], output_mode=q)(d).dtype,
        L.TextVectorization(vocabulary=["a", "b"], output_mode=q)(tf.constant(["a b"])).dtype,
        L.IntegerLookup(vocabulary=[1, 2], output_mode=q)(tf.constant([[1, 2]])).dtype,
    )
print(
    L.Discretization([1.5])(tf.constant([[1.0]])).dtype,
    L.Discretization([1.5], output_mode="one_hot")(tf.constant([[1.0]])).dtype,
)
s = tf.sparse.from_dense([[1.0, 0, 0, 2], [0, 0, 0, 0], [0, 3.0, 0, 0]])
for e in tf.data.Dataset.from_tensor_slices(s).batch(2).unbatch():
    print(e.indices.numpy().tolist(), e.values.numpy(), e.dense_shape.numpy())
