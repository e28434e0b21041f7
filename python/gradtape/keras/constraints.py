"""`keras.constraints`: what a weight is put through after each step of an optimizer."""

from .._keras.constraints import (
    Constraint as Constraint,
    MaxNorm as MaxNorm,
    MinMaxNorm as MinMaxNorm,
    NonNeg as NonNeg,
    RadialConstraint as RadialConstraint,
    UnitNorm as UnitNorm,
    deserialize as deserialize,
    get as get,
    max_norm as max_norm,
    min_max_norm as min_max_norm,
    non_neg as non_neg,
    radial_constraint as radial_constraint,
    serialize as serialize,
    unit_norm as unit_norm,
)
