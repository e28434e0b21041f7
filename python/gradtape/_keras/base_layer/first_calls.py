"""The first call of a layer: it is built in a name scope of its own, and then it runs.

Invariant: a build that fails leaves the layer as it was.
"""

from __future__ import annotations

import contextlib
from typing import Any

from ..._module import deferred
from ..._module.module import scope_of_weights
from ..._runtime.once import made_ready
from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from ..call_errors import told
from ..naming import pass_names_of_tensors
from ..paths import inside
from ..seed_generator import first_call, kept, of_build
from ..seen_runs import hidden, is_run_unseen
from .calling import first_of
from .known_shapes import batch_of, batch_shape, for_build, shape_for
from .runs_ahead import is_run_ahead, note_built, run_ahead


def _tensors_for_build(args: tuple[Any, ...], kwargs: dict[str, Any]) -> int:
    """How many symbolic tensors Keras 3 makes to build a layer by a run on them.

    It does so for tensors in one argument, or in several that are each one tensor.
    """
    counts = [_tensors_in(value) for value in (*args, *kwargs.values())]
    several = [count for count in counts if count]
    nested = any(map(nest.is_nested, (*args, *kwargs.values())))
    return 0 if nested and len(several) > 1 else sum(several)


def _tensors_in(value: Any) -> int:
    return sum(hasattr(leaf, "shape") for leaf in nest.flatten(value))


class FirstCalls:
    """Mixin of `Layer`."""

    # Whether variables made during the first call are named after this layer.
    _scopes_its_variables = True
    # Whether the class has no `build` that makes weights, and whether Keras counts it as built.
    _lacks_build, _starts_built = True, False
    _batch_of_build: int | None = None  # how many examples the first call had
    _is_ready = False  # whether there is nothing to do before `call`
    # Whether Keras 2 will name after this layer what a later call of it makes in layers within.
    _awaits_parts = False

    @property
    def built(self) -> bool:
        """Whether the weights are there; in Keras 3 also of a layer that has none, from the first.

        >>> import gradtape as tf
        >>> tf.keras.layers.Dense(1).built, tf.keras.layers.Dropout(0.5).built
        (False, True)
        """
        if self._is_ready:
            return True
        return self._starts_built and self._lacks_build and not is_keras_2_asked_for()

    @built.setter
    def built(self, yes: bool) -> None:
        vars(self)["_is_ready"] = yes  # past `__setattr__`, which looks for modules

    def _is_run_ahead(self) -> bool:
        """Whether `call` has been run once, on symbols, when it runs for the first time."""
        return is_run_ahead(self)

    def _first_call(self: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        scoped = self._scopes_its_variables and bool(self._name)
        inputs, ahead = first_of(args, kwargs), self._is_run_ahead()
        with scope_of_weights(self._name) if scoped else contextlib.nullcontext(), inside(self):
            shown, others = self.__dict__.pop("_symbols", None) or (args, kwargs)
            named = for_build(type(self), shown, others)
            if named is None:
                self._build_once(first_of(shown, others))
            else:
                self._build_for(**named)
            if ahead:
                pass_names_of_tensors(_tensors_for_build(shown, others))
            with kept(self), first_call(self, ahead):
                if ahead:
                    run_ahead(self, args, kwargs)
                call = hidden(self.call) if is_run_unseen(self) else self.call
                try:
                    outputs = call(*args, **kwargs)
                except Exception as error:
                    raise told(self, args, kwargs, error) from None
        self._shape_of_input = nest.map_structure(batch_shape, inputs)
        self._batch_of_build = batch_of(inputs)
        self._shape_of_output = nest.map_structure(batch_shape, outputs)
        if scoped and is_keras_2_asked_for():
            self._note_parts()
        return outputs

    def _call_for_parts(self: Any, *args: Any, **kwargs: Any) -> Any:
        """`call`, where layers within are named after this one that are not built before it."""
        with scope_of_weights(self._name):
            outputs = self.call(*args, **kwargs)
        self._note_parts()
        return outputs

    def _note_parts(self: Any) -> None:
        parts = [part for part in self._held_parts()[1] if isinstance(part, FirstCalls)]
        awaits = any(not part.built or part._awaits_parts for part in parts)
        if awaits or self._awaits_parts:
            vars(self)["_awaits_parts"] = awaits

    def _build_once(self, inputs: Any) -> None:
        """Build for these inputs."""
        self._build_for(nest.map_structure(lambda leaf: shape_for(self, leaf), inputs))

    def _build_for(self: Any, *input_shape: Any, **named: Any) -> None:
        """Build, or leave the layer as it was if that fails."""
        lists = self._trainable_weights, self._non_trainable_weights, self._weight_penalties
        before = [(made, len(made)) for made in lists]
        try:
            with of_build(self), made_ready(self):
                self.build(*input_shape, **named)
        except BaseException:
            for made, length in before:
                del made[length:]
            raise
        self.built = True
        if self._initial_weights is not None:
            given, self._initial_weights = self._initial_weights, None
            self.set_weights(given if isinstance(given, list) else [given])
        deferred.resume(self)
        note_built(self)

    def _build_inside(self: Any, input_shape: Any) -> None:
        """Build as part of another layer, unless that is done."""
        if not self.built:
            with scope_of_weights(self._name):
                self._build_for(input_shape)
