"""`CallbackList`: the callbacks of one loop, called together by the name of the event."""

from __future__ import annotations

from collections.abc import Callable as Function, Iterator
from typing import Any

from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from .callback import Callback
from .logs import ordered
from .progress import ProgbarLogger
from .writing import History

# Those that read tensors, and few of them.
_READ_TENSORS = (ProgbarLogger, History)
_EVENTS = [name for name in vars(Callback) if name.startswith("on_")]


class CallbackList(Callback):
    """Passes each event on to several callbacks, in their order, each with its logs: a dict.

    `callbacks` is a callback, any structure of them, or such a `CallbackList`. `History` and a
    progress bar are added on request; `history` is the `History` in the list. For loops of one's
    own.

    >>> import gradtape as tf
    >>> told = tf.keras.callbacks.CallbackList([], add_history=True)
    >>> told.on_epoch_end(0, {"loss": 1.0})
    >>> told.history.history
    {'loss': [1.0]}
    """

    def __init__(
        self,
        callbacks: Any = None,
        add_history: bool = False,
        add_progbar: bool = False,
        model: Any = None,
        **params: Any,
    ) -> None:
        super().__init__()
        self.callbacks: list[Callback] = _as_list(callbacks)
        added: list[tuple[bool, type[Callback]]] = [(add_progbar, ProgbarLogger)]
        added.insert(0 if is_keras_2_asked_for() else 1, (add_history, History))
        for wanted, kind in added:
            if wanted and not any(isinstance(one, kind) for one in self.callbacks):
                self.callbacks.append(kind())
        if model is not None:
            self.set_model(model)
        if params:
            self.set_params(params)

    @property
    def history(self) -> History:
        """The first `History` in the list."""
        return next(one for one in self.callbacks if isinstance(one, History))

    def __iter__(self) -> Iterator[Callback]:
        return iter(self.callbacks)

    def append(self, callback: Callback) -> None:
        """Add a callback at the end."""
        self.callbacks.append(callback)

    def set_model(self, model: Any) -> None:
        """Tell all callbacks the model; it keeps the history as `model.history`."""
        for callback in self.callbacks:
            callback.set_model(model)
            if isinstance(callback, History):
                model.history = callback

    def set_params(self, params: dict[str, Any]) -> None:
        """Tell all callbacks the number of epochs and steps."""
        self.params = params
        for callback in self.callbacks:
            callback.set_params(params)


def _as_list(callbacks: Any) -> list[Callback]:
    if isinstance(callbacks, CallbackList):
        return list(callbacks.callbacks)
    return nest.flatten(callbacks) if callbacks else []


def _passed_on(event: str) -> Function[..., None]:
    def tell_all(self: CallbackList, logs: dict[str, Any] | None = None) -> None:
        shown = ordered(logs or {})  # what a callback adds is for later ones alone
        for callback in self.callbacks:
            getattr(callback, event)(shown)

    def tell_of_epoch(self: CallbackList, epoch: int, logs: dict[str, Any] | None = None) -> None:
        shown = ordered(logs or {})  # what a callback adds is for later ones alone
        for callback in self.callbacks:
            getattr(callback, event)(epoch, shown)

    def tell_of_batch(self: CallbackList, batch: int, logs: dict[str, Any] | None = None) -> None:
        tell_of_epoch(self, batch, logs)  # whose number has another name

    def tell_of_step(self: CallbackList, batch: int, logs: dict[str, Any] | None = None) -> None:
        """What the program's own callbacks are told are numbers, in the order of their names."""
        shown: dict[str, Any] | None = None
        for callback in self.callbacks:
            if type(callback) in _READ_TENSORS:
                getattr(callback, event)(batch, logs or {})
                continue
            if shown is None:
                shown = ordered(logs or {})
            getattr(callback, event)(batch, shown)

    tell = tell_of_epoch if "epoch" in event else tell_of_batch if "batch" in event else tell_all
    tell = tell_of_step if event in ("on_train_batch_end", "on_test_batch_end") else tell
    tell.__name__, tell.__doc__ = event, f"Pass `{event}` on."
    return tell


for _event in _EVENTS:
    setattr(CallbackList, _event, _passed_on(_event))
