"""TensorFlow's `GradientTape` as a small, fast library: `import gradtape as tf`.

The compiled core is here at once; every other name loads when it is first used, from the module
that `_ON_FIRST_USE` gives. The imports under `TYPE_CHECKING` tell editors and mypy the same."""

from __future__ import annotations

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
    eig as eig,
    eigvals as eigvals,
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
    less as less,
    less_equal as less_equal,
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
from ._namespace import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import (
        audio as audio,
        autodiff as autodiff,
        autograph as autograph,
        bitwise as bitwise,
        compat as compat,
        config as config,
        data as data,
        debugging as debugging,
        distribute as distribute,
        dtypes as dtypes,
        errors as errors,
        experimental as experimental,
        image as image,
        initializers as initializers,
        io as io,
        keras as keras,
        linalg as linalg,
        lookup as lookup,
        losses as losses,
        math as math,
        memory as memory,
        metrics as metrics,
        nest as nest,
        nn as nn,
        optimizers as optimizers,
        plots as plots,
        profiler as profiler,
        quantization as quantization,
        ragged as ragged,
        random as random,
        raw_ops as raw_ops,
        saved_model as saved_model,
        sets as sets,
        signal as signal,
        sparse as sparse,
        strings as strings,
        summary as summary,
        sysconfig as sysconfig,
        test as test,
        testing as testing,
        train as train,
        types as types,
        version as version,
    )
    from ._autodiff.clipping import (
        clip_by_global_norm as clip_by_global_norm,
        clip_by_norm as clip_by_norm,
        clip_by_value as clip_by_value,
    )
    from ._autodiff.custom_gradients import (
        RegisterGradient as RegisterGradient,
        custom_gradient as custom_gradient,
        grad_pass_through as grad_pass_through,
        no_gradient as no_gradient,
        recompute_grad as recompute_grad,
    )
    from ._autodiff.graph_gradients import gradients as gradients, hessians as hessians
    from ._autodiff.indexed_slices import IndexedSlices as IndexedSlices
    from ._autodiff.slices_spec import IndexedSlicesSpec as IndexedSlicesSpec
    from ._autodiff.unconnected_gradients import UnconnectedGradients as UnconnectedGradients
    from ._control.control_flow import (
        case as case,
        cond as cond,
        switch_case as switch_case,
        while_loop as while_loop,
    )
    from ._control.critical_section import CriticalSection as CriticalSection
    from ._control.function import function as function
    from ._control.mapping import (
        foldl as foldl,
        foldr as foldr,
        map_fn as map_fn,
        scan as scan,
        vectorized_map as vectorized_map,
    )
    from ._control.ordering import (
        Assert as Assert,
        control_dependencies as control_dependencies,
        group as group,
        init_scope as init_scope,
        inside_function as inside_function,
        no_op as no_op,
        timestamp as timestamp,
        tuple as tuple,
    )
    from ._control.python_function import (
        numpy_function as numpy_function,
        py_function as py_function,
    )
    from ._control.tensor_array import (
        TensorArray as TensorArray,
        TensorArraySpec as TensorArraySpec,
    )
    from ._control.variable_creators import variable_creator_scope as variable_creator_scope
    from ._data.specs import OptionalSpec as OptionalSpec
    from ._drop_in.installation import install as install, uninstall as uninstall
    from ._io.tensor_protos import (
        make_ndarray as make_ndarray,
        make_tensor_proto as make_tensor_proto,
    )
    from ._keras.initializers import (
        constant_initializer as constant_initializer,
        ones_initializer as ones_initializer,
        random_normal_initializer as random_normal_initializer,
        random_uniform_initializer as random_uniform_initializer,
        zeros_initializer as zeros_initializer,
    )
    from ._legacy.graphs import Graph as Graph, Operation as Operation
    from ._logging import get_logger as get_logger
    from ._module.module import (
        Module as Module,
        get_current_name_scope as get_current_name_scope,
        name_scope as name_scope,
    )
    from ._networks.windows import (
        batch_to_space as batch_to_space,
        extract_volume_patches as extract_volume_patches,
        required_space_to_batch_paddings as required_space_to_batch_paddings,
        space_to_batch as space_to_batch,
        space_to_batch_nd as space_to_batch_nd,
    )
    from ._ops.assertions import (
        assert_equal as assert_equal,
        assert_greater as assert_greater,
        assert_less as assert_less,
        assert_rank as assert_rank,
    )
    from ._ops.printing import print as print
    from ._ops.spacing import linspace as linspace
    from ._ops.variadic import einsum as einsum, meshgrid as meshgrid
    from ._ragged.specs import (
        RaggedTensorSpec as RaggedTensorSpec,
        SparseTensorSpec as SparseTensorSpec,
        type_spec_from_value as type_spec_from_value,
    )
    from ._ragged.tensor import RaggedTensor as RaggedTensor
    from ._runtime.device_spec import (
        DeviceSpec as DeviceSpec,
    )
    from ._runtime.eager import device as device, executing_eagerly as executing_eagerly
    from ._runtime.enumerations import (
        AggregationMethod as AggregationMethod,
        VariableAggregation as VariableAggregation,
        VariableSynchronization as VariableSynchronization,
    )
    from ._runtime.switches import enable_eager_execution as enable_eager_execution
    from ._signal.axes import (
        fftnd as fftnd,
        ifftnd as ifftnd,
        irfftnd as irfftnd,
        rfftnd as rfftnd,
    )
    from ._sparse.sets import edit_distance as edit_distance
    from ._sparse.tensor import SparseTensor as SparseTensor
    from ._strings.hashes import fingerprint as fingerprint
    from ._strings.numbers import as_string as as_string
    from ._structure.composites import is_tensor as is_tensor
    from ._structure.conversion import (
        register_tensor_conversion_function as register_tensor_conversion_function,
    )
    from ._structure.described_specs import NoneTensorSpec as NoneTensorSpec
    from ._structure.static import (
        broadcast_static_shape as broadcast_static_shape,
        get_static_value as get_static_value,
        is_symbolic_tensor as is_symbolic_tensor,
        shape_n as shape_n,
    )
    from ._structure.tensor_spec import TensorSpec as TensorSpec
    from ._structure.type_spec import TypeSpec as TypeSpec

