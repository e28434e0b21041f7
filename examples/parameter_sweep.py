"""Finds a learning rate: one small network for each, trained in processes of their own.

    python examples/parameter_sweep.py [--jobs 2]

Jobs that do not talk to each other need no MPI. Each process would take all cores for itself; with
several of them the cores are shared out first, by the pool's `initializer`. (With joblib or Dask,
set GRADTAPE_NUM_THREADS before the processes start.)
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor

import gradtape as tf

RATES = [1e-4, 1e-3, 1e-2, 1e-1]
set_threads = tf.config.threading.set_intra_op_parallelism_threads


def trained(rate: float) -> tuple[float, int]:
    """The loss after training with a rate, and the threads that an operation had."""
    tf.keras.utils.set_random_seed(0)
    x = tf.random.normal([200, 3])
    y = tf.reduce_sum(tf.sin(x), 1, keepdims=True)
    model = tf.keras.Sequential(
        [tf.keras.layers.Dense(16, activation="tanh"), tf.keras.layers.Dense(1)]
    )
    model.compile(tf.keras.optimizers.Adam(rate), "mse")
    loss = model.fit(x, y, epochs=10, verbose=0).history["loss"][-1]
    return loss, tf.config.threading.get_intra_op_parallelism_threads()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=2, help="how many processes")
    jobs = parser.parse_args().jobs
    threads = max(1, (os.cpu_count() or 1) // jobs)
    # Processes begin anew: the library's threads do not go along with a fork.
    begin = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, begin, set_threads, (threads,)) as pool:
        results = list(pool.map(trained, RATES))
    for rate, (loss, used) in zip(RATES, results):
        print(f"rate {rate:g}: loss {loss:.4f}, threads {used}")
    print(f"best: {min(zip(results, RATES))[1]:g}")


if __name__ == "__main__":
    main()
