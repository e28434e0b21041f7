"""`Home`: the chain that a layer stands in, as the layer knows it."""

from __future__ import annotations

import weakref
from typing import Any


class Home(weakref.ref):
    """The model of a layer, which does not keep it alive; copied and pickled with it."""

    def __reduce__(self) -> Any:
        model = self()
        return (_nowhere, ()) if model is None else (Home, (model,))


def _nowhere() -> Any:
    return lambda: None