half = float16
double = float64
newaxis = None

_ON_FIRST_USE = {
    "_structure.conversion": ("register_tensor_conversion_function",),
    "_structure.described_specs": ("NoneTensorSpec",),
    "_data.specs": ("OptionalSpec",),
    "_autodiff.slices_spec": ("IndexedSlicesSpec",),
    "": (
        "audio",
        "autodiff",
        "autograph",
        "bitwise",
        "compat",
        "config",
        "data",
        "debugging",
        "distribute",
        "dtypes",
        "errors",
        "experimental",
        "image",
        "initializers",
        "io",
        "keras",
        "linalg",
        "losses",
        "math",
        "memory",
        "metrics",
        "nest",
        "nn",
        "optimizers",
        "plots",
        "profiler",
        "quantization",
        "ragged",
        "random",
        "raw_ops",
        "saved_model",
        "sets",
        "signal",
        "sparse",
        "strings",
        "sysconfig",
        "lookup",
        "summary",
        "test",
        "testing",
        "train",
        "types",
        "version",
    ),
    "_autodiff.clipping": (
        "clip_by_global_norm",
        "clip_by_norm",
        "clip_by_value",
    ),
    "_autodiff.custom_gradients": (
        "RegisterGradient",
        "custom_gradient",
        "grad_pass_through",
        "no_gradient",
        "recompute_grad",
    ),
    "_autodiff.graph_gradients": (
        "gradients",
        "hessians",
    ),
    "_autodiff.indexed_slices": ("IndexedSlices",),
    "_autodiff.unconnected_gradients": ("UnconnectedGradients",),
    "_control.control_flow": (
        "case",
        "cond",
        "switch_case",
        "while_loop",
    ),
    "_control.critical_section": ("CriticalSection",),
    "_control.function": ("function",),
    "_control.mapping": (
        "foldl",
        "foldr",
        "map_fn",
        "scan",
        "vectorized_map",
    ),
    "_control.python_function": (
        "numpy_function",
        "py_function",
    ),
    "_control.tensor_array": (
        "TensorArray",
        "TensorArraySpec",
    ),
    "_drop_in.installation": (
        "install",
        "uninstall",
    ),
    "_io.tensor_protos": (
        "make_ndarray",
        "make_tensor_proto",
    ),
    "_keras.initializers": (
        "constant_initializer",
        "ones_initializer",
        "random_normal_initializer",
        "random_uniform_initializer",
        "zeros_initializer",
    ),
    "_legacy.graphs": ("Graph", "Operation"),
    "_logging": ("get_logger",),
    "_module.module": (
        "Module",
        "name_scope",
        "get_current_name_scope",
    ),
    "_networks.windows": (
        "batch_to_space",
        "required_space_to_batch_paddings",
        "space_to_batch",
        "extract_volume_patches",
        "space_to_batch_nd",
    ),
    "_ops.printing": ("print",),
    "_ops.spacing": ("linspace",),
    "_ops.variadic": (
        "einsum",
        "meshgrid",
    ),
    "_runtime.eager": (
        "device",
        "executing_eagerly",
    ),
    "_runtime.switches": ("enable_eager_execution",),
    "_control.ordering": (
        "Assert",
        "control_dependencies",
        "group",
        "init_scope",
        "inside_function",
        "no_op",
        "timestamp",
        "tuple",
    ),
    "_control.variable_creators": ("variable_creator_scope",),
    "_ops.assertions": (
        "assert_equal",
        "assert_greater",
        "assert_less",
        "assert_rank",
    ),
    "_ragged.specs": (
        "RaggedTensorSpec",
        "SparseTensorSpec",
        "type_spec_from_value",
    ),
    "_ragged.tensor": ("RaggedTensor",),
    "_runtime.device_spec": ("DeviceSpec",),
    "_runtime.enumerations": (
        "AggregationMethod",
        "VariableAggregation",
        "VariableSynchronization",
    ),
    "_signal.axes": (
        "fftnd",
        "ifftnd",
        "irfftnd",
        "rfftnd",
    ),
    "_sparse.sets": ("edit_distance",),
    "_sparse.tensor": ("SparseTensor",),
    "_strings.hashes": ("fingerprint",),
    "_strings.numbers": ("as_string",),
    "_structure.composites": ("is_tensor",),
    "_structure.static": (
        "broadcast_static_shape",
        "get_static_value",
        "is_symbolic_tensor",
        "shape_n",
    ),
    "_structure.tensor_spec": ("TensorSpec",),
    "_structure.type_spec": ("TypeSpec",),
}
__getattr__, __dir__ = lazy(__name__, _ON_FIRST_USE)
