"""`get_state_tree` and `set_state_tree`: all that a model holds, by the paths of variables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..assignable import Assignable

_FORMS = ("backend_tensor", "numpy_array")


class StateTrees:
    """Mixin of `Model`."""

    def get_state_tree(self, value_format: str = "backend_tensor") -> dict[str, Any]:
        """Nested dictionaries of the values of variables, for each kind of them.

        `value_format` is "backend_tensor" or "numpy_array". `ValueError` for another, and for
        variables of one path.

        >>> import gradtape as tf
        >>> layers = [tf.keras.Input((1,)), tf.keras.layers.Dense(1, name="line")]
        >>> model = tf.keras.Sequential(layers, name="chain")
        >>> model.compile("sgd", "mse")
        >>> sorted(model.get_state_tree()["trainable_variables"]["chain"]["line"])
        ['bias', 'kernel']
        """
        if value_format not in _FORMS:
            raise ValueError(
                f"Invalid `value_format` argument. Expected one of {_FORMS}. Received: "
                f"value_format={value_format}"
            )
        kinds = self._variables_by_kind()
        return {kind: _tree_of(variables, value_format) for kind, variables in kinds.items()}

    def _variables_by_kind(self: Any) -> dict[str, list[Any]]:
        return {
            "trainable_variables": self.trainable_variables,
            "non_trainable_variables": self.non_trainable_variables,
            "optimizer_variables": list(self.optimizer.variables) if self.optimizer else [],
            "metrics_variables": self.metrics_variables,
        }

    def set_state_tree(self, state_tree: Mapping[str, Any]) -> None:
        """Assign the values of such a tree; paths that the model lacks are left out.

        `ValueError` for a kind of variables that is not known.
        """
        kinds = self._variables_by_kind()
        for kind, tree in state_tree.items():
            if kind not in kinds:
                raise ValueError(f"Unknown variable name: {kind}")
            known = {variable.path: variable for variable in kinds[kind]}
            for path, value in _leaves(tree):
                if path in known:
                    known[path].assign(value)

    @Assignable
    def operations(self: Any) -> list[Any]:
        """The layers and operations of a network; `AttributeError` for another model."""
        if not hasattr(self, "_layers_of_network"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute 'operations'")
        found: list[Any] = self._layers_and_operations()
        return found


def _tree_of(variables: list[Any], value_format: str) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for variable in variables:
        *outer, last = variable.path.split("/")
        inner = tree
        for part in outer:
            inner = inner.setdefault(part, {})
        if last in inner:
            raise ValueError(
                f"The following variable path is found twice in the model: '{variable.path}'. "
                "`get_state_tree()` can only be called when all variable paths are unique. Make "
                "sure to give unique names to your layers (and other objects)."
            )
        as_array = value_format == "numpy_array"
        inner[last] = variable.numpy() if as_array else variable.read_value()
    return tree


def _leaves(tree: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, f"{before}{key}/")
        else:
            yield f"{before}{key}", value
