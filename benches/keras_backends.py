"""Keras 3 on gradtape beside Keras on other backends: five models, `fit` and a loop over a tape.

    python benches/keras_backends.py [--quick] [--models lstm] gradtape=PYTHON jax=PYTHON ...

Each backend is named with the interpreter in which it is installed; Keras has one backend in a
process. They are measured in turn, in rounds, each in a process of its own; what is printed is the
least time of a step, in microseconds of the clock, and how many times longer others take than the
first that is named. With BY_PROCESSOR=1 in the environment it is the time of all processors, which
a busy machine changes less. `loop` is a `GradientTape` loop as TensorFlow's guides write it.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WAYS = ("fit, SGD", "fit, Adam", "loop, Adam")
BATCH = 32


# --- The models, in a process of their own ------------------------------------------------------


def perceptron(keras, numpy):
    layers = keras.layers
    model = keras.Sequential([layers.Dense(64, activation="relu"), layers.Dense(10)])
    return model, numpy.random.normal(size=(BATCH, 64))


def small_convolutions(keras, numpy):
    layers = keras.layers
    model = keras.Sequential(
        [
            layers.Conv2D(8, 3, activation="relu"),
            layers.MaxPooling2D(),
            layers.Flatten(),
            layers.Dense(10),
        ]
    )
    return model, numpy.random.normal(size=(BATCH, 8, 8, 1))


def middle_convolutions(keras, numpy):
    layers = keras.layers
    model = keras.Sequential()
    for channels in (32, 64):
        model.add(layers.Conv2D(channels, 3, padding="same", activation="relu"))
        model.add(layers.BatchNormalization())
        model.add(layers.MaxPooling2D())
    model.add(layers.Flatten())
    model.add(layers.Dense(128, activation="relu"))
    model.add(layers.Dense(10))
    return model, numpy.random.normal(size=(BATCH, 28, 28, 1))


def lstm(keras, numpy):
    model = keras.Sequential([keras.layers.LSTM(64), keras.layers.Dense(10)])
    return model, numpy.random.normal(size=(BATCH, 20, 16))


def transformer(keras, numpy):
    layers = keras.layers
    inputs = x = keras.Input((16, 32))
    for _ in range(2):
        x = layers.LayerNormalization()(x + layers.MultiHeadAttention(2, 16)(x, x))
        hidden = layers.Dense(64, activation="gelu")(x)
        x = layers.LayerNormalization()(x + layers.Dense(32)(hidden))
    outputs = layers.Dense(10)(layers.GlobalAveragePooling1D()(x))
    return keras.Model(inputs, outputs), numpy.random.normal(size=(BATCH, 16, 32))


MODELS = {
    "perceptron": perceptron,
    "small convolutions": small_convolutions,
    "middle convolutions": middle_convolutions,
    "lstm": lstm,
    "transformer": transformer,
}


def measure(backend, name, steps):
    """The time of a step in each way, in microseconds; None for a loop where there is no tape."""
    os.environ["KERAS_BACKEND"] = backend
    if backend == "gradtape":
        import keras_gradtape  # noqa: F401
    import keras
    import numpy as np

    keras.utils.set_random_seed(0)
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    found = {}
    for way in WAYS:
        model, x = MODELS[name](keras, np)
        x = x.astype("float32")
        y = np.arange(BATCH) % 10
        optimizer = (keras.optimizers.SGD if "SGD" in way else keras.optimizers.Adam)(0.001)
        if way.startswith("fit"):
            model.compile(optimizer, loss, metrics=["accuracy"])
            many = np.concatenate([x] * steps), np.concatenate([y] * steps)
            found[way] = timed(partial(model.fit, *many, batch_size=BATCH, verbose=0), steps)
        elif backend in ("gradtape", "tensorflow"):
            found[way] = timed(partial(loop, backend, model, optimizer, loss, x, y, steps), steps)
    return found


def loop(backend, model, optimizer, loss, x, y, steps):
    if backend == "gradtape":
        import gradtape as tf
    else:
        import tensorflow as tf
    for _ in range(steps):
        with tf.GradientTape() as tape:
            value = loss(y, model(x, training=True))
        weights = model.trainable_variables
        optimizer.apply(tape.gradient(value, weights), weights)


def timed(run, steps):
    clock = time.process_time if os.environ.get("BY_PROCESSOR") else time.perf_counter
    run()
    times = []
    for _ in range(3):
        start = clock()
        run()
        times.append(clock() - start)
    return min(times) / steps * 1e6


# --- All backends in turn -----------------------------------------------------------------------


def ask(backend, python, name, steps):
    paths = [str(ROOT / "python"), str(ROOT / "keras_gradtape")] if backend == "gradtape" else []
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths), "TF_CPP_MIN_LOG_LEVEL": "3"}
    command = [python, __file__, "--measure", backend, name, "--steps", str(steps)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        print(f"{backend}, {name}: {done.stderr.strip().splitlines()[-1]}", file=sys.stderr)
        return {}
    return json.loads(done.stdout.splitlines()[-1])


def compare(backends, names, steps, rounds):
    first = next(iter(backends))
    print("| model | way |", " | ".join(backends), "|")
    print("|---|---|" + "---|" * len(backends))
    for name in names:
        best = {}
        for _ in range(rounds):
            for backend, python in backends.items():
                for way, taken in ask(backend, python, name, steps).items():
                    best[way, backend] = min(taken, best.get((way, backend), taken))
        for way in WAYS:
            ours = best.get((way, first))
            cells = [cell(best.get((way, backend)), ours) for backend in backends]
            print(f"| {name} | {way} | {' | '.join(cells)} |", flush=True)


def cell(taken, ours):
    if taken is None or ours is None:
        return "-"
    return f"{taken:.0f} ({taken / ours:.2f})"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("backends", nargs="*", help="name=interpreter")
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--steps", type=int, default=None)
    parser.add_argument("--measure", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    steps = given.steps or (10 if given.quick else 50)
    if given.measure:
        print(json.dumps(measure(*given.measure, steps)))
        return
    backends = dict(pair.split("=", 1) for pair in given.backends)
    compare(backends, given.models.split(","), steps, 1 if given.quick else 3)


if __name__ == "__main__":
    main()
