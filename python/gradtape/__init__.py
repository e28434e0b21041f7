"""TensorFlow's `GradientTape` as a small, fast library: `import gradtape as tf`.

The compiled core and the light namespaces are here at once; layers, data sets, checkpoints and the
like load when they are first used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import autodiff as autodiff
from . import bitwise as bitwise
from . import errors as errors
from . import image as image
from . import linalg as linalg
from . import math as math
from . import memory as memory
from . import nest as nest
from . import nn as nn
from . import random as random
from ._core import (
    DType as DType,
)
from ._core import (
    GradientTape as GradientTape,
)
from ._core import Tensor as Tensor
from ._core import (
    TensorShape as TensorShape,
)
from ._core import Variable as Variable
from ._core import __version__ as __version__
from ._core import (
    abs as abs,
)
from ._core import (
    acos as acos,
)
from ._core import (
    acosh as acosh,
)
from ._core import (
    add as add,
)
from ._core import (
    add_n as add_n,
)
from ._core import (
    argmax as argmax,
)
from ._core import (
    argmin as argmin,
)
from ._core import (
    argsort as argsort,
)
from ._core import (
    as_dtype as as_dtype,
)
from ._core import (
    asin as asin,
)
from ._core import (
    asinh as asinh,
)
from ._core import (
    atan as atan,
)
from ._core import (
    atan2 as atan2,
)
from ._core import (
    atanh as atanh,
)
from ._core import (
    bfloat16 as bfloat16,
)
from ._core import (
    bool as bool,
)
from ._core import (
    boolean_mask as boolean_mask,
)
from ._core import (
    broadcast_to as broadcast_to,
)
from ._core import (
    cast as cast,
)
from ._core import (
    clip_by_value as clip_by_value,
)
from ._core import (
    complex as complex,
)
from ._core import (
    complex64 as complex64,
)
from ._core import (
    complex128 as complex128,
)
from ._core import (
    concat as concat,
)
from ._core import (
    constant as constant,
)
from ._core import (
    convert_to_tensor as convert_to_tensor,
)
from ._core import (
    cos as cos,
)
from ._core import (
    cosh as cosh,
)
from ._core import (
    cumsum as cumsum,
)
from ._core import (
    divide as divide,
)
from ._core import (
    dynamic_partition as dynamic_partition,
)
from ._core import (
    dynamic_stitch as dynamic_stitch,
)
from ._core import (
    ensure_shape as ensure_shape,
)
from ._core import (
    equal as equal,
)
from ._core import (
    exp as exp,
)
from ._core import (
    expand_dims as expand_dims,
)
from ._core import (
    eye as eye,
)
from ._core import (
    fill as fill,
)
from ._core import (
    float16 as float16,
)
from ._core import (
    float32 as float32,
)
from ._core import (
    float64 as float64,
)
from ._core import (
    floor as floor,
)
from ._core import (
    gather as gather,
)
from ._core import (
    gather_nd as gather_nd,
)
from ._core import (
    greater as greater,
)
from ._core import (
    greater_equal as greater_equal,
)
from ._core import (
    histogram_fixed_width as histogram_fixed_width,
)
from ._core import (
    histogram_fixed_width_bins as histogram_fixed_width_bins,
)
from ._core import (
    identity as identity,
)
from ._core import (
    identity_n as identity_n,
)
from ._core import (
    int8 as int8,
)
from ._core import (
    int16 as int16,
)
from ._core import (
    int32 as int32,
)
from ._core import (
    int64 as int64,
)
from ._core import (
    is_tensor as is_tensor,
)
from ._core import (
    less as less,
)
from ._core import (
    less_equal as less_equal,
)
from ._core import (
    linspace as linspace,
)
from ._core import (
    logical_and as logical_and,
)
from ._core import (
    logical_not as logical_not,
)
from ._core import (
    logical_or as logical_or,
)
from ._core import (
    matmul as matmul,
)
from ._core import (
    matrix_square_root as matrix_square_root,
)
from ._core import (
    maximum as maximum,
)
from ._core import (
    minimum as minimum,
)
from ._core import (
    multiply as multiply,
)
from ._core import (
    negative as negative,
)
from ._core import (
    norm as norm,
)
from ._core import (
    not_equal as not_equal,
)
from ._core import (
    one_hot as one_hot,
)
from ._core import (
    ones as ones,
)
from ._core import (
    ones_like as ones_like,
)
from ._core import (
    pad as pad,
)
from ._core import (
    pow as pow,
)
from ._core import (
    range as range,
)
from ._core import (
    rank as rank,
)
from ._core import (
    realdiv as realdiv,
)
from ._core import (
    reduce_all as reduce_all,
)
from ._core import (
    reduce_any as reduce_any,
)
from ._core import (
    reduce_logsumexp as reduce_logsumexp,
)
from ._core import (
    reduce_max as reduce_max,
)
from ._core import (
    reduce_mean as reduce_mean,
)
from ._core import (
    reduce_min as reduce_min,
)
from ._core import (
    reduce_prod as reduce_prod,
)
from ._core import (
    reduce_sum as reduce_sum,
)
from ._core import (
    repeat as repeat,
)
from ._core import (
    reshape as reshape,
)
from ._core import (
    reverse as reverse,
)
from ._core import (
    reverse_sequence as reverse_sequence,
)
from ._core import (
    roll as roll,
)
from ._core import (
    round as round,
)
from ._core import (
    saturate_cast as saturate_cast,
)
from ._core import (
    scalar_mul as scalar_mul,
)
from ._core import (
    scatter_nd as scatter_nd,
)
from ._core import (
    searchsorted as searchsorted,
)
from ._core import (
    sequence_mask as sequence_mask,
)
from ._core import (
    shape as shape,
)
from ._core import (
    sigmoid as sigmoid,
)
from ._core import (
    sign as sign,
)
from ._core import (
    sin as sin,
)
from ._core import (
    sinh as sinh,
)
from ._core import (
    size as size,
)
from ._core import (
    slice as slice,
)
from ._core import (
    sort as sort,
)
from ._core import (
    split as split,
)
from ._core import (
    sqrt as sqrt,
)
from ._core import (
    square as square,
)
from ._core import (
    squeeze as squeeze,
)
from ._core import (
    stack as stack,
)
from ._core import (
    stop_gradient as stop_gradient,
)
from ._core import (
    strided_slice as strided_slice,
)
from ._core import (
    string as string,
)
from ._core import (
    subtract as subtract,
)
from ._core import (
    tan as tan,
)
from ._core import (
    tanh as tanh,
)
from ._core import (
    tensor_scatter_nd_add as tensor_scatter_nd_add,
)
from ._core import (
    tensor_scatter_nd_max as tensor_scatter_nd_max,
)
from ._core import (
    tensor_scatter_nd_min as tensor_scatter_nd_min,
)
from ._core import (
    tensor_scatter_nd_sub as tensor_scatter_nd_sub,
)
from ._core import (
    tensor_scatter_nd_update as tensor_scatter_nd_update,
)
from ._core import (
    tensordot as tensordot,
)
from ._core import (
    tile as tile,
)
from ._core import (
    transpose as transpose,
)
from ._core import (
    truediv as truediv,
)
from ._core import (
    truncatediv as truncatediv,
)
from ._core import (
    truncatemod as truncatemod,
)
from ._core import (
    uint8 as uint8,
)
from ._core import (
    uint16 as uint16,
)
from ._core import (
    uint32 as uint32,
)
from ._core import (
    uint64 as uint64,
)
from ._core import (
    unique as unique,
)
from ._core import (
    unique_with_counts as unique_with_counts,
)
from ._core import (
    unravel_index as unravel_index,
)
from ._core import (
    unstack as unstack,
)
from ._core import (
    where as where,
)
from ._core import (
    zeros as zeros,
)
from ._core import (
    zeros_like as zeros_like,
)
from ._logging import get_logger as get_logger
from .clipping import clip_by_global_norm as clip_by_global_norm
from .clipping import clip_by_norm as clip_by_norm
from .eager import device as device
from .eager import executing_eagerly as executing_eagerly
from .eager import newaxis as newaxis
from .module import Module as Module
from .module import name_scope as name_scope
from .unconnected_gradients import UnconnectedGradients as UnconnectedGradients
from .variadic import einsum as einsum
from .variadic import meshgrid as meshgrid

if TYPE_CHECKING:
    from . import compat as compat
    from . import data as data
    from . import debugging as debugging
    from . import dtypes as dtypes
    from . import experimental as experimental
    from . import keras as keras
    from . import signal as signal
    from . import testing as testing
    from . import train as train
    from .compat.v1 import enable_eager_execution as enable_eager_execution
    from .control_flow import case as case
    from .control_flow import cond as cond
    from .control_flow import switch_case as switch_case
    from .control_flow import while_loop as while_loop
    from .custom_gradients import RegisterGradient as RegisterGradient
    from .custom_gradients import custom_gradient as custom_gradient
    from .custom_gradients import grad_pass_through as grad_pass_through
    from .custom_gradients import no_gradient as no_gradient
    from .custom_gradients import recompute_grad as recompute_grad
    from .eager_function import function as function
    from .indexed_slices import IndexedSlices as IndexedSlices
    from .keras import initializers as initializers
    from .keras import losses as losses
    from .keras import metrics as metrics
    from .keras import optimizers as optimizers
    from .keras.initializers import constant_initializer as constant_initializer
    from .keras.initializers import ones_initializer as ones_initializer
    from .keras.initializers import random_normal_initializer as random_normal_initializer
    from .keras.initializers import random_uniform_initializer as random_uniform_initializer
    from .keras.initializers import zeros_initializer as zeros_initializer
    from .printing import print as print
    from .python_function import numpy_function as numpy_function
    from .python_function import py_function as py_function
    from .rowwise import foldl as foldl
    from .rowwise import foldr as foldr
    from .rowwise import map_fn as map_fn
    from .rowwise import scan as scan
    from .rowwise import vectorized_map as vectorized_map
    from .tensor_spec import TensorSpec as TensorSpec

half = float16
double = float64

# Where a name comes from that is loaded on first use; a module of its own where it says nothing.
_ON_FIRST_USE = {
    "compat": None,
    "data": None,
    "keras": None,
    "train": None,
    "testing": None,
    "debugging": None,
    "dtypes": None,
    "experimental": None,
    "signal": None,
    "case": "control_flow",
    "cond": "control_flow",
    "switch_case": "control_flow",
    "while_loop": "control_flow",
    "foldl": "rowwise",
    "foldr": "rowwise",
    "map_fn": "rowwise",
    "scan": "rowwise",
    "vectorized_map": "rowwise",
    "numpy_function": "python_function",
    "py_function": "python_function",
    "print": "printing",
    "function": "eager_function",
    "RegisterGradient": "custom_gradients",
    "custom_gradient": "custom_gradients",
    "grad_pass_through": "custom_gradients",
    "no_gradient": "custom_gradients",
    "recompute_grad": "custom_gradients",
    "TensorSpec": "tensor_spec",
    "IndexedSlices": "indexed_slices",
    "initializers": "keras",
    "losses": "keras",
    "metrics": "keras",
    "optimizers": "keras",
    "constant_initializer": "keras.initializers",
    "ones_initializer": "keras.initializers",
    "random_normal_initializer": "keras.initializers",
    "random_uniform_initializer": "keras.initializers",
    "zeros_initializer": "keras.initializers",
    "enable_eager_execution": "compat.v1",
}


def __getattr__(name: str) -> Any:
    if name not in _ON_FIRST_USE:
        from ._unsupported import explain

        raise explain(name)
    import importlib

    place = _ON_FIRST_USE[name]
    if place is None:
        value: Any = importlib.import_module(f"{__name__}.{name}")
    else:
        value = getattr(importlib.import_module(f"{__name__}.{place}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_ON_FIRST_USE})
