"""Where TensorFlow publishes what its private modules define.

Programs of some years import public things from where they are defined, such as
`tensorflow.python.framework.ops`. Each row names a package, modules in it, and the public
namespaces that are searched for their contents, `.` being `tensorflow` itself. The modules are
those of TensorFlow 2.0 to 2.21 that define something a program would look for.
"""

from __future__ import annotations

import functools
import re

from .keras_paths import KERAS_ROWS, namespaces_above

# Other names of public modules: what editors complete, and the packages of the real Keras.
_ALIASES = (
    ("_api.v2.v2", ""),
    ("_api.v2", ""),
    ("_api.v1", "compat.v1"),
    ("keras.api._v2.keras", "keras"),
    ("keras.api._v1.keras", "keras"),
    ("keras.api._v2", ""),
    ("keras.api._v1", ""),
    ("keras.api", "keras"),
    ("keras._tf_keras.keras", "keras"),
    ("keras._tf_keras", ""),
    ("keras.src", "keras"),
    ("python.keras.api._v2.keras", "keras"),
    ("python.keras", "keras"),
    ("compat.v2.__internal__", "__internal__"),
    ("compat.v2.keras.__internal__", "keras.__internal__"),
    ("python.data.util.nest", "nest"),
)

_ROWS = """
: python -> . keras compat.v1
: _api -> .
: __internal__ -> private.type_spec private.ops private.context .
__internal__: nest -> private.nest
__internal__: tracking -> private.tracking private.data_structures train .
__internal__: smart_cond -> private.smart_cond
__internal__: monitoring -> private.monitoring
__internal__: types -> private.abstract_types

python: tf2 -> private.tf2
python.framework: ops -> private.ops . compat.v1 errors
python.framework: dtypes -> dtypes .
python.framework: tensor_shape -> private.tensor_shape . compat compat.v1
python.framework: tensor_spec -> private.bounded_spec . private.type_spec
python.framework: tensor tensor_conversion -> . compat.v1 private.type_spec
python.framework: tensor_util -> private.tensor_util . compat.v1
python.framework: smart_cond -> private.smart_cond
python.layers: utils -> private.smart_cond private.conv_utils
python.util: object_identity lazy_loader -> private.identity
python.distribute: values distribute_utils ps_values -> private.distribute_values distribute
python.training: py_checkpoint_reader -> train
python: pywrap_tensorflow -> train compat.v1.train
python.training: session_run_hook basic_session_run_hooks -> private.sessions_left_out
python.training: monitored_session supervisor evaluation -> private.sessions_left_out
python.training: queue_runner queue_runner_impl coordinator -> private.sessions_left_out
python.training: device_setter sync_replicas_optimizer -> private.sessions_left_out
python.util: serialization -> private.serialization
python.framework: type_spec -> private.type_spec .
python.framework: type_spec_registry -> private.type_spec_registry
python.framework: constant_op -> private.constant_op .
python.framework: tensor_conversion_registry indexed_slices load_library -> .
python.framework: composite_tensor -> private.type_spec
python.framework: extension_type -> . experimental
python.framework: sparse_tensor -> . sparse
python.framework: random_seed -> random compat.v1
python.framework: errors errors_impl -> errors
python.framework: function func_graph -> .
python.framework: config -> config config.experimental config.threading config.optimizer \
private.config
python.framework: device device_spec -> . compat.v1
python.framework: versions -> version
python.framework: test_util -> private.test_util test
python.framework: test_combinations -> test
python.framework: graph_util graph_util_impl importer -> compat.v1
python.framework: convert_to_constants -> private.graphs_left_out

python.eager: backprop backprop_util tape imperative_grad -> . autodiff
python.eager: forwardprop -> autodiff
python.eager: context -> private.context . config config.experimental debugging compat.v1
python.eager: monitoring -> private.monitoring
python.eager: def_function function wrap_function polymorphic_function -> . compat.v1
python.eager.polymorphic_function: polymorphic_function eager_function_run -> . config
python.eager: remote profiler -> config profiler.experimental

python.ops: array_ops -> private.array_ops . linalg nn image sparse quantization compat.v1
python.ops: gen_array_ops -> private.array_ops . linalg raw_ops
python.ops: array_ops_stack -> . linalg nn image sparse quantization compat.v1
python.ops: gen_manip_ops -> . linalg raw_ops
python.ops: math_ops -> . math linalg nn sparse dtypes compat.v1
python.ops: gen_math_ops -> . math linalg nn raw_ops
python.ops: gen_special_math_ops special_math_ops -> math math.special . raw_ops
python.ops: weights_broadcast_ops -> private.weights_broadcast_ops
python.ops: bincount_ops confusion_matrix -> math
python.ops: nn nn_impl nn_impl_distribute -> nn math . compat.v1.nn
python.ops: nn_ops -> nn math . compat.v1.nn private.nn_ops
python.ops: gen_nn_ops -> nn math . raw_ops
python.ops: ctc_ops candidate_sampling_ops embedding_ops -> nn random compat.v1.nn
python.ops: rnn_cell rnn_cell_impl -> private.cells nn compat.v1.nn
python.ops: rnn -> nn compat.v1.nn
python.ops: linalg_ops linalg_ops_impl gen_linalg_ops -> linalg . raw_ops
python.ops: linalg -> linalg
python.ops.linalg: linear_operator -> private.linear_operator linalg
python.ops.linalg: linear_operator_addition -> private.linear_operator_addition
python.ops.linalg: linalg linalg_impl linear_operator_diag -> linalg
python.ops.linalg: linear_operator_full_matrix linear_operator_identity -> linalg
python.ops.linalg: linear_operator_lower_triangular -> linalg
python.ops: bitwise_ops gen_bitwise_ops -> bitwise
python.ops: check_ops numerics -> debugging . compat.v1
python.ops: clip_ops sort_ops manip_ops histogram_ops batch_ops -> . linalg
python.ops: control_flow_ops -> private.control_flow_ops . compat.v1
python.ops: control_flow_assert -> . compat.v1
python.ops: control_flow_case -> private.control_flow_case
python.ops: control_flow_util control_flow_util_v2 -> private.control_flow_util
python.ops: control_flow_switch_case control_flow_v2_toggles -> . compat.v1
python.ops: cond while_loop while_v2 cond_v2 -> . compat.v1
python.ops: functional_ops map_fn -> .
python.ops: custom_gradient -> private.custom_gradient .
python.ops.parallel_for: control_flow_ops pfor -> private.parallel_for .
python.ops.parallel_for: gradients -> private.gradients
python.ops: gradients gradients_impl gradients_util -> . compat.v1 private.gradients
python.ops: numpy_ops -> experimental.numpy
python.ops.numpy_ops: np_config -> private.np_config
python.ops.numpy_ops: np_array_ops np_math_ops np_arrays np_dtypes -> experimental.numpy
python.ops.numpy_ops: np_random -> experimental.numpy.random
python.ops: unconnected_gradients gradient_checker_v2 -> . test
python.ops: script_ops logging_ops -> . compat.v1
python.ops: standard_ops -> . math compat.v1
python.ops: state_ops template -> compat.v1
python.ops: variables variable_v1 -> . compat.v1
python.ops: resource_variable_ops -> . compat.v1 private.type_spec
python.ops: variable_scope partitioned_variables -> . compat.v1
python.ops: init_ops -> private.older_initializers compat.v1 . keras.initializers
python.ops: init_ops_v2 -> . keras.initializers private.initializers
python.ops: random_ops -> private.random_ops random image compat.v1
python.ops: random_ops_util random_crop_ops -> random image compat.v1
python.ops: stateless_random_ops stateful_random_ops -> random random.experimental
python.ops: image_ops image_ops_impl gen_image_ops -> image io compat.v1.image raw_ops
python.ops: signal spectral_ops gen_spectral_ops -> signal .
python.ops.signal: signal dct_ops fft_ops mel_ops mfcc_ops reconstruction_ops -> signal
python.ops.signal: shape_ops spectral_ops window_ops -> signal
python.ops: sparse_ops gen_sparse_ops -> sparse io raw_ops private.sparse_matrices
python.ops.linalg.sparse: sparse sparse_csr_matrix_ops -> private.sparse_matrices private.tf_export
python.ops: string_ops gen_string_ops -> strings . io raw_ops
python.ops: ragged -> ragged .
python.ops.ragged: ragged_tensor ragged_factory_ops ragged_array_ops ragged_concat_ops -> ragged .
python.ops.ragged: ragged_functional_ops ragged_math_ops ragged_string_ops -> ragged . strings
python.ops: sets sets_impl -> sets
python.ops: io_ops gen_io_ops parsing_ops parsing_config -> io
python.ops: lookup_ops data_flow_ops -> lookup lookup.experimental queue .
python.ops: tensor_array_ops -> .
python.ops: losses -> losses compat.v1.losses
python.ops.losses: losses losses_impl util -> losses compat.v1.losses
python.ops: metrics metrics_impl -> compat.v1.metrics metrics
python.ops: summary_ops_v2 -> summary summary.experimental

python: module -> .
python.module: module -> .
python: layers -> keras.layers compat.v1.layers
python.layers: base core convolutional normalization pooling layers -> keras.layers compat.v1.layers
python: data -> data
python.data: util -> nest data
python.data.ops: dataset_ops iterator_ops readers options optional_ops -> data data.experimental .
python.data: experimental -> data.experimental data
python.data.experimental.ops: batching cardinality enumerate_ops grouping -> data.experimental
python.data.experimental.ops: interleave_ops iterator_ops prefetching_ops -> data.experimental
python.data.experimental.ops: random_ops readers resampling scan_ops -> data.experimental
python.data.experimental.ops: take_while_ops unique writers shuffle_ops -> data.experimental
python: autograph -> autograph
python.autograph.impl: api -> autograph autograph.experimental
python.autograph.lang: directives -> autograph.experimental
python.autograph.utils: ag_logging -> autograph
python.autograph.converters: break_statements continue_statements -> private.autograph_conversion
python.autograph.converters: return_statements -> private.autograph_conversion
python.autograph.core: converter -> private.autograph_conversion
python.autograph.pyct: anno inspect_utils loader naming parser -> private.autograph_conversion
python.autograph.pyct: qual_names templates transformer -> private.autograph_conversion
python.autograph.pyct.common_transformers: anf -> private.autograph_conversion
python.autograph.pyct.static_analysis: activity -> private.autograph_conversion
python.checkpoint: checkpoint checkpoint_management checkpoint_options -> train
python.client: session device_lib -> compat.v1
python.compat: compat -> compat
python.compat: v2_compat -> compat.v1
python: distribute -> distribute
python.distribute: distribute_lib distribution_strategy_context mirrored_strategy -> distribute
python.distribute: one_device_strategy reduce_util cross_device_ops -> distribute
python.distribute: multi_process_lib -> distribute
python.distribute: strategy_combinations -> private.strategy_combinations distribute
python.lib.io: file_io -> private.file_io io.gfile
python.lib.io: tf_record -> io compat.v1.io
python.platform: gfile -> io.gfile compat.v1.gfile
python.platform: test googletest benchmark -> test
python.platform: tf_logging -> compat.v1.logging .
python.platform: app flags -> compat.v1.app compat.v1.flags compat.v1
python.platform: sysconfig -> sysconfig
python.profiler: profiler_v2 trace -> profiler.experimental
python: saved_model -> private.structure_coder train
python.saved_model: nested_structure_coder -> private.structure_coder
python.saved_model: save load saved_model loader save_options -> saved_model
python: summary -> summary compat.v1.summary
python.summary: summary -> summary compat.v1.summary
python.summary: summary_iterator -> compat.v1.train
python.summary.writer: writer -> compat.v1.summary
python: training -> train compat.v1.train
python.training: training checkpoint_utils checkpoint_management saver -> train compat.v1.train
python.training: adam adadelta adagrad ftrl gradient_descent momentum optimizer -> compat.v1.train
python.training: rmsprop training_util -> train compat.v1.train
python.training: moving_averages -> private.averages train compat.v1.train
python.training: learning_rate_decay learning_rate_decay_v2 -> compat.v1.train
python.training.tracking: base -> private.tracking train .
python.training.tracking: tracking util python_state -> train .
python.training.tracking: data_structures -> private.data_structures
python.trackable: base -> private.tracking train .
python.trackable: autotrackable python_state -> train .
python.trackable: data_structures -> private.data_structures
python.types: core -> private.abstract_types types.experimental .
python.types: trace distribute -> types.experimental .
python: tpu -> private.embedding_contexts distribute
python.tpu: embedding_context_utils -> private.embedding_contexts
python.util: compat -> compat
python.util: decorator_utils function_utils keyword_args -> private.decorators
python.util: tf_contextlib tf_should_use -> private.decorators
python.util: deprecation -> private.deprecation
python.util: nest -> private.nest
python.util: tf_decorator -> private.tf_decorator
python.util: tf_inspect -> private.tf_inspect
python.util: tf_export -> private.tf_export
python.util: variable_utils -> private.type_spec
python.util: dispatch traceback_utils -> experimental debugging

: compiler -> private.xla math
compiler: tf2xla -> private.xla math
compiler.tf2xla: python -> private.xla math
compiler.tf2xla.python: xla -> private.xla
core.protobuf: config_pb2 rewriter_config_pb2 saver_pb2 cluster_pb2 -> compat.v1 train
core.protobuf: struct_pb2 -> private.structure_coder
core.framework: summary_pb2 graph_pb2 node_def_pb2 attr_value_pb2 types_pb2 -> compat.v1
core.example: example_pb2 feature_pb2 -> train
core.util: event_pb2 -> compat.v1
"""

