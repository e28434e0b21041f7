"""What Keras 2's models have besides, for programs that were written for it.

`compiled_loss` and `compiled_metrics` are what a `train_step` of one's own calls.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..._runtime.manners import are_of_keras_3, show_keras_2
from ..._runtime.replicas import get_strategy
from ..._runtime.versions import is_keras_2_asked_for
from ..._structure.nest import is_nested
from ..assignable import Assignable, also_called
from ..base_layer.tracking import once_each
from ..weight import starts_trained
from .compiled import Compiled
from .compiled_metrics import update_as_keras_3
from .containers import parts_of
from .step_functions import StepFunctions

if TYPE_CHECKING:
    from ... import _core
    from ..._typing import IntLike


class CompiledLoss:
    """The loss that a model was compiled with, as a function; `metrics` are means of it.

    Made by a program, it takes what `compile` does. In Keras 3 it is `Model.compute_loss`, of which
    no mean is kept.
    """

    _model: Any = None

    def __init__(
        self,
        losses: Any,
        loss_weights: Any = None,
        output_names: list[str] | None = None,
        total_loss_mean: Any = None,
    ) -> None:
        known = {"output_names": output_names}
        self._compiled = Compiled(None, losses, loss_weights, None, None, known.get)
        if total_loss_mean is not None:
            self._compiled.loss_tracker = total_loss_mean

    @classmethod
    def of(cls, model: Any) -> CompiledLoss:
        """That of a model."""
        made = cls.__new__(cls)
        made._compiled, made._model = model._training_setup, model
        return made

    @property
    def _user_losses(self) -> Any:
        return self._compiled.loss

    @property
    def _user_loss_weights(self) -> Any:
        return self._compiled.loss_weights

    def reset_state(self) -> None:
        """Forget everything."""
        for metric in self.metrics:
            metric.reset_state()

    @property
    def metrics(self) -> list[Any]:
        """The mean of the loss, and those of the outputs' where there are several."""
        return self._compiled.loss_metrics

    def __call__(
        self,
        y_true: _core.Tensor,
        y_pred: _core.Tensor,
        sample_weight: Any = None,
        regularization_losses: Any = None,
    ) -> Any:
        """The weighted sum of the losses and of `regularization_losses`, which is reported too."""
        if self._model is not None and are_of_keras_3():
            return self._model.compute_loss(None, y_true, y_pred, sample_weight)
        total = self._compiled.total_loss(y_true, y_pred, sample_weight)
        parts = [*([] if total is None else [total]), *(regularization_losses or [])]
        total = sum(parts[1:], parts[0]) if parts else None
        if total is not None:
            self._compiled.follow_loss(total, y_pred)
        return total


class CompiledMetricsView:
    """The metrics that a model was compiled with.

    Made by a program, it takes what `compile` does. In Keras 3 the others get it too.
    """

    _model: Any = None

    def __init__(
        self,
        metrics: Any = None,
        weighted_metrics: Any = None,
        output_names: list[str] | None = None,
        from_serialized: bool = False,
    ) -> None:
        known = {"output_names": output_names}
        self._compiled = Compiled(None, None, None, metrics, weighted_metrics, known.get)

    @classmethod
    def of(cls, model: Any) -> CompiledMetricsView:
        """Those of a model."""
        made = cls.__new__(cls)
        made._compiled, made._model = model._training_setup, model
        return made

    @property
    def _user_metrics(self) -> Any:
        return self._compiled.metric_specs[0]

    @property
    def _user_weighted_metrics(self) -> Any:
        return self._compiled.metric_specs[1]

    @property
    def metrics(self) -> list[Any]:
        """The metrics, once they have seen a batch."""
        return self._compiled.output_metrics

    def update_state(
        self, y_true: _core.Tensor, y_pred: _core.Tensor, sample_weight: Any = None
    ) -> None:
        """Take a batch into account."""
        self._compiled.update_metrics(y_true, y_pred, sample_weight)
        if self._model is not None and are_of_keras_3() and not is_nested(y_pred):
            update_as_keras_3(self._model.metrics, y_true, y_pred, sample_weight)

    def reset_state(self) -> None:
        """Forget everything."""
        for metric in self.metrics:
            metric.reset_state()


