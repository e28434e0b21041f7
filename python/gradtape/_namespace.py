"""How a namespace finds its names: what loads when it is first used, and what gradtape lacks.

A namespace only re-exports; `lazy` makes its `__getattr__` and `__dir__` from a table of the names
that are not worth loading before somebody asks for them. A name of TensorFlow that is not here is
an `AttributeError` that says what to use instead; it never pretends that something exists.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # `typing` is not worth its import time here
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

_NOT_NAMES = {"TYPE_CHECKING", "annotations", "lazy"}  # what a namespace needs for itself
_GRAPHS = "gradtape runs every operation eagerly, so there are no graphs to build or to save"
_INSTEAD = {
    "saved_model": f"{_GRAPHS}; save variables with tf.train.Checkpoint or Model.save_weights",
    "Graph": f"{_GRAPHS}; write a Python function",
    "Operation": _GRAPHS,
    "Session": f"{_GRAPHS}; call .numpy() on a tensor to get its value",
    "placeholder": f"{_GRAPHS}; pass values as arguments of a Python function",
    "hessians": "use tf.GradientTape.jacobian of a gradient",
    "autograph": f"{_GRAPHS}; Python's own if and while work",
    "import_graph_def": _GRAPHS,
    "graph_util": _GRAPHS,
    "control_dependencies": "operations run in the order in which they are written",
    "group": "operations run in the order in which they are written",
    "init_scope": "operations run at once, wherever they are written",
    "TensorArray": "use a Python list and tf.stack",
    "ragged": "pad to a tensor, or keep a Python list of tensors",
    "RaggedTensor": "pad to a tensor, or keep a Python list of tensors",
    "RaggedTensorSpec": "pad to a tensor, or keep a Python list of tensors",
    "sparse": "use dense tensors, tf.gather and tf.scatter_nd",
    "SparseTensor": "use dense tensors, tf.gather and tf.scatter_nd",
    "SparseTensorSpec": "use dense tensors, tf.gather and tf.scatter_nd",
    "strings": "strings can be stored in tensors but not computed with; use Python's str",
    "as_string": "format tensor.numpy() with Python",
    "edit_distance": "strings can be stored in tensors but not computed with; use Python's str",
    "summary": "there is no TensorBoard; plot values with matplotlib or write them to a file",
    "profiler": "use Python's profilers, or gradtape.memory for memory",
    "distribute": "gradtape runs in one process",
    "tpu": "gradtape runs on the CPU",
    "xla": "operations run eagerly",
    "dtensor": "gradtape runs in one process",
    "lite": "gradtape is for training and experiments in Python",
    "mlir": _GRAPHS,
    "lookup": "use a Python dict",
    "io": "read files with Python or NumPy; tf.train.Checkpoint saves variables",
    "audio": "use a library for sound, and convert its arrays with tf.convert_to_tensor",
    "feature_column": "prepare features with NumPy or tf.data.Dataset.map",
    "queue": "use tf.data.Dataset or Python's queue",
    "quantization": "there are no quantized dtypes",
    "raw_ops": "use the public functions, such as tf.add for tf.raw_ops.AddV2",
    "experimental": "it has no stable interface to follow",
    "estimator": "write a loop with tf.GradientTape, or use keras.Model.fit",
    "contrib": "TensorFlow 2 does not have it either",
    "app": "TensorFlow 2 does not have it either",
    "flags": "TensorFlow 2 does not have it either; use argparse",
    "logging": "use tf.get_logger() or Python's logging",
    "global_variables_initializer": "variables have their value from the start",
    "variable_scope": "use tf.name_scope or tf.Module",
    "get_variable": "use tf.Variable or tf.Module",
    "variable_creator_scope": "subclass or wrap tf.Variable",
    "test": "use pytest and NumPy's testing functions, or gradtape.testing.check_gradients",
    "load_op_library": "custom operations are Python functions with tf.custom_gradient",
    "load_library": "custom operations are Python functions with tf.custom_gradient",
}


def lazy(
    namespace: str, places: Mapping[str, tuple[str, ...]]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a namespace whose names load when they are first used.

    `places` has the names by the module that defines them, as a path from `gradtape`; the empty
    path stands for submodules of the namespace itself.
    """
    found = {name: place for place, names in places.items() for name in names}

    def get(name: str) -> Any:
        if name not in found:
            raise explain(name, namespace)
        value = _load(namespace, name, found[name])
        setattr(sys.modules[namespace], name, value)
        return value

    def names() -> list[str]:
        here = vars(sys.modules[namespace])
        return sorted({name for name in here if _is_public(name)} | found.keys())

    return get, names


def _load(namespace: str, name: str, place: str) -> Any:
    from importlib import import_module

    if not place:
        return import_module(f"{namespace}.{name}")
    return getattr(import_module(f"gradtape.{place}"), name)


def _is_public(name: str) -> bool:
    return name not in _NOT_NAMES and (not name.startswith("_") or name.endswith("__"))


def explain(name: str, namespace: str = "gradtape") -> AttributeError:
    """The error for `namespace.name`, which says what to use instead where that is known.

    >>> from gradtape._namespace import explain
    >>> print(explain("xla"))
    module 'gradtape' has no attribute 'xla': it is not part of gradtape; operations run eagerly
    """
    text = f"module {namespace!r} has no attribute {name!r}"
    instead = _INSTEAD.get(name) if namespace == "gradtape" else None
    if instead is not None:
        text += f": it is not part of gradtape; {instead}"
    return AttributeError(text, name=name)


def package_name(name: str) -> Any:
    """`gradtape.name`, for namespaces that are the package itself under another name."""
    return getattr(sys.modules["gradtape"], name)


def package_dir() -> list[str]:
    """`dir(gradtape)`, for the same."""
    return dir(sys.modules["gradtape"])
