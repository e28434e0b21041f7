"""Choices that a program may name and that make no difference in one process on one device."""

from __future__ import annotations

import enum


class VariableSynchronization(enum.Enum):
    """When the copies of a distributed variable are brought together; there is one copy."""

    AUTO = 0
    NONE = 1
    ON_WRITE = 2
    ON_READ = 3


class VariableAggregation(enum.Enum):
    """How the copies of a distributed variable are brought together; there is one copy."""

    NONE = 0
    SUM = 1
    MEAN = 2
    ONLY_FIRST_REPLICA = 3


class AggregationMethod:
    """How gradients of several uses are summed; the tape adds them as they come."""

    ADD_N = 0
    DEFAULT = ADD_N
    EXPERIMENTAL_TREE = 1
    EXPERIMENTAL_ACCUMULATE_N = 2
