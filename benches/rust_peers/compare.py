"""This crate beside candle and burn: a training step, a long array, building, size.

Each side is a package of its own, built from nothing into a folder of its own, and run three times,
the sides in turn. Times are the best of the medians. Crates are fetched before a clock runs.

    python benches/rust_peers/compare.py [name ...]
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
TARGET = HERE.parents[1] / "target" / "rust_peers"
SIDES = ["gradtape", "candle", "burn"]
ROWS = {
    "perceptron_step": "perceptron step, us",
    "elementwise": "tanh(a * b + a), 1M, us",
    "build": "release build from nothing, s",
    "size": "stripped program, MB",
}
TURNS = 3


def cargo(side: str, *arguments: str) -> None:
    where = {**os.environ, "CARGO_TARGET_DIR": str(TARGET / side)}
    subprocess.run(["cargo", *arguments, "--quiet"], cwd=HERE / side, env=where, check=True)


def build(side: str) -> dict[str, float]:
    """Builds one side from nothing: the seconds, and the megabytes of the program."""
    cargo(side, "fetch")
    shutil.rmtree(TARGET / side, ignore_errors=True)
    start = time.monotonic()
    cargo(side, "build", "--release")
    seconds = time.monotonic() - start
    return {"build": seconds, "size": program(side).stat().st_size / 1e6}


def program(side: str) -> Path:
    return TARGET / side / "release" / f"peer-{side}"


def times(side: str) -> dict[str, float]:
    """The rows that one run prints."""
    lines = subprocess.run([program(side)], check=True, capture_output=True, text=True).stdout
    return {name: float(value) for name, value in map(str.split, lines.splitlines())}


def main(sides: list[str]) -> None:
    found = {side: build(side) for side in sides}
    for _ in range(TURNS):
        for side in sides:
            for name, value in times(side).items():
                found[side][name] = min(value, found[side].get(name, value))
    print(f"{'':32}" + "".join(f"{side:>12}" for side in sides))
    for name, title in ROWS.items():
        print(f"{title:32}" + "".join(f"{found[side][name]:12.2f}" for side in sides))


if __name__ == "__main__":
    main(sys.argv[1:] or SIDES)
