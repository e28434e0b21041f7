"""`keras.dtype_policies`: in what dtype layers compute, and in what dtype their weights are."""

from .._keras.mixed_precision import (
    DTypePolicy as DTypePolicy,
    FloatDTypePolicy as FloatDTypePolicy,
    deserialize as deserialize,
    get as get,
    serialize as serialize,
)
