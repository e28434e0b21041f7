"""`KerasClassifier` and `KerasRegressor` of `keras.wrappers.scikit_learn`, until Keras 2.11.

They are estimators by what they can do, without scikit-learn itself; `GridSearchCV`, pipelines and
the like take them. What an estimator is made with goes to the function that builds the model, to
`fit` and to `predict`, by the names of their arguments.
"""

from __future__ import annotations

import inspect
import types
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._structure import nest
from ..models.loading import Sequential
from ..numerical import to_categorical

if TYPE_CHECKING:
    from ..._typing import Array

_OF_MODELS = (Sequential.fit, Sequential.predict, Sequential.evaluate)


class BaseWrapper:
    """Base of both: a function that returns a compiled model, and arguments by name.

    `build_fn` may also be an instance with `__call__`; without it the subclass itself has one.
    `ValueError` for arguments that nothing takes.
    """

    _kind = ""

    def __init__(self, build_fn: Any = None, **sk_params: Any) -> None:
        self.build_fn = build_fn
        self.sk_params = sk_params
        self.check_params(sk_params)

    @property
    def _estimator_type(self) -> str:
        return self._kind

    def __sklearn_tags__(self) -> Any:
        from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin

        mixin = ClassifierMixin if self._kind == "classifier" else RegressorMixin
        return type("Estimator", (mixin, BaseEstimator), {})().__sklearn_tags__()

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "model")

    def _builder(self) -> Any:
        """The function whose arguments count."""
        if self.build_fn is None:
            return self.__call__  # type: ignore[operator]
        if isinstance(self.build_fn, types.FunctionType | types.MethodType):
            return self.build_fn
        return self.build_fn.__call__

    def check_params(self, params: dict[str, Any]) -> None:
        """`ValueError` for arguments that neither the model nor its builder takes."""
        takers = [*_OF_MODELS, self._builder()]
        for name in params:
            if not any(_takes(taker, name) for taker in takers):
                raise ValueError(f"{name} is not a legal parameter")

    def get_params(self, deep: bool = True, **params: Any) -> dict[str, Any]:
        """What the estimator is made with."""
        return {**self.sk_params, "build_fn": self.build_fn}

    def set_params(self, **params: Any) -> BaseWrapper:
        """Change what the estimator is made with."""
        if "build_fn" in params:
            self.build_fn = params.pop("build_fn")
        self.check_params(params)
        self.sk_params.update(params)
        return self

    def filter_sk_params(self, fn: Any, override: Any = None) -> dict[str, Any]:
        """Those of the arguments that a function takes, and others besides."""
        taken = {name: value for name, value in self.sk_params.items() if _names(fn, name)}
        return {**taken, **(override or {})}

    def fit(self, x: Any, y: Any, **kwargs: Any) -> Any:
        """Build a new model and train it; returns its `History`."""
        builder = self._builder()
        self.model = builder(**self.filter_sk_params(builder))
        if self._wants_categories() and np.ndim(y) != 2:
            y = to_categorical(y)
        given = self.filter_sk_params(Sequential.fit)
        return self.model.fit(x, y, **{**given, **kwargs})

    def _wants_categories(self) -> bool:
        loss = self.model.loss
        name = getattr(loss, "__name__", None) or getattr(loss, "name", None) or loss
        return name == "categorical_crossentropy"

    def _evaluated(self, x: Any, y: Any, kwargs: dict[str, Any]) -> list[tuple[str, float]]:
        results = self.model.evaluate(x, y, **self.filter_sk_params(Sequential.evaluate, kwargs))
        names = [metric.name for metric in self.model._metrics_one_by_one]
        return list(zip(names, nest.flatten(results), strict=False))


class KerasClassifier(BaseWrapper):
    """A classifier of scikit-learn made of a function that builds a model.

    >>> import gradtape as tf
    >>> def build(units=4):
    ...     layers = [tf.keras.layers.Dense(units), tf.keras.layers.Dense(1, "sigmoid")]
    ...     model = tf.keras.Sequential(layers)
    ...     model.compile("sgd", "binary_crossentropy", metrics=["accuracy"])
    ...     return model
    >>> classifier = tf.keras.wrappers.scikit_learn.KerasClassifier(build, epochs=2, verbose=0)
    >>> history = classifier.fit(tf.ones([4, 2]).numpy(), tf.constant([1, 1, 2, 2]).numpy())
    >>> len(history.epoch), classifier.classes_.tolist()
    (2, [1, 2])
    """

    _kind = "classifier"

    def fit(self, x: Any, y: Any, **kwargs: Any) -> Any:
        """Build a new model and train it; labels may be any values, or one-hot rows."""
        y = np.array(y)
        if y.ndim == 2 and y.shape[1] > 1:
            self.classes_ = np.arange(y.shape[1])
        elif y.ndim == 1 or (y.ndim == 2 and y.shape[1] == 1):
            self.classes_ = np.unique(y)
            y = np.searchsorted(self.classes_, y)
        else:
            raise ValueError(f"Invalid shape for y: {y.shape}")
        self.n_classes_ = len(self.classes_)
        return super().fit(x, y, **kwargs)

    def predict(self, x: Any, **kwargs: Any) -> Array:
        """The label of each example."""
        outputs = self._outputs(x, kwargs)
        likely = outputs.argmax(axis=-1) if outputs.shape[-1] > 1 else (outputs > 0.5).astype(int)
        return self.classes_[likely]

    def predict_proba(self, x: Any, **kwargs: Any) -> Array:
        """The probability of each label; of two labels both, also where the model has one output.

        Each example is a row.
        """
        outputs = self._outputs(x, kwargs)
        return np.hstack([1 - outputs, outputs]) if outputs.shape[1] == 1 else outputs

    def _outputs(self, x: Any, kwargs: dict[str, Any]) -> Array:
        return np.asarray(
            self.model.predict(x, **self.filter_sk_params(Sequential.predict, kwargs))
        )

    def score(self, x: Any, y: Any, **kwargs: Any) -> float:
        """The accuracy; `ValueError` for a model that was compiled without it."""
        y = np.searchsorted(self.classes_, y)
        if self._wants_categories() and y.ndim != 2:
            y = to_categorical(y)
        for name, value in self._evaluated(x, y, kwargs):
            if name in ("accuracy", "acc"):
                return float(value)
        raise ValueError(
            "The model is not configured to compute accuracy. You should pass "
            '`metrics=["accuracy"]` to the `model.compile()` method.'
        )


class KerasRegressor(BaseWrapper):
    """A regressor of scikit-learn made of a function that builds a model."""

    _kind = "regressor"

    def predict(self, x: Any, **kwargs: Any) -> Array:
        """The outputs, without axes of size 1."""
        given = self.filter_sk_params(Sequential.predict, kwargs)
        return np.squeeze(np.asarray(self.model.predict(x, **given)))

    def score(self, x: Any, y: Any, **kwargs: Any) -> float:
        """The loss with its sign turned: more is better."""
        return -float(self._evaluated(x, y, kwargs)[0][1])


def _takes(fn: Any, name: str) -> bool:
    """Whether a function has an argument of this name, or any."""
    parameters = inspect.signature(fn).parameters.values()
    any_name = fn not in _OF_MODELS and any(p.kind is p.VAR_KEYWORD for p in parameters)
    return any_name or _names(fn, name)


def _names(fn: Any, name: str) -> bool:
    return name in inspect.signature(fn).parameters