class Keras2Manners(StepFunctions):
    """Mixin of `Model`."""

    stateful = False

    @property
    def run_eagerly(self) -> bool:
        """Whether the steps of `fit` are eager code, as whose their random operations then draw."""
        return self._steps_runner().eager

    @run_eagerly.setter
    def run_eagerly(self, value: bool) -> None:
        self._steps_runner().eager = bool(value)

    _run_eagerly = also_called("run_eagerly")

    @property
    def jit_compile(self) -> Any:
        """What `compile` was told; left open it is false, as on every processor."""
        told = self.__dict__.get("_told_jit_compile")
        return False if told in (None, "auto") and not is_keras_2_asked_for() else told

    @jit_compile.setter
    def jit_compile(self, value: Any) -> None:
        self.__dict__["_told_jit_compile"] = value

    @property
    def compiled(self) -> bool:
        """Whether `compile` was called, or what a program has assigned."""
        given = self.__dict__.get("_own_compiled")
        return self._training_setup is not None if given is None else given  # type: ignore[attr-defined]

    @compiled.setter
    def compiled(self, value: Any) -> None:
        self.__dict__["_own_compiled"] = value

    @Assignable
    def _is_compiled(self) -> bool:
        return self.compiled

    _compile_was_called = _is_compiled

    @Assignable
    def _is_graph_network(self) -> bool:
        """Whether inputs and outputs made the model, or a list of layers whose input is known."""
        network: Any = self._network_of_layers  # type: ignore[attr-defined]
        return network is not None or getattr(self, "_entry_shape", None) is not None

    _lists_in_turn = True  # the weights of its layers

    def _weighing_parts(self) -> tuple[list[Any], list[Any]]:
        if is_keras_2_asked_for():
            return parts_of(self)
        return super()._weighing_parts()  # type: ignore[misc]

    def _in_order(self, own: list[Any], inner: list[Any]) -> list[Any]:
        """Keras 2's models list their own variables behind those of their layers."""
        return inner + own if own and is_keras_2_asked_for() else own + inner

    def _frozen_weights(self) -> list[Any]:
        """Those of its own that were trained stand first in Keras 2."""
        weights: list[Any] = self.weights  # type: ignore[attr-defined]
        if not is_keras_2_asked_for():
            return weights
        own, _ = self._weighing_parts()
        return once_each([*filter(starts_trained, own), *weights])

    # --- The network, as Keras 2's models tell it -------------------------------------------------

    @Assignable
    def _nested_inputs(self) -> Any:
        network: Any = self._network_of_layers  # type: ignore[attr-defined]
        return None if network is None else network.inputs

    @Assignable
    def _nested_outputs(self) -> Any:
        network: Any = self._network_of_layers  # type: ignore[attr-defined]
        return None if network is None else network.outputs

    @Assignable
    def _feed_input_names(self) -> Any:
        return self.input_names  # type: ignore[attr-defined]

    @Assignable
    def _input_layers(self) -> list[Any]:
        return [tensor.node.layer for tensor in self.inputs or []]  # type: ignore[attr-defined]

    @Assignable
    def _output_layers(self) -> list[Any]:
        return [tensor.node.layer for tensor in self.outputs or []]  # type: ignore[attr-defined]

    def _parts_found_first(self) -> list[Any]:
        return [*self._input_layers, *self._output_layers]

    state_updates: tuple[Any, ...] = ()

    def _set_save_spec(self, inputs: Any, args: Any = None, kwargs: Any = None) -> None:
        """Does nothing: no graph is saved whose inputs have to be known."""

    def _assert_compile_was_called(self) -> None:
        """`RuntimeError` before `compile`."""
        self._compiled_setup()  # type: ignore[attr-defined]

    @Assignable
    def distribute_strategy(self) -> Any:
        """The strategy of the moment."""
        return get_strategy()

    @Assignable
    def compiled_loss(self) -> CompiledLoss | None:
        """The loss of `compile` as a function of targets and predictions; None before it."""
        compiled = self._training_setup  # type: ignore[attr-defined]
        return None if compiled is None else CompiledLoss.of(self)

    @Assignable
    def compiled_metrics(self) -> CompiledMetricsView | None:
        """The metrics of `compile`; None before it."""
        compiled = self._training_setup  # type: ignore[attr-defined]
        return None if compiled is None else CompiledMetricsView.of(self)

    # What Keras 3 has for these, by names that steps of programs call.

    @Assignable
    def _compile_loss(self) -> Callable[..., Any] | None:
        """The loss of `compile` as a function; it takes no part in the mean loss."""
        compiled = self._training_setup  # type: ignore[attr-defined]
        if compiled is None or compiled.loss is None:
            return None
        return lambda y, y_pred, sample_weight=None: compiled.total_loss(y, y_pred, sample_weight)

    @Assignable
    def _loss_tracker(self) -> Any:
        """The mean loss that `fit` reports; None before `compile`."""
        compiled = self._training_setup  # type: ignore[attr-defined]
        return None if compiled is None else compiled.loss_tracker

    @Assignable
    def _compile_metrics(self) -> Any:
        """The same as `compiled_metrics`."""
        return self.compiled_metrics

    def reset_states(self) -> None:
        """Forget the states of stateful layers."""
        for layer in self.layers:  # type: ignore[attr-defined]
            if hasattr(layer, "reset_states") and getattr(layer, "stateful", False):
                layer.reset_states()

    def to_yaml(self, **kwargs: Any) -> str:
        """Keras 2 has left it out: `RuntimeError`. In Keras 3 there is none."""
        if not is_keras_2_asked_for():
            raise AttributeError(f"{type(self).__name__!r} object has no attribute 'to_yaml'")
        raise RuntimeError(
            "Method `model.to_yaml()` has been removed due to security risk of arbitrary code "
            "execution. Please use `model.to_json()` instead."
        )

    def fit_generator(self, generator: Any, *args: Any, **kwargs: Any) -> Any:
        """`fit` with a generator; the arguments behind it are `steps_per_epoch`, `epochs` ..."""
        show_keras_2()
        options = dict(zip(_FIT_PLACES, args, strict=False)) | kwargs
        return self.fit(generator, **options)  # type: ignore[attr-defined]

    def evaluate_generator(
        self, generator: Any, steps: IntLike | None = None, *args: Any, **kwargs: Any
    ) -> Any:
        """`evaluate` with a generator; the arguments behind the steps are `callbacks` ..."""
        show_keras_2()
        kwargs = {"verbose": 0, **dict(zip(_PLACES, args, strict=False)), **kwargs}
        return self.evaluate(generator, steps=steps, **_known(kwargs))  # type: ignore[attr-defined]

    def predict_generator(
        self, generator: Any, steps: IntLike | None = None, *args: Any, **kwargs: Any
    ) -> Any:
        """`predict` with a generator; the arguments behind the steps are `callbacks` ..."""
        show_keras_2()
        kwargs = {"verbose": 0, **dict(zip(_PLACES, args, strict=False)), **kwargs}
        return self.predict(generator, steps=steps, **_known(kwargs))  # type: ignore[attr-defined]


_ABOUT_THREADS = ("max_queue_size", "workers", "use_multiprocessing")
# The arguments behind the generator, or the number of steps, by their places.
_FIT_PLACES = (
    *("steps_per_epoch", "epochs", "verbose", "callbacks", "validation_data", "validation_steps"),
    *("validation_freq", "class_weight", *_ABOUT_THREADS, "shuffle", "initial_epoch"),
)
_PLACES = ("callbacks", *_ABOUT_THREADS, "verbose")


def _known(options: dict[str, Any]) -> dict[str, Any]:
    """Options without those about threads that read ahead, of which there are none."""
    return {name: value for name, value in options.items() if name not in _ABOUT_THREADS}
