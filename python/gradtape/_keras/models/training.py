"""`compile`, `fit`, `evaluate` and `predict`: the usual loops, for `Model` to inherit.

A subclass may override `train_step`, `test_step`, `predict_step` or `compute_loss`.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ... import _core
from ..._runtime.replicas import get_strategy, is_default, weighed
from ..._runtime.versions import is_keras_2_asked_for
from ..base_layer.others import of_keras_alone
from ..callbacks.logs import ordered
from ..callbacks.writing import History
from ..limits import limited_epochs, limited_steps
from ..losses import reduction as reductions
from ..optimizers.traced_counts import counting_where_traced
from ..weights_file import restore_optimizer
from .batches import batches_of, unpack, usable_class_weights, weighted_by
from .cardinality import EMPTY
from .compiled import Compiled, are_weights, arguments_of, has_own_compile
from .counts import CountingList
from .epochs import Epochs, count_of, epochs_over, lasting, params_of, whole
from .executions import executions, joined, size_of, whole_executions
from .held_out import as_triple, is_due, split
from .lost_steps import batches_to_measure, batches_to_train_on
from .measured import Measured
from .modes import loss_of, outputs_of
from .open_batches import of_an_epoch
from .predictions import in_one, of_one
from .replicated import heard, overall, parts_of, run_whole
from .sizes_of_inputs import of_arrays_that_fit
from .state_of_compile import tell_of_no_weights, with_state_of_compile
from .steps import Steps, in_order

if TYPE_CHECKING:
    from ..._typing import TensorLike


class Training(Measured):
    """Mixin of `Model`."""

    stop_training = stop_evaluating = stop_predicting = False
    steps_per_execution = 1
    _fit_strategy = get_strategy()
    _compiled_steps: Steps | None = None

    def compile(
        self,
        optimizer: Any = "rmsprop",
        loss: Any = None,
        metrics: Any = None,
        loss_weights: Any = None,
        weighted_metrics: Any = None,
        run_eagerly: bool | None = False,
        steps_per_execution: Any = 1,
        **ignored: Any,
    ) -> None:
        """Choose the optimizer, the loss and the metrics of `fit`; names are looked up.

        Losses, their weights and metrics of several outputs are given by name or in order; weights
        of examples count in `weighted_metrics` alone. Callbacks hear of `steps_per_execution`
        batches at once. A model keeps an earlier loss, and metrics, if none is given.
        """
        if are_weights(metrics) or not (loss_weights is None or are_weights(loss_weights)):
            metrics, loss_weights = loss_weights, metrics  # by place, in the order of Keras 3
        chosen = optimizer, loss, loss_weights, metrics, weighted_metrics
        of_model = functools.partial(getattr, self)
        self._training_setup = Compiled(*chosen, of_model, earlier=self._training_setup)
        self._fit_strategy, self.steps_per_execution = get_strategy(), size_of(steps_per_execution)
        self._compiled_steps = Steps.of(self, bool(run_eagerly))
        self.jit_compile = ignored.get("jit_compile")
        if ignored.get("auto_scale_loss", True) and self.dtype_policy.name == "mixed_float16":  # type: ignore[attr-defined]
            self._training_setup.scale_loss()
        found = {"optimizer": self._training_setup.optimizer, "loss": self._training_setup.loss}
        if loss is None and not is_keras_2_asked_for() and getattr(self, "loss", None) is not None:
            del found["loss"]  # one of the program's own stays
        self.__dict__.update(found)  # where programs look that go through what a model holds
        counting_where_traced(found["optimizer"], self._compiled_steps)
        restore_optimizer(self)

    def get_compile_config(self) -> dict[str, Any] | None:
        """What the model was compiled with; None if it was not, or with what has no name."""
        return None if self._training_setup is None else self._training_setup.get_config()

    def compile_from_config(self, config: dict[str, Any]) -> None:
        """Compile with what `get_compile_config` said, but for a `compile` of a class's own."""
        if has_own_compile(self):
            return
        self.compile(**arguments_of(config))

    def _compiled_setup(self) -> Compiled:
        if self._training_setup is None:
            if not is_keras_2_asked_for():
                raise ValueError("You must call `compile()` before using the model.")
            raise RuntimeError(
                "You must compile your model before training/testing. Use "
                "`model.compile(optimizer, loss)`."
            )
        return self._training_setup

    @property
    def optimizer(self) -> Any:
        """The optimizer that was compiled or assigned, or None."""
        given = self.__dict__.get("optimizer")  # where a class's own `__setattr__` puts it, too
        return self._training_setup.optimizer if given is None and self._training_setup else given

    @optimizer.setter
    def optimizer(self, value: Any) -> None:
        self.__dict__["optimizer"] = value

    @property
    def loss(self) -> Any:
        """The loss that was compiled or assigned, or None."""
        given = self.__dict__.get("loss")
        return self._training_setup.loss if given is None and self._training_setup else given

    @loss.setter
    def loss(self, value: Any) -> None:
        self.__dict__["loss"] = value

    # --- Steps ----------------------------------------------------------------------------------

    def compute_loss(
        self,
        x: Any = None,
        y: Any = None,
        y_pred: Any = None,
        sample_weight: Any = None,
        training: bool = True,
    ) -> Any:
        """The compiled loss plus what layers added; of neither `ValueError`, in Keras 2 None.

        What layers add counts by its sum; where that is all that there is Keras 2 leaves it as it
        is, and so reports its mean. There the loss that is reported is what this method computes,
        whatever a subclass makes of it.
        """
        total = self._compiled_setup().total_loss(y, y_pred, sample_weight)
        added = list(self.losses)  # type: ignore[attr-defined]
        if total is not None or not is_keras_2_asked_for():
            added = [_core.reduce_sum(loss) for loss in added]
        parts = added if total is None else [total, *added]
        loss = reductions.total_of(parts) if parts else self._without_loss()
        if is_keras_2_asked_for():
            self._compiled_setup().follow_loss(loss, y_pred)
        return loss

    def _follow_loss(self, loss: Any, y_pred: Any) -> None:
        """Take the loss of a step into the mean, as Keras 3 does; see `compute_loss`."""
        if not is_keras_2_asked_for():
            self._compiled_setup().follow_loss(loss, y_pred)

    def compute_metrics(
        self, x: Any, y: Any, y_pred: Any, sample_weight: TensorLike | None = None
    ) -> dict[str, Any]:
        """Update the compiled metrics and return all results."""
        self._compiled_setup().update_metrics(y, y_pred, sample_weight)
        return self.get_metrics_result()

    def train_step(self, data: Any) -> dict[str, Any]:
        """One step of training on a batch `(x, y)` or `(x, y, sample_weight)`.

        Returns what to report.
        """
        x, y, sample_weight = unpack(data)
        with _core.GradientTape() as tape:
            y_pred = outputs_of(self, x, training=True)
            loss = loss_of(self, True, x, y, y_pred, sample_weight)
            self._refuse_missing_loss(loss, y)
            scaled = weighed(self.optimizer.scale_loss(loss))
        variables = of_keras_alone(lambda model: model.trainable_weights, self)
        if variables and self.optimizer._makes_gradients():
            self.optimizer.minimize(scaled, variables, tape=tape)
        elif variables:
            gradients = tape.gradient(scaled, variables)
            self.optimizer.apply_gradients(zip(gradients, variables, strict=True))
        else:
            tell_of_no_weights()
        self._follow_loss(loss, y_pred)
        return self.compute_metrics(x, y, y_pred, sample_weight)

    def test_step(self, data: Any) -> dict[str, Any]:
        """One step of evaluation; returns what to report."""
        x, y, sample_weight = unpack(data)
        y_pred = outputs_of(self, x, training=False)
        loss = loss_of(self, False, x, y, y_pred, sample_weight)
        self._follow_loss(loss, y_pred)
        return self.compute_metrics(x, y, y_pred, sample_weight)

    def predict_step(self, data: Any) -> Any:
        """The outputs for one batch."""
        return outputs_of(self, unpack(data)[0], training=False)

    # --- Loops ----------------------------------------------------------------------------------

    @of_arrays_that_fit("train_step")
    @with_state_of_compile
    def fit(
        self,
        x: Any = None,
        y: Any = None,
        batch_size: int | None = None,
        epochs: int = 1,
        verbose: Any = "auto",
        callbacks: Any = None,
        validation_split: float = 0.0,
        validation_data: Any = None,
        shuffle: bool = True,
        class_weight: Any = None,
        sample_weight: Any = None,
        initial_epoch: int = 0,
        steps_per_epoch: int | None = None,
        validation_steps: int | None = None,
        validation_batch_size: int | None = None,
        validation_freq: int | Sequence[int] = 1,
        **ignored: Any,
    ) -> History:
        """Train for `epochs` passes over the data; returns a `History` with their numbers.

        `x` and `y` are arrays or tensors (or structures of them), cut into batches of `batch_size`
        (by default so that there are `steps_per_epoch` of them, else 32) in a random order unless
        `shuffle` is False (the same in each epoch after `keras.utils.set_random_seed`, as in Keras,
        else another); or `x` is a dataset or another iterable of batches. `validation_split` keeps
        the last part of arrays for validation. `class_weight` maps numbers of classes to the
        weights of their examples (1 for the others). `validation_freq` is a number of epochs, or
        those after which there is validation. `RuntimeError` before `compile`.

        >>> import gradtape as tf
        >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        >>> model.compile(optimizer=tf.keras.optimizers.SGD(0.1), loss="mse")
        >>> x = tf.constant([[0.0], [1.0], [2.0], [3.0]])
        >>> history = model.fit(x, 2.0 * x + 1.0, epochs=200, verbose=0)
        >>> history.history["loss"][-1] < 0.01
        True
        """
        self._compiled_setup()
        steps_per_epoch, validation_steps = whole(steps_per_epoch), whole(validation_steps)
        if validation_split and validation_data is None:
            x, y, sample_weight, validation_data = split(x, y, sample_weight, validation_split)
        batches = batches_of(x, y, sample_weight, batch_size, shuffle, steps_per_epoch, ignored)
        class_weight = usable_class_weights(class_weight, x, y)
        steps = count_of(batches) if steps_per_epoch is None else steps_per_epoch
        params = {"verbose": verbose, "epochs": epochs, "steps": steps}
        told = self._callbacks_told(callbacks, fits=True, **params)
        self.stop_training = self._trained_once = False
        self._initial_epoch: int | None = None
        told.on_train_begin()
        if self._initial_epoch is not None:  # a callback has restored a run that was cut off
            initial_epoch = self._initial_epoch
        batches = lasting(batches, x, steps_per_epoch, epochs - initial_epoch)
        batches = weighted_by(class_weight, batches)
        source = self._epochs_over(batches, steps_per_epoch, epochs - initial_epoch)
        epochs = limited_epochs(epochs)
        source.reset()
        held_out: Epochs | None = None
        logs: dict[str, Any] = {}
        for epoch in range(initial_epoch, epochs):
            told.on_epoch_begin(epoch)
            results = self._epoch_of_fit(source, told)
            logs = ordered(results)
            if validation_data is not None and is_due(epoch + 1, validation_freq):
                if held_out is None:
                    size = validation_batch_size or batch_size
                    held = batches_of(*as_triple(validation_data), size, False, validation_steps)
                    held_out = self._epochs_over(held, validation_steps)
                source.read_on()
                held_results = self._evaluate_over(held_out, told)
                named = {f"val_{name}": value for name, value in held_results.items()}
                logs = ordered(results | named)
            told.on_epoch_end(epoch, logs)
            if self.stop_training or not source.go_on():
                break
        source.close()
        if hasattr(self.optimizer, "finalize_variable_values"):
            self.optimizer.finalize_variable_values(self.trainable_weights)  # type: ignore[attr-defined]
        told.on_train_end(logs)
        return told.history

    def _callbacks_told(self, callbacks: Any, fits: bool = False, **params: Any) -> CountingList:
        """The callbacks of a loop, with a progress bar; in Keras 2 every loop begins a history."""
        history = fits or is_keras_2_asked_for()
        callbacks = heard(self._fit_strategy, callbacks, params)
        return CountingList(callbacks, history, True, self, **params)

    @of_an_epoch
    def _epoch_of_fit(self, source: Epochs, told: CountingList) -> dict[str, Any]:
        self.reset_metrics()
        results: dict[str, Any] | None = None
        source.tell(told.on_train_batch_begin, self.steps_per_execution)
        batches = batches_to_train_on(self, source)
        for last, execution in executions(batches, self.steps_per_execution, source):
            for batch in execution:
                results = self._run_step(source, "train", self.train_step, batch)  # type: ignore[attr-defined]
            told.on_train_batch_end(last, results)
            if self.stop_training:
                break
        if results is None:
            if not self._trained_once:
                source.tell_of_none()
                return {}
            results = self.get_metrics_result()
        self._trained_once = True
        return overall(self, self._reported(results))

    def _steps_runner(self) -> Steps:
        """What runs the steps; a model that was not compiled predicts too."""
        if self._compiled_steps is None:
            self._compiled_steps = Steps(eager=False)
        return self._compiled_steps

    def _epochs_over(self, batches: Any, steps: int | None, count: int = 1) -> Epochs:
        parts = parts_of(self._fit_strategy, batches)
        is_shown = not is_default(self._fit_strategy)
        return epochs_over(parts, self._steps_of(batches, steps), is_shown, count)

    def _steps_of(self, batches: Any, steps: int | None) -> int | None:
        steps = limited_steps(steps, count_of(batches))
        return whole_executions(steps, self.steps_per_execution)

    @of_an_epoch
    def _evaluate_over(self, source: Epochs, told: CountingList) -> dict[str, float]:
        self.reset_metrics()
        source.reset()
        results: dict[str, Any] = {}
        told.on_test_begin()
        self.stop_evaluating = False
        source.tell(told.on_test_batch_begin, self.steps_per_execution)
        batches = batches_to_measure(self, source)
        for last, execution in executions(batches, self.steps_per_execution, source):
            for batch in execution:
                results = self._run_step(source, "test", self.test_step, batch)  # type: ignore[attr-defined]
            told.on_test_batch_end(last, results)
            if self.stop_evaluating:
                break
        source.go_on()
        source.close()
        is_left_out = source.is_over and not results
        numbers = {} if is_left_out else ordered(overall(self, self._reported(results)))
        told.on_test_end(numbers)
        return numbers

    @of_arrays_that_fit("test_step")
    def evaluate(
        self,
        x: Any = None,
        y: Any = None,
        batch_size: int | None = None,
        verbose: Any = "auto",
        sample_weight: Any = None,
        steps: int | None = None,
        callbacks: Any = None,
        return_dict: bool = False,
        **ignored: Any,
    ) -> Any:
        """The loss and the metrics on the data: a number without metrics, else a list or a dict."""
        self._compiled_setup()
        batches = batches_of(x, y, sample_weight, batch_size, False, steps := whole(steps))
        told = self._callbacks_told(callbacks, verbose=verbose, **params_of(batches, steps))
        results = self._evaluate_over(self._epochs_over(batches, steps), told)
        return results if return_dict else in_order(results, self._metrics_one_by_one)

    @of_arrays_that_fit("predict_step")
    def predict(
        self,
        x: Any,
        batch_size: int | None = None,
        verbose: Any = "auto",
        steps: int | None = None,
        callbacks: Any = None,
        **ignored: Any,
    ) -> Any:
        """The outputs for the data, batch after batch, as NumPy arrays."""
        batches = batches_of(x, None, None, batch_size, False, steps := whole(steps))
        told = self._callbacks_told(callbacks, verbose=verbose, **params_of(batches, steps))
        told.on_predict_begin()
        outputs: list[Any] = []
        source = epochs_over(batches, self._steps_of(batches, steps))
        source.begin_anew()
        self._steps_runner().begin_loop(source)
        self.stop_predicting = False
        source.tell(told.on_predict_batch_begin, self.steps_per_execution)
        for last, execution in executions(source.epoch(), self.steps_per_execution, source):
            run = self._steps_runner().run
            step = self.predict_step
            found = [run("predict", run_whole, self, step, batch) for batch in execution]
            outputs += found
            told.on_predict_batch_end(last, {"outputs": of_one(joined(found))})
            if self.stop_predicting:
                break
        source.go_on()
        source.close()
        told.on_predict_end()
        if not outputs:
            raise ValueError(
                EMPTY if is_keras_2_asked_for() else "There are no batches to predict."
            )
        return in_one(outputs)
