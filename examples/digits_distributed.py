"""Handwritten digits on several processes: the network of digits.py, trained by all together.

Each process takes its part of every batch, and the gradients are averaged while they are computed.
The result is that of one process, to rounding.

    mpirun -n 2 python examples/digits_distributed.py
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from digits import HELD_OUT, Network, cross_entropy, shifted
from sklearn.datasets import load_digits

import gradtape as tf
from gradtape import distribute

BATCH = 32


def train(network: Network, x: np.ndarray, y: np.ndarray, epochs: int, seed: int) -> None:
    """Adam, in batches of 32; every process draws the same order and takes its rows of it."""
    rng = np.random.default_rng(seed)
    optimizer = tf.keras.optimizers.Adam(learning_rate=2e-3)
    rank, size = distribute.rank(), distribute.size()
    for epoch in range(epochs):
        optimizer.learning_rate = 2e-3 * (1 - epoch / epochs)
        order, images = rng.permutation(len(x)), shifted(x, rng)
        for start in range(0, len(x), BATCH):
            rows = order[start : start + BATCH]
            mine = rows[rank::size]
            with tf.GradientTape() as tape:
                loss = cross_entropy(y[mine], network(tf.constant(images[mine])))
                # The last batch may not be cut evenly: its parts count by their lengths.
                loss *= len(mine) * size / len(rows)
            variables = network.trainable_variables
            gradients = distribute.DistributedGradientTape(tape).gradient(loss, variables)
            optimizer.apply_gradients(zip(gradients, variables))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()

    digits = load_digits()
    order = np.random.default_rng(options.seed).permutation(len(digits.target))
    x, y = (digits.data[order] / 16).astype(np.float32), digits.target[order]
    tf.random.set_seed(options.seed)
    network = Network()
    began = time.perf_counter()
    train(network, x[HELD_OUT:], y[HELD_OUT:], options.epochs, options.seed)
    seconds = time.perf_counter() - began

    said = tf.argmax(network(tf.constant(x[:HELD_OUT])), axis=1).numpy()
    right = int(np.sum(said == y[:HELD_OUT]))
    if distribute.rank() == 0:
        print(f"{distribute.size()} processes, {seconds:.1f} s")
        print(f"held-out accuracy: {right / HELD_OUT:.2%} ({right} of {HELD_OUT} digits)")


if __name__ == "__main__":
    main()
