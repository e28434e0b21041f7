"""How costs grow with the size of a program: what should be in proportion is.

Each line has one quantity that grows (sources of one gradient, gradients of one tape, operations of
a chain, ...) and the processor time for one of it at three sizes, with what the last takes of the
first. In proportion means 1; a cost that grows with the square shows as the ratio of the sizes.
`python benches/growth.py tensorflow` measures TensorFlow.
"""

from __future__ import annotations

import importlib
import itertools
import sys
import time
from collections.abc import Callable

tf = importlib.import_module(sys.argv[1] if len(sys.argv) > 1 else "gradtape")


def ones(count: int) -> list:
    return [tf.constant(1.0) for _ in range(count)]


def cpu(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def sources(count: int) -> float:
    """One gradient with so many sources."""
    xs = ones(count)
    with tf.GradientTape() as tape:
        tape.watch(xs)
        y = tf.add_n(xs)
    return cpu(lambda: tape.gradient(y, xs))


def variables(count: int) -> float:
    """One gradient with respect to so many variables."""
    vs = [tf.Variable(1.0) for _ in range(count)]
    with tf.GradientTape() as tape:
        y = tf.add_n([v * v for v in vs])
    return cpu(lambda: tape.gradient(y, vs))


def targets(count: int) -> float:
    """One gradient of so many targets."""
    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        ys = [x * x for _ in range(count)]
    return cpu(lambda: tape.gradient(ys, x))


def gradients_of_pairs(count: int) -> float:
    """So many gradients of one persistent tape, each of its own target and source."""
    xs = ones(count)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(xs)
        ys = [x * x for x in xs]
    return cpu(lambda: [tape.gradient(y, x) for x, y in zip(xs, ys, strict=True)])


def gradients_of_neighbours(count: int) -> float:
    """So many gradients between neighbours on one long chain."""
    chain = [tf.constant(1.0)]
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(chain)
        for _ in range(count):
            chain.append(chain[-1] * 1.0001)
    return cpu(lambda: [tape.gradient(y, x) for x, y in itertools.pairwise(chain)])


def record_chain(count: int) -> float:
    """Recording a chain of so many operations."""
    x = tf.constant(1.0)

    def record() -> None:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x
            for _ in range(count):
                y = y * 1.0001

    return cpu(record)


def gradient_of_chain(count: int) -> float:
    """The gradient of a chain of so many operations."""
    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x
        for _ in range(count):
            y = y * 1.0001
    return cpu(lambda: tape.gradient(y, x))


def nesting(count: int) -> float:
    """So many tapes inside of each other around one product."""
    x = tf.constant(1.0)

    def inside(depth: int) -> object:
        if depth == 0:
            return x * x
        with tf.GradientTape() as tape:
            tape.watch(x)
            return inside(depth - 1)

    return cpu(lambda: inside(count))


def dead_ends(count: int) -> float:
    """So many results inside of one tape that nothing needs."""
    x = tf.constant(1.0)

    def record() -> None:
        with tf.GradientTape() as tape:
            tape.watch(x)
            for _ in range(count):
                tf.tanh(x)

    return cpu(record)


def slices(count: int) -> float:
    """The gradient through so many slices of one vector."""
    x = tf.ones([64])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.add_n([x[i % 64] for i in range(count)])
    return cpu(lambda: tape.gradient(y, x))


def outputs(count: int) -> float:
    """The gradient of so many outputs of one operation."""
    x = tf.ones([count])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = tf.unstack(x)
    return cpu(lambda: tape.gradient(y, x))


def module_variables(count: int) -> float:
    """Listing the variables of a module that has so many."""

    class Many(tf.Module):
        def __init__(self) -> None:
            super().__init__()
            self.all = [tf.Variable(1.0) for _ in range(count)]

    module = Many()
    return cpu(lambda: module.trainable_variables)


def optimizer_parameters(count: int) -> float:
    """A second step of Adam over so many parameters."""
    vs = [tf.Variable(1.0) for _ in range(count)]
    optimizer = tf.keras.optimizers.Adam()
    pairs = list(zip(ones(count), vs, strict=True))
    optimizer.apply_gradients(pairs)
    return cpu(lambda: optimizer.apply_gradients(pairs))


# What grows, and its three sizes.
LINES: list[tuple[Callable[[int], float], tuple[int, int, int]]] = [
    (sources, (500, 5_000, 40_000)),
    (variables, (500, 5_000, 40_000)),
    (targets, (500, 5_000, 40_000)),
    (gradients_of_pairs, (200, 1_000, 4_000)),
    (gradients_of_neighbours, (200, 1_000, 4_000)),
    (record_chain, (1_000, 30_000, 300_000)),
    (gradient_of_chain, (1_000, 30_000, 300_000)),
    (nesting, (10, 40, 160)),
    (dead_ends, (1_000, 30_000, 300_000)),
    (slices, (500, 2_000, 8_000)),
    (outputs, (1_000, 8_000, 64_000)),
    (module_variables, (100, 1_000, 10_000)),
    (optimizer_parameters, (100, 1_000, 10_000)),
]


def main() -> None:
    print(
        f"microseconds of processor time for one, at three sizes ({tf.__name__} {tf.__version__})"
    )
    for line, sizes in LINES:
        line(sizes[0])
        each = [min(line(size) for _ in range(3)) / size * 1e6 for size in sizes]
        cells = "  ".join(f"{size:>7,}: {one:7.2f}" for size, one in zip(sizes, each, strict=True))
        print(
            f"  {line.__name__.replace('_', ' '):24} {cells}   x{each[-1] / each[0]:.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
