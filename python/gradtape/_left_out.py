"""What gradtape leaves out of TensorFlow, and what to use instead: the one table of it.

A name stands for everything below it too. The errors for missing names and
`python -m gradtape --check` read it.
"""

from __future__ import annotations

_GRAPHS = "gradtape runs every operation eagerly, so there are no graphs to build or to save"
_OF_REAL_KERAS = (
    "the real Keras 3 on gradtape has it: pip install gradtape[keras], and KERAS_BACKEND=gradtape"
)
_INSTEAD = {
    "parallel_stack": "eager TensorFlow refuses it: use tf.stack",
    "approx_top_k": "it is the raw form of tf.math.approx_max_k and approx_min_k",
    "check_pinned": "it is about the memory of GPUs",
    "conv": "it is the raw form of an operation: use tf.nn.convolution",
    "conv2d_backprop_filter_v2": "take the gradient of tf.nn.conv2d with a tape",
    "conv2d_backprop_input_v2": "use tf.nn.conv2d_transpose",
    "ragged_fill_empty_rows": "it is the raw form of an operation: use tf.where on the row lengths",
    "ragged_fill_empty_rows_grad": "it is the raw form of an operation's gradient",
    "data.experimental.ServiceOptions": "gradtape runs in one process",
    "math.sobol_sample": "scipy.stats.qmc.Sobol draws such points",
    "nn.RNNCellDeviceWrapper": "there is one device",
    "nn.RNNCellDropoutWrapper": "use the dropout and recurrent_dropout of Keras's cells",
    "nn.RNNCellResidualWrapper": "write a cell whose call adds its inputs to its outputs",
    "saved_model": f"{_GRAPHS}; tf.saved_model.save writes the objects themselves",
    "Graph": f"{_GRAPHS}; write a Python function",
    "Operation": _GRAPHS,
    "Session": f"{_GRAPHS}; call .numpy() on a tensor to get its value",
    "placeholder": f"{_GRAPHS}; pass values as arguments of a Python function",
    "import_graph_def": _GRAPHS,
    "graph_util": _GRAPHS,
    "strings.unicode_script": "use a library for Unicode, such as PyICU, on the values",
    "profiler": "use gradtape.profiler, or gradtape.memory for memory",
    "distribute": "MirroredStrategy and OneDeviceStrategy have one replica, "
    "MultiWorkerMirroredStrategy one for each process that mpirun starts",
    "tpu": "gradtape runs on the CPU",
    "xla": "operations run eagerly",
    "dtensor": "gradtape runs in one process",
    "lite": "gradtape is for training and experiments in Python",
    "mlir": _GRAPHS,
    "io.decode_jxl": "convert the files to PNG or JPEG",
    "image.decode_jxl": "convert the files to PNG or JPEG",
    "image.generate_bounding_box_proposals": "TensorFlow has it for GPUs alone",
    "io.decode_proto": "parse messages with the package protobuf",
    "io.encode_proto": "serialize messages with the package protobuf",
    "io.write_graph": _GRAPHS,
    "io.match_filenames_once": "use tf.io.matching_files",
    "feature_column": "prepare features with NumPy or tf.data.Dataset.map",
    "queue": "use tf.data.Dataset or Python's queue",
    "quantization": "there are no quantized dtypes",
    "dtypes.QUANTIZED_DTYPES": "there are no quantized dtypes",
    **dict.fromkeys(
        (
            f"{room}.{dtype}"
            for room in ("dtypes.experimental", "experimental")
            for dtype in ("float4_e2m1fn", "int2", "int4", "uint2", "uint4")
        ),
        "there are no dtypes of less than a byte",
    ),
    "random_index_shuffle": "use tf.random.experimental.stateless_shuffle",
    "random.experimental.index_shuffle": "use tf.random.experimental.stateless_shuffle",
    "qint8": "there are no quantized dtypes",
    "qint16": "there are no quantized dtypes",
    "qint32": "there are no quantized dtypes",
    "quint8": "there are no quantized dtypes",
    "quint16": "there are no quantized dtypes",
    "dtypes.qint8": "there are no quantized dtypes",
    "dtypes.qint16": "there are no quantized dtypes",
    "dtypes.qint32": "there are no quantized dtypes",
    "dtypes.quint8": "there are no quantized dtypes",
    "dtypes.quint16": "there are no quantized dtypes",
    "dtypes.resource": _GRAPHS,
    "dtypes.variant": _GRAPHS,
    "resource": _GRAPHS,
    "variant": _GRAPHS,
    "experimental": "it has no stable interface to follow",
    "keras.applications": _OF_REAL_KERAS,
    "keras.distribution": "gradtape runs in one process",
    "keras.dtensor": "gradtape runs in one process",
    "keras.estimator": "use keras.Model.fit",
    "keras.layers.DenseFeatures": "prepare features with keras.layers.StringLookup and its kin",
    **dict.fromkeys(
        ("keras.layers.experimental.DynamicEmbedding", "keras.layers.experimental.DynamicLookup"),
        "use keras.layers.StringLookup or IntegerLookup, and keras.layers.Embedding",
    ),
    "keras.experimental.SequenceFeatures": "prepare features with keras.layers.StringLookup",
    **dict.fromkeys(
        (f"keras.{place}.SidecarEvaluator" for place in ("experimental", "utils")),
        "gradtape runs in one process: use validation_data, or evaluate saved models",
    ),
    "keras.utils.StepsPerExecutionTuner": "every step runs by itself",
    "keras.utils.TimedThread": "use threading.Thread",
    "keras.callbacks.SidecarEvaluatorModelExport": _GRAPHS,
    "keras.quantizers": "there are no quantized dtypes",
    "estimator": "write a loop with tf.GradientTape, or use keras.Model.fit",
    "contrib": "TensorFlow 2 does not have it either",
    "app": "TensorFlow 2 does not have it either",
    "flags": "TensorFlow 2 does not have it either; use argparse",
    "logging": "use tf.get_logger() or Python's logging",
    "global_variables_initializer": "variables have their value from the start",
    "variable_scope": "use tf.name_scope or tf.Module",
    "get_variable": "use tf.Variable or tf.Module",
    "compat.v1.train.Saver": "use tf.train.Checkpoint",
    "compat.v1": "it belongs to version 1's graphs and sessions, which there are none of",
    "keras.utils.bounding_boxes.affine_transform": _OF_REAL_KERAS,
    "config.experimental_connect_to_cluster": "there are no clusters and no servers",
    "config.experimental_connect_to_host": "there are no clusters and no servers",
    "config.experimental.ClusterDeviceFilters": "there are no clusters and no servers",
    "train.ClusterDef": "there are no clusters and no servers",
    "train.JobDef": "there are no clusters and no servers",
    "train.ServerDef": "there are no clusters and no servers",
    "test.create_local_cluster": "there are no clusters and no servers",
    "config.experimental.disable_mlir_bridge": _GRAPHS,
    "config.experimental.enable_mlir_bridge": _GRAPHS,
    "test.assert_equal_graph_def": _GRAPHS,
    "guarantee_const": _GRAPHS,
    "keras.distillation": _OF_REAL_KERAS,
    "keras.dtype_policies": _OF_REAL_KERAS,
    "keras.visualization": _OF_REAL_KERAS,
    "data.experimental.service": "gradtape runs in one process",
    "sysconfig": "custom operations are Python functions with tf.custom_gradient",
    "load_op_library": "custom operations are Python functions with tf.custom_gradient",
    "load_library": "custom operations are Python functions with tf.custom_gradient",
}

