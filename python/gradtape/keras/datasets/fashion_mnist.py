"""`keras.datasets.fashion_mnist`: pictures of clothes."""

from ..._keras.datasets.digits import (
    load_fashion_mnist as load_data,
)

__all__ = ["load_data"]
