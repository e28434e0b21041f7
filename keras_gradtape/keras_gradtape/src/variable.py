"""Keras's `Variable`, which is a variable of gradtape: a tape takes it as a source.

Keras's class says what a variable of Keras is and does; gradtape's holds the value. Invariant: the
value is in the cell from the moment at which Keras calls the variable initialized.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from keras.src.backend.common import KerasVariable, standardize_dtype
from keras.src.backend.common.stateless_scope import in_stateless_scope

import gradtape

_Cell = gradtape.Variable
_read = _Cell.read_value
_write = _Cell.assign


class Variable(KerasVariable, _Cell):
    """A variable of Keras; see `keras.Variable`."""

    def __new__(
        cls,
        initializer: Any = None,
        shape: Any = None,
        dtype: Any = None,
        trainable: bool = True,
        *args: Any,
        **kwargs: Any,
    ) -> Variable:
        first = _first_value(initializer, shape, dtype)
        self = super().__new__(cls, first, trainable=bool(trainable))
        self._first = first
        return self

    def __init__(
        self,
        initializer: Any,
        shape: Any = None,
        dtype: Any = None,
        trainable: bool = True,
        **kwargs: Any,
    ) -> None:
        _Cell.__init__(self)
        self._is_ready = False
        if not callable(initializer) and not isinstance(initializer, str):
            initializer = self._first
        super().__init__(initializer, shape=shape, dtype=dtype, trainable=trainable, **kwargs)
        self.__dict__.pop("_first", None)

    # --- What Keras's class asks for ------------------------------------------------------------

    @property
    def _value(self) -> Any:
        """The value as a tensor, None before there is one. Reading tells the tapes."""
        return _read(self) if self._is_ready else None

    @_value.setter
    def _value(self, value: Any) -> None:
        self._is_ready = value is not None
        if value is not None:
            _write(self, value, read_value=False)

    def _initialize(self, value: Any) -> None:
        if value is not self.__dict__.get("_first"):
            _write(self, value, read_value=False)
        self._is_ready = True

    def _initialize_with_initializer(self, initializer: Any) -> None:
        if "_first" in self.__dict__:  # its value is in the cell already
            self._is_ready = True
        else:
            super()._initialize_with_initializer(initializer)

    def _direct_assign(self, value: Any) -> None:
        _write(self, value, read_value=False)

    def _convert_to_tensor(self, value: Any, dtype: Any = None) -> Any:
        from .ops.core import convert_to_tensor

        return convert_to_tensor(value, dtype=dtype)

    # --- What gradtape's class does differently -------------------------------------------------

    def read_value(self) -> Any:
        """The value as a tensor."""
        return self.value

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Any:
        """What operations of gradtape take: the value of the moment, as operations of Keras do."""
        return self._convert_to_tensor(self.value, dtype)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.asarray(self.read_value().numpy(), dtype=dtype)

    def __iter__(self) -> Any:
        return iter(self.read_value())

    def __len__(self) -> int:
        return len(self.read_value())

    def __deepcopy__(self, memo: Any) -> Variable:
        twin = _rebuilt(type(self), self.numpy(), _plain_state(self))
        memo[id(self)] = twin
        return twin

    __copy__ = None

    def __reduce__(self) -> Any:
        return _rebuilt, (type(self), self.numpy(), _plain_state(self))


def _first_value(initializer: Any, shape: Any, dtype: Any) -> Any:
    """What the cell is made with: the value, or zeros where there is none yet.

    What cannot be a variable is left for Keras to refuse, in its words.
    """
    from .ops.core import convert_to_tensor

    if isinstance(initializer, str):
        from keras.src import initializers

        initializer = initializers.get(initializer)
    if not callable(initializer):
        return convert_to_tensor(initializer, dtype=dtype)
    kind = standardize_dtype(dtype)
    if shape is None or None in (sizes := tuple(shape)):
        return gradtape.zeros((), kind)
    if in_stateless_scope():
        return gradtape.zeros(sizes, kind)
    return convert_to_tensor(initializer(sizes, dtype=kind), dtype=kind)


def _plain_state(variable: Variable) -> dict[str, Any]:
    return {key: value for key, value in vars(variable).items() if key != "_initializer"}


def _rebuilt(kind: type[Variable], value: Any, state: dict[str, Any]) -> Variable:
    twin = kind.__new__(kind, value, dtype=str(value.dtype), trainable=state["_trainable"])
    _Cell.__init__(twin)
    twin.__dict__.clear()
    twin.__dict__.update(state, _initializer=None)
    return twin
