"""`keras.wrappers`: models as estimators of scikit-learn."""

from __future__ import annotations

from ..._namespace import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..._keras.wrappers.estimators import (
        SKLearnClassifier as SKLearnClassifier,
        SKLearnRegressor as SKLearnRegressor,
        SKLearnTransformer as SKLearnTransformer,
    )
    from . import scikit_learn as scikit_learn

_ON_FIRST_USE = {
    "": ("scikit_learn",),
    "_keras.wrappers.estimators": (
        "SKLearnClassifier",
        "SKLearnRegressor",
        "SKLearnTransformer",
    ),
}
__getattr__, __dir__ = lazy(__name__, _ON_FIRST_USE)
