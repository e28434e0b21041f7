"""`keras.datasets.cifar100`: small colour images of a hundred classes."""

from ..._keras.datasets.cifar import (
    load_cifar100 as load_data,
)

__all__ = ["load_data"]