# What a private module has besides the public namespace that bears its name.
_BESIDE = {
    "keras.backend": ["private.keras_backend", "private.keras_2_backend", "keras.ops", "keras"],
    "keras.losses": ["private.losses"],
    "keras.utils": ["private.keras_shapes", "private.conv_utils", "private.losses"],
    "nest": ["private.nest"],
}

# What a private module calls differently from the public namespace.
_RENAMED = {
    "EagerTensor": "Tensor",
    "ResourceVariable": "Variable",
    "BaseResourceVariable": "Variable",
    "RefVariable": "Variable",
    "NotDifferentiable": "no_gradient",
    "NoGradient": "no_gradient",
    "defun": "function",
    "Function": "function",
    "TensorFlowTestCase": "TestCase",
    "AutoTrackable": "Module",
    "OwnedIterator": "Iterator",
    "IteratorBase": "Iterator",
    "Functional": "Model",
    "Network": "Model",
    "StrategyBase": "Strategy",
    "Value": "Tensor",
    "BaseRandomLayer": "Layer",
    "DenseSpec": "TensorSpec",
    "executing_eagerly_outside_functions": "executing_eagerly",
    "sub": "subtract",
    "mul": "multiply",
    "neg": "negative",
    "MakeNdarray": "make_ndarray",
}
# Modules of raw operations, one function for each.
_RAW = re.compile(r"python\.ops\.gen_\w+")
_SUFFIXES = ("_v2", "_v1", "V2", "V1", "_impl", "_with_default")


