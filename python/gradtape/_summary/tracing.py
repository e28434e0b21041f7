"""The tracing of graphs, which there are none of: programs may ask for it, and get a warning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._logging import get_logger

if TYPE_CHECKING:
    from .._typing import TensorLike


def trace_on(graph: bool = True, profiler: bool = False, profiler_outdir: Any = None) -> None:
    """Does nothing but say that there is no graph to trace."""
    get_logger().warning("tf.summary.trace_on: gradtape runs eagerly, so no graph is traced.")


def trace_export(name: str, step: TensorLike | None = None, profiler_outdir: Any = None) -> None:
    """Does nothing."""


def trace_off() -> None:
    """Does nothing."""


def graph(graph_data: Any) -> bool:
    """Writes nothing, and says so by False."""
    return False
