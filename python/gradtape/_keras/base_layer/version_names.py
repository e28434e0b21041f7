"""What layers say of themselves in one version of Keras or the other, which few programs ask for.

Invariant: what a program assigns under these names, or declares, takes their place.
"""

from __future__ import annotations

from typing import Any

from ..._structure import nest
from ..._structure.tensor_spec import TensorSpec
from ..assignable import Assignable
from ..probes import symbolic_call


class VersionNames:
    """Mixin of `Layer`.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.Dense(2)
    >>> layer.autocast, layer.input_dtype, layer.stateful
    (True, 'float32', False)
    """

    # --- Keras 3 --------------------------------------------------------------------------------

    supports_jit = True
    quantization_mode = None

    @Assignable
    def autocast(self) -> bool:
        """Whether floating inputs are cast to the dtype that the layer computes in."""
        return bool(vars(self).get("_casts_inputs", True))

    @Assignable
    def input_dtype(self) -> str:
        """The name of the dtype that floating inputs are cast to."""
        return self.compute_dtype  # type: ignore[attr-defined]

    @Assignable
    def metrics_variables(self) -> list[Any]:
        """The variables of the metrics, those of layers below too."""
        metrics: list[Any] = self.metrics  # type: ignore[attr-defined]
        return [variable for metric in metrics for variable in metric.variables]

    def symbolic_call(self, *args: Any, **kwargs: Any) -> Any:
        """What comes out for symbolic inputs."""
        return symbolic_call(self, args, kwargs)

    # --- Keras 2 --------------------------------------------------------------------------------

    stateful: Any = False
    dynamic: Any = False

    def compute_output_signature(self, input_signature: Any) -> Any:
        """The shape and dtype of the output, for inputs of these: `TensorSpec`s.

        >>> import gradtape as tf
        >>> tf.keras.layers.Dense(2).compute_output_signature(tf.TensorSpec([4, 3]))
        TensorSpec(shape=(4, 2), dtype=tf.float32, name=None)
        """
        shapes = nest.map_structure(lambda spec: spec.shape, input_signature)
        shape = self.compute_output_shape(shapes)  # type: ignore[attr-defined]
        dtype = self.compute_dtype  # type: ignore[attr-defined]
        if isinstance(shape, list):
            return [TensorSpec(one, dtype) for one in shape]
        return TensorSpec(shape, dtype)

    def finalize_state(self) -> None:
        """Called when weights were loaded; nothing, where a layer uses them as they are."""

    def get_input_mask_at(self, node_index: int) -> Any:
        """The mask of what the layer was called on for the time of this number, or None."""
        return _masks(self.get_input_at(node_index))  # type: ignore[attr-defined]

    def get_output_mask_at(self, node_index: int) -> Any:
        """The mask of what came out of the call of this number, or None."""
        return _masks(self.get_output_at(node_index))  # type: ignore[attr-defined]

    @Assignable
    def input_mask(self) -> Any:
        """The mask of the input of the only call; `AttributeError` if there are more, or none."""
        return self._mask_of_only_call("input")

    @Assignable
    def output_mask(self) -> Any:
        """The mask of the output of the only call; the same error."""
        return self._mask_of_only_call("output")

    def _mask_of_only_call(self, end: str) -> Any:
        if len(self.inbound_nodes) != 1:  # type: ignore[attr-defined]
            raise AttributeError(
                f"Layer {self.name} has multiple inbound nodes, "  # type: ignore[attr-defined]
                f"hence the notion of 'layer {end} mask' is ill-defined. "
                f"Use `get_{end}_mask_at(node_index)` instead."
            )
        return getattr(self, f"get_{end}_mask_at")(0)


def _masks(tensors: Any) -> Any:
    if isinstance(tensors, (list, tuple)):
        return [getattr(tensor, "_keras_mask", None) for tensor in tensors]
    return getattr(tensors, "_keras_mask", None)
