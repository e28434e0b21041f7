"""A program: every operation of the registry is called with absurd sizes, and with strings.

It prints what is wrong, a line of JSON for each finding, and a count at last. `test_sizes.py` runs
it in a child process, under a limit on memory.
"""

from __future__ import annotations

import faulthandler
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gradtape as tf
from gradtape import _core

# What may be allocated beyond what the process starts with.
MEMORY = 768 << 20
# Seconds until a call is stopped, as by Ctrl-C, until it must have stopped, and (of the processor's
# time) until the process ends.
TOO_LONG, PROMPT, HANG = 0.02, 10.0, 10.0
# The seed of the whole process.
LEFT_OUT = {"set_seed"}

EXPECTED: dict[str, Any] = {
    "Ints": [2],
    "Axes": 0,
    "Lengths": [2],
    "Int": 1,
    "IntOrInts": 1,
    "Counts": 1,
    "Float": 0.5,
    "Number": 1.0,
    "Bool": False,
    "Str": "SAME",
    "StrOrFloat": 1.0,
    "DType": tf.float32,
    "Padding": "SAME",
}
TENSORS = {"Tensor", "Free", "Exact", "First", "Peek", "Index", "Labels", "Condition"}
LISTS = {"Tensors", "OneOrMore", "Rows", "Options"}
HUGE_NUMBERS = [0, -1, 2**31, 2**40, 2**62, 2**63 - 1, -(2**62), -(2**63)]


class TooLong(BaseException):
    """Raised by the clock."""


