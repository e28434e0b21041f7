"""Instructions of the hot paths, counted by Callgrind: a busy machine gives the same numbers.

Each program is run for two numbers of rounds; the difference, divided, is what one step costs,
the interpreter's own share included. The import, of which no two cost quite the same, is the small
part of the longer run. The counts are of the AVX2 kernels: Valgrind knows no AVX-512.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys

# An import that compiles its modules would be most of a run.
SETTINGS = {"PYTHONHASHSEED": "0", "GRADTAPE_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": ""}
FEW, MANY = 200, 5200

HEAD = """
import gradtape as tf
x, a = tf.constant(1.5), tf.constant(1.01)
v = tf.Variable(1.5)
w1, b1, w2, b2 = parameters = [tf.Variable(tf.ones(s)) for s in ([4, 16], [16], [16, 2], [2])]
row, label, rate = tf.ones([1, 4]), tf.constant([1]), tf.constant(1e-3)
"""

CHAIN = """
def step():
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x
        for _ in range(100):
            y = y * a
"""

# What is counted: its name, the program, how many of it one step has.
PATHS = [
    ("product of scalars, no tape", "def step():\n    for _ in range(100):\n        x * a\n", 100),
    ("the same, recorded in a chain", CHAIN, 100),
    ("the same, and its gradient", CHAIN + "    tape.gradient(y, x)\n", 100),
    (
        "tape, v * v, gradient",
        """
def step():
    for _ in range(20):
        with tf.GradientTape() as tape:
            y = v * v
        tape.gradient(y, v)
""",
        20,
    ),
    (
        "perceptron step 1x4-16-2",
        """
def step():
    with tf.GradientTape() as tape:
        logits = tf.nn.relu(row @ w1 + b1) @ w2 + b2
        loss = tf.reduce_mean(
            tf.nn.sparse_softmax_cross_entropy_with_logits(labels=label, logits=logits)
        )
    for p, g in zip(parameters, tape.gradient(loss, parameters)):
        p.assign_sub(rate * g)
""",
        1,
    ),
]


def instructions(program: str, rounds: int) -> int:
    """Of the whole process."""
    code = f"{HEAD}{program}\nfor _ in range({rounds}):\n    step()\n"
    tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    done = subprocess.run(
        [*tool, sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **SETTINGS},
    )
    found = re.search(r"Collected : (\d+)", done.stderr)
    if not found:
        raise SystemExit(f"valgrind printed no count:\n{done.stderr}")
    return int(found[1])


def main() -> None:
    if not shutil.which("valgrind"):
        print("make counts: valgrind is not installed; nothing was counted")
        return
    print("instructions, each:")
    for name, program, each in PATHS:
        few, many = (instructions(program, rounds) for rounds in (FEW, MANY))
        print(f"  {name:32} {(many - few) / (MANY - FEW) / each:8.0f}", flush=True)


if __name__ == "__main__":
    main()
