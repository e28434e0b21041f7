"""What Python does once where TensorFlow traces a function: it prints, draws numbers, reads some.

As a stand-in for TensorFlow (`install`) a function that runs again for a trace that is there
prints nothing through `print`, draws from `random` and `numpy.random` what it drew in its first
run, and finds the attributes that `kept_kinds` names as they were then. `import gradtape` alone
leaves functions to do at every call what they say.

Invariant: what is held back is of one thread; after a run the generators stand where they stood
before it, but for what the first one drew.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from .. import _core
from . import prints
from .bodies_of_loops import count_of_loops, end_loops
from .kept_attributes import KeptAttributes
from .once_here import here, is_held
from .stands import Draws, behind, put, same, stand

# Held while generators stand elsewhere than the program left them; a fork's child has one anew.
_lock = {"of generators": threading.RLock()}
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=lambda: _lock.update({"of generators": threading.RLock()}))


def hold_back(yes: bool) -> None:
    """Whether functions do once what TensorFlow's do once."""
    is_held["back"] = yes
    prints.replace(yes)


def is_again() -> bool:
    """Whether what runs has run before, and Python is held back."""
    return getattr(here, "again", False)


def is_held_back() -> bool:
    """Whether they do."""
    return is_held["back"]


@contextmanager
def aside() -> Iterator[None]:
    """Within, Python does what it says, as in a `py_function`, and draws go on."""
    if not getattr(here, "again", False):
        with only_at_first(), of_the_library():  # no part of the trace, and no reason for another
            yield
        return
    outside, within = here.outside, None
    if outside is not None:
        within = stand()
        put(outside)
    here.again, kept = False, list(getattr(here, "kept", ()))
    for attributes in reversed(kept):
        attributes.leave()
    try:
        with of_the_library():  # in a later turn of a loop in a first run
            yield
    finally:
        for attributes in kept:
            attributes.enter()
        here.again = True
        if within is not None:
            here.outside = stand()
            put(within)


@contextmanager
def only_at_first() -> Iterator[None]:
    """Within, prints and draws are of what later runs of the function do not do again.

    Where a function has drawn before, later runs still draw what came first.
    """
    printed, here.printed = getattr(here, "printed", None), None
    starts = getattr(here, "starts", ())
    before = stand() if starts else None
    moving = [start for start in starts if same(start.stand, before)]
    try:
        yield
    finally:
        here.printed = printed
        after = stand() if moving else None
        for start in moving:
            start.stand = after


def each_aside(values: Iterable[Any]) -> Iterator[Any]:
    """The values of an iterable of a program's own, which is asked for them aside."""
    iterator = iter(values)
    while True:
        with aside():
            try:
                value = next(iterator)
            except StopIteration:
                return
        yield value


def was_made_before() -> None:
    """One of the variables that have been made here is none that the function makes in TensorFlow,
    where it is there when the function begins."""
    here.made_within = getattr(here, "made_within", 0) + 1


def makes_variables() -> bool:
    """Whether the function that runs here for its first trace has made variables of its own, so
    that TensorFlow traces it a second time."""
    began = getattr(here, "began", None)
    return began is not None and _core.variables_made() - began > here.made_within


@contextmanager
def of_the_library() -> Iterator[None]:
    """Within, the library draws for what is made once: nothing begins again for that."""
    mark = getattr(here, "mark", None)
    if mark is None:
        yield
        return
    here.has_drawn = here.has_drawn or not same(mark, stand())
    try:
        yield
    finally:
        here.mark = stand()


@contextmanager
def made_ready(one: Any) -> Iterator[None]:
    """Within, an object gets what it is made ready with, once: a layer that is built. Later runs of
    the functions that run here for the first time find it so, not as it was before."""
    fresh = getattr(here, "fresh", ())
    before = dict(vars(one)) if fresh else {}
    yield
    for kept in fresh:
        kept.begin_with(one, before)


class TracedAgain(Exception):
    """A function was run for its first trace, and is to be run for its second."""


