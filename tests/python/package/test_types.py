"""What the functions that users call tell editors and checkers of their arguments: where a tensor,
a shape, a dtype, an axis or a name is meant, the annotation says that, not `Any`.
"""

import inspect
import types

import pytest
from library import AGAINST_TENSORFLOW, tf

pytestmark = pytest.mark.skipif(AGAINST_TENSORFLOW, reason="looks inside gradtape")

# Parameters that mean the same wherever they occur.
TENSORS = {
    *("x", "y", "a", "b", "x1", "x2", "y_true", "y_pred", "input", "input_tensor", "tensor"),
    *("image", "images", "boxes", "scores", "contents", "labels", "logits", "predictions"),
    *("sample_weight", "weights", "indices", "segment_ids", "condition", "signal"),
}
OTHERS = {
    *("shape", "dtype", "axis", "axes", "perm", "name", "seed", "training", "padding", "strides"),
    *("data_format", "filepath", "batch_size", "epochs", "buffer_size"),
}
NAMES = TENSORS | OTHERS
# Functions for which `Any` is right, and why.
ANYTHING = {
    "takes structures of tensors, datasets or generators": {
        *(f"models.training.Training.{name}" for name in ("fit", "evaluate", "predict")),
        *("models.training.Training.compute_loss", "models.training.Training.compute_metrics"),
        *(f"SingleBatches.{what}_on_batch" for what in ("train", "test", "predict")),
        *("pack_x_y_sample_weight", "NumpyArrayIterator.__init__", "ImageDataGenerator.flow"),
        *("assertSameStructure", "_keras.structures.assert_same_structure", "assert_same_paths"),
    },
    "compares whatever a test has": {
        *("assertAllClose", "assertAllCloseAccordingToType", "assertNotAllClose"),
        *("assertAllEqual", "assertNotAllEqual", "assertAllGreater", "assertAllLess"),
        *("assertAllGreaterEqual", "assertAllLessEqual"),
    },
    "asks what something is": {
        *("is_keras_tensor", "composites.is_tensor", "get_static_value"),
        *("is_numeric_tensor", "is_symbolic_tensor"),
    },
    "takes an object of a package that may be missing": {
        *("make_ndarray", "loss_curves", "histograms", "contours", "descent_paths"),
        *("vector_field", "loss_surface"),
    },
    "takes tensors or functions that make them": {
        *("in_train_phase", "in_test_phase", "decay.piecewise_constant"),
    },
    "takes what is sparse or dense": {"_sparse.arithmetic.add"},
    "takes what scikit-learn hands on": {
        *(f"KerasClassifier.{name}" for name in ("fit", "predict", "predict_proba", "score")),
        *("BaseWrapper.fit", "KerasRegressor.predict", "KerasRegressor.score", "_Estimator.fit"),
    },
    "takes a configuration": {"losses.catalog.deserialize"},
}


def modules(module=tf, seen=None):
    """The public modules."""
    seen = set() if seen is None else seen
    if module not in seen:
        seen.add(module)
        yield module
        for name in dir(module):
            value = getattr(module, name)
            if isinstance(value, types.ModuleType) and name[0] != "_" and name != "mock":
                yield from modules(value, seen)


def functions():
    """Every function and method that users call, by module and name, once."""
    found = {}
    for module in modules():
        for name in (name for name in dir(module) if name[0] != "_"):
            value = getattr(module, name)
            members = [value]
            if isinstance(value, type):
                members = [
                    inspect.unwrap(getattr(member, "__func__", member))
                    for cls in value.__mro__
                    for key, member in vars(cls).items()
                    if key[0] != "_" or key in ("__init__", "__call__")
                ]
            for member in members:
                function = inspect.unwrap(member) if callable(member) else member
                if inspect.isfunction(function) and function.__module__.startswith("gradtape."):
                    found[f"{function.__module__[9:]}.{function.__qualname__}"] = function
    return found


FUNCTIONS = functions()


def parameters(function):
    """The annotations of what is given by name, without `self` and the result."""
    code = function.__code__
    named = set(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]) - {"self"}
    return {
        name: function.__annotations__[name] for name in named if name in function.__annotations__
    }


def untold(names):
    """Functions that say nothing about a parameter of these names."""
    return sorted(
        f"{name}({parameter})"
        for name, function in FUNCTIONS.items()
        for parameter, annotation in parameters(function).items()
        if parameter in names and annotation == "Any"
    )


def excuses(found):
    """The functions of the table that this is one of."""
    name = "." + found.partition("(")[0]
    return {one for group in ANYTHING.values() for one in group if name.endswith(f".{one}")}


def test_tensors_shapes_dtypes_and_axes_are_told():
    assert [found for found in untold(NAMES) if not excuses(found)] == []


def test_what_is_excused_needs_it():
    used = set().union(*map(excuses, untold(NAMES)))
    assert set().union(*ANYTHING.values()) - used == set()


def test_most_parameters_are_told():
    given = [said for function in FUNCTIONS.values() for said in parameters(function).values()]
    assert len(FUNCTIONS) > 1500
    assert given.count("Any") / len(given) < 0.2


def test_an_untold_parameter_would_be_noticed():
    assert parameters(FUNCTIONS["_keras.losses.functions.huber"])["y_true"] == "TensorLike"
    assert "_keras.models.training.Training.fit(x)" in untold({"x"})
