"""`stateless_call`: a layer run on values that are given for its variables, which stay as they are.

While it runs each variable stands for what was given: a tape that watches that sees where it goes.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

from ... import _core
from ..._runtime import looking_ahead
from ..._runtime.kept_values import kept_in, put_back
from ..seed_generator import noted_draws
from ..weight import Weight
from .autocast import CastWeight, read_in_scope


class _Given(CastWeight):
    """A weight while it stands for a given value, and takes new ones in that one's place."""

    def read_value(self) -> Any:
        """What was given, or assigned since."""
        return read_in_scope(self.__dict__["_given"])

    @property
    def value(self) -> Any:
        """The same."""
        return self.read_value()

    def numpy(self) -> Any:
        """The same as an array."""
        return self.read_value().numpy()

    def __getitem__(self, key: Any) -> Any:
        return self.read_value()[key]

    def assign(self, value: Any, *args: Any, **ignored: Any) -> Any:
        """Stand for this value from now on."""
        self.__dict__["_given"] = _core.cast(_core.convert_to_tensor(value), self.dtype)
        return self.__dict__["_given"]

    def assign_add(self, delta: Any, *args: Any, **ignored: Any) -> Any:
        """Add to it."""
        return self.assign(self.__dict__["_given"] + delta)

    def assign_sub(self, delta: Any, *args: Any, **ignored: Any) -> Any:
        """Subtract from it."""
        return self.assign(self.__dict__["_given"] - delta)


class Stateless:
    """Mixin of `Layer`."""

    def stateless_call(
        self: Any,
        trainable_variables: Sequence[Any],
        non_trainable_variables: Sequence[Any],
        *args: Any,
        return_losses: bool = False,
        **kwargs: Any,
    ) -> Any:
        """The outputs for these values of the variables, and what became of those not to train.

        With `return_losses` also the losses of the call. The variables keep what they hold.
        `ValueError` for another number of values, or before there are weights.

        >>> import gradtape as tf
        >>> layer = tf.keras.layers.Dense(1, use_bias=False)
        >>> layer.build((None, 2))
        >>> outputs, others = layer.stateless_call([[[2.0], [3.0]]], [], tf.constant([[1.0, 1.0]]))
        >>> outputs.numpy().tolist(), others
        ([[5.0]], [])
        """
        if not self.built:
            raise ValueError(
                f"To call stateless_call, {type(self).__name__} must be built (i.e. its variables "
                "must have been already created). You can build it by calling it on some data."
            )
        trained, others = self.trainable_variables, self.non_trainable_variables
        self._check_count("trainable_variables", trainable_variables, trained)
        self._check_count("non_trainable_variables", non_trainable_variables, others)
        values = [*trainable_variables, *non_trainable_variables]
        with _standing_for([*trained, *others], values):
            outputs = self(*args, **kwargs)
            after = [variable.__dict__["_given"] for variable in others]
            losses = list(self.losses) if return_losses else []
        return (outputs, after, losses) if return_losses else (outputs, after)

    def _check_count(self, name: str, values: Sequence[Any], variables: list[Any]) -> None:
        if len(values) != len(variables):
            raise ValueError(
                f"Argument `{name}` must be a list of tensors corresponding 1:1 to "
                f"{type(self).__name__}().{name}. Received list with length {len(values)}, but "
                f"expected {len(variables)} variables."
            )


@contextlib.contextmanager
def _standing_for(variables: list[Any], values: list[Any]) -> Iterator[None]:
    pairs = zip(variables, values, strict=True)
    given = [_given_value(value, variable.dtype) for variable, value in pairs]  # or none is taken
    kinds = [type(variable) for variable in variables]
    try:
        for variable, value in zip(variables, given, strict=True):
            variable.__dict__["_given"] = value
            variable.__class__ = _Given
        yield
    finally:
        for variable, kind in zip(variables, kinds, strict=True):
            variable.__class__ = kind
            variable.__dict__.pop("_given", None)


@contextlib.contextmanager
def _at_first_values(values: list[tuple[Any, Any]], variables: list[Any]) -> Iterator[None]:
    """Within, weights stand for what they began with; of the others none stays changed, nor do
    generators of seeds."""
    free = [pair for pair in values if not isinstance(pair[0], _Given)]
    kept = [(one, kept_in(one)) for one in variables if type(one) in (Weight, CastWeight)]
    with (
        _standing_for([one for one, _ in free], [first for _, first in free]),
        noted_draws() as back,
    ):
        try:
            yield
        finally:
            back()
            put_back(kept)


looking_ahead.tell(_at_first_values)


def _given_value(value: Any, dtype: _core.DType) -> _core.Tensor:
    value = value.read_value() if isinstance(value, _core.Variable) else value
    return _core.cast(_core.convert_to_tensor(value), dtype)
