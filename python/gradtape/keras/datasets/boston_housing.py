"""`keras.datasets.boston_housing`: prices of houses in Boston."""

from ..._keras.datasets.housing import (
    load_boston_housing as load_data,
)

__all__ = ["load_data"]