def absurd_shapes(rank: int) -> Iterator[list[int]]:
    """Shapes of this rank: of no element and long axes, and of more elements than memory holds."""
    if rank == 0:
        return
    yield [2 ** (50 // rank)] * rank
    yield [2**50] + [1] * (rank - 1)
    if rank == 1:
        yield [0]
        return
    yield [0] + [1] * (rank - 2) + [2**58]
    yield [2**58] + [1] * (rank - 2) + [0]
    yield [1] * (rank - 2) + [2**40, 0]
    yield [1] * (rank - 2) + [0, 1]
    if rank >= 3:
        yield [0, 2**30, 2**28] + [1] * (rank - 3)
        yield [0] + [1] * (rank - 3) + [2**29, 2**29]
    if rank >= 4:
        yield [1, 0, 2**28] + [2**10] * (rank - 3)


def dtype_of(made: Any) -> str:
    """The dtype of a sample's argument."""
    return {"Ints": "int64", "Bools": "bool"}.get(made[0], "float32")


def tensor(made: Any) -> Any:
    """A sample's argument: a tensor, a list of tensors, or what is no tensor."""
    if isinstance(made, list) and made and isinstance(made[0], tuple):
        return [tensor(item) for item in made]
    if not isinstance(made, tuple):
        return made
    kind, dims, *rest = made
    if kind == "Real":
        return tf.fill(dims, rest[0] * 0.3 + rest[1] * 0.7)
    if kind == "Spd":
        return tf.eye(dims[-1], batch_shape=dims[:-2]) * 2.0
    if kind == "Reals":
        return tf.constant(rest[0], shape=dims)
    return tf.constant(rest[0], tf.int64 if kind == "Ints" else tf.bool, shape=dims)


def view(dims: list[int], dtype: str) -> Any:
    """A tensor of this shape that takes no memory."""
    return tf.broadcast_to(tf.cast(0 if dtype.startswith("int") else 1, dtype), dims)


def rank_of(made: Any) -> int:
    return len(made[1])


def plain_calls(parameters: list[tuple[str, str]], samples: list[Any]) -> Iterator[dict[str, Any]]:
    """The samples, or calls that are made up: tensors of one to four axes."""
    yield from samples
    if samples:
        return
    for dims in ([], [2], [2, 2], [2, 2, 2]):
        for seed in ([1, 2], None):
            made = {}
            for name, kind in parameters:
                if kind in TENSORS or kind.startswith("As("):
                    whole = kind in ("Index", "Labels")
                    made[name] = ("Ints", dims, 1) if whole else ("Real", dims, 0.2, 0.8)
                elif kind in LISTS:
                    made[name] = [("Real", dims, 0.2, 0.8)] * 2
                elif kind in EXPECTED and name not in ("dtype", "axis", "data_format"):
                    made[name] = EXPECTED[kind]
            if seed is not None and "seed" in made:
                made["seed"] = ("Ints", [2], seed)
            elif seed is None and "seed" not in made:
                continue
            yield made


def variations(made: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The call with absurd arguments: one, and all tensors at once."""
    places = {n: v for n, v in made.items() if isinstance(v, tuple)}
    lists = {n: v for n, v in made.items() if isinstance(v, list) and v and isinstance(v[0], tuple)}
    for name, value in places.items():
        dtype = dtype_of(value)
        for rank in {rank_of(value), 1}:
            for dims in absurd_shapes(rank):
                yield {**made, name: (dims, dtype)}
        yield {**made, name: ([], "string")}
        yield {**made, name: ([1] * rank_of(value), "string")}
        yield {**made, name: ([0], "string")}
    for rank in {rank_of(v) for v in places.values()}:
        for dims in absurd_shapes(rank):
            for changed in (places, [n for n in places if rank_of(places[n]) == rank]):
                yield {**made, **{n: (dims, dtype_of(places[n])) for n in changed}}
    if places:
        yield {**made, **{n: ([1] * rank_of(v), "string") for n, v in places.items()}}
    for name, value in lists.items():
        for dims in absurd_shapes(rank_of(value[0])):
            yield {**made, name: [(dims, dtype_of(v)) for v in value]}
            yield {**made, name: [(dims, dtype_of(value[0])), *value[1:]]}
        yield {**made, name: [([1], "string") for _ in value]}
    for name, value in made.items():
        if isinstance(value, bool) or name in places or name in lists:
            continue
        if isinstance(value, int | float):
            yield from ({**made, name: n} for n in HUGE_NUMBERS)
        if isinstance(value, list | tuple) and all(isinstance(v, int) for v in value):
            yield from ({**made, name: [n] * len(value)} for n in HUGE_NUMBERS)
            for i in range(len(value)):
                yield from ({**made, name: [*value[:i], n, *value[i + 1 :]]} for n in HUGE_NUMBERS)
            if len(value) > 1:
                yield {**made, name: [0, *[2**62] * (len(value) - 1)]}
                yield {**made, name: [0, *[2**31] * (len(value) - 1)]}


def argument(made: Any) -> Any:
    """The object for an argument of a variation."""
    if isinstance(made, list) and made and isinstance(made[0], tuple):
        return [argument(item) for item in made]
    if isinstance(made, tuple) and len(made) == 2 and isinstance(made[0], list):
        dims, dtype = made
        if dtype == "string":
            return tf.broadcast_to(tf.constant("a"), dims)
        return view(dims, dtype)
    return tensor(made)


def text(name: str, made: dict[str, Any]) -> str:
    """A call for people."""
    return f"{name}({', '.join(f'{n}={v!r}' for n, v in made.items())})"


def tell(kind: str, name: str, made: dict[str, Any], detail: str) -> None:
    print(json.dumps([kind, text(name, made), detail[:300]]), flush=True)


RUNNING = [False]


def stop(*_: Any) -> None:
    if RUNNING[0]:
        raise TooLong


def call(name: str, made: dict[str, Any]) -> None:
    """Makes one call, and tells if it goes wrong."""
    function = getattr(_core, name)
    arguments = {n: argument(v) for n, v in made.items()}
    start = time.perf_counter()
    signal.setitimer(signal.ITIMER_PROF, HANG)
    try:
        try:
            RUNNING[0] = True
            signal.setitimer(signal.ITIMER_REAL, TOO_LONG, TOO_LONG)
            function(**arguments)
        finally:
            RUNNING[0] = False
    except TooLong:
        pass
    except (SystemError, tf.errors.InternalError) as error:
        tell(type(error).__name__, name, made, str(error))
    except Exception as error:
        if type(error).__name__ == "PanicException":
            tell("panic", name, made, str(error))
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.setitimer(signal.ITIMER_PROF, 0)
    took = time.perf_counter() - start
    if took > PROMPT:
        tell("slow", name, made, f"{took:.2f} s")


def calls() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every call, in the order of the registry."""
    for name, parameters, samples in _core.grammar():
        if name not in LEFT_OUT:
            for made in plain_calls(parameters, samples):
                yield from ((name, varied) for varied in variations(made))


def limit() -> None:
    """Limits memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    """Calls from number `first` on."""
    first = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    current = os.open(sys.argv[2], os.O_RDWR | os.O_CREAT) if len(sys.argv) > 2 else None
    faulthandler.enable()
    faulthandler.register(signal.SIGPROF, chain=True)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    limit()
    signal.signal(signal.SIGALRM, stop)
    number = -1
    for number, (name, made) in enumerate(calls()):
        if number >= first:
            if current is not None:
                os.pwrite(current, f"{number} {text(name, made)[:900]}".ljust(1000).encode(), 0)
            call(name, made)
    print(json.dumps(["done", str(number + 1), ""]), flush=True)


if __name__ == "__main__":
    main()
