"""The numbers that every library is given.

Made with NumPy from one seed, in float32, so that all of them do the same work; the checksum of
each one's first answer is compared with the others'.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

SCALAR_CALLS = 1000  # operations in one timed call of the scalar workload
CHAIN_OPS = 100  # operations in the chain: half multiplications, half additions
MILLION = 1_000_000
DEEP = 200  # steps of the memory workloads
LEARNING_RATE = 1e-3


def normal(*shape: int, seed: int = 0, scale: float = 1.0) -> np.ndarray:
    """Normally distributed float32 numbers, the same for the same seed."""
    return (scale * np.random.default_rng(seed).standard_normal(shape)).astype(np.float32)


@dataclass(frozen=True)
class Perceptron:
    """One hidden layer: `batch` rows of `features` numbers, to one of `classes`."""

    batch: int
    features: int
    hidden: int
    classes: int

    def weights(self) -> list[np.ndarray]:
        """w1, b1, w2, b2, scaled so that the activations neither vanish nor explode."""
        return [
            normal(self.features, self.hidden, seed=1, scale=self.features**-0.5),
            np.zeros(self.hidden, np.float32),
            normal(self.hidden, self.classes, seed=2, scale=self.hidden**-0.5),
            np.zeros(self.classes, np.float32),
        ]

    def data(self) -> tuple[np.ndarray, np.ndarray]:
        """Inputs and int32 labels."""
        labels = np.random.default_rng(4).integers(0, self.classes, self.batch)
        return normal(self.batch, self.features, seed=3), labels.astype(np.int32)


@dataclass(frozen=True)
class Convolution:
    """A square convolution with SAME padding: NHWC images, HWIO filters."""

    batch: int
    size: int
    channels: int
    kernel: int
    filters: int

    def arrays(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Images, filters, and the gradient that reaches the convolution from above."""
        images = normal(self.batch, self.size, self.size, self.channels, seed=5)
        filters = normal(self.kernel, self.kernel, self.channels, self.filters, seed=6, scale=0.1)
        above = normal(self.batch, self.size, self.size, self.filters, seed=7)
        return images, filters, above


@dataclass(frozen=True)
class Recurrence:
    """An LSTM layer over a batch of sequences; gates in the order input, forget, cell, output."""

    batch: int
    steps: int
    features: int
    units: int

    def arrays(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Sequences, the weights of inputs and of states, biases."""
        sequences = normal(self.batch, self.steps, self.features, seed=8)
        kernel = normal(self.features, 4 * self.units, seed=9, scale=0.1)
        recurrent = normal(self.units, 4 * self.units, seed=10, scale=0.1)
        return sequences, kernel, recurrent, normal(4 * self.units, seed=11, scale=0.1)
