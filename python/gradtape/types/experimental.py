"""`tf.types.experimental`: what operations take for a tensor, and kinds of functions."""

from .._control.concrete import (
    ConcreteFunction as ConcreteFunction,
)
from .._control.function import (
    Function as GenericFunction,
    Function as PolymorphicFunction,
)
from .._control.trace_types import TraceType as TraceType
from .._structure.static import (
    TensorLike as TensorLike,
)

__all__ = [
    "ConcreteFunction",
    "GenericFunction",
    "PolymorphicFunction",
    "TensorLike",
    "TraceType",
]