# What is in Keras 3 and newer than what `gradtape.keras` is for.
_NEWER = {
    "keras": "Operation Quantizer RematScope StatelessScope SymbolicScope version legacy",
    "keras.callbacks": "OrbaxCheckpoint",
    "keras.layers": "FlaxLayer JaxLayer MaxNumBoundingBoxes TorchModuleWrapper",
    "keras.optimizers": "MultiOptimizer OptimizerMap",
    "optimizers": "MultiOptimizer OptimizerMap",
    "keras.utils": "Config",
}
_INSTEAD |= {
    f"{space}.{name}": _OF_REAL_KERAS for space, names in _NEWER.items() for name in names.split()
}
# What TensorFlow's own machinery is made of.
_OWN_MACHINERY = "it belongs to TensorFlow's own machinery: tracing, servers, benchmarks"
_INSTEAD |= dict.fromkeys(
    [
        *("types.experimental", "test.Benchmark", "test.benchmark_config", "test.experimental"),
        *(
            "test.disable_with_predicate",
            "test.with_eager_op_as_function",
            "debugging.experimental",
        ),
        *("train.experimental", "train.CheckpointView", "train.TrackableView"),
        *("nondifferentiable_batch_function", "data.experimental.DatasetInitializer"),
        *("data.experimental.to_variant", "data.experimental.from_variant"),
        *("data.experimental.SHARD_HINT", "data.experimental.get_model_proto"),
        *("data.experimental.make_saveable_from_iterator", "data.experimental.distributed_save"),
        *("compat.forward_compatibility_horizon", "summary.experimental.write_raw_pb"),
    ],
    _OWN_MACHINERY,
)


def instead_of(path: str) -> str | None:
    """What to use instead of `tf.path`, or why it is left out; None if nothing is said about it.

    >>> from gradtape._left_out import instead_of
    >>> instead_of("xla.experimental.compile")
    'operations run eagerly'
    """
    while path:
        if path in _INSTEAD:
            return _INSTEAD[path]
        path = path.rpartition(".")[0]
    return None
