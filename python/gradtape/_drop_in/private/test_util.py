"""`tensorflow.python.framework.test_util`: decorators that say in which ways a test runs.

Invariant: what would run with a graph and without runs once, without; what runs with a graph alone
is skipped.
"""

from __future__ import annotations

import unittest
from typing import Any

_GRAPHS_ALONE = unittest.skip("gradtape has no graphs")


def _as_it_is(decorated: Any = None, *ignored: Any, **also_ignored: Any) -> Any:
    """What is decorated, or a decorator that changes nothing."""
    if isinstance(decorated, type) or callable(decorated):
        return decorated
    return _as_it_is_alone


def _as_it_is_alone(decorated: Any) -> Any:
    return decorated


def _skipped(decorated: Any = None, *ignored: Any, **also_ignored: Any) -> Any:
    """What is decorated, skipped, or a decorator that skips."""
    if isinstance(decorated, type) or callable(decorated):
        return _GRAPHS_ALONE(decorated)
    return _GRAPHS_ALONE


run_in_graph_and_eager_modes = run_all_in_graph_and_eager_modes = _as_it_is
run_v2_only = run_all_without_tensor_float_32 = run_without_tensor_float_32 = _as_it_is
disable_xla = also_run_as_tf_function = with_eager_op_as_function = _as_it_is
run_v1_only = run_deprecated_v1 = deprecated_graph_mode_only = _skipped
run_all_in_deprecated_graph_mode_only = build_as_function_and_v1_graph = _skipped
