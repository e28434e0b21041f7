"""`keras.datasets.california_housing`: prices of houses in California."""

from ..._keras.datasets.housing import (
    load_california_housing as load_data,
)

__all__ = ["load_data"]
