"""Inputs without values, for models that are put together from layers before there are data.

Calling a layer on a `KerasTensor` remembers the call as a `Node`; `probes.py` finds the shape of
what comes out. Invariant: nodes are numbered as they are made, so their numbers are a topological
order.
"""

from __future__ import annotations

import itertools
import operator
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from .. import _core
from .._runtime.drawn_seeds import DrawnSeeds
from .._runtime.versions import is_keras_2_asked_for
from .._sparse.conversion import from_dense
from .._structure import nest
from .assignable import Assignable
from .functions_of_one import as_left
from .naming import unique_name
from .references import KerasHistory as KerasHistory, NodeNames, Reference
from .specs_of_parts import spec_of_parts
from .stand_ins import stand_in
from .symbolic_keys import indexed
from .told import dtype_told, shape_told

if TYPE_CHECKING:
    from .._typing import DTypeLike, ShapeLike

_numbers = itertools.count()
MASK = "_keras_mask"  # the attribute of tensors that says which of their steps count
_NO_VALUE = (
    "A KerasTensor has no value: it stands for an input of a model. Call the model on data, or use "
    "the functions of gradtape and layers on it."
)
_NO_NUMBER = (
    "A KerasTensor is symbolic: it's a placeholder for a shape and a dtype. It doesn't have any "
    "actual numerical value. You cannot convert it to {}."
)


