"""The names of the classes of tensors, variables, slices, shapes, dtypes and errors while gradtape
stands for TensorFlow.

Libraries for arrays of several kinds ask for the module of an array's class, and take those of
`tensorflow` for TensorFlow's.
"""

from __future__ import annotations

from .. import _core, errors
from .._autodiff.indexed_slices import IndexedSlices


def _errors() -> list[type]:
    """The classes that operations raise."""
    found = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    return [kind for kind in found if issubclass(kind, errors.OpError)]


_MODULES: dict[type, str] = {
    IndexedSlices: "tensorflow.python.framework.indexed_slices",
    _core.Tensor: "tensorflow.python.framework.ops",
    _core.Variable: "tensorflow.python.ops.resource_variable_ops",
    _core.TensorShape: "tensorflow.python.framework.tensor_shape",
    _core.DType: "tensorflow.python.framework.dtypes",
    **dict.fromkeys(_errors(), "tensorflow.python.framework.errors_impl"),
}
_OWN = {kind: kind.__module__ for kind in _MODULES}


def take() -> None:
    """These classes say that they are TensorFlow's.

    >>> from gradtape._drop_in import class_names
    >>> class_names.take()
    >>> str(type(tf.constant(1.0)))
    "<class 'tensorflow.python.framework.ops.EagerTensor'>"
    >>> class_names.give_back()
    """
    _say(_MODULES)


def give_back() -> None:
    """They say again whose they are."""
    _say(_OWN)


def _say(modules: dict[type, str]) -> None:
    for kind, module in modules.items():
        kind.__module__ = module
