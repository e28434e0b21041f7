"""Keras 3's wrappers: estimators of scikit-learn, whose base classes they have.

Loaded when one of them is first asked for, since scikit-learn is an extra.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._extras import needed
from ..models.cloning import clone_model
from ..models.loading import Model

if TYPE_CHECKING:
    from ..._typing import Array

_WHAT = "keras.wrappers"
_base: Any = needed("sklearn.base", "scikit-learn", _WHAT)
_checks: Any = needed("sklearn.utils.validation", "scikit-learn", _WHAT)
_targets: Any = needed("sklearn.utils.multiclass", "scikit-learn", _WHAT)


class _Estimator(_base.BaseEstimator):  # type: ignore[misc]
    """A compiled model, or a function of `X`, `y` and `model_kwargs` that returns one.

    A model is cloned before it is trained, unless `warm_start`. `fit_kwargs` and what `fit` is
    given go to the model's `fit`.
    """

    def __init__(
        self, model: Any, warm_start: bool = False, model_kwargs: Any = None, fit_kwargs: Any = None
    ) -> None:
        self.model = model
        self.warm_start = warm_start
        self.model_kwargs = model_kwargs
        self.fit_kwargs = fit_kwargs

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.non_deterministic = True
        return tags

    def __sklearn_clone__(self) -> Any:
        model = copy.deepcopy(self.model) if isinstance(self.model, Model) else self.model
        return type(self)(model, self.warm_start, self.model_kwargs, self.fit_kwargs)

    def fit(self, X: Any, y: Any, **kwargs: Any) -> Any:
        """Train a model for the examples `X` and the targets `y`; returns the estimator."""
        X, y = _checks.validate_data(self, X, y, multi_output=True)
        y = self._encoded(y)
        model = self._model_for(X, y)
        if not (model.compiled and model.loss and model.optimizer):
            raise RuntimeError(
                "Given model needs to be compiled, and have a loss and an optimizer."
            )
        self.history_ = model.fit(X, y, **{**(self.fit_kwargs or {}), **kwargs})
        self.model_ = model
        return self

    def _model_for(self, X: Any, y: Any) -> Any:
        if self.warm_start and hasattr(self, "model_"):
            return self.model_
        if not isinstance(self.model, Model):
            return self.model(X=X, y=y, **(self.model_kwargs or {}))
        if self.warm_start:
            return self.model
        model = clone_model(self.model)
        model.compile_from_config(self.model.get_compile_config())
        return model

    def _encoded(self, y: Any) -> Any:
        """The targets as the model takes them: rows."""
        if _targets.type_of_target(y) == "unknown":
            raise ValueError(f"Unknown label type for data: {y!r}")
        self._of_one = y.ndim == 1
        return y[:, None] if self._of_one else y

    def _outputs(self, X: Any) -> Array:
        _checks.check_is_fitted(self)
        X = _checks.validate_data(self, X, reset=False)
        return np.asarray(self.model_.predict(X))

    def predict(self, X: Any) -> Array:
        """The outputs of the model; targets without an axis are predicted so."""
        outputs = self._outputs(X)
        return np.squeeze(outputs, axis=1) if self._of_one and outputs.ndim == 2 else outputs


class SKLearnClassifier(_base.ClassifierMixin, _Estimator):  # type: ignore[misc]
    """A classifier of scikit-learn; the model gets one-hot targets."""

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True
        return tags

    def _encoded(self, y: Any) -> Any:
        kind = _targets.type_of_target(y)
        if kind not in ("binary", "multiclass"):
            raise ValueError(
                f"Only binary and multiclass target types are supported. Target type: {kind}"
            )
        self.classes_ = np.unique(y)
        if len(self.classes_) == 1:
            raise ValueError("Classifier can't train when only one class is present.")
        return (np.ravel(y)[:, None] == self.classes_).astype(float)

    def predict(self, X: Any) -> Array:
        """The likeliest class of each example."""
        return self.classes_[self._outputs(X).argmax(axis=1)]

    def decision_function(self, X: Any) -> Array:
        """The outputs of the model."""
        return self._outputs(X)


class SKLearnRegressor(_base.RegressorMixin, _Estimator):  # type: ignore[misc]
    """A regressor of scikit-learn."""

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.regressor_tags.poor_score = True
        return tags


class SKLearnTransformer(_base.TransformerMixin, _Estimator):  # type: ignore[misc]
    """A transformer of scikit-learn: the outputs of the model are the features of what follows."""

    def transform(self, X: Any) -> Array:
        """The outputs of the model."""
        return self._outputs(X)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = []
        return tags
