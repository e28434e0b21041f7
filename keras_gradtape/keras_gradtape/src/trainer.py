"""`compile`, `fit`, `evaluate`, `predict`: the loops over batches, and what happens to one.

A step runs as it stands. Keras's `Trainer` brings the losses, metrics and callbacks; a program may
replace `train_step`, `test_step` and `predict_step`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from keras.src import callbacks as callbacks_module, optimizers as optimizers_module, tree
from keras.src.backend import config
from keras.src.trainers import trainer as base_trainer
from keras.src.trainers.data_adapters import array_slicing, data_adapter_utils
from keras.src.trainers.data_adapters.generator_data_adapter import GeneratorDataAdapter
from keras.src.trainers.data_adapters.py_dataset_adapter import PyDatasetAdapter
from keras.src.trainers.epoch_iterator import EpochIterator
from keras.src.utils import traceback_utils
from keras.src.utils.python_utils import pythonify_logs

import gradtape

from .ops.core import convert_to_numpy, convert_to_tensor, is_tensor

# Data of which a batch that was taken does not come again, or comes later.
_READ_IN_TURN = (GeneratorDataAdapter, PyDatasetAdapter)
_unpacked = data_adapter_utils.unpack_x_y_sample_weight


# Its name in Keras 3.16, and before.
_Trainer: Any = getattr(base_trainer, "BaseTrainer", None) or base_trainer.Trainer


class GradtapeTrainer(_Trainer):
    """How a model of Keras is trained on gradtape."""

    def __init__(self) -> None:
        super().__init__()
        self.train_function: Any = None
        self.test_function: Any = None
        self.predict_function: Any = None

    # --- One batch ------------------------------------------------------------------------------

    def train_step(self, data: Any) -> dict[str, Any]:
        """One step of the optimizer on a batch; the results of the metrics."""
        x, y, sample_weight = _unpacked(data)
        with gradtape.GradientTape() as tape:
            y_pred = self._called_on(x, training=True)
            loss = self._compute_loss(
                x=x, y=y, y_pred=y_pred, sample_weight=sample_weight, training=True
            )
            self._note_loss(loss, x)
            if self.optimizer is not None:
                loss = self.optimizer.scale_loss(loss)
        weights = self.trainable_weights
        if weights:
            self.optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
        else:
            warnings.warn("The model does not have any trainable weights.", stacklevel=2)
        return self.compute_metrics(x, y, y_pred, sample_weight=sample_weight)

    def test_step(self, data: Any) -> dict[str, Any]:
        """The results of the metrics after a batch that is not learnt from."""
        x, y, sample_weight = _unpacked(data)
        y_pred = self._called_on(x, training=False)
        loss = self._compute_loss(
            x=x, y=y, y_pred=y_pred, sample_weight=sample_weight, training=False
        )
        self._note_loss(loss, x)
        return self.compute_metrics(x, y, y_pred, sample_weight=sample_weight)

    def predict_step(self, data: Any) -> Any:
        """The model's outputs for a batch."""
        return self._called_on(_unpacked(data)[0], training=False)

    def _called_on(self, x: Any, training: bool) -> Any:
        return self(x, training=training) if self._call_has_training_arg else self(x)

    def _note_loss(self, loss: Any, x: Any) -> None:
        rows = next(leaf for leaf in tree.flatten(x) if leaf is not None).shape[0]
        self._loss_tracker.update_state(gradtape.stop_gradient(loss), sample_weight=rows)

    # --- The functions of several batches -------------------------------------------------------

    def make_train_function(self, force: bool = False) -> Callable[[Any], Any]:
        """What `fit` calls with a list of batches; kept, unless `force`."""
        if self.train_function is None or force:
            self.train_function = _one_after_the_other(self.train_step)
        return self.train_function

    def make_test_function(self, force: bool = False) -> Callable[[Any], Any]:
        """What `evaluate` calls with a list of batches."""
        if self.test_function is None or force:
            self.test_function = _one_after_the_other(self.test_step)
        return self.test_function

    def make_predict_function(self, force: bool = False) -> Callable[[Any], Any]:
        """What `predict` calls with a list of batches: their outputs, joined."""
        if self.predict_function is None or force:

            def outputs_of_all(batches: Any) -> Any:
                return _joined([self.predict_step(_as_tensors(data)) for data in batches])

            self.predict_function = outputs_of_all
        return self.predict_function

    # --- All batches ----------------------------------------------------------------------------

    @traceback_utils.filter_traceback
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
        validation_freq: Any = 1,
    ) -> Any:
        """See `keras.Model.fit`."""
        self._assert_compile_called("fit")
        epochs = _limited(epochs)
        self._eval_epoch_iterator = None
        if validation_split and validation_data is None:
            (x, y, sample_weight), validation_data = array_slicing.train_validation_split(
                (x, y, sample_weight), validation_split=validation_split
            )
        batches = GradtapeEpochIterator(
            x=x,
            y=y,
            sample_weight=sample_weight,
            batch_size=batch_size,
            steps_per_epoch=steps_per_epoch,
            shuffle=shuffle,
            class_weight=class_weight,
            steps_per_execution=self.steps_per_execution,
        )
        self._build_for(batches)
        callbacks = self._callback_list(
            callbacks, batches, verbose, epochs=epochs, add_history=True
        )
        validation = None
        if validation_data is not None:
            validation = _Validation(
                self, validation_data, validation_batch_size or batch_size, validation_steps
            )

        self.stop_training = False
        self.make_train_function()
        callbacks.on_train_begin()
        logs: dict[str, Any] = {}
        for epoch in range(self._initial_epoch or initial_epoch, epochs):
            self.reset_metrics()
            callbacks.on_epoch_begin(epoch)
            logs = self._train_epoch(batches, callbacks)
            if validation is not None and self._should_eval(epoch, validation_freq):
                logs.update(validation.logs(callbacks))
            callbacks.on_epoch_end(epoch, logs)
            if self.stop_training:
                break
        if isinstance(self.optimizer, optimizers_module.Optimizer) and epochs > 0:
            self.optimizer.finalize_variable_values(self.trainable_weights)
        self.__dict__.pop("_eval_epoch_iterator", None)
        callbacks.on_train_end(logs=logs)
        return self.history

    def _build_for(self, batches: Any) -> None:
        """Builds the model, unless a batch that is looked at is lost: then the first step does."""
        if not isinstance(batches.data_adapter, _READ_IN_TURN):
            self._symbolic_build(iterator=batches)
            batches.reset()

    def _train_epoch(self, batches: Iterable[Any], callbacks: Any) -> dict[str, Any]:
        logs: Any = {}
        for begin, end, data in batches:
            callbacks.on_train_batch_begin(begin)
            logs = self.train_function(data)
            callbacks.on_train_batch_end(end, logs)
            if self.stop_training:
                break
        return dict(self._get_metrics_result_or_logs(logs))

    @traceback_utils.filter_traceback
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
        **kwargs: Any,
    ) -> Any:
        """See `keras.Model.evaluate`."""
        self._assert_compile_called("evaluate")
        use_kept = kwargs.pop("_use_cached_eval_dataset", False)
        if kwargs:
            raise ValueError(f"Arguments not recognized: {kwargs}")
        batches = self._eval_epoch_iterator if use_kept else None
        if batches is None:
            batches = GradtapeEpochIterator(
                x=x,
                y=y,
                sample_weight=sample_weight,
                batch_size=batch_size,
                steps_per_epoch=steps,
                shuffle=False,
                steps_per_execution=self.steps_per_execution,
            )
        self._build_for(batches)
        callbacks = self._callback_list(callbacks, batches, verbose)
        self.make_test_function()
        self.stop_evaluating = False
        callbacks.on_test_begin()
        self.reset_metrics()
        logs: Any = {}
        for begin, end, data in batches:
            callbacks.on_test_batch_begin(begin)
            logs = self.test_function(data)
            callbacks.on_test_batch_end(end, logs)
            if self.stop_evaluating:
                break
        logs = pythonify_logs(self._get_metrics_result_or_logs(logs))
        callbacks.on_test_end(logs)
        return logs if return_dict else self._flatten_metrics_in_order(logs)

    @traceback_utils.filter_traceback
    def predict(
        self,
        x: Any,
        batch_size: int | None = None,
        verbose: Any = "auto",
        steps: int | None = None,
        callbacks: Any = None,
    ) -> Any:
        """See `keras.Model.predict`."""
        batches = GradtapeEpochIterator(
            x=x,
            batch_size=batch_size,
            steps_per_epoch=steps,
            shuffle=False,
            steps_per_execution=self.steps_per_execution,
        )
        callbacks = self._callback_list(callbacks, batches, verbose)
        self.make_predict_function()
        self.stop_predicting = False
        callbacks.on_predict_begin()
        outputs = []
        for begin, end, data in batches:
            callbacks.on_predict_batch_begin(begin)
            outputs.append(self.predict_function(data))
            callbacks.on_predict_batch_end(end, {"outputs": outputs[-1]})
            if self.stop_predicting:
                break
        callbacks.on_predict_end()
        return tree.map_structure(
            lambda *leaves: np.concatenate([convert_to_numpy(leaf) for leaf in leaves]), *outputs
        )

    def _callback_list(
        self, callbacks: Any, batches: Any, verbose: Any, epochs: int = 1, **kwargs: Any
    ) -> Any:
        if isinstance(callbacks, callbacks_module.CallbackList):
            return callbacks
        return callbacks_module.CallbackList(
            callbacks,
            add_progbar=verbose != 0,
            verbose=verbose,
            epochs=epochs,
            steps=batches.num_batches,
            model=self,
            **kwargs,
        )

    # --- One batch, from outside ----------------------------------------------------------------

    def train_on_batch(
        self,
        x: Any,
        y: Any = None,
        sample_weight: Any = None,
        class_weight: Any = None,
        return_dict: bool = False,
    ) -> Any:
        """See `keras.Model.train_on_batch`."""
        self._assert_compile_called("train_on_batch")
        if class_weight is not None:
            if sample_weight is not None:
                raise ValueError(
                    "Arguments `sample_weight` and `class_weight` cannot be specified at the same "
                    f"time. Received: sample_weight={sample_weight}, class_weight={class_weight}"
                )
            sample_weight = data_adapter_utils.class_weight_to_sample_weights(y, class_weight)
        data = _as_tensors((x, y, sample_weight))
        self._symbolic_build(data_batch=data)
        return self._logs_of_batch(self.make_train_function(), data, return_dict)

    def test_on_batch(
        self, x: Any, y: Any = None, sample_weight: Any = None, return_dict: bool = False
    ) -> Any:
        """See `keras.Model.test_on_batch`."""
        self._assert_compile_called("test_on_batch")
        data = _as_tensors((x, y, sample_weight))
        self._symbolic_build(data_batch=data)
        return self._logs_of_batch(self.make_test_function(), data, return_dict)

    def predict_on_batch(self, x: Any) -> Any:
        """See `keras.Model.predict_on_batch`."""
        return tree.map_structure(convert_to_numpy, self.make_predict_function()([(x,)]))

    def _logs_of_batch(self, function: Callable[[Any], Any], data: Any, return_dict: bool) -> Any:
        self.reset_metrics()
        logs = pythonify_logs(function([data]))
        return logs if return_dict else self._flatten_metrics_in_order(logs)


