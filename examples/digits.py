"""Handwritten digits: a small neural network, trained with GradientTape in a plain Python loop.

Of the 1,797 images of 8 x 8 pixels that scikit-learn ships, 360 are kept aside. The program trains
on the others, prints how many of the 360 the network reads correctly, and draws the loss and some
of the digits with its answers.

    python examples/digits.py --epochs 30 --picture digits.png
"""

from __future__ import annotations

import argparse
from itertools import pairwise
from pathlib import Path

import matplotlib as mpl
import numpy as np
from sklearn.datasets import load_digits
from tqdm import tqdm

import gradtape as tf

mpl.use("Agg")
import matplotlib.pyplot as plt  # after the choice of a backend that needs no screen

HELD_OUT = 360
PICTURE = Path(__file__).parent / "output" / "digits.png"


class Network(tf.Module):
    """64 pixels, two hidden layers of rectified units, 10 scores."""

    def __init__(self, sizes: tuple[int, ...] = (64, 256, 128, 10)) -> None:
        super().__init__()
        pairs = list(pairwise(sizes))
        self.weights = [
            tf.Variable(tf.random.normal((n, m), stddev=(2 / n) ** 0.5), name=f"weight{i}")
            for i, (n, m) in enumerate(pairs)
        ]
        self.biases = [tf.Variable(tf.zeros(m), name=f"bias{i}") for i, (_, m) in enumerate(pairs)]

    def __call__(self, x: tf.Tensor) -> tf.Tensor:
        for weight, bias in zip(self.weights[:-1], self.biases[:-1]):
            x = tf.nn.relu(x @ weight + bias)
        return x @ self.weights[-1] + self.biases[-1]


def cross_entropy(labels: tf.Tensor, logits: tf.Tensor) -> tf.Tensor:
    return tf.reduce_mean(
        tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
    )


def shifted(images: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Every other image or so moved by a pixel: what makes a digit is not where it stands."""
    padded = np.pad(images.reshape(-1, 8, 8), ((0, 0), (1, 1), (1, 1)))
    moved = np.empty((len(images), 8, 8), np.float32)
    for i, (row, column) in enumerate(rng.choice(3, (len(images), 2), p=(1 / 8, 3 / 4, 1 / 8))):
        moved[i] = padded[i, row : row + 8, column : column + 8]
    return moved.reshape(-1, 64)


def train(network: Network, x: np.ndarray, y: np.ndarray, epochs: int, seed: int) -> list[float]:
    """Adam, in batches of 32; the mean loss of every epoch."""
    rng = np.random.default_rng(seed)
    optimizer = tf.keras.optimizers.Adam(learning_rate=2e-3)
    losses = []
    progress = tqdm(range(epochs), desc="training", unit="epoch", mininterval=0)
    for epoch in progress:
        optimizer.learning_rate = 2e-3 * (1 - epoch / epochs)
        order, total = rng.permutation(len(x)), 0.0
        images = shifted(x, rng)
        for start in range(0, len(x), 32):
            rows = order[start : start + 32]
            with tf.GradientTape() as tape:
                loss = cross_entropy(y[rows], network(tf.constant(images[rows])))
            gradients = tape.gradient(loss, network.trainable_variables)
            optimizer.apply_gradients(zip(gradients, network.trainable_variables))
            total += float(loss) * len(rows)
        losses.append(total / len(x))
        progress.set_postfix(loss=f"{losses[-1]:.4f}")
    return losses


def draw(losses: list[float], x: np.ndarray, y: np.ndarray, said: np.ndarray, file: Path) -> None:
    """The loss on the left; on the right 32 held-out digits, the misread ones first and in red."""
    figure = plt.figure(figsize=(11, 4.5), layout="constrained")
    left, right = figure.subfigures(1, 2, width_ratios=(1, 1.3))
    axis = left.subplots()
    axis.semilogy(range(1, len(losses) + 1), losses)
    axis.set(title="Training loss", xlabel="epoch", ylabel="cross entropy")
    order = np.argsort(said == y, kind="stable")[:32]
    for axis, i in zip(right.subplots(4, 8).flat, order):
        axis.imshow(x[i].reshape(8, 8), cmap="gray_r")
        axis.set_title(str(said[i]), color="black" if said[i] == y[i] else "red", fontsize=10)
        axis.axis("off")
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=120)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--picture", type=Path, default=PICTURE)
    options = parser.parse_args()

    digits = load_digits()
    order = np.random.default_rng(options.seed).permutation(len(digits.target))
    x, y = (digits.data[order] / 16).astype(np.float32), digits.target[order]
    tf.random.set_seed(options.seed)
    network = Network()
    losses = train(network, x[HELD_OUT:], y[HELD_OUT:], options.epochs, options.seed)

    said = tf.argmax(network(tf.constant(x[:HELD_OUT])), axis=1).numpy()
    right = int(np.sum(said == y[:HELD_OUT]))
    print(f"held-out accuracy: {right / HELD_OUT:.2%} ({right} of {HELD_OUT} digits)")
    draw(losses, x[:HELD_OUT], y[:HELD_OUT], said, options.picture)
    print(f"picture: {options.picture}")


if __name__ == "__main__":
    main()
