"""Causes at the two ends: where and when a target was made, and why a source is not watched."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from .. import _core
from . import wording
from .graph import Node
from .recordings import Recording, number_of
from .sites import Line
from .source_code import replaced_at
from .wording import Cause


def place_of_target(
    recording: Recording, target: tuple[bool, int], name: str, line: Line | None = None
) -> Iterator[Cause]:
    """Where a target was made that no tape follows: before it, after it, on another thread."""
    is_variable, number = target
    facts = recording.facts
    if is_variable:
        yield wording.target_is_variable(name)
        return
    mine = _core.thread_of(facts["opened"]) or facts["thread"]
    theirs = _core.thread_of(number)
    first = facts["earlier"][0][0] if facts["earlier"] else facts["opened"]
    if theirs is not None and theirs != mine:
        yield wording.elsewhere(name, "on another thread", line)
    elif number < facts["reset"]:
        yield wording.elsewhere(name, "before the tape was reset", line)
    elif number < first:
        yield wording.elsewhere(name, "before the tape began to record", line)
    elif facts["closed"] and number >= facts["closed"]:
        yield wording.elsewhere(name, "after the tape's context had ended", line)
    elif while_stopped(facts, number):
        yield wording.elsewhere(name, "while recording was stopped", line)


def while_stopped(facts: dict[str, Any], number: int) -> bool:
    """Whether a tensor was made between two of the times in which the tape recorded."""
    times = [*facts["earlier"], (facts["opened"], facts["closed"])]
    return any(closed <= number < opened for (_, closed), (opened, _) in pairwise(times))


def is_tape_value(explainer: Any, target: tuple[bool, int]) -> bool:
    """Whether the target was made while the tape recorded, by this thread."""
    return not list(place_of_target(explainer.recording, target, ""))


def source_causes(
    explainer: Any, target: tuple[bool, int], source: Any, end: Node, names: tuple[str, str]
) -> Iterator[Cause]:
    """Why nothing leads to the source: it is not watched, or was watched too late."""
    recording = explainer.recording
    is_variable, number = number_of(source) or (False, 0)
    facts = recording.facts
    if is_variable:
        if not explainer.graph.tracked(end):
            yield _unwatched_variable(source, facts, names, explainer)
        return
    leaf = explainer.graph.leaves.get(number)
    if leaf is None and not explainer.graph.tracked(end):
        if explainer.graph.steps.get(end):
            return  # made by operations that were not recorded: those have been told
        line = replaced_at(names[1], explainer.frame) if names[1].isidentifier() else None
        line = line or (replaced_at(names[1], explainer.frame) if "." in names[1] else None)
        yield wording.unwatched_tensor(names[1], line)
    elif leaf is not None and leaf.since:
        target_number = target[1]
        used = end in explainer.graph.users or any(
            number in op.inputs for op in recording.operations
        )
        if leaf.since > target_number or (leaf.since > facts["opened"] and not used):
            yield wording.watched_late(names[1])


def _unwatched_variable(
    source: Any, facts: dict[str, Any], names: tuple[str, str], explainer: Any
) -> Cause:
    read = end_was_read(explainer, source)
    if not source.trainable:
        return wording.not_trainable(names[1])
    if not facts["watches_accessed_variables"]:
        return wording.not_accessed(names[1])
    return wording.never_read(names[1], read)


def end_was_read(explainer: Any, source: Any) -> bool:
    """Whether a trace saw the variable being read."""
    _, key = number_of(source) or (True, 0)
    events = explainer.recording.events or ()
    return any(event.kind == "read" and event.inputs[0] == key for event in events)