def shortened(path: str) -> str:
    """The path with an alias of a public module written as that module.

    >>> from gradtape._drop_in.private_paths import shortened
    >>> shortened("python.keras.layers"), shortened("math")
    ('keras.layers', 'math')
    """
    for alias, public in _ALIASES:
        if path == alias or path.startswith(f"{alias}."):
            return f"{public}{path[len(alias) :]}".removeprefix(".")
    return path


def published_in(path: str, by_name: bool = True) -> list[str] | None:
    """The public namespaces for a private module, `[]` for a package that only holds modules.

    None for what is no private module of TensorFlow; `by_name` also finds those that are only known
    to be named after what they hold.

    >>> from gradtape._drop_in.private_paths import published_in
    >>> published_in("python.eager.backprop"), published_in("python.eager"), published_in("pie")
    (['', 'autodiff'], [], None)
    >>> published_in("python.ops.gen_set_ops")
    ['private.raw_operations', 'private.raw_left_out']
    """
    rows, packages = _table()
    if _RAW.fullmatch(path):
        published = [space for space in rows.get(path, []) if space != "raw_ops"]
        return ["private.raw_operations", *published, "private.raw_left_out"]
    if path in packages:
        return []
    found = rows.get(path) or (namespaces_above(path) if by_name else None)
    return found and ["private.raw_operations" if one == "raw_ops" else one for one in found]


