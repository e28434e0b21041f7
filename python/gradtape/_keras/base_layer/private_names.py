"""Private names of Keras's layers that programs use: those of Keras 2 in layers of their own, and
those under which layers of Keras 3 keep their weights; and names that are free for programs there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import _core
from ..._module.module import Module, submodules_of
from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from ..assignable import Assignable, also_called
from ..naming import unique_name
from .graph_names import GraphNames

if TYPE_CHECKING:
    from ..mixed_precision import DTypePolicy


class PrivateNames(GraphNames):
    """Mixin of `Layer`.

    >>> import gradtape as tf
    >>> tf.keras.layers.Dense(2)._compute_dtype
    'float32'
    """

    _policy_of_dtypes: DTypePolicy
    _name: str
    # Options that change no numbers.
    _without_effect: tuple[str, ...] = ("autocast",)
    _without_effect_in_keras_2: tuple[str, ...] = ()
    _without_effect_if_none: tuple[str, ...] = ()  # of those that change what Keras 3 trains

    _activity_regularizer = also_called("activity_regularizer")

    @property
    def path(self) -> str | None:
        """The names of what it was first built in, and its own, as Keras 3 has it."""
        return vars(self).get("_path")

    @property
    def name(self) -> str:
        """The name of the layer, which may be changed, as in Keras 3."""
        return self._name

    @name.setter
    def name(self, name: str) -> None:
        self._name = name

    @Assignable
    def submodules(self: Any) -> tuple[Module, ...]:
        """Those of a module, which layers of Keras 3 are none of."""
        return submodules_of(self)

    @Assignable
    def _dtype_policy(self) -> DTypePolicy:
        return self._policy_of_dtypes

    @Assignable
    def _compute_dtype(self) -> str:
        return self._policy_of_dtypes.compute_dtype

    @Assignable
    def _compute_dtype_object(self) -> _core.DType:
        return _core.as_dtype(self._policy_of_dtypes.compute_dtype)

    @Assignable
    def _build_input_shape(self: Any) -> Any:
        """The shape that the layer was built for, by which programs of Keras 2 build others."""
        network = getattr(self, "_network_of_layers", None)
        if network is not None:
            return nest.map_structure(lambda one: one.shape, network.inputs)
        if not (self.built and self._shape_of_input is not None):
            told, named = vars(self).get("_shapes_of_build") or ((), {})
            return next(iter((*told, *named.values())), None)
        return nest.map_structure(self._with_batch, self._shape_of_input)

    def _with_batch(self: Any, shape: Any) -> Any:
        """The shape of an input, with the number of examples if that is known."""
        return None if shape is None else _core.TensorShape([self._batch_of_build, *shape[1:]])

    def _init_set_name(self, name: str | None, zero_based: bool = True) -> None:
        """Take a name, or the next of the class's."""
        self._name = name or unique_name(type(self).__name__)

    def _name_scope(self) -> str:
        """Keras 2: the prefix of what a call makes."""
        return f"{self._name}/"

    def _handle_weight_regularization(
        self: Any, name: str, variable: Any, regularizer: Any
    ) -> None:
        """Keras 2: a penalty on a variable from now on."""
        self.add_loss(lambda: regularizer(variable))

    def _track_trackable(self, trackable: Any, name: str, overwrite: bool = False) -> Any:
        """What a layer holds is an attribute, which checkpoints find; under this name too."""
        if not hasattr(self, name):
            setattr(self, name, trackable)
        return trackable

    # --- Updates, which happen when they are written ---------------------------------------------

    @Assignable
    def updates(self) -> list[Any]:
        """Nothing: what changes variables has been done already."""
        return []

    _updates = updates

    def add_update(self, updates: Any) -> None:
        """Call an update that is a function; others have happened.

        In Keras 2 a layer that is not trained has none.
        """
        if is_keras_2_asked_for() and not self.trainable:
            return
        for update in updates if isinstance(updates, (list, tuple)) else [updates]:
            if callable(update):
                update()
