"""Every operation of the core is public somewhere, under a name that help and editors know; and
nothing that is not TensorFlow's shows up beside it."""

import importlib
import inspect
import subprocess
import sys
import types
from pathlib import Path

import pytest
from library import AGAINST_TENSORFLOW, tf

pytestmark = pytest.mark.skipif(AGAINST_TENSORFLOW, reason="looks inside gradtape")

ROOT = Path(__file__).parents[3]
SPACES = [
    *("", "math", "math.special", "nn", "linalg", "random", "image", "bitwise", "signal"),
    "debugging",
]
# What Python functions of the same name prepare arguments for.
WRAPPED = {
    *("clip_by_global_norm", "clip_by_norm", "clip_by_value", "compute_average_loss"),
    *("cholesky_solve", "lstsq", "triangular_solve"),
    *("random_gamma", "random_normal", "random_poisson", "random_shuffle", "random_uniform"),
    "stateless_gamma",
    "truncated_normal",
    *("einsum", "linspace", "random_categorical", "stateless_categorical"),
    *("embedding_lookup", "global_norm", "meshgrid", "resize", "stateless_dropout"),
    "tridiagonal_matmul",
    "tridiagonal_solve",
}


def space(name):
    found = tf
    for part in filter(None, name.split(".")):
        found = getattr(found, part)
    return found


def rows():
    from gradtape import _core

    return {name: text for name, _, text, _ in _core.registry() if not name.startswith("_")}


def test_every_operation_is_in_a_namespace():
    from gradtape import _core

    known = {id(v) for name in SPACES for v in vars(space(name)).values()}
    hidden = {name for name in rows() if id(getattr(_core, name)) not in known} - WRAPPED
    assert hidden == set()


def test_every_operation_tells_its_parameters():
    from gradtape import _core

    for name in rows():
        parameters = inspect.signature(getattr(_core, name)).parameters
        assert list(parameters)[-1] == "name", name


def test_the_stub_is_current():
    script = ROOT / "scripts" / "stubs.py"
    done = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


# --- What dir() and tab completion show -----------------------------------------------------------

# gradtape's own.
OWN = {
    "distribute": {
        *("Compression", "DistributedGradientTape", "DistributedOptimizer", "allgather"),
        *("allreduce", "alltoall", "barrier", "broadcast", "broadcast_object"),
        *(
            "broadcast_variables",
            "configure",
            "local_rank",
            "on_chief",
            "rank",
            "reduce_scatter",
            "size",
        ),
    },
    "": {"install", "memory", "plots", "profiler", "testing", "uninstall"},
    "autodiff": {"hessian", "hvp", "jacobian", "jvp", "vjp"},
    "memory": {
        *("cached_bytes", "empty_cache", "live_blocks", "live_bytes", "peak_bytes", "reset_peak"),
        *("set_cache_limit", "snapshot", "tape_size"),
    },
    "plots": {
        *("contours", "descent_paths", "gradient_field", "histograms", "loss_curves"),
        *("loss_surface", "vector_field"),
    },
    "debugging": {"gradient_summary"},
    "profiler": {"profile"},
    "testing": {"check_gradients"},
}
INITIALIZERS = {f"{name}_initializer" for name in ("constant", "ones", "random_normal")}
INITIALIZERS |= {"random_uniform_initializer", "zeros_initializer"}
LOSSES = {"kl_divergence", "log_cosh"} | {
    f"mean_{kind}_error" for kind in ("absolute", "absolute_percentage", "squared")
}
LOSSES |= {"mean_squared_logarithmic_error"}
METRICS = LOSSES | {"MeanRelativeError", "MeanTensor"}
OPTIMIZERS = {
    *("Adadelta", "Adafactor", "Adagrad", "Adam", "AdamW", "Adamax", "Ftrl", "Nadam"),
    *("Optimizer", "RMSprop", "SGD"),
}
_LINES = Path(__file__).with_name("tensorflow_operations.txt").read_text().splitlines()
OPERATIONS = {line.split()[0] for line in _LINES if line[0] != "#"}
# Names of TensorFlow that tensorflow_names.txt lacks: of Keras 2 and 3, of TensorFlow 1, and of
# modules that load when they are first used.
ALSO = {
    "": {"enable_eager_execution", "experimental"},
    "compat.v1": {"app", "flags", "io", "layers", "python_io"},
    "compat.v1.app": {"run"},
    "compat.v1.io": {"tf_record_iterator"},
    "compat.v1.python_io": {"TFRecordOptions", "TFRecordWriter", "tf_record_iterator"},
    "compat.v1.layers": {
        *("AveragePooling1D", "AveragePooling2D", "AveragePooling3D", "BatchNormalization"),
        *("Conv1D", "Conv2D", "Conv2DTranspose", "Conv3D", "Conv3DTranspose", "Dense", "Dropout"),
        *("Flatten", "InputSpec", "Layer", "MaxPooling1D", "MaxPooling2D", "MaxPooling3D"),
        *("SeparableConv1D", "SeparableConv2D", "average_pooling1d", "average_pooling2d"),
        *("average_pooling3d", "batch_normalization", "conv1d", "conv2d", "conv2d_transpose"),
        *("conv3d", "conv3d_transpose", "dense", "dropout", "flatten", "max_pooling1d"),
        *("max_pooling2d", "max_pooling3d", "separable_conv1d", "separable_conv2d"),
    },
    "compat.v1.data": {
        *("experimental", "get_output_classes", "get_output_shapes", "get_output_types"),
        *("make_initializable_iterator", "make_one_shot_iterator"),
    },
    "initializers": INITIALIZERS,
    "keras": {"experimental", "saving"},
    "keras.backend": {
        *("learning_phase_scope", "local_conv1d", "local_conv2d", "reset_uids"),
        *("manual_variable_initialization", "normalize_batch_in_training"),
        *("in_test_phase", "in_train_phase", "is_float", "learning_phase", "logsumexp"),
        *("print_tensor", "random_binomial", "set_learning_phase", "function", "placeholder"),
    },
    "keras.callbacks": {"BaseLogger", "experimental"},
    "keras.callbacks.experimental": {"BackupAndRestore"},
    "keras.constraints": {"RadialConstraint", "radial_constraint"},
    "keras.experimental": {
        *("CosineDecay", "CosineDecayRestarts", "LinearModel", "WideDeepModel"),
        *("LinearCosineDecay", "NoisyLinearCosineDecay"),
    },
    "keras.initializers": INITIALIZERS,
    "keras.layers": {
        *("AbstractRNNCell", "LocallyConnected1D", "LocallyConnected2D", "experimental"),
    },
    "keras.layers.experimental": {
        *("EinsumDense", "RandomFourierFeatures", "SyncBatchNormalization", "preprocessing"),
    },
    "keras.layers.experimental.preprocessing": {
        *("CategoryEncoding", "CenterCrop", "Discretization", "IntegerLookup", "Normalization"),
        *(
            "HashedCrossing",
            "Hashing",
            "PreprocessingLayer",
            "RandomBrightness",
            "RandomContrast",
            "RandomCrop",
            "RandomFlip",
        ),
        *("RandomHeight", "RandomRotation", "RandomTranslation", "RandomWidth", "RandomZoom"),
        *("Rescaling", "Resizing", "StringLookup", "TextVectorization"),
    },
    "keras.losses": LOSSES,
    "keras.metrics": METRICS | {"experimental"},
    "keras.metrics.experimental": {"PyMetric"},
    "keras.models": {"Functional", "experimental", "model_from_config", "model_from_yaml"},
    "keras.models.experimental": {"SharpnessAwareMinimization"},
    "keras.optimizers": {"experimental"},
    "keras.optimizers.experimental": OPTIMIZERS,
    "keras.optimizers.legacy": {"Adadelta", "Adamax", "Nadam"},
    "keras.saving": {
        *("CustomObjectScope", "custom_object_scope", "get_custom_objects"),
        *("get_registered_name", "get_registered_object", "register_keras_serializable"),
        *("load_model", "save_model", "deserialize_keras_object", "serialize_keras_object"),
        *("load_weights", "save_weights"),
    },
    "keras.utils": {
        *("GeneratorEnqueuer", "OrderedEnqueuer", "SequenceEnqueuer", "to_ordinal"),
        "warmstart_embedding_matrix",
    },
    "keras.utils.legacy": {"deserialize_keras_object", "serialize_keras_object"},
    "keras.wrappers": {"scikit_learn"},
    "keras.wrappers.scikit_learn": {"KerasClassifier", "KerasRegressor"},
    "losses": LOSSES,
    "metrics": METRICS | {"experimental"},
    "metrics.experimental": {"PyMetric"},
    "optimizers": {"experimental"},
    "optimizers.experimental": OPTIMIZERS,
    "optimizers.legacy": {"Adadelta", "Adamax", "Nadam"},
    "raw_ops": OPERATIONS,
    "test": {"mock"},
}


