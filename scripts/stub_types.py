"""The types in `_core.pyi`: of parameters by their names and defaults, of results by function.

A parameter that has no entry takes whatever becomes a tensor; a function that has none returns one.
"""

from __future__ import annotations

from collections.abc import Iterable

BOOL, INT, STR = "builtins.bool", "builtins.int", "builtins.str"
BOTH = "tuple[Tensor, Tensor]"


def each(names: str, type_: str) -> dict[str, str]:
    """The same type for several names."""
    return dict.fromkeys(names.split(), type_)


# Parameters that mean the same wherever they occur.
PARAMETERS = {
    **each("name", f"{STR} | None"),
    **each("dtype out_type output_type output_dtype type type_value dtype_hint", "DTypeLike"),
    **each("out_idx output_idx_type index_type", "DTypeLike"),
    **each("shape output_shape dims batch_shape noise_shape shape_x shape_y", "ShapeLike"),
    **each("axis axes perm dim dilations fft_length seed", "AxisLike"),
    **each("strides ksize rates sizes window_shape", "AxisLike"),
    **each("num_or_size_splits", "IntsLike"),
    **each("batch_dims rank n limit", INT),
    **each("data_format", f"{STR} | None"),
    **each("equation op_type rule", STR),
    **each("padding", f"{STR} | Sequence[Any]"),
    **each("ord", f"{STR} | builtins.float"),
    **each("trainable", f"{BOOL} | None"),
    **each("target sources source output_gradients unconnected_gradients", "Any"),
    **each("variables grads slots hyper undecayed", "Any"),
    **each("grad_fn function", "Callable[..., Any]"),
    **each("constraint", "Callable[..., Any]"),
    **each("initial_value", "TensorLike | Callable[[], Any]"),
    **each("sparse_delta", "IndexedSlices"),
    **each("synchronization aggregation variable_def", "Any"),
    **each("caching_device import_scope", f"{STR} | None"),
    **each("use_locking validate_indices", f"{BOOL} | None"),
    **each("parallel_iterations", f"{INT} | None"),
}
# Where a function means something else by the name.
EXCEPTIONS = {
    "apply_update": {"iterations": "Variable"},
    "batch_normalization": {"offset": "TensorLike | None", "scale": "TensorLike | None"},
    "from_dlpack": {"x": "Any"},
    "is_tensor": {"x": "object"},
    **each("concatenate merge_with assert_is_compatible_with", {"other": "ShapeLike"}),
    "is_compatible_with": {"other": "ShapeLike | DTypeLike"},
    "range": {"limit": "TensorLike | None"},
    "record_custom": {"inputs": "Any", "outputs": "Any"},
    "gradient_offered": dict.fromkeys(
        ["tape", "target", "sources", "output_gradients", "offer"], "Any"
    ),
    "register_gradient": {"function": "Callable[..., Any] | None"},
    "set_name_scope": {"prefix": f"{STR} | None"},
    "tensor_from_bytes": {"data": "builtins.bytes"},
    "tensordot": {"axes": "TensorLike"},
    "variable_from_parts": {"name": STR},
    **each("all_items entries", {"iterable": "Any", "argument": STR}),  # or it says what it is
    **each(
        "note_left number_of thread_of value_number",
        {"how": STR, "tensors": "Any", "x": "Any", "number": INT},
    ),
    **each("take_means_as_constants give_equal_maxima_all", {"yes": BOOL}),
    "enter_creator": {"creator": "Callable[..., Any]"},
    "enter_function": dict.fromkeys(["owner", "args", "kwargs"], "Any"),
    "enter_branch": {"way": "int"},
    **each("leave_graph leave_step", {"before": INT}),
    "graph_input": {"x": "Any", "op_type": STR},
    "enter_streams": {"streams": "RandomStreams"},
    "Observer": {"keeps": BOOL, "numerics": BOOL},
    "events": {"start": INT},
    **each("to_dot to_mermaid", {"most": INT, "by": f"{STR} | None"}),
    "summary": {"times": f"{BOOL} | None"},
    "watch": {"tensor": "Any"},
}
# What functions return that do not return a tensor; named tuples as they show themselves.
RETURNS = {
    **each("dynamic_partition identity_n meshgrid split unstack", "list[Tensor]"),
    **each("eigh image_gradients moments normalize weighted_moments", BOTH),
    **each("_fused_batch_norm", "tuple[Tensor, Tensor, Tensor]"),
    **each("clip_by_global_norm", "tuple[list[Tensor | None], Tensor]"),
    **each("sufficient_statistics", "tuple[Tensor, Tensor, Tensor, Tensor | None]"),
    "lu": "Lu(lu, p)",
    "max_pool_with_argmax": "MaxPoolWithArgmax(output, argmax)",
    "qr": "Qr(q, r)",
    "slogdet": "LogMatrixDeterminant(sign, log_abs_determinant)",
    "top_k": "TopKV2(values, indices)",
    "unique": "Unique(y, idx)",
    "unique_with_counts": "UniqueWithCounts(y, idx, count)",
    "svd": "Any",  # one tensor, or three with `compute_uv`
    **each("set_seed apply_update register_gradient set_num_threads", "None"),
    **each("_set_common_seed enter_eager enter_streams leave_function", "None"),
    **each(
        "begin_turns end_turns take_means_as_constants give_equal_maxima_all take_for_weights",
        "None",
    ),
    **each("enter_branch enter_function", BOOL),
    **each("draws_in_function is_in_function is_taped is_traced", BOOL),
    **each("enter_graph enter_step", INT),
    **each("leave_graph leave_step restart_streams", "None"),
    "graph_input": "Any",
    "begin_loop": "LoopMark | None",
    **each("memory_empty_cache memory_reset_peak memory_set_cache_limit", "None"),
    **each("num_threads num_threads_set variables_made", INT),
    **each("is_recording is_tensor", BOOL),
    **each("all_items entries", "list[Any]"),
    "as_dtype": "DType",
    "note_left": "None",
    "number_of": f"tuple[{BOOL}, {INT}] | None",
    "thread_of": f"{INT} | None",
    "value_number": INT,
    "memory_stats": f"tuple[{INT}, ...]",
    "registry": f"list[tuple[{STR}, {STR}, {STR}, {STR}]]",
    "get_name_scope": STR,
    "tensor_to_bytes": "builtins.bytes",
    "variable_from_parts": "Variable",
    **each(
        "record_custom gradient_offered set_name_scope start_variable_watch stop_variable_watch",
        "Any",
    ),
    "stop_recording_all": "AbstractContextManager[None]",
    "to_dlpack": "Any",
}
# What attributes are and methods return, by class; None where a length or a rank may be open.
_BOTH_KINDS = {
    "dtype": "DType",
    **each("shape get_shape", "TensorShape"),
    **each("numpy eval", "Any"),  # an array, or a scalar of NumPy
    "__getitem__": "Tensor",
    "__iter__": "Iterator[Tensor]",
}
_SCATTERED = (f"scatter_{how}" for how in ("add", "div", "max", "min", "mul", "sub", "update"))
_ND = (f"scatter_nd_{how}" for how in ("add", "max", "min", "sub", "update"))
MEMBERS = {
    "LoopMark": each("again end", "None"),
    "RandomStreams": {"anew": "RandomStreams", "children": "dict[Any, Any]"},
    "DType": {
        **each("is_bool is_complex is_floating is_integer is_numeric is_numpy_compatible", BOOL),
        **each("is_compatible_with is_quantized is_unsigned", BOOL),
        "limits": f"tuple[{INT}, {INT}]",
        **each("base_dtype real_dtype", "DType"),
        **each("as_datatype_enum size", INT),
        **each("as_numpy_dtype", "Any"),
        **each("name", STR),
    },
    "GradientTape": {
        **each("reset watch", "None"),
        "__enter__": "GradientTape",
        "batch_jacobian": "Tensor",
        **each("to_dot to_mermaid", STR),
        "stop_recording": "AbstractContextManager[None]",
        "watched_variables": "tuple[Variable, ...]",
        **each("_evidence _trace", "Any"),
        "_size": f"tuple[{INT}, {INT}]",
    },
    "Observer": {
        **each("clear start stop", "None"),
        "now": INT,
        "events": f"tuple[list[Any], {INT}]",
    },
    "TensorShape": {
        **each("assert_is_compatible_with", "None"),
        **each("concatenate merge_with with_rank", "TensorShape"),
        **each("is_compatible_with is_fully_defined", BOOL),
        **each("as_list", "list[Any]"),
    },
    "EagerTensor": {
        **_BOTH_KINDS,
        **each("ndim", INT),
        **each("backing_device device", STR),
        **each("cpu gpu", "Tensor"),
        **each("consumers", "list[Any]"),
        **each("set_shape", "None"),
        "__reversed__": "Iterator[Tensor]",
    },
    "ResourceVariable": {
        **_BOTH_KINDS,
        **each("device name", STR),
        **each("is_initialized trainable", BOOL),
        **each("gather_nd read_value sparse_read", "Tensor"),
        **each("handle initializer", "Any"),
        "value": "_Value",
        **each(" ".join(("assign assign_add assign_sub", *_SCATTERED, *_ND)), "Variable"),
    },
}
# Methods that Python calls by itself, besides those below.
_EQUAL = f"def __eq__(self, other: object) -> {BOOL}: ..."
_HASH = f"def __hash__(self) -> {INT}: ..."
_BUFFER = f"def __buffer__(self, flags: {INT}, /) -> memoryview: ..."
_DLPACK = (
    "def __dlpack__(self, *, stream: Any = None, **options: Any) -> Any: ...",
    f"def __dlpack_device__(self) -> tuple[{INT}, {INT}]: ...",
)
_ADD = "(self, other: ShapeLike) -> TensorShape: ..."
OF_PYTHON = {
    "DType": (_EQUAL, _HASH),
    "EagerTensor": (_BUFFER, *_DLPACK),
    "TensorBuffer": (_BUFFER,),
    "TensorShape": (_EQUAL, _HASH, f"def __add__{_ADD}", f"def __radd__{_ADD}"),
}
PROTOCOLS = {
    **each("__len__ __int__ __index__", INT),
    **each("__bool__", BOOL),
    **each("__float__", "builtins.float"),
    **each("__complex__", "builtins.complex"),
    **each("__iter__ __reversed__", "Iterator[Any]"),
    **each("__getitem__ __enter__ __next__", "Any"),
    **each("__exit__", "None"),
    **each("__array__", "Array"),
}


def parameter_type(function: str, name: str, default: str) -> str:
    """The type of a parameter, by its name and the text of its default."""
    found = EXCEPTIONS.get(function, {}).get(name) or PARAMETERS.get(name)
    if found is None:
        by_default = {"True": BOOL, "False": BOOL}
        found = by_default.get(default) or (STR if default[:1] == "'" else "TensorLike")
    takes_none = "None" in found or found in ("Any", "DTypeLike", "ShapeLike", "AxisLike")
    return f"{found} | None" if default == "None" and not takes_none else found


def result_type(function: str) -> str:
    """What a function returns; a named tuple by the name of its class in the stub."""
    found = RETURNS.get(function, "Tensor")
    return "_" + found.partition("(")[0] if found.endswith(")") else found


def named_tuples() -> Iterable[tuple[str, list[str]]]:
    """The classes of the results that are named tuples: names and fields."""
    for found in RETURNS.values():
        if found.endswith(")"):
            name, _, fields = found[:-1].partition("(")
            yield f"_{name}", fields.split(", ")
