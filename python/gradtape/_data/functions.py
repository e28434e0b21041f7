"""Functions that datasets are given: TensorFlow traces one when it is given, and runs the trace.

So what Python does in it is done at once, in TensorFlow's place (`once`), and random operations
have streams of the function's own. Nothing here is traced: the function runs on an example, where
there is one that costs little, and which it takes; else its first element is that.
"""

from __future__ import annotations

import contextlib
import copy
import functools
import threading
from collections.abc import Callable, Iterator
from typing import Any

from .. import _core
from .._control.foreign_errors import of_both
from .._control.objects import objects_read, variables_read
from .._control.straight_code import takes_examples
from .._runtime import inside, once, run_for_traces
from .._runtime.drawn_seeds import DrawnSeeds
from .._runtime.kept_names import with_names_kept
from ..errors import InvalidArgumentError
from . import debug_mode, printed_arguments
from .passes import looking, streams_of_pass

# Codes of functions that have drawn nothing within another that ran again: those are given anew by
# each of its runs.
_quiet: set[Any] = set()
_MOST = 1024
# What is said of an operation that is given tensors of two dtypes.
_MISMATCH = "(zero-based) was expected to be a "


class Function:
    """A function that a dataset calls with elements, or with what it makes of them."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.given = function
        self._kept = with_names_kept(function)
        self._streams, self._once = _core.RandomStreams(), once.Once(objects=_read_by(function))
        self._seeds, self._seeding = DrawnSeeds(once.makes_variables), threading.RLock()
        self._is_new = True  # until it has run
        self._described: printed_arguments.Described = lambda: None  # its arguments
        self._is_eager = debug_mode.is_on()
        self.is_traced = False

    def again(self) -> Function:
        """The same function for another branch of a dataset, with streams that begin anew."""
        other = copy.copy(self)
        other._streams = self._streams.anew()
        return other

    def of_pass(self) -> Callable[..., Any]:
        """What is called in one pass."""
        if self._is_eager:
            return self._kept
        call = self._kept
        if once.is_held_back():
            call = self._once_held if run_for_traces.is_there() else self._aside
        return functools.partial(_in_a_graph, call, streams_of_pass(self._streams))

    def _aside(self, *args: Any) -> Any:
        """The value of the function for an element, whoever asks for it."""
        with once.aside():
            return self._once_held(*args)

    def _once_held(self, *args: Any) -> Any:
        """The value of the function, which does once what Python does while it is traced."""
        if not (self._is_new or self._seeds.are_used):
            return self._once.run(lambda: self._kept(*args))
        is_first, self._is_new = self._is_new, False
        with contextlib.ExitStack() as stack:
            stack.enter_context(self._seeding)
            stack.enter_context(self._seeds)
            if is_first:
                stack.enter_context(printed_arguments.by_name(args, self._described))
            return self._once.run(lambda: self._kept(*args))

    def trace(
        self, example: Callable[[], tuple[Any, ...]], described: Callable[[], Any] | None = None
    ) -> None:
        """Do now what Python does in the function, if it takes the arguments of an example, which
        are described so."""
        self._described = described or self._described
        if self._is_eager or not once.is_held_back():
            return
        code, is_again = getattr(self.given, "__code__", None), once.is_again()
        if is_again and code in _quiet:
            self._once.leave_out()
            self.is_traced = True
        elif takes_examples(self.given):
            self._run_on(example)
            if is_again and self.is_traced and not self._once.draws and len(_quiet) < _MOST:
                _quiet.add(code)

    def _run_on(self, example: Callable[[], tuple[Any, ...]]) -> None:
        refused: list[InvalidArgumentError] = []
        with run_for_traces.on_example(), self.looking(), contextlib.suppress(Exception):
            args, streams = example(), streams_of_pass(self._streams)
            with printed_arguments.shown(args, self._described, self._again), self._seeds:
                run = functools.partial(_in_a_graph, self._kept, streams, *args)
                self.is_traced = self._once.run_ahead(lambda: _noting_refusals(run, refused))
            self._is_new = not self.is_traced
        if refused and not self.is_traced:
            kind = of_both(InvalidArgumentError, TypeError)
            raise kind(None, None, refused[-1].message) from refused[-1]

    def _again(self, args: tuple[Any, ...]) -> None:
        """Run on these arguments, unseen; not if that would draw from layers once more."""
        if any(hasattr(one, "submodules") for one in objects_read(self.given)):
            return
        run = functools.partial(_in_a_graph, self._kept, self._streams.anew(), *args)
        with contextlib.suppress(Exception), DrawnSeeds():
            once.Once.never(run, _read_by(self.given))

    def of_example(self, *args: Any) -> Any:
        """What it makes of an example; `NeedsData` if it has not been traced with one."""
        if not self.is_traced:
            raise run_for_traces.NeedsData
        with self.looking():
            return self.of_pass()(*args)

    @contextlib.contextmanager
    def looking(self) -> Iterator[None]:
        """Within, the function runs, and leaves nothing behind but what Python does."""
        with looking(), run_for_traces.leaving_nothing(variables_read(self.given)):
            yield


def _noting_refusals(run: Callable[[], Any], refused: list[InvalidArgumentError]) -> Any:
    """`run()`, which ends with an error that is noted if it does so whatever the values are, as for
    dtypes that do not go together."""
    try:
        return run()
    except InvalidArgumentError as error:
        if _MISMATCH in str(error):
            refused.append(error)
        raise


def _in_a_graph(call: Callable[..., Any], streams: Any, *args: Any) -> Any:
    _core.enter_streams(streams)
    graph = inside.enter_dataset()
    try:
        return call(*args)
    finally:
        _core.leave_function()
        inside.leave_dataset(graph)


def _read_by(function: Callable[..., Any]) -> list[Any]:
    """The objects whose attributes a function has as they are now; those of layers are live."""
    if not once.is_held_back():
        return []
    return [one for one in objects_read(function) if not hasattr(one, "submodules")]
