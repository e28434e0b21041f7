"""What would come out of a layer: shapes and dtypes, without values."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from ... import _core
from ..._runtime.manners import are_of_keras_3
from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from ..lookup import is_written_here
from ..naming import names_of_tensors_put_back
from ..probes import symbolic_call
from ..seed_generator import undrawn
from ..symbolic import entry
from .declared_specs import completed_by, declares, has_own, specs_by_shape
from .known_shapes import arguments_of, as_shapes
from .losses_of_layers import forget_added


class Specs:
    """What a layer tells of its outputs before there are any."""

    _dtype: Any
    # Whether Keras 2 gives a shape back as it came, say as a tuple, where nothing changes it.
    _gives_shape_back = False

    _is_copy = False  # that is made to see what comes out
    _given_output_shape: Any = None  # what a program says instead of a run
    _runs_a_function = False  # of a program's own

    def _on_symbols(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], call: Callable[..., Any]
    ) -> Any:
        """What comes out of a call on symbolic inputs, which is remembered."""
        told = completed_by(self, args, kwargs)
        outputs = symbolic_call(self, args, kwargs, call, completed=told)
        forget_added(self)
        return outputs

    def _declares_outputs(self) -> bool:
        """Whether something is declared of what comes out."""
        return declares(self)

    def compute_output_shape(self, *shapes: Any, **named: Any) -> Any:
        """The shape of the output for inputs of these shapes, found by a run on zeros.

        It is a tuple, in Keras 2 a `TensorShape`. Those of further arguments of a call may
        follow, or have names such as `value_shape`. The library's layers stay unbuilt in Keras 2.
        """
        if is_keras_2_asked_for() and self._is_told_unbuilt():
            with undrawn():
                made = copy.deepcopy(self)
                made._is_copy = True
                return made.compute_output_shape(*shapes, **named)
        told = self.compute_output_spec if has_own(self, "compute_output_spec") else self._probed
        with names_of_tensors_put_back():
            args, kwargs = nest.map_structure(
                lambda shape: None if shape is None else entry(self, shape, self._dtype),
                ([as_shapes(shape) for shape in shapes], arguments_of(as_shapes(named))),
            )
            specs = told(*args, **kwargs)
        if not is_keras_2_asked_for():
            return nest.map_structure(_lengths, specs)
        found = nest.map_structure(lambda spec: spec.shape, specs)
        same = self._gives_shape_back and isinstance(found, _core.TensorShape)
        return shapes[0] if same and shapes and found == shapes[0] else found

    def _is_told_unbuilt(self) -> bool:
        """Whether a copy tells the shape, so that this layer stays as it is."""
        built: bool = self.built  # type: ignore[attr-defined]
        return not (built or self._is_copy) and is_written_here(type(self))

    def compute_output_spec(self, *args: Any, **kwargs: Any) -> Any:
        """What comes out for symbolic inputs, which remember nothing of this.

        >>> import gradtape as tf
        >>> layer = tf.keras.layers.Dense(3)
        >>> layer.compute_output_spec(tf.keras.KerasTensor((2, 4))).shape
        (2, 3)
        """
        if has_own(self, "compute_output_shape") and are_of_keras_3():
            return specs_by_shape(self, *args, **kwargs)
        return self._probed(*args, **kwargs)

    def _probed(self, *args: Any, **kwargs: Any) -> Any:
        return symbolic_call(self, args, kwargs, remembered=False)


def _lengths(tensor: Any) -> Any:
    """The shape of a tensor as Keras 3 tells it."""
    return tensor.shape if tensor.shape.rank is None else tuple(tensor.shape)
