"""`keras.constraints`: what a weight is put through after each step of an optimizer."""

from .._keras.constraints import (
    Constraint as Constraint,
    MaxNorm as MaxNorm,
    NonNeg as NonNeg,
    UnitNorm as UnitNorm,
    get as get,
    serialize as serialize,
)