def tensorflow_names():
    """The public names of TensorFlow by module; the empty name is TensorFlow itself."""
    found = {}
    module = set()
    for line in Path(__file__).with_name("tensorflow_names.txt").read_text().splitlines():
        if line.startswith("["):
            module = found.setdefault(line.strip("[]").replace("tensorflow", ""), set())
        elif not line.startswith("#"):
            module.update(line.split())
    return found


def public_modules(module=tf, name=""):
    """The library's modules by the name that a program writes; `compat.v2` is all of them again."""
    yield name, module
    for attribute in dir(module):
        value = getattr(module, attribute)
        inner = f"{name}.{attribute}".strip(".")
        if isinstance(value, types.ModuleType) and attribute[0] != "_" and inner not in ELSEWHERE:
            yield from public_modules(value, inner)


# The whole package again, and Python's own `unittest.mock`.
ELSEWHERE = {"compat.v2", "test.mock"}
MODULES = dict(public_modules())


@pytest.mark.parametrize("name", MODULES)
def test_a_module_shows_names_of_tensorflow_alone(name):
    known = tensorflow_names()
    allowed = known.get(name, set()) | OWN.get(name, set()) | ALSO.get(name, set())
    shown = {attribute for attribute in dir(MODULES[name]) if attribute[0] != "_"}
    assert shown - allowed == set()


@pytest.mark.parametrize("name", MODULES)
def test_a_module_is_imported_under_its_name(name):
    assert importlib.import_module(f"gradtape.{name}".strip(".")) is MODULES[name]


def test_a_module_of_two_names_is_one():
    assert tf.losses is tf.keras.losses
    program = "import gradtape.optimizers.schedules as one; from gradtape import keras; "
    program += "assert one is keras.optimizers.schedules"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_namespace_shows_what_it_has_and_nothing_of_how_it_is_made():
    assert {"keras", "data", "cond", "function", "add"} <= set(dir(tf))
    assert {"clipping", "module", "variadic", "lazy", "TYPE_CHECKING"}.isdisjoint(dir(tf))
    assert dir(tf.compat.v2) == dir(tf)
    with pytest.raises(AttributeError, match=r"'gradtape\.keras' has no attribute 'layer'"):
        tf.keras.layer  # noqa: B018