def beside(path: str) -> list[str]:
    """Further namespaces for a private module that bears the name of a public one.

    >>> from gradtape._drop_in.private_paths import beside
    >>> beside("python.keras.losses"), beside("keras.losses")
    (['private.losses'], [])
    """
    public = shortened(path)
    return [] if public == path else _BESIDE.get(public, [])


def spellings(name: str) -> list[str]:
    """What a name of a private module may be called in public, likeliest first.

    >>> from gradtape._drop_in.private_paths import spellings
    >>> spellings("DatasetV2"), spellings("relu_grad")
    (['DatasetV2', 'Dataset'], ['relu_grad', 'ReluGrad'])
    """
    found = [name]
    if name in _RENAMED:
        found.append(_RENAMED[name])
    found += [name.removesuffix(suffix) for suffix in _SUFFIXES if name.endswith(suffix)]
    if name.islower() and "_" in name:  # raw operations, which some modules hold
        found.append("".join(part.capitalize() for part in name.split("_")))
    return found


@functools.cache
def _table() -> tuple[dict[str, list[str]], set[str]]:
    """Each module by its path, and the packages that only hold modules."""
    rows: dict[str, list[str]] = {}
    for line in filter(None, [*_ROWS.splitlines(), *KERAS_ROWS.splitlines()]):
        left, _, namespaces = line.partition(" -> ")
        package, _, modules = left.partition(":")
        published = ["" if space == "." else space for space in namespaces.split()]
        rows.update((f"{package}.{name}".lstrip("."), published) for name in modules.split())
    packages = {
        ".".join(parts[:length])
        for parts in (path.split(".") for path in rows if not path.startswith("keras."))
        for length in range(1, len(parts))
    }
    return rows, packages - rows.keys()
