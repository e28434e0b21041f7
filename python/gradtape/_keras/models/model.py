"""`Model`: a layer made of layers, which can be trained, saved and summarized.

`Model(inputs, outputs)` makes a `Functional` model of the layers between symbolic inputs and
outputs; otherwise a subclass defines `call`. Invariant: `weights` lists the weights of layers in
their order, layer by layer, then those of the model itself.
"""

from __future__ import annotations

from typing import Any

from ... import _core
from ..._structure import nest
from .. import weights_file
from ..base_layer.holdings import _once
from ..base_layer.layer import Layer
from .summary import print_summary
from .training import Training


class Model(Training, Layer):
    """A trainable model.

    >>> import gradtape as tf
    >>> class Line(tf.keras.Model):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.w = tf.Variable(5.0)
    ...         self.b = tf.Variable(0.0)
    ...     def call(self, x):
    ...         return self.w * x + self.b
    >>> model = Line()
    >>> model(tf.constant([1.0, 2.0])).numpy().tolist()
    [5.0, 10.0]
    """

    _own_weights_first = False
    _unsearched = Layer._unsearched | {"_training"}

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        if cls is Model and (args or "inputs" in kwargs):
            from .functional import Functional  # a subclass of this class

            return super().__new__(Functional)
        return super().__new__(cls)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._training: Any = None

    def call(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """What the model computes; a subclass defines it."""
        raise NotImplementedError(
            "Unimplemented `tf.keras.Model.call()`: if you intend to create a `Model` with the "
            "Functional API, please "
            "provide `inputs` and `outputs` arguments. Otherwise, subclass `Model` with an "
            "overridden `call()` method."
        )

    def build(self, input_shape: Any) -> None:
        """Make all weights, for inputs of this shape (None for the batch), by a run on zeros."""
        if not self.built:
            with _core.stop_recording_all():
                self(_zeros_for(input_shape, self._dtype))

    def _first_call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        try:
            return super()._first_call(args, kwargs)
        except BaseException:
            self.built = False  # the layers that were reached keep their weights
            raise

    def _build_once(self, inputs: Any) -> None:
        if type(self).build is not Model.build:
            super()._build_once(inputs)
        self.built = True

    # --- Layers and weights ---------------------------------------------------------------------

    @property
    def layers(self) -> list[Any]:
        """The layers found in attributes, in the order in which they came."""
        return [module for module in self._held()[1] if isinstance(module, Layer)]

    def get_layer(self, name: str | None = None, index: int | None = None) -> Any:
        """The layer of this name, or at this place; `ValueError` if there is none."""
        layers = self.layers
        if index is not None:
            if index >= len(layers):
                raise ValueError(
                    f"Was asked to retrieve layer at index {index} but model only has "
                    f"{len(layers)} layers."
                )
            return layers[index]
        if name is None:
            raise ValueError("Provide either a layer name or layer index at `get_layer`.")
        for layer in layers:
            if layer.name == name:
                return layer
        raise ValueError(
            f"No such layer: {name}. Existing layers are: {[layer.name for layer in layers]}."
        )

    def _trackable_children(self) -> dict[str, Any]:
        held = super()._trackable_children()
        return held if self.optimizer is None else {**held, "optimizer": self.optimizer}

    @property
    def weights(self) -> list[Any]:
        """All variables, layer by layer."""
        variables, modules = self._held()
        return _once([variable for module in modules for variable in module.variables] + variables)

    def summary(self, line_length: int | None = None, print_fn: Any = None, **ignored: Any) -> None:
        """Print the layers with their output shapes and numbers of weights.

        `ValueError` before they exist.
        """
        if not self.built:
            raise ValueError(
                "This model has not yet been built. Build the model first by calling `build()` or "
                "by calling the model "
                "on a batch of data."
            )
        print_summary(self, line_length or 65, print_fn or print)

    # --- Files ----------------------------------------------------------------------------------

    def save_weights(self, filepath: Any, overwrite: bool = True, **ignored: Any) -> None:
        """Write the values of all weights to one file, atomically.

        `FileExistsError` if it exists and `overwrite` is False.
        """
        weights_file.save(self, filepath, overwrite)

    def load_weights(self, filepath: Any, skip_mismatch: bool = False, **ignored: Any) -> None:
        """Assign the values in a file that `save_weights` wrote.

        `ValueError` if the weights do not fit, unless `skip_mismatch`; `FileNotFoundError` without
        the file.
        """
        weights_file.load(self, filepath, skip_mismatch)

    def save(self, filepath: Any, overwrite: bool = True, **ignored: Any) -> None:
        """Write configuration and weights to a `.keras` file, for `tf.keras.models.load_model`."""
        from .saving import save_model  # knows every kind of model

        save_model(self, filepath, overwrite)


def _zeros_for(shape: Any, dtype: Any) -> Any:
    """A tensor of zeros, or a structure of them, for a shape or a structure of shapes.

    A size of 1 for None.
    """
    if isinstance(shape, dict):
        return {key: _zeros_for(inner, dtype) for key, inner in shape.items()}
    if isinstance(shape, (list, tuple)) and shape and nest.is_nested(shape[0]):
        return type(shape)(_zeros_for(inner, dtype) for inner in shape)
    return _core.zeros([1 if size is None else size for size in shape], dtype)


def numbered_layers(layers: list[Any], held: dict[str, Any]) -> dict[str, Any]:
    """What a checkpoint saves of a model with a list of layers: `layer-0`, `layer-1` ..."""
    rest = {key: value for key, value in held.items() if key not in ("_stack", "_layers", "_nodes")}
    return {**{f"layer-{index}": layer for index, layer in enumerate(layers)}, **rest}
