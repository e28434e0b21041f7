"""Installs the wheel that fits this interpreter, and runs a fixed sample of the tests on it.

    python scripts/release/sample.py dist [--tests tests/python]

Environment and tests are away from the sources, so what is tested is the wheel. Any system, any
interpreter that a wheel is built for; only the standard library is needed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import sysconfig
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Tapes, derivatives and modules of all kinds: they pass through every layer, and take a minute.
SAMPLE = ["tape", "autodiff", "module"]
NEEDED = ["numpy", "pytest>=8", "hypothesis>=6.100"]


def tests_in(folder: Path) -> list[str]:
    """The sample as arguments of pytest, whose settings are beside the folder of the tests."""
    settings = folder.resolve().parents[1] / "pyproject.toml"
    places = [str(folder.resolve() / name) for name in SAMPLE]
    return ["-q", "-p", "no:cacheprovider", "-c", str(settings), *places]


def environment(home: Path) -> Path:
    """The interpreter of a new environment."""
    venv.create(home, with_pip=True)
    return home / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def run_sample(wheels: Path, tests: Path) -> None:
    """Raises `subprocess.CalledProcessError` if no wheel fits, or a test fails."""
    with tempfile.TemporaryDirectory() as home:
        python = str(environment(Path(home) / "env"))
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        found = ["--no-index", "--no-deps", "--find-links", str(wheels.resolve()), "gradtape"]
        subprocess.run([*pip, *found], check=True)
        subprocess.run([*pip, *NEEDED], check=True)
        clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        if sysconfig.get_config_var("Py_GIL_DISABLED"):  # or it warns as the module switches it on
            clean["PYTHON_GIL"] = "1"
        subprocess.run([python, "-m", "pytest", *tests_in(tests)], cwd=home, env=clean, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("wheels", type=Path, help="a folder that holds wheels")
    parser.add_argument("--tests", type=Path, default=ROOT / "tests" / "python")
    given = parser.parse_args()
    try:
        run_sample(given.wheels, given.tests)
    except subprocess.CalledProcessError as error:
        sys.exit(f"failed: {' '.join(map(str, error.cmd))}")


if __name__ == "__main__":
    main()
