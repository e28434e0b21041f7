"""`tensorflow.python.framework.tensor_util`: what is known of tensors without computing."""

from __future__ import annotations

from typing import Any

from ... import _core
from ..._structure.composites import Composite, is_tensor as is_tf_type
from ..._structure.static import get_static_value as constant_value

is_tensor = is_tf_type
tf_type_classes = (_core.Tensor, _core.Variable, Composite)


def constant_value_as_shape(tensor: Any) -> _core.TensorShape:
    """The shape that a vector of lengths says, -1 for a length that is open."""
    if isinstance(tensor, _core.TensorShape):
        return tensor
    lengths = _core.convert_to_tensor(tensor).numpy().tolist()
    if lengths == -1:
        return _core.TensorShape(None)
    return _core.TensorShape([None if length == -1 else length for length in lengths])


def try_evaluate_constant(tensor: Any) -> Any:
    """The value of a tensor as an array."""
    return constant_value(tensor)


def ShapeEquals(tensor_proto: Any, shape: Any) -> bool:
    """Whether a message of a tensor has this shape."""
    sizes = [dim.size for dim in tensor_proto.tensor_shape.dim]
    return sizes == list(_core.TensorShape(shape).as_list())
