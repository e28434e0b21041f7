"""What a step costs that trains an embedding: by the rows that are touched, not by those there are.

For each optimizer the processor time of a step with a batch of 256 rows of 64 numbers out of a
table of 10,000 rows and of 1,000,000, and the second in terms of the first. The first steps, which
make the optimizer's state and look at it once, are left out. Rows are drawn evenly, so that Adam
and momentum visit up to 256 more in each step. `python benches/embedding.py tensorflow` measures
TensorFlow.
"""

from __future__ import annotations

import importlib
import statistics
import sys
import time
from collections.abc import Callable

import numpy as np

tf = importlib.import_module(sys.argv[1] if len(sys.argv) > 1 else "gradtape")

WIDTH, BATCH, WARM, STEPS = 64, 256, 3, 40
TABLES = (10_000, 1_000_000)
OPTIMIZERS: dict[str, Callable[[], object]] = {
    "SGD": lambda: tf.keras.optimizers.SGD(0.1),
    "Adagrad": lambda: tf.keras.optimizers.Adagrad(0.1),
    "SGD, momentum": lambda: tf.keras.optimizers.SGD(0.1, momentum=0.9),
    "Adam": lambda: tf.keras.optimizers.Adam(0.1),
}


def step_time(make: Callable[[], object], rows: int) -> float:
    """The median processor time of a step, in seconds."""
    table, optimizer = tf.Variable(tf.fill([rows, WIDTH], 0.1)), make()
    draw = np.random.default_rng(0)
    times = []
    for step in range(WARM + STEPS):
        ids = tf.constant(draw.integers(0, rows, BATCH), tf.int32)
        start = time.process_time()
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.nn.embedding_lookup(table, ids) ** 2)
        optimizer.apply_gradients([(tape.gradient(loss, table), table)])
        if step >= WARM:
            times.append(time.process_time() - start)
    return statistics.median(times)


def main() -> None:
    print(f"{'us for a step':<16}" + "".join(f"{rows:>12,}" for rows in TABLES) + f"{'ratio':>9}")
    for name, make in OPTIMIZERS.items():
        times = [step_time(make, rows) for rows in TABLES]
        shown = "".join(f"{seconds * 1e6:>12.1f}" for seconds in times)
        print(f"{name:<16}{shown}{times[1] / times[0]:>9.2f}", flush=True)


if __name__ == "__main__":
    main()