class Once:
    """The runs of a function for one trace."""

    def __init__(self, has_run: bool = False, objects: Iterable[Any] = ()) -> None:
        """A function that is traced now, before it runs, reads these objects as they are now."""
        self._has_run = has_run
        self._start: Any = None  # where generators stood when it was traced, if it draws
        self.makes = False  # whether its first run made variables, and it was traced twice
        self._is_to_lead = False  # whether the second trace was made, whose draws are to come
        self._jumps: list[tuple[Any, Any]] = []
        self._kept = KeptAttributes(objects, writes_stay=True)

    def leave_out(self) -> None:
        """Its first run would show nothing, and draw nothing."""
        self._has_run = True

    @property
    def has_run(self) -> bool:
        """Whether the function has run."""
        return self._has_run

    @property
    def draws(self) -> bool:
        """Whether the function draws when it is traced."""
        return self._start is not None

    @property
    def keeps(self) -> bool:
        """Whether there are attributes that the function finds as they were."""
        return bool(self._kept)

    def run(
        self,
        function: Callable[[], Any],
        is_traced_twice: bool = False,
        makes: bool = False,
        objects: Callable[[], Iterable[Any]] = tuple,
        begins_again: bool = False,
    ) -> Any:
        """`function()`, held back if it has run before, or is part of a function that has.

        A function that makes variables is traced a second time, if it `is_traced_twice`: what it
        draws then stays. One that `makes` some there makes none here. `objects` are those of which
        the function reads attributes. If it `begins_again`, one that has drawn for a second trace
        does so, after `TracedAgain`.
        """
        if getattr(here, "again", False):
            return self._again(function)
        if not self._has_run:
            traced = (lambda: self._keeping(function)) if self._kept else function
            return self._first(traced, is_traced_twice, makes, objects, begins_again)
        here.again, here.outside = True, None
        loops = count_of_loops()
        try:
            return self._again(function)
        finally:
            end_loops(loops)
            here.again = False

    def run_ahead(self, function: Callable[[], Any]) -> bool:
        """`function()` for its trace alone, before it is needed; whether it has come to its end.

        Of one that has not nothing is seen, and its first run is yet to come.
        """
        is_again = getattr(here, "again", False)
        before, variables = stand(), _core.variables_made()
        outer, here.waiting = getattr(here, "waiting", None), []
        try:
            self._again_ahead(function, before) if is_again else self._first_ahead(function)
        except Exception:
            if _core.variables_made() == variables:
                put(before)
            here.waiting.clear()
        finally:
            waiting, here.waiting = here.waiting, outer
        for values, options in waiting:
            prints.once(*values, **options)
        return self._has_run

    def _first_ahead(self, function: Callable[[], Any]) -> None:
        self.run(function, is_traced_twice=True)
        if self._is_to_lead:  # what it drew for its second trace
            self.run(function)

    def _again_ahead(self, function: Callable[[], Any], before: Any) -> None:
        """The same within a function that runs again, so that nobody sees it."""
        self._keeping(function)
        self._start = None if same(before, stand()) else before
        self._has_run = True

    @classmethod
    def hidden(cls, objects: Iterable[Any]) -> Once:
        """That of which no run is seen: no prints, draws, attributes of these objects."""
        run = cls(has_run=True)
        run._kept, run._start = KeptAttributes(objects), stand()
        return run

    @classmethod
    def never(cls, function: Callable[[], Any], objects: Iterable[Any]) -> Any:
        """`function()`, of which nothing is seen: prints, draws, attributes of these objects."""
        run = cls.hidden(objects)

        def running() -> Any:
            result = function()
            run._kept.forget_flags()
            return result

        return run.run(running)

    def _again(self, function: Callable[[], Any]) -> Any:
        if self._start is None:
            return self._keeping(function)
        return self._keeping(lambda: self._drawing(function))

    def _keeping(self, function: Callable[[], Any]) -> Any:
        outer = getattr(here, "kept", ())
        is_within = any(self._kept is one for one in outer)  # the function calls itself
        on_main = threading.current_thread() is threading.main_thread()
        if is_within or not (self._kept and on_main):
            return function()
        here.kept = (*outer, self._kept)
        self._kept.enter()
        try:
            return function()
        finally:
            self._kept.leave()
            here.kept = outer

    def _first(
        self,
        function: Callable[[], Any],
        is_traced_twice: bool,
        makes: bool,
        objects: Callable[[], Iterable[Any]],
        begins_again: bool,
    ) -> Any:
        kept = self._kept or KeptAttributes(objects())
        draws, variables = Draws(), _core.variables_made()
        starts = getattr(here, "starts", ())
        here.starts = (*starts, draws)
        outer, here.printed = getattr(here, "printed", None), []
        beside, here.made_within = getattr(here, "made_within", 0), 0
        began, here.began = getattr(here, "began", None), variables if is_traced_twice else None
        marked = getattr(here, "mark", None), getattr(here, "has_drawn", False)
        here.mark, here.has_drawn = draws.stand, False
        loops = count_of_loops()
        fresh = getattr(here, "fresh", ())
        here.fresh = (*fresh, kept)
        try:
            result = function()
        finally:
            here.fresh = fresh
            end_loops(loops)
            printed, here.printed = here.printed, outer
            here.began, here.starts = began, starts
            after, has_drawn = stand(), here.has_drawn
            has_drawn = has_drawn or not same(here.mark, after)
            here.mark, here.has_drawn = marked[0] and after, marked[1] or has_drawn
        variables = _core.variables_made() - variables
        self.makes = makes = makes or (is_traced_twice and variables > here.made_within)
        here.made_within = beside + variables
        for outer_draws in starts[-1:]:
            outer_draws.note(draws, after)
        if not same(draws.stand, after):
            self._start, self._is_to_lead = (after, True) if makes else (draws.stand, False)
            self._jumps = draws.jumps
        for values, options in printed if makes else ():
            prints.write(values, options)
        kept.forget_flags()
        self._kept = KeptAttributes(objects(), writes_stay=True) if makes else kept
        self._has_run = True
        if begins_again and outer is None and self._is_to_lead and has_drawn:
            raise TracedAgain
        return result

    def _drawing(self, function: Callable[[], Any]) -> Any:
        with _lock["of generators"]:
            before, start = stand(), self._start
            is_outermost = here.outside is None
            if is_outermost:
                here.outside = before
            put(start)
            leads, self._is_to_lead = self._is_to_lead and is_outermost, False
            jumps, here.jumps = getattr(here, "jumps", ()), self._jumps
            try:
                return function()
            finally:
                here.jumps = jumps
                if same(stand(), start):
                    self._start = None  # only what is made once was drawn
                elif leads and same(before, start) and here.outside is before:
                    here.outside = stand()
                put(here.outside if is_outermost else behind(before, jumps))
