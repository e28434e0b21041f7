"""`keras.datasets.cifar10`: small colour images of ten classes."""

from ..._keras.datasets.cifar import (
    load_cifar10 as load_data,
)

__all__ = ["load_data"]
