"""A table with text and numbers: make_csv_dataset and preprocessing layers."""

import csv
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

rng = np.random.RandomState(0)
rows = [
    [
        rng.choice(["male", "female"]),
        rng.randint(18, 80),
        rng.randint(0, 4),
        round(float(rng.rand() * 50), 2),
        rng.choice(["A", "B", "unknown"]),
        rng.randint(0, 2),
    ]
    for _ in range(40)
]
with open("titanic.csv", "w", newline="") as f:
    w = csv.writer(f)
    w.writerow(["sex", "age", "parch", "fare", "deck", "survived"])
    w.writerows(rows)
ds = tf.data.experimental.make_csv_dataset(
    "titanic.csv",
    batch_size=5,
    label_name="survived",
    num_epochs=1,
    shuffle=False,
    na_value="?",
    ignore_errors=True,
)
for batch, label in ds.take(1):
    for key, value in batch.items():
        print(f"{key:10s}: {value.numpy()}")
    print(label.numpy())
feats = {
    k: np.array([r[i] for r in rows]) for i, k in enumerate(["sex", "age", "parch", "fare", "deck"])
}
labels = np.array([r[-1] for r in rows])
inputs = {}
for name, column in feats.items():
    dtype = tf.string if column.dtype.kind in "UO" else tf.float32
    inputs[name] = tf.keras.Input(shape=(1,), name=name, dtype=dtype)
numeric = {name: i for name, i in inputs.items() if i.dtype in (tf.float32, "float32")}
x = layers.Concatenate()(list(numeric.values()))
norm = layers.Normalization()
norm.adapt(np.stack([feats[n] for n in numeric], 1).astype(np.float32))
parts = [norm(x)]
for name, i in inputs.items():
    if name in numeric:
        continue
    lookup = layers.StringLookup(vocabulary=np.unique(feats[name]).tolist())
    onehot = layers.CategoryEncoding(num_tokens=lookup.vocabulary_size(), output_mode="one_hot")
    parts.append(onehot(lookup(i)))
age_b = layers.Discretization(bin_boundaries=[25.0, 40.0, 60.0])
parts.append(layers.CategoryEncoding(num_tokens=4)(age_b(inputs["age"])))
cat = layers.Concatenate()(parts)
pre = tf.keras.Model(inputs, cat)
fd = {
    k: (
        tf.constant(v.astype(str))[:, None]
        if v.dtype.kind == "U"
        else tf.constant(v.astype(np.float32))[:, None]
    )
    for k, v in feats.items()
}
enc = pre(fd)
print(enc.shape, "%.4f" % tf.reduce_sum(enc))
body = tf.keras.Sequential(
    [layers.Dense(16, activation="selu", kernel_initializer="lecun_normal"), layers.Dense(1)]
)
res = body(pre(inputs))
model = tf.keras.Model(inputs, res)
model.set_weights(
    [
        rng.normal(0, 0.2, w.shape).astype(np.float32) if i >= len(model.get_weights()) - 4 else w
        for i, w in enumerate(model.get_weights())
    ]
)
body.set_weights([rng.normal(0, 0.2, w.shape).astype(np.float32) for w in body.get_weights()])
model.compile(
    loss=tf.keras.losses.BinaryCrossentropy(from_logits=True, label_smoothing=0.1),
    optimizer=tf.keras.optimizers.SGD(0.05, momentum=0.9),
    metrics=[
        tf.keras.metrics.BinaryAccuracy(threshold=0.0),
        tf.keras.metrics.AUC(from_logits=True, num_thresholds=50),
        tf.keras.metrics.Precision(thresholds=0.0),
    ],
)
h = model.fit(fd, labels, epochs=3, batch_size=10, shuffle=False, verbose=0)
for k in sorted(h.history):
    print(k, ["%.4f" % v for v in h.history[k]])
dsx = tf.data.Dataset.from_tensor_slices((fd, labels)).batch(8)
print("%.5f" % model.evaluate(dsx, verbose=0)[0])
hashed = layers.Hashing(num_bins=5)(tf.constant([["a"], ["b"], ["c"]]))
print(hashed.numpy().ravel().tolist())
print(
    layers.IntegerLookup(vocabulary=[10, 20], num_oov_indices=1)(tf.constant([10, 30, 20])).numpy()
)
table = tf.lookup.StaticHashTable(
    tf.lookup.KeyValueTensorInitializer(tf.constant(["x", "y"]), tf.constant([1, 2])),
    default_value=-1,
)
print(table.lookup(tf.constant(["y", "q"])).numpy())
