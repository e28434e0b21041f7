"""`keras.datasets.mnist`: handwritten digits."""

from ..._keras.datasets.digits import (
    load_mnist as load_data,
)

__all__ = ["load_data"]
