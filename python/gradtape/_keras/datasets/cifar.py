"""CIFAR-10 and CIFAR-100: 32 x 32 colour images, 50,000 and 10,000 of them.

Their files are pickles, read by an unpickler that knows arrays alone.
"""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np

from .digits import Pairs
from .sources import unpacked

_ALLOWED = {"_reconstruct", "ndarray", "dtype", "_codecs", "encode"}


class _Arrays(pickle.Unpickler):
    """Refuses whatever is not needed to make an array."""

    def find_class(self, module: str, name: str) -> Any:
        if module.split(".")[0] in ("numpy", "_codecs") and name in _ALLOWED:
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} has no place in a file of images")


def load_cifar10() -> Pairs:
    """`(x_train, y_train), (x_test, y_test)`: uint8 `[n, 32, 32, 3]` and classes `[n, 1]`."""
    folder = Path(unpacked("cifar-10-python.tar.gz", "cifar-10-batches-py-target"))
    folder = folder / "cifar-10-batches-py"
    parts = [_batch(folder / f"data_batch_{i}", "labels") for i in range(1, 6)]
    images, labels = zip(*parts)
    return (np.concatenate(images), np.concatenate(labels)), _batch(folder / "test_batch", "labels")


def load_cifar100(label_mode: str = "fine") -> Pairs:
    """The same with 100 classes ("fine") or their 20 groups ("coarse").

    `ValueError` for another `label_mode`.
    """
    if label_mode not in ("fine", "coarse"):
        raise ValueError(
            f"`label_mode` must be one of `'fine'`, `'coarse'`. Received: label_mode={label_mode}."
        )
    folder = Path(unpacked("cifar-100-python.tar.gz", "cifar-100-python-target"))
    folder = folder / "cifar-100-python"
    train, test = (_batch(folder / part, f"{label_mode}_labels") for part in ("train", "test"))
    return train, test


def _batch(path: Path, labels: str) -> tuple[np.ndarray, np.ndarray]:
    with path.open("rb") as file:
        found = _Arrays(file, encoding="bytes").load()
    images = np.asarray(found[b"data"], np.uint8).reshape(-1, 3, 32, 32)
    numbers = np.asarray(found[labels.encode()], np.uint8)
    return images.transpose(0, 2, 3, 1), numbers[:, None]
