"""`tensorflow.python.ops.control_flow_util`: in which graph something is: in none."""

from __future__ import annotations

from typing import Any

ENABLE_CONTROL_FLOW_V2 = True


def EnableControlFlowV2(graph: Any) -> bool:
    """Whether loops and branches are those of TensorFlow 2."""
    return ENABLE_CONTROL_FLOW_V2


def GraphOrParentsInXlaContext(graph: Any) -> bool:
    """False: nothing is compiled."""
    return False


def InXlaContext(graph: Any) -> bool:
    """False: nothing is compiled."""
    return False


def IsInXLAContext(op: Any) -> bool:
    """False: nothing is compiled."""
    return False


def IsInWhileLoop(op: Any) -> bool:
    """False: loops are Python's."""
    return False


def IsInCond(op: Any) -> bool:
    """False: branches are Python's."""
    return False
