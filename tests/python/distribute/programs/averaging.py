"""Gradients averaged while they are computed: what comes out, for every kind of source."""

import numpy as np
from saying import say

import gradtape as tf
from gradtape import distribute as D

rank, size = D.rank(), D.size()
MEAN = (size - 1) / 2  # of the ranks
layers = [tf.Variable(tf.ones([4, 4]) * (i + 1.0)) for i in range(5)]
seldom = tf.Variable([3.0, 3.0])
table = tf.Variable(tf.ones([6, 2]))
double = tf.Variable(tf.ones([3], "float64"))
sources = {"layers": layers, "rest": [seldom, table, double]}


def loss(step):
    x = tf.ones([2, 4]) * (rank + 1.0)
    for w in layers:
        x = x @ w / 10.0
    y = tf.reduce_sum(x) + tf.reduce_sum(tf.gather(table, [rank, 2]))
    y += tf.cast(tf.reduce_sum(double * double), "float32") * rank
    return y + tf.reduce_sum(seldom) * 4.0 if step == 2 and rank == 0 else y


def taped(step, **options):
    with tf.GradientTape(**options) as tape:
        y = loss(step)
    return tape, y


def averaged(step, **options):
    tape, y = taped(step)
    return D.DistributedGradientTape(tape, **options).gradient(y, sources)


def expected(step):
    """By the collectives alone."""
    tape, y = taped(step)
    found = tape.gradient(y, sources, unconnected_gradients="zero")
    return tf.nest.map_structure(
        lambda g: D.allreduce(tf.convert_to_tensor(g), "MEAN").numpy(), found
    )


def compare(got, wanted, tolerance):
    for g, w in zip(tf.nest.flatten(got), tf.nest.flatten(wanted), strict=True):
        whole = np.zeros_like(w) if g is None else tf.convert_to_tensor(g).numpy()
        np.testing.assert_allclose(whole, w, rtol=tolerance, atol=1e-30)


for options, tolerance in [
    ({}, 0.0),
    ({"compression": D.Compression.fp16}, 2e-3),
    ({"compression": D.Compression.bf16}, 2e-2),
]:
    for bucket_bytes in [1, 100, 1 << 20]:
        D.configure(bucket_bytes=bucket_bytes)
        for step in range(4):
            got = averaged(step, **options)
            compare(got, expected(step), tolerance)
            assert isinstance(got["rest"][1], tf.IndexedSlices)
            assert got["layers"][0].dtype == tf.float32
            assert got["rest"][2].dtype == tf.float64
D.configure(overlap=False)
compare(averaged(0), expected(0), 0.0)
D.configure(overlap=True)

with D.DistributedGradientTape(op="SUM", persistent=True) as tape:
    y = loss(0)
total = tape.gradient(y, double).numpy()
np.testing.assert_array_equal(total, 2.0 * MEAN * size)
np.testing.assert_array_equal(
    tape.gradient(y, double, output_gradients=tf.constant(2.0)).numpy(), 2 * total
)
stranger = tf.Variable([1.0, 2.0])
assert tape.gradient(y, [stranger]) == [None]
assert tape.gradient(y, stranger, unconnected_gradients="zero").numpy().tolist() == [0.0, 0.0]

optimizer = D.DistributedOptimizer(tf.keras.optimizers.Adam(0.1))
assert isinstance(optimizer, tf.keras.optimizers.Adam)
v = tf.Variable([1.0, 2.0])
plain, w = tf.keras.optimizers.Adam(0.1), tf.Variable([1.0, 2.0])
for step in range(4):
    optimizer.apply_gradients([(tf.constant([1.0, -1.0]) * rank + step, v)])
    plain.apply_gradients([(tf.constant([1.0, -1.0]) * MEAN + step, w)])
np.testing.assert_array_equal(v.numpy(), w.numpy())
optimizer.minimize(lambda: tf.reduce_sum(v * v) * rank, [v])
say("done", v.numpy().tobytes().hex())
