"""MNIST and Fashion-MNIST: 28 x 28 grey images of ten classes, 60,000 and 10,000 of them."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np

from .sources import stored

Pairs = tuple[tuple[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]


def load_mnist(path: str = "mnist.npz") -> Pairs:
    """`(x_train, y_train), (x_test, y_test)`: uint8 images `[n, 28, 28]` and digits `[n]`."""
    with np.load(stored("mnist.npz", path)) as file:
        return (file["x_train"], file["y_train"]), (file["x_test"], file["y_test"])


def load_fashion_mnist() -> Pairs:
    """`(x_train, y_train), (x_test, y_test)`: uint8 images `[n, 28, 28]` and classes `[n]`."""
    train, test = (_images_and_labels(part) for part in ("train", "t10k"))
    return train, test


def _images_and_labels(part: str) -> tuple[np.ndarray, np.ndarray]:
    """Two files in the IDX format: a header, then bytes."""
    folder = str(Path("datasets") / "fashion-mnist")
    labels = stored(f"{part}-labels-idx1-ubyte.gz", folder=folder)
    images = stored(f"{part}-images-idx3-ubyte.gz", folder=folder)
    numbers = np.frombuffer(_inflated(labels), np.uint8, offset=8)
    pixels = np.frombuffer(_inflated(images), np.uint8, offset=16)
    return pixels.reshape(len(numbers), 28, 28), numbers


def _inflated(path: str) -> bytes:
    with gzip.open(path, "rb") as file:
        return file.read()
