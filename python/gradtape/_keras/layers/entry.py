"""`InputLayer` and `Input`: where the inputs of a model enter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import _core
from ..._runtime.manners import are_of_keras_3
from ..._runtime.versions import is_keras_2_asked_for
from ..assignable import Assignable
from ..base_layer.layer import Layer
from ..symbolic import KerasTensor as KerasTensor, Node, entry
from ..told import shape_told
from . import operation as _operation  # noqa: F401 - what functions of symbolic tensors are

if TYPE_CHECKING:
    from ..._typing import DTypeLike, ShapeLike, TensorLike


class InputLayer(Layer):
    """The place where a model's inputs enter; it passes them on."""

    def __init__(
        self,
        input_shape: ShapeLike = None,
        batch_size: int | None = None,
        dtype: DTypeLike = None,
        name: str | None = None,
        shape: ShapeLike = None,
        batch_shape: ShapeLike = None,
        sparse: bool | None = None,
        batch_input_shape: ShapeLike = None,
        ragged: bool | None = None,
        input_tensor: KerasTensor | None = None,
        optional: bool = False,
    ) -> None:
        super().__init__(name=name, dtype=dtype if input_tensor is None else input_tensor.dtype)
        batch_shape = batch_input_shape if batch_shape is None else batch_shape
        self.sparse, self.ragged = bool(sparse), bool(ragged)
        if sparse and ragged:
            raise ValueError("KerasTensor cannot have `sparse=True` and `ragged=True` at once.")
        inner = shape if input_shape is None else input_shape
        if input_tensor is not None:
            batch_shape = _checked_entry(input_tensor, inner, batch_size, batch_shape, dtype)
        elif batch_shape is not None and not is_keras_2_asked_for():
            for other, said in ("shape", inner), ("batch_size", batch_size):
                if said is not None:
                    raise ValueError(
                        f"You cannot pass both `{other}` and `batch_shape` at the same time."
                    )
        if batch_shape is None and inner is None:
            raise ValueError("You must pass a `shape` argument.")
        sizes = (
            [batch_size, *_core.TensorShape(inner).as_list()]
            if batch_shape is None
            else batch_shape
        )
        self.batch_shape = shape_told(_core.TensorShape(sizes))
        self.optional = optional
        shown = self.name if is_keras_2_asked_for() else name
        whole = _core.TensorShape(sizes)
        if not isinstance(input_tensor, KerasTensor):
            kinds = {"sparse": self.sparse, "ragged": self.ragged}
            input_tensor = entry(self, whole, self._dtype, shown, **kinds)
        self._symbol: KerasTensor = input_tensor
        self.built = True

    supports_masking = True
    is_placeholder = True

    @Assignable
    def output_shape(self) -> Any:
        """The shape of the input, in Keras 2 in a list."""
        shape = tuple(self.batch_shape)
        return [shape] if is_keras_2_asked_for() else shape

    input_shape = output_shape

    @Assignable
    def batch_size(self) -> int | None:
        """The size of a batch if it is known."""
        return next(iter(tuple(self.batch_shape)))

    @Assignable
    def _batch_input_shape(self) -> tuple[int | None, ...]:
        return tuple(self.batch_shape)

    def call(self, inputs: Any = None) -> Any:
        """The input itself."""
        return inputs

    @property
    def output(self) -> KerasTensor:
        """The symbolic input itself."""
        return self._symbol

    input = output

    @property
    def inbound_nodes(self) -> list[Node]:
        """The one node that the symbolic input comes from."""
        return [self._symbol.node]

    _inbound_nodes = inbound_nodes

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Layer:
        """The layer with these arguments, whose shape Keras 2 calls `batch_input_shape`."""
        shape = config.get("batch_shape", config.get("batch_input_shape"))
        told = ("name", "dtype", "sparse", "ragged")
        known = {key: config[key] for key in told if key in config}
        return cls(batch_shape=shape, **known)

    def get_config(self) -> dict[str, Any]:
        kinds = {"dtype": self.dtype, "sparse": self.sparse, "ragged": self.ragged}
        shape = tuple(self.batch_shape)
        said = "batch_input_shape" if is_keras_2_asked_for() else "batch_shape"
        return {said: shape, **kinds, "name": self.name, "optional": False}


def _checked_entry(
    tensor: Any, inner: Any, batch_size: Any, batch_shape: Any, dtype: DTypeLike
) -> Any:
    """The shape of an `input_tensor`; `ValueError` where others are given that it does not have."""
    if not isinstance(tensor, KerasTensor) and not is_keras_2_asked_for():
        raise ValueError(
            "Argument `input_tensor` must be a KerasTensor. Received invalid type: "
            f"input_tensor={tensor} (of type {type(tensor)})"
        )
    sizes = tuple(tensor.shape)
    given = {
        "shape": (inner, sizes[1:]),
        "batch_size": (batch_size, sizes[0]),
        "batch_shape": (batch_shape, sizes),
        "dtype": (dtype and _core.as_dtype(dtype), _core.as_dtype(tensor.dtype)),
    }
    for name, (said, true) in given.items():
        if said is not None and (tuple(said) if name.endswith("shape") else said) != true:
            raise ValueError(
                "When providing the `input_tensor` argument, you cannot provide an incompatible "
                f"`{name}` argument."
            )
    return sizes


def Input(
    shape: ShapeLike = None,
    batch_size: int | None = None,
    name: str | None = None,
    dtype: DTypeLike = None,
    batch_shape: ShapeLike = None,
    sparse: bool | None = None,
    tensor: TensorLike | KerasTensor | None = None,
    type_spec: Any = None,
    ragged: bool | None = None,
    **ignored: Any,
) -> KerasTensor:
    """A symbolic input of `shape`, which leaves out the batch, or of `batch_shape`.

    With `sparse` it stands for a `SparseTensor`, with `ragged` for a `RaggedTensor`. `tensor`
    and `type_spec` are of Keras 2: something that has the shape, with the batch, and the dtype.

    >>> import gradtape as tf
    >>> inputs = tf.keras.Input(shape=(3,))
    >>> model = tf.keras.Model(inputs, tf.keras.layers.Dense(2)(inputs))
    >>> model(tf.zeros([5, 3])).shape
    TensorShape([5, 2])
    """
    if batch_shape is None and not are_of_keras_3():
        batch_shape = ignored.get("batch_input_shape")
    given: dict[str, Any] = {"batch_shape": batch_shape, "sparse": sparse, "ragged": ragged}
    if type_spec is not None and is_keras_2_asked_for():
        given["batch_shape"], dtype = type_spec.shape, type_spec.dtype
    if tensor is not None:
        given["input_tensor"] = tensor
    return InputLayer(shape, batch_size, dtype, name, **given).output
