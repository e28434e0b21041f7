"""Collections of version 1: lists of a program's own objects by name.

Variables and losses join none by themselves where operations run at once, so the lists hold what
`add_to_collection` has put there.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from typing import Any

_collections: dict[Any, list[Any]] = {}


class GraphKeys:
    """The names of collections that version 1 knows."""

    ACTIVATIONS = "activations"
    ASSET_FILEPATHS = "asset_filepaths"
    BIASES = "biases"
    CONCATENATED_VARIABLES = "concatenated_variables"
    COND_CONTEXT = "cond_context"
    EVAL_STEP = "eval_step"
    GLOBAL_STEP = "global_step"
    GLOBAL_VARIABLES = "variables"
    INIT_OP = "init_op"
    LOCAL_INIT_OP = "local_init_op"
    LOCAL_RESOURCES = "local_resources"
    LOCAL_VARIABLES = "local_variables"
    LOSSES = "losses"
    METRIC_VARIABLES = "metric_variables"
    MODEL_VARIABLES = "model_variables"
    MOVING_AVERAGE_VARIABLES = "moving_average_variables"
    QUEUE_RUNNERS = "queue_runners"
    READY_FOR_LOCAL_INIT_OP = "ready_for_local_init_op"
    READY_OP = "ready_op"
    REGULARIZATION_LOSSES = "regularization_losses"
    RESOURCES = "resources"
    SAVEABLE_OBJECTS = "saveable_objects"
    SAVERS = "savers"
    SUMMARIES = "summaries"
    SUMMARY_OP = "summary_op"
    TABLE_INITIALIZERS = "table_initializer"
    TRAINABLE_RESOURCE_VARIABLES = "trainable_resource_variables"
    TRAINABLE_VARIABLES = "trainable_variables"
    TRAIN_OP = "train_op"
    UPDATE_OPS = "update_ops"
    VARIABLES = "variables"
    WEIGHTS = "weights"
    WHILE_CONTEXT = "while_context"


def add_to_collection(name: Hashable, value: Any) -> None:
    """Put an object into a collection.

    >>> import gradtape as tf
    >>> tf.compat.v1.add_to_collection("mine", 3)
    >>> tf.compat.v1.get_collection("mine")
    [3]
    >>> tf.compat.v1.reset_default_graph()
    """
    get_collection_ref(name).append(value)


def add_to_collections(names: str | Iterable[Hashable], value: Any) -> None:
    """Put an object into several collections, each once."""
    for name in [names] if isinstance(names, str) else set(names):
        add_to_collection(name, value)


def get_collection(key: Hashable, scope: str | None = None) -> list[Any]:
    """The objects of a collection; with a scope those whose name begins with that pattern."""
    found = list(_collections.get(key, ()))
    if scope is None:
        return found
    return [one for one in found if re.match(scope, getattr(one, "name", None) or "")]


def get_collection_ref(key: Hashable) -> list[Any]:
    """The list itself."""
    return _collections.setdefault(key, [])


def forget_collections() -> None:
    """Empty all of them."""
    _collections.clear()
