"""What `keras.src.utils.backend_utils` has: layers in pipelines of data ask where they are."""

from __future__ import annotations

from types import TracebackType
from typing import Any

from ..._runtime.inside import is_traced


def in_tf_graph() -> bool:
    """Whether TensorFlow builds a graph here."""
    return is_traced()


def in_grain_data_pipeline() -> bool:
    """Whether a pipeline of another library calls: none does."""
    return False


def convert_tf_tensor(outputs: Any, dtype: Any = None) -> Any:
    """Tensors of the one backend that there is, as they are."""
    return outputs


class TFGraphScope:
    """Does nothing: values of the one backend may be used everywhere.

    >>> from gradtape._drop_in.private.keras_backend_utils import TFGraphScope, in_tf_graph
    >>> with TFGraphScope():
    ...     in_tf_graph()
    False
    """

    def __enter__(self) -> TFGraphScope:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        pass
