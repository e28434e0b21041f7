"""Names of version 1 that are the package's own under the same or another name.

Invariant: the tables hold every name of version 1 that is another's alias; what means something
else there is in `_legacy.functions`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from .._left_out import instead_of
from .._networks.ctc import older_beam_search_decoder
from .._networks.embedding import dealt_embedding_lookup
from .._runtime.seeds import get_seed
from . import control, functions, graphs, older, recurrent, scopes, templates, texts, variables
from .dimension import Dimension
from .keywords import with_old_keywords
from .sessions import list_local_devices
from .values import SparseTensorValue

# Where version 2 has a name that stands at the top in version 1.
_MOVED_TO = {
    "debugging": "assert_near assert_non_negative assert_positive check_numerics "
    "assert_greater_equal assert_integer assert_less_equal assert_negative assert_non_positive "
    "assert_none_equal assert_proper_iterable assert_rank_at_least assert_rank_in "
    "assert_same_float_dtype assert_scalar assert_type is_numeric_tensor",
    "image": "random_crop",
    "io": "FixedLenFeature FixedLenSequenceFeature RaggedFeature SparseFeature VarLenFeature "
    "decode_base64 "
    "decode_compressed decode_csv decode_raw encode_base64 matching_files parse_example "
    "parse_single_example parse_single_sequence_example parse_tensor read_file "
    "serialize_many_sparse serialize_sparse serialize_tensor write_file",
    "linalg": "cholesky trace matrix_transpose cholesky_solve cross qr svd",
    "math": "log is_nan lgamma erf floordiv mod rsqrt ceil segment_sum unsorted_segment_sum "
    "is_finite is_inf angle betainc bincount confusion_matrix conj count_nonzero cumprod digamma "
    "erfc expm1 floormod igamma igammac imag invert_permutation is_non_decreasing "
    "is_strictly_increasing lbeta log1p log_sigmoid logical_xor polygamma real reciprocal rint "
    "segment_max segment_mean segment_min segment_prod squared_difference unsorted_segment_max "
    "unsorted_segment_mean unsorted_segment_min unsorted_segment_prod unsorted_segment_sqrt_n zeta",
    "nn": "depth_to_space space_to_depth",
    "signal": "fft fft2d fft3d ifft ifft2d ifft3d",
    "strings": "regex_replace substr reduce_join",
}
# Families whose prefix version 2 made a namespace.
_PREFIXES = {
    "matrix_": ("linalg", "band_part diag diag_part set_diag solve triangular_solve"),
    "random_": ("random", "normal uniform shuffle gamma poisson"),
    "sparse_": (
        "sparse",
        "add concat fill_empty_rows mask maximum minimum reduce_max reduce_sum reorder "
        "reset_shape reshape retain segment_mean segment_sqrt_n segment_sum slice softmax split "
        "to_indicator transpose",
    ),
    "string_": (
        "strings",
        "join strip to_hash_bucket to_hash_bucket_fast to_hash_bucket_strong to_number",
    ),
}
_RENAMED = {
    **{name: f"{home}.{name}" for home, names in _MOVED_TO.items() for name in names.split()},
    **{
        prefix + name: f"{home}.{name}"
        for prefix, (home, names) in _PREFIXES.items()
        for name in names.split()
    },
    "set_random_seed": "random.set_seed",
    "random.set_random_seed": "random.set_seed",
    "random.multinomial": "random.categorical",
    "random.stateless_multinomial": "random.stateless_categorical",
    **{
        f"fake_quant_with_min_max_{kind}": f"quantization.fake_quant_with_min_max_{kind}"
        for kind in ("args", "vars", "vars_per_channel")
    },
    "global_norm": "linalg.global_norm",
    "matrix_solve_ls": "linalg.lstsq",
    "NoGradient": "no_gradient",
    "NotDifferentiable": "no_gradient",
    "spectral": "signal",
    "image.transpose_image": "image.transpose",
    "truncated_normal": "random.truncated_normal",
    "multinomial": "random.categorical",
    "matrix_inverse": "linalg.inv",
    "diag": "linalg.tensor_diag",
    "diag_part": "linalg.tensor_diag_part",
    "linalg.transpose": "linalg.matrix_transpose",
    "nn.depthwise_conv2d_native": "nn.depthwise_conv2d",
    "matrix_determinant": "linalg.det",
    "self_adjoint_eig": "linalg.eigh",
    "self_adjoint_eigvals": "linalg.eigvalsh",
    "sparse_tensor_dense_matmul": "sparse.sparse_dense_matmul",
    "sparse_tensor_to_dense": "sparse.to_dense",
    "py_func": "numpy_function",
    "lin_space": "linspace",
    "div_no_nan": "math.divide_no_nan",
    "floor_div": "math.floordiv",
    "arg_max": "argmax",
    "arg_min": "argmin",
    "reverse_v2": "reverse",
    "where_v2": "where",
    "verify_tensor_all_finite": "debugging.assert_all_finite",
    "tensor_scatter_add": "tensor_scatter_nd_add",
    "tensor_scatter_sub": "tensor_scatter_nd_sub",
    "tensor_scatter_update": "tensor_scatter_nd_update",
    "accumulate_n": "add_n",
    "batch_to_space_nd": "batch_to_space",
    "space_to_batch_nd": "space_to_batch",
    "dimension_value": "compat.dimension_value",
    "dimension_at_index": "compat.dimension_at_index",
    "VERSION": "version.VERSION",
    "GIT_VERSION": "version.GIT_VERSION",
    "COMPILER_VERSION": "version.COMPILER_VERSION",
    "OpError": "errors.OpError",
    "nn.softmax_cross_entropy_with_logits_v2": "nn.softmax_cross_entropy_with_logits",
    "image.resize_image_with_crop_or_pad": "image.resize_with_crop_or_pad",
}
_NO_COLLECTIONS = (
    "trainable_variables global_variables all_variables local_variables "
    "model_variables moving_average_variables"
)
_NOTHING_TO_DO = (
    "enable_control_flow_v2 initialize_all_variables tables_initializer "
    "initialize_all_tables initialize_local_variables initialize_variables "
    "assert_variables_initialized initializers.variables initializers.global_variables "
    "initializers.local_variables initializers.tables_initializer"
)
# What means something else in version 1, by its path there.
_OWN: dict[str, Any] = {
    **{name: getattr(functions, name) for name in ("AUTO_REUSE", "div", "get_variable", "where")},
    **{name: getattr(functions, name) for name in vars(functions) if name.startswith("to_")},
    **{name: getattr(functions, name) for name in ("assign", "assign_add", "assign_sub")},
    **{name: getattr(functions, name) for name in vars(functions) if name.startswith("scatter_")},
    "get_seed": get_seed,
    "random.get_seed": get_seed,
    "list_local_devices": list_local_devices,  # where private paths are followed
    "make_template": templates.make_template,
    "variable_scope": scopes.variable_scope,
    "variable_op_scope": scopes.variable_scope,
    "get_variable_scope": scopes.get_variable_scope,
    "Variable": variables.Variable,
    "VariableScope": scopes.VariableScope,
    "Dimension": Dimension,
    "SparseTensorValue": SparseTensorValue,
    "nn.dropout": functions.dropout,
    "nn.embedding_lookup": dealt_embedding_lookup,
    "nn.xw_plus_b": functions.xw_plus_b,
    "nn.relu_layer": functions.relu_layer,
    **{
        f"nn.{name}": getattr(recurrent, name)
        for name in ("bidirectional_dynamic_rnn", "dynamic_rnn", "static_rnn")
    },
    "sparse_to_dense": functions.sparse_to_dense,
    **dict.fromkeys(_NO_COLLECTIONS.split(), functions.no_variables),
    **dict.fromkeys(_NOTHING_TO_DO.split(), functions.nothing_to_initialize),
    **{
        name: getattr(graphs, name)
        for name in ("Graph", "Operation", "get_default_graph", "placeholder")
    },
    **{
        name: getattr(older, name)
        for name in (
            *("batch_gather", "clip_by_average_norm", "extract_image_patches", "no_regularizer"),
            *("setdiff1d", "sparse_matmul"),
        )
    },
    "cond": control.cond,
    "while_loop": control.while_loop,
    "nn.dilation2d": older.dilation2d,
    "nn.erosion2d": older.erosion2d,
    "nn.softmax_cross_entropy_with_logits": older.softmax_cross_entropy_with_logits,
    "string_split": texts.string_split,
    "strings.split": texts.split,
    "Print": older.print_and_pass,
    "convert_to_tensor_or_indexed_slices": older.as_it_is,
    "convert_to_tensor_or_sparse_tensor": older.as_it_is,
    "image.extract_image_patches": older.extract_image_patches,
    "image.resize_area": older.resize_area,
    "nn.ctc_loss": older.ctc_loss,
    "nn.ctc_beam_search_decoder": older_beam_search_decoder,
    **{
        name: getattr(variables, name)
        for name in (
            *("count_up_to", "get_local_variable", "is_variable_initialized"),
            *("report_uninitialized_variables", "scatter_nd_add", "scatter_nd_sub"),
            "scatter_nd_update",
        )
    },
    **dict.fromkeys(
        ("global_variables_initializer", "local_variables_initializer", "variables_initializer"),
        functions.nothing_to_initialize,
    ),
    "colocate_with": functions.nothing_else,
    "control_flow_v2_enabled": functions.control_flow_v2_enabled,
    "placeholder_with_default": functions.placeholder_with_default,
}
# Shared names that are another thing in version 1, or belong to graphs.
_NOT_SHARED = {
    *("data", "debugging", "gfile", "image", "install", "layers", "linalg", "logging", "losses"),
    *("math", "metrics", "nn", "sparse", "strings", "train", "uninstall"),
}


def look_up(name: str) -> Any:
    """The package's `name`; `AttributeError`, saying what to use instead, for what is left out."""
    return _found(name, name)


def finder(space: str) -> Callable[[str], Any]:
    """`look_up` for a namespace of version 1 below the top."""
    return lambda name: _found(f"{space}.{name}", name)


def _found(path: str, name: str) -> Any:
    if path in _OWN:
        return _OWN[path]
    if not name.startswith("_") and path not in _NOT_SHARED:
        found: Any = sys.modules["gradtape"]
        try:
            for part in _RENAMED.get(path, path).split("."):
                found = getattr(found, part)
        except AttributeError:
            pass
        else:
            return with_old_keywords(path, found)
    space = f"gradtape.compat.v1.{path}".rpartition(".")[0]
    text = f"module {space!r} has no attribute {name!r}: gradtape always executes eagerly"
    instead = instead_of(path) or instead_of(f"compat.v1.{path}")
    raise AttributeError(f"{text}; {instead}" if instead else text, name=name)
