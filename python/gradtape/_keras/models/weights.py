"""Files of weights by functions, as `keras.saving` has them beside a model's methods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..._typing import PathLike


def save_weights(model: Any, filepath: PathLike, overwrite: bool = True, **kwargs: Any) -> None:
    """Write the weights of a model, as `Model.save_weights` does."""
    model.save_weights(filepath, overwrite=overwrite, **kwargs)


def load_weights(
    model: Any, filepath: PathLike, skip_mismatch: bool = False, **kwargs: Any
) -> None:
    """Give a model the weights in a file, as `Model.load_weights` does."""
    model.load_weights(filepath, skip_mismatch=skip_mismatch, **kwargs)
