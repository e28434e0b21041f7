"""What a layer tracks: its variables and the modules in its attributes, looked up when needed.

Order is that of assignment, and of arrival in lists that are filled later (`arrivals.py`). A layer
lists its own weights (those to train first), then those of each inner module in turn; so does a
`Model`, as in Keras 3. What is not Keras's counts, but for Keras 3 in TensorFlow's place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ... import _core
from ..._legacy.templates import Template
from ..._module.module import Module
from ..._runtime.manners import are_of_keras_3
from ..._runtime.versions import is_keras_2_asked_for
from ..activations import linear
from ..seed_generator import SeedGenerator
from ..weight import is_trained, scoped_name, starts_trained
from . import arrivals, lists_of_parts, word_tables
from .hidden_by_classes import is_hidden
from .others import (
    is_of_keras,
    of_keras_alone,
    others_count,
    tell_of,
    where_no_others_are,
    with_others,
)
from .own_state import finalize
from .searches import Barren, Reported
from .stateless import Stateless

if TYPE_CHECKING:
    from ..._typing import TensorLike

_barren = Barren()
# What parts may be, or be within.
_MAY_HOLD = (Module, Reported, _core.Variable, Template, *arrivals.CONTAINERS)


class TrackedWeights(Stateless):
    """Mixin of `Layer`: `weights` and `variables` in all their forms, all of them lists."""

    # Attributes of the layer itself, which hold no variables of the user's, and those that a layer
    # was told to leave out; an instance has more in Keras 2 (`hidden_by_classes.py`).
    _unsearched = frozenset(
        {
            "_trainable_weights",
            "_non_trainable_weights",
            "_weight_penalties",
            "_losses",
            "_given_shape",
            "_shape_of_input",
            "_shape_of_output",
            "_shapes_of_build",
            "_entry_shape",
            "_symbolic_calls",
            "_nodes_behind",
            "_measures",
            "_made_with",
            "_set_at",
            "_after_weights",
            "_order_of_losses",
        }
    )
    _lists_in_turn = False
    _trainable: bool
    _name: str
    # What `add_weight` made, under the names of Keras 2, whose programs append to these lists.
    _trainable_weights: list[Any]
    _non_trainable_weights: list[Any]
    built: bool
    _starts_built: bool
    _lacks_build: bool
    _finds_ends_first = False  # the order of a layer's own parts is Keras's, not that of modules

    def __setattr__(self, name: str, value: Any) -> None:
        if value is None and name == "activation" and name in getattr(self, "_arguments", ()):
            value = linear  # where a program takes the activation of a layer away
        if type(value) is list and is_keras_2_asked_for():
            value = lists_of_parts.in_a_layer(name, value)
        before = vars(self).get(name)
        # What is put in place of anything else comes behind what was there before; a variable takes
        # the place of another.
        follows = isinstance(value, _core.Variable) and isinstance(before, _core.Variable)
        if isinstance(value, _MAY_HOLD) and before is not value and not follows:
            vars(self).pop(name, None)
        super().__setattr__(name, value)
        if isinstance(value, _MAY_HOLD) and is_keras_2_asked_for() and is_hidden(type(self), name):
            vars(self)["_unsearched"] = self._unsearched | {name}
        arrivals.note(self, name, value)
        if isinstance(before, _core.Variable) and before is not value:
            self._let_go(before, value)

    def __delattr__(self, name: str) -> None:
        before = vars(self).get(name)
        super().__delattr__(name)
        if isinstance(before, _core.Variable):
            self._let_go(before)

    def _let_go(self, weight: _core.Variable, successor: Any = None) -> None:
        """Forgets a weight that no attribute holds any more; a variable may take its place."""
        if any(value is weight for value in vars(self).values()):
            return
        for own in map(self.__dict__.get, ("_trainable_weights", "_non_trainable_weights")):
            at = next((at for at, held in enumerate(own or ()) if held is weight), None)
            if own is not None and at is not None:
                fits = isinstance(successor, _core.Variable)
                fits = fits and successor.trainable == weight.trainable
                own[at : at + 1] = [successor] if fits else []

    def _held_parts(self) -> tuple[list[Any], list[Any]]:
        """Own variables and direct modules, each once, in the order in which they came."""
        variables: dict[int, Any] = {id(weight): weight for weight in self._added_weights()}
        added = len(variables)
        modules: dict[int, Any] = {}
        late, set_at = False, vars(self).get("_set_at", {})
        unsearched, others = self._unsearched, others_count()
        for key, value in [one for one in vars(self).items() if type(one[1]) not in _barren]:
            if key in unsearched:
                continue
            leaves = _leaves(value) if isinstance(value, arrivals.CONTAINERS) else (value,)
            for leaf in leaves:
                if isinstance(leaf, (_core.Variable, Module)) and not (others or is_of_keras(leaf)):
                    tell_of(self, leaf)
                elif isinstance(leaf, _core.Variable):
                    variables[id(leaf)] = leaf
                elif isinstance(leaf, Module) and leaf._is_part:
                    modules[id(leaf)] = leaf
                    late = late or (leaf is not value and arrivals.is_late(leaf, set_at.get(key)))
                elif isinstance(leaf, Template):  # no module, but Keras 2 asks what has weights
                    if is_keras_2_asked_for():
                        modules[id(leaf)] = leaf
                elif leaf is value:
                    _barren.learn(value)
        modules.pop(id(self), None)
        if late and not is_keras_2_asked_for():
            modules = arrivals.in_order(self, modules, _leaves)
        if 0 < added < len(variables) and is_keras_2_asked_for():
            variables = arrivals.weights_in_order(self, variables, _leaves)
        return list(variables.values()), list(modules.values())

    def _added_weights(self) -> list[Any]:
        return [*self._trainable_weights, *self._non_trainable_weights]

    def _held_leaves(self) -> list[Any]:
        """For the search by an enclosing `Module`: variables not to be trained come first."""
        variables, modules = self._held_parts()
        return sorted(variables, key=starts_trained) + modules

    def _trackable_children(self) -> dict[str, Any]:
        """What a checkpoint saves: attributes by name, and other weights by their own name."""
        held = {key: value for key, value in vars(self).items() if key not in self._unsearched}
        for weight in self._added_weights():
            if not any(value is weight for value in held.values()):
                held[scoped_name(weight).rpartition("/")[2].partition(":")[0]] = weight
        return held

    def _weighing_parts(self) -> tuple[list[Any], list[Any]]:
        """Own variables, and what lists further ones, in the order of lists of weights."""
        return self._held_parts()

    @property
    @where_no_others_are
    def trainable_weights(self) -> list[Any]:
        """The variables to train, of this layer and those below; none if `trainable` is False.

        Keras 3 asks the layer and each variable, and not the layers between them.
        """
        if not self._trainable:
            return []
        if are_of_keras_3():
            return [weight for weight in self.weights if weight.trainable]
        variables, modules = self._weighing_parts()
        own = [variable for variable in variables if is_trained(variable)]
        inner = [variable for module in modules for variable in module.trainable_variables]
        return once_each(self._in_order(own, inner))

    @property
    @where_no_others_are
    def non_trainable_weights(self) -> list[Any]:
        """The other variables; all of them if `trainable` is False."""
        if not self._trainable:
            return self._frozen_weights()
        if are_of_keras_3():
            return [weight for weight in self.weights if not weight.trainable]
        variables, modules = self._weighing_parts()
        own = [variable for variable in variables if not is_trained(variable)]
        inner = [weight for module in modules for weight in _of(module, "non_trainable_")]
        return once_each(self._in_order(own, inner))

    def _frozen_weights(self) -> list[Any]:
        """All weights, where none is to be trained."""
        return self.weights

    @property
    @where_no_others_are
    def weights(self) -> list[Any]:
        """All variables: its own, those to train first, then those of each layer below.

        A layer of Keras 2 lists all that are trained first, those below too; a model does not.
        """
        if self._trainable and not self._lists_in_turn and is_keras_2_asked_for():
            return once_each(self.trainable_weights + self.non_trainable_weights)
        variables, modules = self._weighing_parts()
        own = sorted(variables, key=lambda variable: not starts_trained(variable))
        inner = [weight for module in modules for weight in _of(module)]
        return once_each(self._in_order(own, inner))

    def _in_order(self, own: list[Any], inner: list[Any]) -> list[Any]:
        """Its own variables and those of the layers below, as lists of weights have them."""
        return own + inner

    @property
    @where_no_others_are
    def variables(self) -> list[Any]:
        """The weights and, behind its own, the states of the generators of seeds in attributes.

        In Keras 2 the same as `weights`.
        """
        if is_keras_2_asked_for():
            return self.weights
        variables, modules = self._weighing_parts()
        own = sorted(variables, key=lambda variable: not starts_trained(variable))
        states = [seeds.state for seeds in self._held_seeds()]
        inner = [variable for module in modules for variable in module.variables]
        return once_each(self._with_states(own, states, inner))

    def _with_states(self, own: list[Any], states: list[Any], inner: list[Any]) -> list[Any]:
        """Variables of its own, states of seeds, and variables of the layers below, in order."""
        return own + states + inner

    def _held_seeds(self) -> list[SeedGenerator]:
        """The generators of seeds in its attributes, in their order."""
        leaves = _leaves(
            [value for key, value in vars(self).items() if key not in self._unsearched]
        )
        return [leaf for leaf in leaves if isinstance(leaf, SeedGenerator)]

    def _is_run_before(self) -> bool:
        """Whether Keras 3 runs the layer, which lacks a `build`, on symbols before it does anything
        else: there are layers in it that are not built."""
        if is_keras_2_asked_for():
            return False
        found = with_others(lambda layer: layer._held_parts()[1], self)
        return any(not layer.built for layer in found if isinstance(layer, TrackedWeights))

    @property
    def trainable_variables(self) -> list[Any]:
        """The same as `trainable_weights`."""
        return self.trainable_weights

    @property
    def non_trainable_variables(self) -> list[Any]:
        """`variables` but for those to train; all of them if `trainable` is False."""
        if is_keras_2_asked_for():
            return self.non_trainable_weights
        variables = self.variables
        return [one for one in variables if not one.trainable] if self._trainable else variables

    def count_params(self) -> int:
        """The number of elements of all weights; `ValueError` before they exist."""
        if not (self.built or (self._starts_built and self._lacks_build)):
            raise ValueError(
                f"You tried to call `count_params` on layer {self._name!r}, but the layer isn't "
                f"built. You can build it manually via: `{self._name}.build(input_shape)`."
            )
        weights = of_keras_alone(lambda layer: list(layer.weights), self)
        return sum(variable.shape.num_elements() for variable in weights)

    def get_weights(self) -> list[Any]:
        """The values of `weights` as NumPy arrays; tables of words among them in Keras 2."""
        if word_tables.may_count(self):
            return word_tables.arrays(self)
        return [variable.numpy() for variable in self.weights]

    def set_weights(self, weights: Sequence[TensorLike]) -> None:
        """Assign arrays to `weights`, all of them or, if one does not fit (`ValueError`), none."""
        variables = self.weights
        expected, given = len(variables), None
        if word_tables.may_count(self):
            given = word_tables.Separated(self, weights)
            variables, expected = given.variables, given.expected
        if len(weights) != expected:
            raise ValueError(
                f'You called `set_weights(weights)` on layer "{self._name}" with a weight list of '
                f"length {len(weights)}, but the layer was expecting {expected} weights. "
                f"Provided weights: {str(weights)[:50]}..."
            )
        values = []
        plain = weights if given is None else given.values
        for variable, weight in zip(variables, plain, strict=True):
            value = _core.cast(_core.convert_to_tensor(weight), variable.dtype)
            if value.shape != variable.shape:
                raise ValueError(
                    f"Layer {self._name} weight shape {variable.shape} is not compatible with "
                    f"provided weight shape {value.shape}."
                )
            values.append(value)
        for variable, value in zip(variables, values, strict=True):
            variable.assign(value)
        if given is not None:
            given.put_tables()
        if not are_of_keras_3():  # which goes on with what layers learned from data
            finalize(self)


def _leaves(container: Any) -> Iterator[Any]:
    """What a list, tuple or dict holds, at any depth, in its own order; Keras 2 sorts keys."""
    if isinstance(container, dict):
        keys = sorted(container, key=str) if is_keras_2_asked_for() else container
        container = [container[key] for key in keys]
    for child in container:
        if isinstance(child, arrivals.CONTAINERS):
            yield from _leaves(child)
        else:
            yield child


def _of(module: Any, kind: str = "") -> list[Any]:
    """The weights of a part; of one that is no layer, its variables."""
    what = "weights" if isinstance(module, TrackedWeights) else "variables"
    found: list[Any] = getattr(module, kind + what)
    return found


def once_each(variables: list[Any]) -> list[Any]:
    """The same variables without repetitions."""
    return list({id(variable): variable for variable in variables}.values())
