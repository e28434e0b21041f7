"""An image in less space: matrices of low rank, by singular values and by gradient descent.

Each colour of a photograph that scikit-learn ships is a matrix. Its largest singular values give
the best approximation of a rank; descent on two thin factors, knowing nothing of that, ends up as
close.

    python examples/matrix_approximation.py --width 160 --ranks 2 8 32
"""

from __future__ import annotations

import argparse
from pathlib import Path

import matplotlib as mpl
import numpy as np
from sklearn.datasets import load_sample_image

import gradtape as tf

mpl.use("Agg")
import matplotlib.pyplot as plt  # after the choice of a backend that needs no screen

PICTURE = Path(__file__).parent / "output" / "matrix_approximation.png"


def photograph(width: int) -> tf.Tensor:
    """The colours of the flower, [3, height, width], between 0 and 1."""
    pixels = load_sample_image("flower.jpg")
    pixels = pixels[:: max(1, pixels.shape[1] // width), :: max(1, pixels.shape[1] // width)]
    return tf.transpose(tf.constant(pixels.astype(np.float32) / 255), [2, 0, 1])


def by_singular_values(image: tf.Tensor, ranks: list[int]) -> list[tf.Tensor]:
    """The best approximation of each rank (Eckart and Young)."""
    s, u, v = tf.linalg.svd(image)
    return [tf.einsum("cik,ck,cjk->cij", u[..., :r], s[..., :r], v[..., :r]) for r in ranks]


def by_descent(image: tf.Tensor, rank: int, steps: int) -> tf.Tensor:
    """Two factors [3, height, rank] and [3, rank, width], fitted with Adam."""
    tf.random.set_seed(0)
    _, height, width = image.shape
    left = tf.Variable(tf.random.normal([3, height, rank], stddev=0.1))
    right = tf.Variable(tf.random.normal([3, rank, width], stddev=0.1))
    optimizer = tf.keras.optimizers.Adam(learning_rate=0.02)
    for _ in range(steps):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((left @ right - image) ** 2)
        optimizer.apply_gradients(zip(tape.gradient(loss, [left, right]), [left, right]))
    return left @ right


def error(image: tf.Tensor, approximation: tf.Tensor) -> float:
    """Root of the mean square difference."""
    return float(tf.sqrt(tf.reduce_mean((image - approximation) ** 2)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--width", type=int, default=160, help="pixels, about")
    parser.add_argument("--ranks", type=int, nargs="+", default=[2, 8, 32])
    parser.add_argument("--steps", type=int, default=400, help="of gradient descent")
    parser.add_argument("--picture", type=Path, default=PICTURE)
    options = parser.parse_args()

    image = photograph(options.width)
    _, height, width = image.shape
    shown = [("original", image)]
    for rank, best in zip(options.ranks, by_singular_values(image, options.ranks)):
        space = rank * (height + width + 1) / (height * width)
        print(f"rank {rank:3}: {space:6.1%} of the space, error {error(image, best):.4f}")
        shown.append((f"rank {rank}", best))
    rank = options.ranks[0]
    found = by_descent(image, rank, options.steps)
    print(f"rank {rank:3} by descent: error {error(image, found):.4f}")

    figure, axes = plt.subplots(1, len(shown), figsize=(3 * len(shown), 2.5), layout="constrained")
    for axis, (title, picture) in zip(axes, shown):
        axis.imshow(tf.clip_by_value(tf.transpose(picture, [1, 2, 0]), 0.0, 1.0))
        axis.set_title(title)
        axis.axis("off")
    options.picture.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(options.picture, dpi=120)
    print(f"picture: {options.picture}")


if __name__ == "__main__":
    main()