class Node(NodeNames):
    """One call of a layer: its arguments (`KerasTensor`s in lists of its own) and what came out."""

    def __init__(self, layer: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self.number = next(_numbers)
        self.layer = layer
        self.call = layer  # what is run to see what comes out
        self.args, self.kwargs = nest.map_structure(lambda leaf: leaf, (args, kwargs))
        self.outputs: Any = None
        self.once: Any = None  # what was done once in its runs, where a program sees that
        self.seeds = DrawnSeeds(of_symbols=True)
        self.rows_of_graph: int | None = None  # the batch that it was run with, if for that reason
        self.batch: int | None = None  # the size of a batch that fewer examples stood for

    def parents(self) -> list[Node]:
        """The nodes whose outputs this one takes."""
        return [leaf.node for leaf in self.keras_inputs]

    def remember(self) -> None:
        """Have the layer, and those whose outputs it takes, know of the call."""
        self.layer._symbolic_calls.append(self)
        for parent in self.parents():
            if parent.layer is not self.layer:
                vars(parent.layer).setdefault("_nodes_behind", []).append(self)

    def iterate_inbound(self) -> Iterator[tuple[Any, int, int, Any]]:
        """The layer, the numbers of its call and output, and the tensor, for each that came in."""
        for leaf in self.keras_inputs:
            yield (*leaf._keras_history, leaf)


class _Outside:
    """Where a symbolic tensor enters that a program makes by itself."""

    def __init__(self, name: str) -> None:
        self.name = name


class KerasTensor:
    """The place of a tensor in a model: a shape, whose unknown dimensions are None, and a dtype.

    Layers take it, and operators and functions of the library, each of which becomes a layer.

    One that a program makes says what a layer of its own will return; it is in no model.

    >>> import gradtape as tf
    >>> tf.keras.Input(shape=(3,), name="features")
    <KerasTensor shape=(None, 3), dtype=float32, sparse=False, ragged=False, name=features>
    >>> tf.keras.layers.Dense(2).compute_output_spec(tf.keras.KerasTensor((5, 3))).shape
    (5, 2)
    """

    record_history = True

    def __init__(
        self,
        shape: ShapeLike,
        dtype: DTypeLike = "float32",
        sparse: bool = False,
        ragged: bool = False,
        record_history: bool = True,
        name: str | None = None,
    ) -> None:
        if sparse and ragged:
            raise ValueError("KerasTensor cannot have `sparse=True` and `ragged=True` at once.")
        name = name or unique_name("KerasTensor")
        node = Node(_Outside(name), (), {})
        self._set(shape, dtype, node, sparse=sparse, ragged=ragged, name=name)
        self.record_history = record_history
        self.node.outputs = self

    def _set(
        self,
        shape: ShapeLike,
        dtype: DTypeLike,
        node: Node,
        probes: Any = None,
        sparse: bool = False,
        ragged: bool = False,
        name: str | None = None,
    ) -> None:
        self._shape = _core.TensorShape(shape)
        self.sparse = bool(sparse)
        self.ragged = bool(ragged)
        self._probes = probes
        self._dtype = _core.as_dtype(dtype)
        self._name = name if is_keras_2_asked_for() else name or unique_name("KerasTensor")
        self.node = node
        self.has_a_row_an_example = True  # or the first axis has joined with others
        # What stands for the mask that the tensor will come with, if it will.
        self.masked: KerasTensor | None = None
        # Of a comparison with `==` or `!=`: what it is of the objects themselves.
        self._of_objects: bool | None = None

    @classmethod
    def of_call(cls, node: Node, shape: ShapeLike, dtype: DTypeLike, **options: Any) -> KerasTensor:
        """The symbolic tensor that comes out of a call."""
        symbol = cls.__new__(cls)
        symbol._set(shape, dtype, node, **options)
        return symbol

    @property
    def name(self) -> str:
        """A name: in Keras 2 that of the operation, made when it is asked for."""
        if self._name is None:
            self._name = _namers[0](self)
        return self._name

    @name.setter
    def name(self, name: str) -> None:
        self._name = name

    @property
    def shape(self) -> Any:
        """The sizes, None where they are open: a tuple, or a `TensorShape` in Keras 2."""
        return shape_told(self._shape)

    @property
    def dtype(self) -> Any:
        """The name of the dtype, or in Keras 2 the dtype."""
        return dtype_told(self._dtype)

    @property
    def _keras_history(self) -> KerasHistory:
        calls = getattr(self.node.layer, "inbound_nodes", [])
        index = next((place for place, node in enumerate(calls) if node is self.node), 0)
        outputs = nest.flatten(self.node.outputs)
        place = next((place for place, output in enumerate(outputs) if output is self), 0)
        return KerasHistory(self.node.layer, index, place)

    @property
    def _keras_shape(self) -> tuple[int | None, ...]:
        return tuple(self.shape.as_list())

    @Assignable
    def _keras_mask(self) -> KerasTensor | None:
        return None if self.masked is None else as_layer(carried_mask)(self)

    def probe(self, batch: int, size: int) -> Any:
        """A value to find shapes with: so many examples, and each unknown dimension of this size.

        What was computed if it is a few integers: they may be a shape. It has a mask if the tensor
        will have one.
        """
        if self._probes is not None:
            return self._probes[batch]
        sizes = self.shape.as_list()
        open_sizes = [batch, *[size] * (len(sizes) - 1)]
        filled = [o if d is None else d for d, o in zip(sizes, open_sizes, strict=False)]
        if self.sparse:
            return from_dense(_core.ones(filled, self.dtype))  # empty ones are too odd for many
        if self.dtype == _core.string:  # as many words as an open dimension is long
            value = _core.fill(filled, " ".join(["a"] * size))
        else:
            value = stand_in(filled, self.dtype)
        if self.masked is not None:
            setattr(value, MASK, self.masked.probe(batch, size))
        return value

    def get_shape(self) -> _core.TensorShape:
        """The shape."""
        return self.shape

    def set_shape(self, shape: ShapeLike) -> None:
        """Say what is known of the shape besides; `ValueError` if it cannot be so."""
        self._shape = self._shape.merge_with(_core.TensorShape(shape))

    def ref(self) -> Reference:
        """What stands for the tensor in sets and dicts."""
        return Reference(self)

    @property
    def ndim(self) -> int | None:
        """The number of axes."""
        return self.shape.rank

    # --- Functions and operators ----------------------------------------------------------------

    __array_ufunc__ = None  # an array on the left leaves the operator to this class

    def __tensor_function__(self, function: Callable[..., Any], arguments: dict[str, Any]) -> Any:
        """What the core calls where a function of it is given a symbolic tensor."""
        function, arguments = as_left(function, arguments)
        layer = as_layer(function)
        layer.note_caller(sys._getframe(1).f_globals.get("__name__", ""))
        return layer(**arguments)

    def __tensor_index__(self, tensor: Any, key: Any) -> Any:
        """What the core calls where a tensor is indexed with a symbolic part in the key."""
        return indexed(tensor, key)

    def __tensor_conversion__(self, value: Any, dtype: Any) -> Any:
        """What the core calls where this, or a list with it, is to be a tensor: a layer for a
        program in Keras 2; here, and in Keras 3, what is symbolic stands for its tensor."""
        caller = sys._getframe(1).f_globals.get("__name__", "")
        if is_keras_2_asked_for() and not caller.startswith("gradtape."):
            options = {} if dtype is None else {"dtype": dtype}
            return as_layer(_core.convert_to_tensor)(value, **options)
        return value if value is self else _core.stack(value)

    def reshape(self, newshape: ShapeLike) -> Any:
        """The same elements in another shape, that of the batch included."""
        return _core.reshape(self, newshape)

    def squeeze(self, axis: int | list[int] | None = None) -> Any:
        """Without axes of size 1."""
        return _core.squeeze(self, axis)

    def __getitem__(self, key: Any) -> Any:
        return as_layer(operator.getitem)(self, key)

    def __iter__(self) -> Any:
        raise NotImplementedError("Iterating over a symbolic KerasTensor is not supported.")

    def __float__(self) -> float:
        raise ValueError(_NO_NUMBER.format("a float"))

    def __int__(self) -> int:
        raise ValueError(_NO_NUMBER.format("an int"))

    def __bool__(self) -> bool:
        if self._of_objects is not None:  # so that symbolic tensors are found in lists
            return self._of_objects
        raise TypeError("A symbolic KerasTensor cannot be used as a boolean.")

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> Any:
        return _compared("equal", self, other, self is other)

    def __ne__(self, other: object) -> Any:
        return _compared("not_equal", self, other, self is not other)

    def __array__(self, *args: Any, **kwargs: Any) -> Any:
        raise ValueError(_NO_VALUE)

    def __tf_tensor__(self, dtype: _core.DType | None = None, name: str | None = None) -> Any:
        raise TypeError(_NO_VALUE)

    def __repr__(self) -> str:
        if is_keras_2_asked_for():
            come = f"created by layer '{self.node.layer.name}'"
            kind = spec_of_parts(self)
            plain = f"shape={self.shape} dtype={self.dtype.name}{self._inferred(' ')}"
            return f"<KerasTensor: {plain if kind is None else f'type_spec={kind}'} ({come})>"
        about = f"shape={self.shape}, dtype={self.dtype.name}, sparse={self.sparse}"
        return f"<KerasTensor {about}, ragged={self.ragged}, name={self.name}>"

    def __str__(self) -> str:
        if not is_keras_2_asked_for():
            return repr(self)
        own = f"'{self.name}'" if not self.node.parents() else None
        plain = f"TensorSpec(shape={self.shape}, dtype=tf.{self.dtype.name}, name={own})"
        spec = spec_of_parts(self) or f"{plain}{self._inferred(', ')}"
        come = f"description=\"created by layer '{self.node.layer.name}'\""
        return f"KerasTensor(type_spec={spec}, name='{self.name}', {come})"

    def _inferred(self, before: str) -> str:
        """What Keras 2 says that it knows of numbers that may be a shape."""
        if self._probes is None or self._dtype != _core.int32 or len(self._shape) > 1:
            return ""
        pairs = zip(*(_core.reshape(self._probes[n], [-1]).numpy().tolist() for n in (1, 2)))
        return f"{before}inferred_value={[one if one == two else None for one, two in pairs]}"


def _compared(name: str, one: KerasTensor, other: Any, of_objects: bool) -> Any:
    """What `one == other` gives: a layer, as in Keras 2, that is true where Keras 3's answer is."""
    if other is None or isinstance(other, (str, type)):
        return of_objects
    try:
        result = getattr(_core, name)(one, other)
    except (TypeError, ValueError):  # of other shapes or kinds: they are found in lists even so
        return of_objects
    result._of_objects = of_objects
    return result


def _operator(name: str, reflected: bool = False) -> Callable[..., Any]:
    function = getattr(_core, name)
    if reflected:
        return lambda self, other: function(_like(other, self), self)
    return lambda self, *other: function(self, *other)


def _like(value: Any, symbol: KerasTensor) -> Any:
    """A number on the left of an operator, in the dtype of what stands on the right."""
    return value if is_symbolic(value) else _core.convert_to_tensor(value, symbol.dtype)


_BINARY = {
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "truediv": "truediv",
    "floordiv": "floordiv",
    "mod": "floormod",
    "pow": "pow",
    "matmul": "matmul",
    "and": "logical_and",
    "or": "logical_or",
    "xor": "logical_xor",
}
_COMPARISONS = {"lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal"}
_OF_ONE = {"neg": "negative", "abs": "abs", "invert": "logical_not"}

for _short, _name in {**_BINARY, **_COMPARISONS, **_OF_ONE}.items():
    setattr(KerasTensor, f"__{_short}__", _operator(_name))
for _short, _name in _BINARY.items():
    setattr(KerasTensor, f"__r{_short}__", _operator(_name, reflected=True))

# The layer class that stands for a function, which is defined in a room below this one.
_operation: list[Callable[[Any], Any]] = []


# What names a symbolic tensor that comes out of a layer, in Keras 2; from a room below too.
_namers: list[Callable[[Any], str]] = [lambda tensor: unique_name("KerasTensor")]


def set_namer(find: Callable[[Any], str]) -> None:
    """Say what names symbolic tensors."""
    _namers[:] = [find]


def set_operation(make: Callable[[Any], Any]) -> None:
    """Say what makes a layer of a function."""
    _operation[:] = [make]


def as_layer(function: Callable[..., Any]) -> Any:
    """The layer that calls a function of the library."""
    return _operation[0](function)


def carried_mask(tensor: Any) -> Any:
    """The mask that a tensor came with, or None."""
    return getattr(tensor, MASK, None)


def entry(
    layer: Any, shape: _core.TensorShape, dtype: _core.DType, name: str | None = None, **kinds: bool
) -> KerasTensor:
    """A symbolic tensor that comes from no call, sparse or ragged: `layer` is where it enters."""
    node = Node(layer, (), {})
    node.outputs = KerasTensor.of_call(node, shape, dtype, name=name, **kinds)
    return node.outputs


def is_symbolic(value: Any) -> bool:
    """True for a `KerasTensor` and for a structure that holds one."""
    if isinstance(value, KerasTensor):
        return True
    if not nest.is_nested(value):
        return False
    return any(isinstance(leaf, KerasTensor) for leaf in nest.flatten(value))
