"""What the functions of datasets print of their arguments, which have no values in a trace.

They have names, numbered over all tensors of an element, and sizes that the description of elements
leaves open are None. Invariant: nothing is described, or run for another size, before something is
printed.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from .. import _core
from .._control.named_arguments import named
from .._runtime.prints import Named, naming, with_open_sizes
from .._structure import nest

Described = Callable[[], Any]  # what the arguments of a function are


@contextlib.contextmanager
def shown(
    args: tuple[Any, ...], spec: Described, again: Callable[[tuple[Any, ...]], None]
) -> Iterator[None]:
    """Within, a function runs on these arguments for its trace; `again` runs it on others, of which
    nothing is seen."""

    def run() -> None:
        longer = _longer(args, spec())
        if longer is not None:
            again(longer)

    size = _rows(args)
    with contextlib.ExitStack() as stack:
        if size:
            stack.enter_context(with_open_sizes(run, size))
        stack.enter_context(by_name(args, spec))
        yield


def by_name(args: tuple[Any, ...], spec: Described) -> contextlib.AbstractContextManager[None]:
    """Within, these arguments are printed by their names."""
    return naming(lambda: _names(args, spec))


def _names(args: tuple[Any, ...], spec: Described) -> dict[int, Named]:
    leaves = nest.flatten(args)
    shapes: list[Any] = [getattr(leaf, "shape", None) for leaf in leaves]
    with contextlib.suppress(Exception):
        described = [leaf.shape for leaf in nest.flatten(spec())]
        shapes = described if len(described) == len(leaves) else shapes
    return {
        id(leaf): named(f"args_{number}", shape, leaf.dtype)
        for number, (leaf, shape) in enumerate(zip(leaves, shapes, strict=True))
        if type(leaf) is _core.Tensor
    }


def _rows(args: tuple[Any, ...]) -> int:
    """How many rows there are in all arguments; 0 where nobody knows."""
    leaves = nest.flatten(args)
    plain = all(type(leaf) is _core.Tensor and leaf.shape.rank for leaf in leaves)
    sizes = {leaf.shape[0] for leaf in leaves} if plain else set()
    return int(sizes.pop()) if len(sizes) == 1 else 0


def _longer(args: tuple[Any, ...], spec: Any) -> Any:
    """The arguments with twice the rows; None where their number is not open."""
    specs = nest.flatten(spec)
    if not all(leaf.shape.rank and leaf.shape[0] is None for leaf in specs):
        return None
    return nest.map_structure(lambda leaf: _core.concat([leaf, leaf], 0), args)
