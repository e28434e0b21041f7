"""What Keras 2 calls the symbolic tensors that come out of layers: `dense/BiasAdd:0`.

It is the name of the last operation of the layer in TensorFlow's graph, behind those of the layer
and the models around it. Invariant: names are made when they are asked for; what a class of the
program's own does last is not known, and such tensors are numbered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import _core, errors
from ..._structure import nest
from ..naming import unique_name
from ..probes import traced
from ..symbolic import KerasTensor, set_namer
from .operation import Operation

# Types of operations that go by another name in a graph: that of an operator, or of a function.
_TYPES = {"AddV2": "add", "Sub": "sub", "Mul": "mul", "RealDiv": "truediv", "ConcatV2": "concat"}
_TYPES |= {"StridedSlice": "strided_slice", "Transpose": "transpose", "Pack": "stack"}
_PASSED_ON = "Placeholder"  # what comes out is what came in
# The last operation of a layer by its class, if it is always the same.
_LAST = {
    **dict.fromkeys(("Flatten", "Reshape"), "Reshape"),
    "Permute": "transpose",
    "RepeatVector": "Tile",
    **{f"MaxPooling{n}D": last for n, last in ((1, "Squeeze"), (2, "MaxPool"), (3, "MaxPool3D"))},
    **{f"AveragePooling{n}D": s for n, s in ((1, "Squeeze"), (2, "AvgPool"), (3, "AvgPool3D"))},
    **{f"GlobalAveragePooling{n}D": "Mean" for n in (1, 2, 3)},
    **{f"GlobalMaxPooling{n}D": "Max" for n in (1, 2, 3)},
    **{f"ZeroPadding{n}D": "Pad" for n in (1, 2, 3)},
    **{f"Cropping{n}D": "strided_slice" for n in (1, 2, 3)},
    **{f"SpatialDropout{n}D": "Identity" for n in (1, 2, 3)},
    "Dropout": "Identity",
    **dict.fromkeys(("GaussianNoise", "GaussianDropout", "AlphaDropout"), _PASSED_ON),
    "ActivityRegularization": _PASSED_ON,
    "LayerNormalization": "add",
    "Embedding": "embedding_lookup/Identity",
    "Bidirectional": "concat",
    "TimeDistributed": "Reshape_1",
    "UpSampling1D": "concat",
    "LeakyReLU": "LeakyRelu",
    "ELU": "Elu",
    "PReLU": "add",
    "Softmax": "Softmax",
    "Masking": "mul",
    "Rescaling": "add",
    "Normalization": "truediv",
    "Concatenate": "concat",
    "Dot": "Squeeze",
    "Attention": "MatMul_1",
    "AdditiveAttention": "MatMul",
}
_ACTIVATIONS = {
    **{name: name.capitalize() for name in ("relu", "softmax", "tanh", "sigmoid", "elu", "selu")},
    **{name: name.capitalize() for name in ("softplus", "softsign", "relu6")},
    **dict.fromkeys(("swish", "silu"), "IdentityN"),
    "gelu": "Gelu/mul_2",
    "exponential": "Exp",
    "hard_sigmoid": "clip_by_value",
}
_MERGED = {"Add": "add", "Subtract": "sub", "Multiply": "mul"}
_MERGED |= {"Maximum": "Maximum", "Minimum": "Minimum"}
# The products of layers that add a bias, and then call an activation.
_PRODUCTS = {"Dense": "MatMul", "Conv2D": "Conv2D", "Conv3D": "Conv3D", "Conv1D": "Conv1D/Squeeze"}
_PRODUCTS |= {"Conv2DTranspose": "conv2d_transpose", "DepthwiseConv2D": "depthwise"}
_PRODUCTS |= {"SeparableConv2D": "separable_conv2d", "SeparableConv1D": "Squeeze"}
# Functions whose operation is not their name without underscores.
_FUNCTIONS = {
    **{f"reduce_{name}": name.capitalize() for name in ("sum", "mean", "max", "min", "prod")},
    "multiply": "Mul",
    "subtract": "Sub",
    "negative": "Neg",
    "add": "AddV2",
    **{name: name for name in ("concat", "transpose", "split", "stack", "unstack", "one_hot")},
    **{name: name for name in ("truediv", "l2_normalize", "clip_by_value")},
    "getitem": "strided_slice",
    "where": "SelectV2",
    "matmul": "MatMul",
    "argmax": "ArgMax",
}


def name_of(tensor: KerasTensor) -> str:
    """The name of a symbolic tensor.

    >>> import gradtape as tf
    >>> from gradtape._keras.layers.names_of_outputs import name_of
    >>> name_of(tf.keras.layers.Dense(2, name="d", activation="relu")(tf.keras.Input((3,))))
    'd/Relu:0'
    """
    layer = tensor.node.layer
    outputs = nest.flatten(tensor.node.outputs)
    place = next((n for n, one in enumerate(outputs) if one is tensor), 0)
    inner = _of_model(layer, place)
    if inner is not None:
        return f"{layer.name}/{inner}" if ":" in inner and "/" in inner else f"{_PASSED_ON}:0"
    last = _last_of(layer, tensor, place) or _seen(tensor, place)
    if last is None:
        return unique_name("KerasTensor")
    if last == _PASSED_ON:
        return f"{last}:0"
    return f"{layer.name}/{last}" if ":" in last else f"{layer.name}/{last}:0"


def _of_model(layer: Any, place: int) -> str | None:
    """The name within a model of inputs and outputs."""
    outputs = getattr(layer, "outputs", None) if hasattr(layer, "layers") else None
    return str(outputs[place].name) if outputs and place < len(outputs) else None


def _last_of(layer: Any, tensor: KerasTensor, place: int) -> str | None:
    if isinstance(layer, Operation):
        return _of_function(layer.function.__name__, tensor, place)
    if type(layer).__name__ in _LAST:
        return _LAST[type(layer).__name__]
    for kinds, find in _FINDERS:
        if type(layer).__name__ in kinds:
            return find(layer, tensor, place)
    return None


def _seen(tensor: KerasTensor, place: int) -> str | None:
    """The operation that makes a tensor, behind the layers within the layer that run it; None if no
    tape sees it."""
    try:
        outputs, given, tape = traced(tensor.node)
        out = nest.flatten(outputs)[place]
        made = [one for one in tape.operations if _number(out) in _numbers_of(one)]
    except (ValueError, TypeError, errors.OpError):  # what runs on symbols alone
        return None
    if made:
        return _within(tensor, made[-1], tape.operations)
    numbers = [_number(one) for one in given]
    return _PASSED_ON if _number(out) is not None and _number(out) in numbers else None


def _number(tensor: Any) -> int | None:
    found = _core.number_of(tensor)
    return None if found is None else found[1]


def _numbers_of(operation: Any) -> list[int]:
    return [made.number for made in operation.outputs]


def _within(tensor: KerasTensor, made: Any, operations: Any) -> str:
    """The name of an operation; of a layer of the library within the layer, of what that does."""
    path = made.module.split("/")[1:]
    layers = {one.name: one for one in tensor.node.layer._flatten_layers()} if path else {}
    last = _last_of(layers[path[-1]], tensor, 0) if path and path[-1] in layers else None
    if last is None:
        last = _TYPES.get(made.type, made.type)
        same = [one for one in operations if (one.module, one.type) == (made.module, made.type)]
        last += f"_{len(same) - 1}" if same.index(made) else ""
    return "/".join([*path, last])


def _of_function(name: str, tensor: KerasTensor, place: int) -> str:
    last = _FUNCTIONS.get(name) or "".join(part.capitalize() for part in name.split("_"))
    return f"{last}:{place}"


def _of_product(layer: Any, tensor: KerasTensor, place: int) -> str | None:
    kind = type(layer).__name__
    done = _of_activation(layer.activation)
    if done != _PASSED_ON:
        return done
    if layer.use_bias:
        return "BiasAdd"
    is_deep = kind == "Dense" and len(tensor.shape) > 2
    return "Tensordot" if is_deep else _PRODUCTS[kind]


def _of_activation(function: Any) -> str | None:
    name = getattr(function, "__name__", None)
    return _PASSED_ON if name in (None, "linear") else _ACTIVATIONS.get(str(name))


def _of_merging(layer: Any, tensor: KerasTensor, place: int) -> str:
    """Two tensors are merged at a time; a mean divides in the end."""
    if type(layer).__name__ == "Average":
        return "truediv"
    count = len(tensor.node.parents())
    return _MERGED[type(layer).__name__] + (f"_{count - 2}" if count > 2 else "")


def _of_recurrence(layer: Any, tensor: KerasTensor, place: int) -> str:
    """One call of a function, whose outputs are the last one, all of them, and the states."""
    first = int(layer.return_sequences)
    return f"PartitionedCall:{first if place == 0 else place + 1}"


def _of_simple_recurrence(layer: Any, tensor: KerasTensor, place: int) -> str:
    return "transpose_1" if layer.return_sequences else "strided_slice_3"


def _of_batches(layer: Any, tensor: KerasTensor, place: int) -> str:
    return "FusedBatchNormV3" if len(tensor.shape) == 4 else "batchnorm/add_1"


def _of_sizes(layer: Any, tensor: KerasTensor, place: int) -> str:
    kind = "NearestNeighbor" if layer.interpolation == "nearest" else layer.interpolation
    return f"resize/Resize{kind[:1].upper()}{kind[1:]}"


def _of_attention(layer: Any, tensor: KerasTensor, place: int) -> str:
    return "softmax/Softmax" if place else "attention_output/add"


def _of_relu(layer: Any, tensor: KerasTensor, place: int) -> str:
    return "Relu6" if layer.max_value == 6 and not layer.negative_slope else "Relu"


_FINDERS: tuple[tuple[Any, Callable[[Any, KerasTensor, int], str | None]], ...] = (
    (_PRODUCTS, _of_product),
    (("Activation",), lambda layer, tensor, place: _of_activation(layer.activation)),
    ((*_MERGED, "Average"), _of_merging),
    (("LSTM", "GRU"), _of_recurrence),
    (("SimpleRNN",), _of_simple_recurrence),
    (("BatchNormalization",), _of_batches),
    (("UpSampling2D", "Resizing"), _of_sizes),
    (("MultiHeadAttention",), _of_attention),
    (("ReLU",), _of_relu),
)

set_namer(name_of)
