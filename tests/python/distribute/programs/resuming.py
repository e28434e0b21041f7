"""Trains for some steps from the last checkpoint, if there is one; process 0 writes it."""

import sys

import numpy as np
from saying import say

import gradtape as tf
from gradtape import distribute as D

prefix, first, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
rng = np.random.RandomState(0)
data = rng.normal(size=(12, 4)).astype(np.float32)
w = tf.Variable(tf.zeros([4]))
optimizer = tf.keras.optimizers.Adam(0.1)
optimizer.build([w])
checkpoint = tf.train.Checkpoint(w=w, optimizer=optimizer)
if first:
    checkpoint.read(prefix)
part = data[D.rank() :: D.size()]
for _ in range(first, last):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((tf.tensordot(part, w, 1) - part[:, 0]) ** 2)
    optimizer.apply_gradients([(D.DistributedGradientTape(tape).gradient(loss, w), w)])
written = D.on_chief(checkpoint.write, prefix)
try:
    D.on_chief(lambda: 1 / 0)
except ZeroDivisionError as error:
    failed = str(error)
say(written == prefix, failed, w.numpy().tolist())
