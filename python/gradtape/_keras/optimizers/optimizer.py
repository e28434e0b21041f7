"""`Optimizer`: what all rules share, down to one call into the core per step.

A rule names its slots (a variable of state per trained variable) and its hyperparameters; the
arithmetic is `_core.apply_update`, one pass over each parameter. Invariants: a step that fails
changes nothing; `iterations` counts the steps that were made.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from ... import _core
from ..._module import deferred
from ..._runtime import replicas
from ..._runtime.versions import is_keras_2_asked_for
from .. import lookup, settings
from ..arguments import Declared, config_of
from ..assignable import Assignable
from ..naming import unique_name
from . import schedules
from .averaging import Accumulation, Averages
from .clipping import Clipping, Clips
from .complex_rules import update
from .exclusions import Exclusions
from .given import as_gradient, as_rate, as_told, by_place, is_no_step, with_gradient
from .hyperparameters import number
from .inside import Inside
from .keras2 import Variables
from .legacy_rules import LegacyRules
from .listing import variables_of
from .names_of_state import NamesOfState
from .options import OldDecay, without_lr
from .own_rules import OwnRules
from .rate import HasRate
from .schedules import LearningRateSchedule
from .smaller_gradients import updated

registry = lookup.Registry("optimizer", in_any_case=True, may_be_replaced=True)

# A number, a schedule, a callable without arguments, or the configuration of a schedule.
LearningRate: TypeAlias = float | LearningRateSchedule | Callable[[], Any] | Mapping[str, Any]

# Options of Keras that change nothing here.
_IGNORED = {"jit_compile", "is_legacy_optimizer"}
_UNKNOWN = """Unknown variable: {}. This optimizer can only be called for the variables it was \
originally built with. When working with a new set of variables, you should recreate a new \
optimizer instance."""


class Optimizer(NamesOfState, HasRate, OldDecay, LegacyRules, OwnRules, Inside, Exclusions, Clips):
    """Base of the optimizers.

    `learning_rate` is a number, a schedule or a callable without arguments. At most one of
    `clipnorm` (the norm of each gradient), `clipvalue` (each element) and `global_clipnorm` (the
    norm of all together) may be given. `weight_decay` multiplies each variable by `1 -
    learning_rate * weight_decay` before the update. `decay`, of Keras 2, divides the rate of each
    step by `1 + decay * iterations`, but in TensorFlow's place with Keras 3, which ignores it; `lr`
    is an old name of `learning_rate`, which Keras 2 (`TF_USE_LEGACY_KERAS`) warns of and does
    not read.

    `use_ema` keeps `average = ema_momentum * average + (1 - ema_momentum) * variable`, which
    `finalize_variable_values` assigns to the variables (`fit` does at its end), as does every
    `ema_overwrite_frequency`-th step. `gradient_accumulation_steps` makes a step with the mean of
    so many gradients. Gradients are divided by `loss_scale_factor`, which `scale_loss` multiplies.

    Raises `ValueError` for options that are not known.
    """

    # The names of the slots that the rule keeps.
    _slot_names: tuple[str, ...] = ()
    _spreads_gradients = True  # over variables of a larger shape, in Keras's place
    _stands_in_for_slots = False  # whether Keras lists something for those that are not there

    def __init__(
        self,
        learning_rate: Any = 0.001,
        weight_decay: float | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        self._numbers: dict[str, Any] = {}
        own = not isinstance(self, Declared)
        learning_rate, weight_decay, name = by_place(learning_rate, weight_decay, name, own)
        learning_rate = without_lr(type(self), kwargs).pop("lr", learning_rate)
        self.decay = self._initial_decay = self._heeded(kwargs.pop("decay", 0.0))
        self._transformers = tuple(kwargs.pop("gradient_transformers", None) or ())
        self._averages = Averages(kwargs)
        self._accumulation = Accumulation(kwargs.pop("gradient_accumulation_steps", None))
        self.loss_scale_factor = kwargs.pop("loss_scale_factor", None)
        if kwargs.keys() - _IGNORED:
            raise ValueError(f"Argument(s) not recognized: {kwargs}")
        self.name = name or self._default_name()
        self._clipping = Clipping(clipnorm, clipvalue, global_clipnorm)
        self.weight_decay = weight_decay
        self._exclude_nothing()
        self._iterations = self._variable("iteration", 0, _core.int64)
        self._learning_rate = self._learning_rate_from(learning_rate)
        self._trained: list[Any] = []
        self._place: dict[int, int] = {}
        self._slots: list[list[Any]] = []
        self._constrained: list[Any] = []
        self.built = False

    @classmethod
    def _default_name(cls) -> str:
        return cls.__name__ if is_keras_2_asked_for() else unique_name(cls.__name__)

    # --- The learning rate and the count of steps -----------------------------------------------

    def _learning_rate_from(self, given: Any) -> Any:
        if isinstance(given, LearningRateSchedule) or callable(given):
            return given
        if isinstance(given, dict) and "class_name" in given:
            return schedules.registry.find(given)
        return self._variable("learning_rate", as_rate(given), settings.default_dtype())

    @property
    def iterations(self) -> Any:
        """The variable that counts the steps; a tensor where `apply` makes a step now and then."""
        if self._accumulation.steps:
            return self._iterations // self._accumulation.steps
        return self._iterations

    @iterations.setter
    def iterations(self, variable: _core.Variable) -> None:
        self._iterations = variable

    @Assignable
    def use_ema(self) -> bool:
        """Whether moving averages of the variables are kept."""
        return self._averages.used

    @Assignable
    def ema_momentum(self) -> float:
        """What averages keep of themselves at each step."""
        return self._averages.momentum

    @Assignable
    def ema_overwrite_frequency(self) -> int | None:
        """After how many steps averages take the place of the variables."""
        return self._averages.frequency

    @Assignable
    def gradient_accumulation_steps(self) -> int | None:
        """Of how many gradients a step takes the mean."""
        return self._accumulation.steps

    @property
    def variables(self) -> Variables:
        """Everything that is remembered: the count, the rate, then the slots of each variable.

        Keras 2 does not count the rate among them.
        """
        if not is_keras_2_asked_for():
            return Variables(variables_of(self), self._own_variables().rate)
        return Variables(self._listed(), self._learning_rate)

    def _own_variables(self) -> Variables:
        """The same, also where a class has `variables` of its own."""
        own = [self._iterations]
        if isinstance(self._learning_rate, _core.Variable):
            own.append(self._learning_rate)
        own += [*self._averages.variables, *self._accumulation.variables]
        slots = (slot for slots in zip(*self._slots, strict=True) for slot in slots)
        return Variables(
            [*own, *(slot for slot in slots if slot is not None), *self._added],
            self._learning_rate,
        )

    def build(self, var_list: Any) -> None:
        """Make the slots for these variables; those that a later step brings follow them."""
        if not self.built:
            self._take_in(_core.all_items(var_list))

    @property
    def _is_to_make_slots(self) -> bool:
        own = type(self).build is not Optimizer.build
        return own or bool(self._slot_names or self._averages.used or self._accumulation.steps)

    def _take_in(self, variables: list[Any]) -> None:
        """Make the state of these variables, behind those there are."""
        for variable in variables:
            if not isinstance(variable, _core.Variable):
                kind = type(variable).__name__
                raise TypeError(f"An optimizer updates variables only, not {kind}.")
        self._know([*self._trained, *variables])
        self._averages.build(self, self._trained)
        self._accumulation.build(self, self._trained)
        self._create_slots(variables)
        self._constrained = [v for v in self._trained if v.constraint is not None]
        self.built = True
        deferred.resume(self)

    def _trackable_children(self) -> dict[str, Any]:
        """What a checkpoint saves: the variables by their place, and beside them the count of steps
        and the learning rate, which is not there where it follows a schedule."""
        tracked = self.__dict__.get("_tracked", {})
        own = self._own_variables().by_name(self.__dict__.get("_iterations"))
        return {**own, **self._variables_of_numbers(), **tracked}

    def _slot(self, variable: _core.Variable, name: str) -> Any:
        shape = self._slot_shape(variable, name)
        return None if shape is None else self._state_of(variable, name, shape)

    def _slot_shape(self, variable: _core.Variable, name: str) -> Any:
        """The shape of a slot; None where a variable does not have it."""
        return variable.shape

    def _slot_start(self, name: str) -> float:
        return 0.0

    def apply_gradients(self, grads_and_vars: Any, name: str | None = None, **ignored: Any) -> Any:
        """Make one step with pairs of a gradient and its variable; returns `iterations`.

        A gradient of None leaves its variable alone, with a `UserWarning`; `ValueError` if all are
        None, and for no pairs, except in Keras 2. New variables get slots; only a rule of the
        program's own, an `update_step`, raises `ValueError` for them. `InvalidArgumentError` for a
        wrong shape. `IndexedSlices` do what the dense gradient does.

        >>> import gradtape as tf
        >>> w = tf.Variable([1.0, 2.0])
        >>> step = tf.keras.optimizers.SGD(0.5).apply_gradients([(tf.constant([0.5, -1.0]), w)])
        >>> int(step), w.numpy().tolist()
        (1, [0.75, 2.5])
        """
        pairs = _core.all_items(grads_and_vars)
        if is_no_step(pairs):
            return self._iterations
        grads, variables = zip(*pairs)
        return self.apply(grads, variables)

    def apply(self, grads: Any, trainable_variables: Any = None) -> _core.Variable:
        """The same as `apply_gradients`, with two lists.

        By default for the variables of the first step.
        """
        grads = _core.all_items(grads)
        given = trainable_variables
        variables = self._trained if given is None else _core.all_items(given)
        if len(grads) != len(variables):
            raise ValueError(f"Got {len(grads)} gradients for {len(variables)} variables.")
        if not self.built:
            self._build_in_step(variables)
        if not isinstance(self._learning_rate, _core.Variable):
            self._follow_schedule()
        return self._apply_summed(replicas.summed(grads, variables), variables)

    def _apply_summed(self, grads: list[Any], variables: list[Any]) -> _core.Variable:
        """One step with gradients of all replicas."""
        slots = self._slots_of(variables)
        if set(map(type, grads)) != {_core.Tensor}:
            self._note_rows(grads, variables)
            if any(grad is None for grad in grads):
                grads, variables, slots = with_gradient(grads, variables, slots)
            grads = [as_gradient(*pair) for pair in zip(grads, variables, strict=True)]
        if self.loss_scale_factor is not None:
            grads = [grad / self.loss_scale_factor for grad in grads]
        if self._accumulation.steps:
            self._accumulate(grads, variables, slots)
        else:
            self._clip_and_update(grads, variables, slots)
        if self._averages.used:
            self._averages.follow(self._count())
            self._constrain_all()
        return self._iterations

    def _accumulate(self, grads: list[Any], variables: list[Any], slots: list[list[Any]]) -> None:
        """Put gradients aside, or make a step with their mean."""
        accumulation = self._accumulation
        places = [self._place[id(variable)] for variable in variables]
        if accumulation.is_due(self._iterations):
            self._clip_and_update(accumulation.mean(grads, places), variables, slots)
            accumulation.reset()
        else:
            accumulation.add(grads, places)
            self._iterations.assign_add(1)

    def _clip_and_update(self, grads: Any, variables: list[Any], slots: list[list[Any]]) -> None:
        if self._clipping.active:
            grads = self._clipping.clip(grads)
        for transform in self._transformers:
            grads = [grad for grad, _ in transform(list(zip(grads, variables, strict=True)))]
        if self._has_own_rule():
            self._follow_own_rule(grads, variables)
        else:
            updated(self, grads, variables, slots)

    def _slots_of(self, variables: list[Any]) -> list[list[Any]]:
        """The slots of `variables`, which as a rule are those of the first step in order."""
        trained = self._trained
        if len(variables) == len(trained) and all(map(operator.is_, variables, trained)):
            return self._slots
        new = {id(one): one for one in variables if id(one) not in self._place}
        if new:
            if self._has_update_step():  # whose `build` has made lists for the variables it knew
                raise ValueError(_UNKNOWN.format(next(iter(new.values()))))
            self._take_in(list(new.values()))
        places = [self._place[id(variable)] for variable in variables]
        return [[slot[place] for place in places] for slot in self._slots]

    def _update(self, grads: list[Any], variables: list[Any], slots: list[list[Any]]) -> None:
        hyper = self._rule_numbers()
        plain = not self._initial_decay and not callable(self._learning_rate)
        is_plain = plain and self._given_rate is None
        hyper["learning_rate"] = self._learning_rate if is_plain else self._rate()
        hyper["weight_decay"] = self._decay_option()
        undecayed = None
        if self._undecayed or self._undecayed_names:
            undecayed = [i for i, variable in enumerate(variables) if not self._decays(variable)]
        rule, count = self._rule(), self._iterations
        if self._accumulation.steps:  # which counts calls, where the rule counts steps
            count = _core.Variable(self._count(), dtype=_core.int64)
        update(rule, variables, grads, slots, hyper, count, undecayed)
        if self._accumulation.steps:
            self._iterations.assign_add(1)
        self._constrain()

    def lose_step(self) -> None:
        """Count a step that has no gradients; it decays the weights nevertheless."""
        if not self.built:
            return
        self._follow_schedule()
        share = self._rate() * (self.weight_decay or 0.0)
        for variable in filter(self._decays, self._trained) if share else ():
            variable.assign_sub(variable * _core.cast(share, variable.dtype))
        self._forget_share()
        self._iterations.assign_add(1)

    def _count(self) -> int:
        """How many steps were made."""
        return int(self._iterations) // (self._accumulation.steps or 1)

    def _rate(self) -> float:
        """The learning rate of this step."""
        if self._given_rate is not None:
            return self._given_rate
        return number(self._rate_of_step()) / (1.0 + self._initial_decay * int(self._iterations))

    def _decay_option(self) -> float:
        """The weight decay of the rule itself."""
        return 0.0 if "weight_decay" in self._numbers else self.weight_decay or 0.0

    def _constrain(self) -> None:
        """Behind the update, unless averages are to see what it left."""
        if not self._averages.used:
            self._constrain_all()

    def _constrain_all(self) -> None:
        for variable in self._constrained:
            variable.assign(variable.constraint(variable))

    def scale_loss(self, loss: Any) -> _core.Tensor:
        """The loss times `loss_scale_factor`, by which `apply` divides the gradients."""
        return loss if self.loss_scale_factor is None else loss * self.loss_scale_factor

    def finalize_variable_values(self, var_list: Any) -> None:
        """With `use_ema`, assign to the trained variables their moving averages."""
        self._averages.overwrite()

    def _rule(self) -> str:
        """The name of the rule in the core."""
        raise NotImplementedError("An optimizer defines `_rule`, or `apply` as a whole.")

    def _rule_numbers(self) -> dict[str, Any]:
        """The hyperparameters of the rule by name."""
        return {}

    def get_config(self) -> dict[str, Any]:
        """The arguments that make an equal optimizer."""
        if self._has_legacy_rule():
            return self._legacy_config()
        rate = self._learning_rate
        is_number = isinstance(rate, _core.Variable)
        told = {"learning_rate": as_told(rate) if is_number else lookup.serialize(rate)}
        aside = {**self._clipping.get_config(), **self._averages.get_config()}
        if self._initial_decay:
            told["decay"] = self._initial_decay
        if is_keras_2_asked_for():
            aside |= {"jit_compile": False, "is_legacy_optimizer": False}
            named = {"name": self.name, "weight_decay": self.weight_decay}
            return {**named, **aside, **told, **config_of(self)}
        return {
            "name": self.name,
            **told,
            "weight_decay": self.weight_decay,
            **aside,
            "loss_scale_factor": self.loss_scale_factor,
            "gradient_accumulation_steps": self._accumulation.steps,
            **config_of(self),
        }
