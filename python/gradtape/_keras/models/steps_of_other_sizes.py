"""The first run of a step whose trace leaves open how many examples there are, and what it prints.

TensorFlow prints None for that number, and for sizes that come of it. Here the step runs once more
with twice the examples where it has printed such a number. Invariant: of that run nothing is seen,
and no variable, random stream, loss or attribute is another behind it.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ... import _core
from ..._control.named_arguments import named
from ..._random.generator import Generator
from ..._runtime import once
from ..._runtime.drawn_seeds import DrawnSeeds
from ..._runtime.prints import Named, with_open_sizes
from ..._runtime.run_for_traces import leaving_nothing, on_example
from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from ..base_layer.known_shapes import batch_shape
from ..base_layer.others import with_others
from ..optimizers.optimizer import Optimizer
from ..seed_generator import undrawn


def examples_in(batch: Any) -> int:
    """How many there are in a batch; 0 where nobody knows."""
    leaves = [leaf for leaf in nest.flatten(batch) if leaf is not None]
    plain = all(type(leaf) is _core.Tensor and leaf.shape.rank for leaf in leaves)
    sizes = {leaf.shape[0] for leaf in leaves} if plain else set()
    return int(sizes.pop()) if len(sizes) == 1 else 0


@contextlib.contextmanager
def shown_open(
    step: Callable[..., Any],
    args: tuple[Any, ...],
    objects: Callable[[], Iterable[Any]],
    changed: Callable[[], list[Any]],
) -> Iterator[None]:
    """Within, the step runs on these arguments for its trace; `changed` are variables that it may
    change, `objects` those whose attributes it reads."""
    size = examples_in(args[-1])
    if not size:
        yield
        return

    def run() -> None:
        twice = [*args[:-1], nest.map_structure(_twice, args[-1])]
        with contextlib.suppress(Exception), _unseen(step, args, changed()):
            once.Once.never(lambda: step(*twice), objects())

    again: once.TracedAgain | None = None  # it has printed what it will not print again
    with with_open_sizes(run, size):
        try:
            yield
        except once.TracedAgain as signal:
            again = signal
    if again is not None:
        raise again


def named_batch(batch: Any, is_open: bool) -> dict[int, Named]:
    """What is printed for the tensors of a batch in the trace of a step."""
    leaves = [leaf for leaf in nest.flatten(batch) if type(leaf) is _core.Tensor]
    found = {}
    for number, leaf in enumerate(leaves):
        shape = batch_shape(leaf) or leaf.shape if is_open else leaf.shape
        if is_keras_2_asked_for():
            found[id(leaf)] = named("IteratorGetNext", shape, leaf.dtype, number)
        else:
            name = f"data_{number}" if number else "data"
            found[id(leaf)] = named(name, shape, leaf.dtype)
    return found


@contextlib.contextmanager
def _unseen(step: Any, args: Any, read: list[Any]) -> Iterator[None]:
    """Within, the step runs; `read` are the variables that it is seen to lead to."""
    models = [one for one in (getattr(step, "__self__", None), *args) if hasattr(one, "metrics")]
    layers = [layer for model in models for layer in with_others(_layers_in, model)]
    before = [(one, dict(vars(one))) for one in [*layers, *_living(Optimizer)]]
    try:
        with leaving_nothing([*read, *_others(read)]), on_example(), undrawn(), DrawnSeeds():
            yield
    finally:
        for one, attributes in before:
            _put_back(vars(one), attributes)


def _others(read: list[Any]) -> list[Any]:
    """All other variables that there are, since a program may hold them anywhere; but those of
    generators that the step does not lead to, which threads that read data may draw from."""
    left = {id(one) for one in read}
    left.update(id(one.state) for one in _living(Generator))
    return [one for one in _living(_core.Variable) if id(one) not in left]


def _living(kind: type) -> list[Any]:
    return [one for one in gc.get_objects() if issubclass(type(one), kind)]


def _layers_in(layer: Any) -> list[Any]:
    return list(layer._layers_and_self())


def _put_back(now: dict[str, Any], attributes: dict[str, Any]) -> None:
    for name in now.keys() - attributes.keys():
        del now[name]
    now.update(attributes)


def _twice(leaf: Any) -> Any:
    return None if leaf is None else _core.concat([leaf, leaf], 0)