Trainer = GradtapeTrainer  # for Keras 3.16


class GradtapeEpochIterator(EpochIterator):
    """Batches as lists of `steps_per_execution` each."""

    def _get_iterator(self) -> Any:
        adapter = self.data_adapter
        if hasattr(adapter, "_dataset") and isinstance(adapter._dataset, gradtape.data.Dataset):
            return iter(adapter._dataset)  # tensors already
        return adapter.get_numpy_iterator()


class _Validation:
    """The evaluation after an epoch, whose batches are prepared once."""

    def __init__(self, model: Any, data: Any, batch_size: Any, steps: Any) -> None:
        x, y, sample_weight = _unpacked(data)
        self.model = model
        self.data = {"x": x, "y": y, "sample_weight": sample_weight, "batch_size": batch_size}
        self.steps = steps

    def logs(self, callbacks: Any) -> dict[str, Any]:
        """The results, named `val_`."""
        model = self.model
        if getattr(model, "_eval_epoch_iterator", None) is None:
            model._eval_epoch_iterator = GradtapeEpochIterator(
                **self.data,
                steps_per_execution=model.steps_per_execution,
                steps_per_epoch=self.steps,
                shuffle=False,
            )
        logs = model.evaluate(
            **self.data,
            steps=self.steps,
            callbacks=callbacks,
            return_dict=True,
            _use_cached_eval_dataset=True,
        )
        return {f"val_{name}": value for name, value in logs.items()}


def _limited(epochs: int) -> int:
    most = config.max_epochs() if hasattr(config, "max_epochs") else None
    if most and most < epochs:
        warnings.warn(f"Limiting epochs to {most}", stacklevel=3)
        return most
    return epochs


def _as_tensors(data: Any) -> Any:
    """Arrays as tensors; what is neither, such as strings of Python, stays."""
    return tree.map_structure(_as_tensor, data, none_is_leaf=False)


def _as_tensor(leaf: Any) -> Any:
    if leaf is None or is_tensor(leaf):
        return leaf
    return convert_to_tensor(leaf)


def _one_after_the_other(step: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def function(batches: Any) -> Any:
        logs = None
        for data in batches:
            logs = step(_as_tensors(data))
        return logs

    return function


def _joined(outputs: list[Any]) -> Any:
    if len(outputs) == 1:
        return outputs[0]
    return tree.map_structure(lambda *leaves: gradtape.concat(leaves, axis=0), *outputs)
