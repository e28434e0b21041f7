"""Records what the programs print under TensorFlow itself, with Keras 3 and with Keras 2.

    python tests/programs/record.py [program ...]

needs an environment with tensorflow and tf_keras. Each program is run in a process of its own; what
it prints is kept in recorded.json under its name. A program that only one Keras can run says so in a
line `# keras: 2` or `# keras: 3`.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
RECORDED = HERE / "recorded.json"
TOOLS = {"record.py", "batch.py"}


def programs():
    """The programs of this folder by name."""
    return [path.stem for path in sorted(HERE.glob("*.py")) if path.name not in TOOLS]


def versions_of(name):
    """The versions of Keras that can run a program."""
    only = re.search(r"^# keras: ([23])$", (HERE / f"{name}.py").read_text(), re.MULTILINE)
    return [only[1]] if only else ["3", "2"]


def printed_by_tensorflow(name, keras):
    """What a program prints with one version of Keras."""
    settings = {
        "TF_CPP_MIN_LOG_LEVEL": "3",
        "TF_ENABLE_ONEDNN_OPTS": "0",
        "CUDA_VISIBLE_DEVICES": "-1",
        "TF_USE_LEGACY_KERAS": str(int(keras == "2")),
    }
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, HERE / f"{name}.py"],
            cwd=folder,
            env={**os.environ, **settings},
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        raise SystemExit(f"{name} fails with Keras {keras}:\n{done.stderr[-3000:]}")
    return done.stdout


def main(names):
    recorded = json.loads(RECORDED.read_text()) if RECORDED.exists() else {}
    for name in names or programs():
        recorded[name] = {keras: printed_by_tensorflow(name, keras) for keras in versions_of(name)}
        print(name, *recorded[name])
        kept = {name: recorded[name] for name in sorted(recorded) if name in programs()}
        RECORDED.write_text(json.dumps(kept, indent=1) + "\n")


if __name__ == "__main__":
    main([Path(name).stem for name in sys.argv[1:]])
