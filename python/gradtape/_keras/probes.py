"""What comes out of a layer for inputs without values: found by running it on zeros, twice.

Once with one example and once with two, and with two sizes for every other unknown dimension; what
differs is unknown in the output too. Invariant: a probe leaves no trace in layers but what building
makes, neither in their variables nor in the order of random numbers.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from typing import Any

import numpy as np

from .. import _core
from .._autodiff.graph_gradients import NeedsTape, on_tape
from .._control.objects import objects_read
from .._module.module import name_scope
from .._runtime.drawn_seeds import open_batches
from .._runtime.printed import silently
from .._runtime.prints import another_attempt, with_open_sizes
from .._runtime.versions import is_keras_2_asked_for
from .._sparse.tensor import SparseTensor
from .._structure import nest
from . import few_examples
from .asked_sizes import REFUSALS, at_sizes_asked_for, rows_asked_for
from .call_errors import told_of_symbols
from .call_order import nodes_between
from .lookup import is_ours
from .naming import of_scratch_graph, pass_names_of_tensors
from .seed_generator import held, kept
from .seen_runs import is_declared, once_for, unmade
from .stand_ins import in_general_position
from .symbolic import MASK, KerasTensor, Node

# Sizes for one and for two examples: large enough for windows, and far enough apart to differ
# behind a stride.
SIZES = ((1, 34), (15, 64), (1, 2), (63, 128), (255, 512))
# Where a whole model is run up to the layer: what pyramids of images can be cut from, and what has
# to be filled up to a length.
_SIZES_OF_MODELS = ((64, 128), (256, 512), (15, 34), (1, 2))
# A sound or the like, of which a window may be long.
_LONG = 1 << 15
# Batches for layers that want more than two examples, as one that takes each of so many by itself.
_MORE_EXAMPLES = (8, 64)
_MOST_INTEGERS = 64  # of a tensor that may be a shape

# What may stand beside symbols and have a row for each example.
_CONSTANTS = (_core.Tensor, np.ndarray)

_Call = Callable[[int, int], Any]


def symbolic_call(
    layer: Any,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    call: Callable[..., Any] | None = None,
    remembered: bool = True,
    completed: Callable[[Node, Any], Any] | None = None,
) -> Any:
    """The outputs, without values, of `layer(*args, **kwargs)`.

    `call` is what is run to see them, where the layer has a `__call__` of its own around it. The
    layer knows of the call later where it is to be remembered. `completed` makes the outputs of
    those that a run has shown; of None where the run failed.
    """
    node = Node(layer, args, kwargs)
    node.call = layer if call is None else partial(call, layer)
    node.once = once_for(node)
    try:
        unseen = unmade(layer)
        with _core.stop_recording_all(), silently(), unseen, open_batches(), with_open_sizes():
            once, twice = _two_probes(node)
            elsewhere = _on_other_values(node, once)
        if remembered and getattr(layer, "_runs_a_function", False) and completed is None:
            pass_names_of_tensors(len(nest.flatten((args[:1], once))))  # to see the shape
        found = nest.map_structure(
            lambda one, two, other: _symbol(one, two, node, other=other), once, twice, elsewhere
        )
    except Exception as error:
        if completed is None:
            raise told_of_symbols(layer, args, kwargs, error) from None
        found = None
    node.outputs = found if completed is None else completed(node, found)
    if remembered and hasattr(layer, "_symbolic_calls"):
        node.remember()
    return node.outputs


def traced(node: Node) -> tuple[Any, list[Any], Any]:
    """What comes out for one example, what went in, and the tape that has followed it."""
    values: dict[int, Any] = {}

    def value(leaf: KerasTensor) -> Any:
        return values.setdefault(id(leaf), _core.identity(leaf.probe(1, SIZES[0][1])))

    with silently(), _core.GradientTape(trace=True) as tape:
        for leaf in _inputs_of(node):
            if leaf.dtype.is_floating:
                tape.watch(value(leaf))
        return _run(node, value), list(values.values()), tape


def _symbol(
    one: Any, two: Any, node: Node, name: str | None = None, other: Any = None
) -> KerasTensor | None:
    """The symbolic tensor for what came out of probes of two sizes, and of the first with other
    values; None for None."""
    if one is None:
        return None
    sparse = isinstance(one, SparseTensor)
    few = one.dtype.is_integer and two.shape.num_elements() <= _MOST_INTEGERS
    probes = {1: one, 2: two} if few else None
    shape = _common(one.shape, two.shape)
    if other is not None and other is not one:
        shape = [d if d == o else None for d, o in zip(shape, other.shape.as_list(), strict=True)]
    if shape and shape[0] is None:
        shape[0] = node.batch
    elif shape and shape[0] == node.rows_of_graph:
        shape[0] = None
    symbol = KerasTensor.of_call(node, shape, one.dtype, probes=probes, sparse=sparse, name=name)
    symbol.has_a_row_an_example = _rows(one) == _rows(two) or (_rows(one), _rows(two)) == (1, 2)
    masks = getattr(one, MASK, None), getattr(two, MASK, None)
    if all(mask is not None for mask in masks):
        called = None if is_keras_2_asked_for() else f"{symbol.name}_mask"
        symbol.masked = _symbol(*masks, node, called)
    return symbol


def _on_other_values(node: Node, once: Any) -> Any:
    """What comes out for one example of numbers in general position, where for zeros there is
    nothing: a layer may return as many rows as fulfil something. Else what came out."""
    leaves = [leaf for leaf in nest.flatten(once) if leaf is not None]
    if all(all(leaf.shape.as_list()) for leaf in leaves):
        return once
    try:
        with in_general_position():
            found = _two_probes_of(node)[0]
    except REFUSALS:
        return once
    pairs = zip(leaves, [leaf for leaf in nest.flatten(found) if leaf is not None], strict=False)
    return found if all(a.shape.rank == b.shape.rank for a, b in pairs) else once


def _rows(value: Any) -> int | None:
    return value.shape[0] if value.shape.rank else None


def _common(one: _core.TensorShape, two: _core.TensorShape) -> list[int | None]:
    """The dimensions that do not depend on the size of the probe, None for those that do."""
    pairs = zip(one.as_list(), two.as_list(), strict=True)
    return [first if first == second else None for first, second in pairs]


def _two_probes(node: Node) -> tuple[Any, Any]:
    """What comes out for one and for two examples; the first error where no sizes will do.

    Each input is made of zeros by itself. Where that does not fit, because inputs depend on each
    other or a batch must be what the model made of it, the model is run up to the layer. Where
    nothing fits zeros, all this is tried with other values. A layer that asks for gradients of what
    came before it, as in a graph, gets them from a tape.
    """
    try:
        return _two_probes_of(node)
    except NeedsTape:
        one, other = _SIZES_OF_MODELS[0]
        return on_tape(_run_up_to, node, 1, one), on_tape(_run_up_to, node, 2, other)
    except REFUSALS as error:
        with in_general_position():
            return instead_of(error, lambda: _two_probes_of(node))


def instead_of(error: Exception, run: Callable[[], Any]) -> Any:
    """What comes out of another attempt; the error of the first if it fails too."""
    try:
        return run()
    except REFUSALS:
        raise error from None


def _two_probes_of(node: Node) -> tuple[Any, Any]:
    """The same with values of one kind."""

    def alone(batch: int, size: int) -> Any:
        return _run(node, lambda leaf: leaf.probe(batch, size))

    def alone_with(known: int, _: int, size: int) -> Any:
        return alone(known, size)

    def of_graph(rows: int, _: int, size: int) -> Any:
        found = alone(rows, size)
        node.rows_of_graph = rows
        return found

    def on_few(batch: int, _: int) -> Any:
        return _run(node, lambda leaf: few_examples.of_few(leaf, batch))

    sizes = _sizes_for(node)
    behind = any(parent.parents() for parent in node.parents())
    attempts: list[tuple[_Call, tuple[tuple[int, int], ...]]] = [(alone, sizes)]
    for known in _known_batches(node):
        attempts.append((functools.partial(alone_with, known), sizes))
    sparse, dense = _nodes_of_graphs(node)
    attempts += [(functools.partial(of_graph, rows), sizes) for rows in sparse]
    if behind:
        in_a_model = functools.partial(_run_up_to, node), _SIZES_OF_MODELS
        first = any(not leaf.has_a_row_an_example for leaf in _inputs_of(node))
        attempts.insert(0 if first else len(attempts), in_a_model)
    for more in _MORE_EXAMPLES:
        attempts.append((functools.partial(_run_on_more, node, more), sizes[:1]))
    attempts += [(functools.partial(of_graph, rows), sizes) for rows in dense]
    node.batch = few_examples.batch_of(node)
    if node.batch is not None:
        attempts.insert(0, (on_few, sizes[:1]))
    failed: tuple[Exception, int] | None = None
    for run, pairs in attempts:
        for one, other in pairs:
            size = one
            try:
                once, size = run(1, one), other
                return _of_one_rank(once, run(2, other))
            except REFUSALS as error:
                failed = failed or (error, size)
    assert failed is not None
    rows = rows_asked_for(failed[0], 1)
    if rows is not None:  # a constant has as many
        return instead_of(failed[0], lambda: tuple(alone(rows, size) for size in sizes[0]))
    return at_sizes_asked_for(functools.partial(_of_asked_size, alone), *failed)


def _of_one_rank(once: Any, twice: Any) -> tuple[Any, Any]:
    """These two; a ValueError that says so where their ranks differ, as of one number they may."""
    for one, two in zip(nest.flatten(once), nest.flatten(twice), strict=False):
        if one is not None and two is not None and one.shape.rank != two.shape.rank:
            raise ValueError(f"One example comes out as {one.shape}, two as {two.shape}.")
    return once, twice


def _of_asked_size(run: _Call, size: int) -> tuple[Any, Any]:
    """For one example, and for two that are twice as long where that fits as well."""
    once = run(1, size)
    try:
        return once, run(2, 2 * size)
    except REFUSALS:
        return once, run(2, size)


def _sizes_for(node: Node) -> tuple[tuple[int, int], ...]:
    """Pairs of sizes for what is open in the inputs, beside the batch."""
    if _takes_a_signal(node):
        # Numbers may be those of words instead, and fewer of them fit.
        return *((one, _LONG) for one, _ in SIZES), *SIZES
    return SIZES if _has_open_sizes(node) else ((1, 2),)


def _known_batches(node: Node) -> list[int]:
    """The numbers of examples that one input or a constant tells where another leaves it open; last
    those of constants of a lower rank, as labels beside logits."""
    leaves = nest.flatten((node.args, node.kwargs))
    shapes = [leaf.shape.as_list() for leaf in leaves if isinstance(leaf, KerasTensor)]
    ranks = {len(shape) for shape in shapes}
    constants = [tuple(leaf.shape) for leaf in leaves if isinstance(leaf, _CONSTANTS)]
    told = {shape[0] for shape in shapes if shape}
    beside = {shape[0] for shape in constants if shape and len(shape) in ranks}
    below = {shape[0] for shape in constants if 0 < len(shape) < max(ranks, default=0)}
    if None not in told:
        return []
    rows = [found - {None} for found in (told | beside, below - told - beside)]
    return [found.pop() for found in rows if len(found) == 1]


def _nodes_of_graphs(node: Node) -> tuple[list[int], list[int]]:
    """How many examples there are if an input is the matrix of a graph: those of sparse matrices,
    then those of dense ones.

    Such a matrix has a row and a column for each node of its graph, and the features beside it have
    a row for each.
    """
    inputs = _inputs_of(node)
    found: tuple[list[int], list[int]] = ([], [])
    for leaf in inputs:
        shape = leaf.shape.as_list()
        if len(shape) == 2 and shape[1] is not None and (leaf.sparse or len(inputs) > 1):
            found[not leaf.sparse].append(shape[1])
    return found


def _has_open_sizes(node: Node) -> bool:
    """Whether an input has an unknown dimension beside the batch."""
    return any(None in x.shape.as_list()[1:] for x in _inputs_of(node))


def _inputs_of(node: Node) -> list[KerasTensor]:
    leaves = nest.flatten((node.args, node.kwargs))
    return [leaf for leaf in leaves if isinstance(leaf, KerasTensor)]


def _takes_a_signal(node: Node) -> bool:
    """Whether the only input is numbers along one open dimension, and the layer the program's or
    a function of signals, whose windows may be as long."""
    inputs = _inputs_of(node)
    function = getattr(node.layer, "function", None)
    of_signals = str(getattr(function, "__module__", "")).startswith("gradtape._signal.")
    if len(inputs) != 1 or (is_ours(type(node.layer)) and not of_signals):
        return False
    return inputs[0].dtype.is_floating and inputs[0].shape.as_list() == [None, None]


def _run(node: Node, value: Callable[[KerasTensor], Any]) -> Any:
    """Run the layer of `node` on what `value` gives for each symbolic tensor."""
    args, kwargs = nest.map_structure(
        lambda leaf: value(leaf) if isinstance(leaf, KerasTensor) else leaf,
        (node.args, node.kwargs),
    )
    alone = of_scratch_graph()
    with held(), kept(node.layer), node.seeds, alone, _without_scopes(), another_attempt():
        if not getattr(node.layer, "built", True):
            if _is_told_open_sizes(node.layer):
                node.layer._symbols = node.args, node.kwargs  # whose shapes its `build` gets
            if is_declared(node.layer):
                node.layer._runs_unseen = True
        if node.once is None:
            return node.call(*args, **kwargs)
        return node.once.run(
            lambda: node.call(*args, **kwargs), objects=lambda: objects_read(node.layer.call)
        )


def _without_scopes() -> Any:
    """Keras 2 puts a layer into a network in a graph of its own: no scope is around its weights."""
    return name_scope("") if is_keras_2_asked_for() else nullcontext()


def _is_told_open_sizes(layer: Any) -> bool:
    return not is_ours(type(layer)) or layer._builds_for_open_sizes


def _run_up_to(node: Node, batch: int, size: int) -> Any:
    """The same on what the model computes from inputs of zeros."""
    values: dict[int, Any] = {}
    for step in nodes_between([], _inputs_of(node)):
        if step.parents():
            found = _run(step, lambda leaf: values[id(leaf)])
        else:
            found = nest.map_structure(lambda leaf: leaf.probe(batch, size), step.outputs)
        pairs = zip(nest.flatten(step.outputs), nest.flatten(found), strict=True)
        values.update((id(symbol), value) for symbol, value in pairs)
    return _run(node, lambda leaf: values[id(leaf)])


def _run_on_more(node: Node, more: int, batch: int, size: int) -> Any:
    """The same with so many times the examples."""
    return _run_up_to(node, more * batch, size)
