"""TensorFlow's `GradientTape` as a small, fast library: `import gradtape as tf`.

The compiled core and the light namespaces are here at once; layers, data sets, checkpoints and the
like load when they are first used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import (
    autodiff as autodiff,
    bitwise as bitwise,
    errors as errors,
    image as image,
    linalg as linalg,
    math as math,
    memory as memory,
    nest as nest,
    nn as nn,
    random as random,
)
from ._core import (
    DType as DType,
    GradientTape as GradientTape,
    Tensor as Tensor,
    TensorShape as TensorShape,
    Variable as Variable,
    __version__ as __version__,
    abs as abs,
    acos as acos,
    acosh as acosh,
    add as add,
    add_n as add_n,
    argmax as argmax,
    argmin as argmin,
    argsort as argsort,
    as_dtype as as_dtype,
    asin as asin,
    asinh as asinh,
    atan as atan,
    atan2 as atan2,
    atanh as atanh,
    bfloat16 as bfloat16,
    bitcast as bitcast,
    bool as bool,
    boolean_mask as boolean_mask,
    broadcast_dynamic_shape as broadcast_dynamic_shape,
    broadcast_to as broadcast_to,
    cast as cast,
    clip_by_value as clip_by_value,
    complex as complex,
    complex64 as complex64,
    complex128 as complex128,
    concat as concat,
    constant as constant,
    convert_to_tensor as convert_to_tensor,
    cos as cos,
    cosh as cosh,
    cumsum as cumsum,
    divide as divide,
    dynamic_partition as dynamic_partition,
    dynamic_stitch as dynamic_stitch,
    ensure_shape as ensure_shape,
    equal as equal,
    exp as exp,
    expand_dims as expand_dims,
    eye as eye,
    fill as fill,
    float16 as float16,
    float32 as float32,
    float64 as float64,
    floor as floor,
    gather as gather,
    gather_nd as gather_nd,
    greater as greater,
    greater_equal as greater_equal,
    histogram_fixed_width as histogram_fixed_width,
    histogram_fixed_width_bins as histogram_fixed_width_bins,
    identity as identity,
    identity_n as identity_n,
    int8 as int8,
    int16 as int16,
    int32 as int32,
    int64 as int64,
    is_tensor as is_tensor,
    less as less,
    less_equal as less_equal,
    linspace as linspace,
    logical_and as logical_and,
    logical_not as logical_not,
    logical_or as logical_or,
    matmul as matmul,
    matrix_square_root as matrix_square_root,
    maximum as maximum,
    minimum as minimum,
    multiply as multiply,
    negative as negative,
    norm as norm,
    not_equal as not_equal,
    one_hot as one_hot,
    ones as ones,
    ones_like as ones_like,
    pad as pad,
    pow as pow,
    range as range,
    rank as rank,
    realdiv as realdiv,
    reduce_all as reduce_all,
    reduce_any as reduce_any,
    reduce_logsumexp as reduce_logsumexp,
    reduce_max as reduce_max,
    reduce_mean as reduce_mean,
    reduce_min as reduce_min,
    reduce_prod as reduce_prod,
    reduce_sum as reduce_sum,
    repeat as repeat,
    reshape as reshape,
    reverse as reverse,
    reverse_sequence as reverse_sequence,
    roll as roll,
    round as round,
    saturate_cast as saturate_cast,
    scalar_mul as scalar_mul,
    scatter_nd as scatter_nd,
    searchsorted as searchsorted,
    sequence_mask as sequence_mask,
    shape as shape,
    sigmoid as sigmoid,
    sign as sign,
    sin as sin,
    sinh as sinh,
    size as size,
    slice as slice,
    sort as sort,
    split as split,
    sqrt as sqrt,
    square as square,
    squeeze as squeeze,
    stack as stack,
    stop_gradient as stop_gradient,
    strided_slice as strided_slice,
    string as string,
    subtract as subtract,
    tan as tan,
    tanh as tanh,
    tensor_scatter_nd_add as tensor_scatter_nd_add,
    tensor_scatter_nd_max as tensor_scatter_nd_max,
    tensor_scatter_nd_min as tensor_scatter_nd_min,
    tensor_scatter_nd_sub as tensor_scatter_nd_sub,
    tensor_scatter_nd_update as tensor_scatter_nd_update,
    tensordot as tensordot,
    tile as tile,
    transpose as transpose,
    truediv as truediv,
    truncatediv as truncatediv,
    truncatemod as truncatemod,
    uint8 as uint8,
    uint16 as uint16,
    uint32 as uint32,
    uint64 as uint64,
    unique as unique,
    unique_with_counts as unique_with_counts,
    unravel_index as unravel_index,
    unstack as unstack,
    where as where,
    zeros as zeros,
    zeros_like as zeros_like,
)
from ._logging import get_logger as get_logger
from .clipping import clip_by_global_norm as clip_by_global_norm, clip_by_norm as clip_by_norm
from .eager import device as device, executing_eagerly as executing_eagerly, newaxis as newaxis
from .module import Module as Module, name_scope as name_scope
from .unconnected_gradients import UnconnectedGradients as UnconnectedGradients
from .variadic import einsum as einsum, meshgrid as meshgrid

if TYPE_CHECKING:
    from . import (
        compat as compat,
        data as data,
        debugging as debugging,
        dtypes as dtypes,
        experimental as experimental,
        keras as keras,
        signal as signal,
        testing as testing,
        train as train,
    )
    from .compat.v1 import enable_eager_execution as enable_eager_execution
    from .control_flow import (
        case as case,
        cond as cond,
        switch_case as switch_case,
        while_loop as while_loop,
    )
    from .custom_gradients import (
        RegisterGradient as RegisterGradient,
        custom_gradient as custom_gradient,
        grad_pass_through as grad_pass_through,
        gradients as gradients,
        no_gradient as no_gradient,
        recompute_grad as recompute_grad,
    )
    from .eager_function import function as function
    from .indexed_slices import IndexedSlices as IndexedSlices
    from .keras import (
        initializers as initializers,
        losses as losses,
        metrics as metrics,
        optimizers as optimizers,
    )
    from .keras.initializers import (
        constant_initializer as constant_initializer,
        ones_initializer as ones_initializer,
        random_normal_initializer as random_normal_initializer,
        random_uniform_initializer as random_uniform_initializer,
        zeros_initializer as zeros_initializer,
    )
    from .printing import print as print
    from .python_function import numpy_function as numpy_function, py_function as py_function
    from .rowwise import (
        foldl as foldl,
        foldr as foldr,
        map_fn as map_fn,
        scan as scan,
        vectorized_map as vectorized_map,
    )
    from .tensor_spec import TensorSpec as TensorSpec

half = float16
double = float64

# Where a name comes from that is loaded on first use; a module of its own where it says nothing.
_ON_FIRST_USE = {
    "compat": None,
    "config": None,
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
    "gradients": "custom_gradients",
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
