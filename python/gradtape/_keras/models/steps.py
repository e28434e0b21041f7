"""The steps of a model's loops, as the functions that Keras would trace: see `traces`.

Invariant: what is reported of a step is in the order that `callbacks.logs.ordered` has.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
from collections.abc import Callable, Iterator
from typing import Any

from ... import _core
from ..._autodiff.graph_gradients import NeedsTape, on_tape
from ..._control.objects import objects_read, variables_read
from ..._control.traces import Traces, look_of
from ..._runtime import inside, once
from ..._runtime.changes import Changes
from ..._runtime.drawn_seeds import DrawnSeeds
from ..._runtime.prints import naming
from ..._runtime.settings import functions_run_eagerly
from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from ..assignable import Assignable
from ..layer_seeds import are_there_seeded_layers
from ..metrics.metric import Metric
from ..seeds_of_traces import DrawsAgain
from .counts import StepCounts
from .epochs import Epochs
from .first_traces import begin_again, makes_variables, values_before
from .state_of_compile import trainable_now
from .steps_of_other_sizes import examples_in, named_batch, shown_open


def in_order(results: dict[str, Any], metrics: list[Any]) -> Any:
    """The numbers in the order of the metrics, and those of other names in that of their names; a
    single one alone.

    Keras 3 asks for a weighted metric by its own name, which gives the number of the other one that
    has this name, and has its number among those of other names.
    """
    names = [_asked_for(metric) for metric in metrics]
    known = [results[name] for name in names if name in results]
    values = known + [results[name] for name in sorted(results) if name not in names]
    return values[0] if len(values) == 1 else values


def _asked_for(metric: Any) -> Any:
    return metric.name if is_keras_2_asked_for() else vars(metric).get("_own_name", metric.name)


def results_of(metrics: list[Any], numbered: Callable[[Any], bool]) -> dict[str, Any]:
    """The results of metrics by name.

    Where a name is taken, one of those that are `numbered` has a number behind it; any other takes
    the place.
    """
    results: dict[str, Any] = {}
    for metric in metrics:
        result, name = metric.result(), metric.name
        if isinstance(result, dict):  # of several, by their names
            results.update(result)
            continue
        if name in results and numbered(metric):
            names = (f"{name}_{n}" for n in itertools.count(1))
            name = next(free for free in names if free not in results)
        results[name] = result
    return results


def _objects_of(*parts: Any) -> Callable[[], list[Any]]:
    """What finds the objects whose attributes the methods of a model read."""
    methods = [part for part in parts if hasattr(part, "__func__")]
    return lambda: [one for method in methods for one in objects_read(method)]


def _look(leaf: Any, is_open: bool, is_bare: bool = False) -> Any:
    """What a trace knows of a part of a batch, whose number of examples may be open, or more."""
    shape, dtype = getattr(leaf, "shape", None), getattr(leaf, "dtype", None)
    if shape is None or dtype is None:
        return type(leaf)
    sizes = [None] * len(shape) if is_bare else [*shape]
    return look_of(
        [None, *sizes[1:]] if is_open and sizes else sizes, getattr(dtype, "name", dtype)
    )


def _changed_by(step: Callable[..., Any], args: Any) -> list[Any]:
    """The variables that a step may change, those of the metrics of a model too."""
    models = [one for one in (getattr(step, "__self__", None), *args) if hasattr(one, "metrics")]
    metrics = [metric for model in models for metric in model.metrics]
    for setup in filter(None, [getattr(model, "_training_setup", None) for model in models]):
        given = [one for one in nest.flatten(setup.metric_specs) if isinstance(one, Metric)]
        metrics += [setup.loss_tracker, *given]  # those that are given may not be listed yet
    return variables_read(step, args) + [one for metric in metrics for one in metric.variables]


@contextlib.contextmanager
def _undone(variables: list[Any] | None) -> Iterator[None]:
    """Within, what is done to these variables, and others, is undone if the step begins again."""
    if variables is None:
        yield
        return
    changes = Changes(variables)
    try:
        with changes:
            yield
    except once.TracedAgain:
        changes.undo()
        raise


class Steps:
    """Runs the steps of one compiled model; if `eager`, random operations in them are eager.

    A step is traced twice that makes variables in its first trace.

    `trainable` are the layers of the model, and whether `compile` found them to be trained.
    """

    def __init__(self, eager: bool) -> None:
        self.eager, self._is_of_2 = eager, is_keras_2_asked_for()
        self.trainable: list[tuple[Any, bool]] = []
        self.counts = StepCounts()
        self.functions: set[str] = set()  # the kinds that have a function
        self.running = 0  # how many steps have begun and not ended
        self._open_batches, self._open_sizes, self._in_loop = True, False, False
        self._is_open = False  # whether the trace that runs leaves open how many examples there are
        self._of_loop: dict[
            str, tuple[Traces, Any]
        ] = {}  # what the loop that runs knows of batches
        self._of_data: dict[str, tuple[int, Any]] = {}  # and the last of these data, whichever
        self._data = 0  # the number of the data of the loop
        self._on_tape = False
        self._eager_loops: dict[str, bool] = {}  # those whose function is made, and is eager code
        self._traces: dict[str, Traces] = {}
        self._known: dict[str, dict[Any, once.Once]] = {}
        self._names: dict[DrawnSeeds, tuple[str, ...]] = {}  # of what each has reported at first
        self._variables: dict[DrawnSeeds, list[str]] = {}  # the names of variables among that
        self._seeds: dict[Any, DrawnSeeds] = {}
        self._kept_seeds: DrawnSeeds | None = None  # of a step that is run again, on a tape

    @classmethod
    def of(cls, model: Any, eager: bool) -> Steps:
        """Those of a model that is compiled; they go on counting."""
        made = cls(eager)
        made.trainable = trainable_now(model)
        Assignable.forget(model, "train_function", "test_function", "predict_function")
        made._in_loop = made._is_of_2 and model.steps_per_execution > 1
        if model._compiled_steps is not None:
            made.counts = model._compiled_steps.counts
        return made

    def __reduce__(self) -> Any:
        """A copy of the model begins anew: what was traced is of this one."""
        return Steps, (self.eager,)

    def begin_loop(self, source: Epochs) -> None:
        """A loop over data begins, which may leave open how many examples batches have, or more."""
        self._open_batches = not source.has_whole_batches()
        self._open_sizes = self._is_of_2 and source.leaves_sizes_open()
        self._of_loop.clear()
        self._data = source.number

    @property
    def traces(self) -> bool:
        """Whether the steps are functions that Keras would trace."""
        return not self.eager and not functions_run_eagerly()

    def _is_eager(self, loop: str) -> bool:
        """Whether the function of a loop is eager code, as it was to be when it was made."""
        eager = self._eager_loops.get(loop)
        if eager is None:
            eager = self.eager or (self._is_of_2 and functions_run_eagerly())
            self._eager_loops[loop] = eager
        return eager or functions_run_eagerly()

    def run(self, kind: str, step: Callable[..., Any], *args: Any) -> Any:
        """A step of this kind: "train", "test" or "predict"."""
        self.running += 1
        loop = kind.removesuffix(" on batch")
        self.counts.add(loop)
        self.functions.add(loop)
        try:
            if self._is_eager(loop):
                return step(*args)
            return self._run(kind, step, *args)
        finally:
            self.running -= 1

    def _once(self, kind: str, args: Any) -> once.Once:
        """What was done once for such data: the second sizes of a kind stand for all others, and of
        a batch that is not predicted the number of examples is open; in Keras 2 of those of a loop
        too."""
        is_open = not kind.startswith("predict") or (self._is_of_2 and kind == "predict")
        if self._is_of_2 and is_open:  # a function for loops and for batches of one's own
            kind = kind.removesuffix(" on batch")
        known, open_axes = self._known.setdefault(kind, {}), int(is_open)
        leaves = nest.flatten(args[-1])
        sizes = tuple(tuple(getattr(leaf, "shape", ()))[open_axes:] for leaf in leaves)
        if sizes not in known and len(known) == 2:
            return list(known.values())[1]
        return known.setdefault(sizes, once.Once())

    def _streams(self, kind: str, batch: Any) -> Any:
        """What random operations read in such a step.

        The steps of a loop know of a batch what the data promise, those on a batch of one's own its
        sizes, as those of `predict` in Keras 3. Both have a function in common in Keras 2, but for
        `predict`, whose batches are no tuples in loops.
        """
        if kind in self._of_loop:
            known, looks = self._of_loop[kind]
            return known.streams_for(looks)
        name, predicts = kind.removesuffix(" on batch"), kind.startswith("predict")
        of_data = name == kind and (self._is_of_2 or not predicts)
        shared = self._is_of_2 and not predicts
        traces = self._traces.setdefault(name if shared else kind, Traces(relaxes=True))
        is_open = of_data and self._open_batches
        is_bare = of_data and self._open_sizes
        looks = tuple([_look(leaf, is_open, is_bare) for leaf in nest.flatten(batch)])
        if of_data:  # all batches of the same data are for one trace, whatever their sizes
            data, known = self._of_data.get(kind, (0, ()))
            looks = known if data == self._data and len(known) == len(looks) else looks
            self._of_loop[kind], self._of_data[kind] = (traces, looks), (self._data, looks)
        streams = traces.streams_for(looks)
        self._is_open = traces.leaves_open(looks)
        return streams

    def _seeds_of(self, kind: str, streams: Any, model: Any) -> DrawnSeeds:
        """The seeds of the trace that runs.

        The first one of a function, in Keras 2 be it of a loop or of a batch of one's own, is made
        twice where it makes variables.
        """
        key = (kind.removesuffix(" on batch") if self._is_of_2 else kind, streams)
        return self._seeds.get(key) or self._new_seeds(key, kind, model)

    def _new_seeds(self, key: Any, kind: str, model: Any) -> DrawnSeeds:
        is_first = all(known[0] != key[0] for known in self._seeds)
        twice = is_first and makes_variables(model, kind.removesuffix(" on batch"))
        made = self._seeds[key] = self._kept_seeds or DrawnSeeds(twice, self._in_loop)
        made.is_open, made.is_of_step = self._is_open, True
        may_begin_again = self._is_of_2 and made.times() > 1
        made.begins_again = may_begin_again and are_there_seeded_layers()
        self._kept_seeds = None
        return made

    def _as_traced(self, trace: DrawnSeeds, results: Any) -> Any:
        """The results without those of metrics that were not there yet when the step was traced."""
        if type(results) is not dict:
            return results
        names = self._names.get(trace)
        if names is None:
            self._names[trace] = tuple(results)
        elif len(results) > len(names):
            results = {name: value for name, value in results.items() if name in names}
        return self._values_of(trace, results)

    def _values_of(self, trace: DrawnSeeds, results: Any) -> Any:
        """The results; of variables the values that they have now, as callbacks may change them."""
        if type(results) is not dict:
            return results
        variables = self._variables.get(trace)
        if variables is None:
            found = [name for name, value in results.items() if isinstance(value, _core.Variable)]
            variables = self._variables[trace] = found
        if not variables:
            return results
        read = {name: results[name].read_value() for name in variables if name in results}
        return results | read

    def lose_run(self, kind: str) -> None:
        """A step of the loop begins and has no data: what draws for batches of known sizes does."""
        if not self._open_batches and kind in self._of_loop:
            self._streams(kind, None).lose_run()

    @contextlib.contextmanager
    def _shown(
        self, trace: once.Once, seeds: DrawnSeeds, step: Any, args: Any, objects: Any
    ) -> Iterator[None]:
        """Within, what Python prints is what a trace does, if there is none yet."""
        if trace.has_run:
            yield
            return
        with contextlib.ExitStack() as stack:
            stack.enter_context(naming(lambda: named_batch(args[-1], seeds.is_open)))
            if seeds.is_open:
                seeds.examples = examples_in(args[-1])
                changed = functools.partial(_changed_by, step, args)
                stack.enter_context(shown_open(step, args, objects, changed))
            yield

    def _run(self, kind: str, step: Callable[..., Any], *args: Any) -> Any:
        streams = self._streams(kind, args[-1])
        model = getattr(step, "__self__", args[0])
        seeds = self._seeds_of(kind, streams, model)
        before = values_before(model) if seeds.begins_again else []
        _core.enter_streams(streams)
        graph = inside.enter_step()
        try:
            with seeds:
                run = functools.partial(on_tape, step) if self._on_tape else step
                if not once.is_held_back():
                    return self._values_of(seeds, run(*args))
                trace = self._once(kind, args)
                makes = self._is_of_2 or len(self._known[kind]) == 1
                makes = makes and seeds.is_traced_twice()
                objects = _objects_of(step, *args)
                changed = _changed_by(step, args) if makes and not trace.has_run else None
                shown = self._shown(trace, seeds, step, args, objects)
                with _undone(changed), shown:
                    found = trace.run(lambda: run(*args), makes, makes, objects, makes)
                    if changed is not None and seeds.drawn_again(is_twice=True):
                        raise once.TracedAgain
                return self._as_traced(seeds, found)
        except NeedsTape:
            if self._on_tape:
                raise
            self._on_tape = True
        except DrawsAgain:
            begin_again(seeds, before)
        except once.TracedAgain:
            pass  # which has undone what was done
        finally:
            seeds.begins_again = False
            inside.leave_step(graph)
            _core.leave_function()
        self._kept_seeds = seeds
        self._traces.clear()
        self._of_loop.clear()
        return self._run(kind, step, *args)
