"""Loops of functions over data: TensorFlow makes a function of the body, and the dataset runs it.

So random operations of a body have streams of their own, which begin anew with each loop. Those of
a loop over an iterator are the function's, as of any loop. Invariant: the streams of a body are
left before the next element is asked for, and when the loop lets its iterator go.
"""

from __future__ import annotations

import dis
import linecache
import sys
from collections.abc import Iterator as Source
from types import FrameType
from typing import Any

from .. import _core
from .._control.control_flow import rounds
from .._runtime.once_in_loops import turns

_GET_ITER = dis.opmap["GET_ITER"]


def of_dataset(made: Source[Any]) -> Any:
    """What a loop over a dataset goes through, `made` where no function has streams."""
    if not _core.draws_in_function():
        return made
    caller = sys._getframe(2)
    if _is_ours(caller) or not (_is_a_loop(caller) or _wraps(caller)):
        return made
    return bodies(turns(made))


def of_iterator(iterator: Source[Any]) -> Any:
    """The same for a loop over an iterator of a dataset."""
    if _core.begin_loop() is None:
        return iterator
    caller = sys._getframe(2)
    return rounds(iterator) if not _is_ours(caller) and _is_a_loop(caller) else iterator


def bodies(elements: Source[Any]) -> Source[Any]:
    """The elements, with random streams that begin here for what runs between them."""
    streams = _core.RandomStreams()
    for element in elements:
        _core.enter_streams(streams)
        try:
            yield element
        finally:
            _core.leave_function()


def _is_a_loop(frame: FrameType) -> bool:
    return frame.f_code.co_code[frame.f_lasti] == _GET_ITER


def _wraps(frame: FrameType) -> bool:
    """Whether what asks is `enumerate` or `zip`, and not the program's own `iter`."""
    line = linecache.getline(frame.f_code.co_filename, frame.f_lineno)
    return "enumerate(" in line or "zip(" in line


def _is_ours(frame: FrameType) -> bool:
    return str(frame.f_globals.get("__name__")).startswith("gradtape.")
