"""Programs as several processes that MPI connects; what tests with them skips where MPI is not."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from library import AGAINST_TENSORFLOW

PROGRAMS = Path(__file__).parent / "programs"
MPIRUN = shutil.which("mpirun", path=str(Path(sys.executable).parent)) or shutil.which("mpirun")
MISSING = [
    *(["the package mpi4py"] if importlib.util.find_spec("mpi4py") is None else []),
    *(["mpirun"] if MPIRUN is None else []),
]

needs_mpi = [
    pytest.mark.skipif(AGAINST_TENSORFLOW, reason="gradtape's own"),
    pytest.mark.skipif(bool(MISSING), reason=f"there is no {' and no '.join(MISSING)}"),
]


def start(count, program, *arguments, drop_in=False, timeout=100, **environment):
    """The finished processes of `mpirun -n count python program arguments`."""
    path = os.pathsep.join([*filter(None, [os.environ.get("PYTHONPATH")]), str(PROGRAMS)])
    known = {**os.environ, "PYTHONPATH": path, "OMP_NUM_THREADS": "1", **environment}
    python = [sys.executable, *(["-m", "gradtape"] if drop_in else [])]
    command = [MPIRUN, "-n", str(count), *python, str(PROGRAMS / program), *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=timeout, env=known, check=False
    )


def run(count, program, *arguments, **options):
    """What each process has printed, by its number: lines that begin with `[number]`."""
    return lines_of(count, start(count, program, *arguments, **options))


def lines_of(count, done):
    """The lines of finished processes, by the number of the process.

    What one has begun to print may stand before the line of another.
    """
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-5000:]
    found = {}
    for number, text in re.findall(r"\[(\d+)\] (.*)$", done.stdout, re.MULTILINE):
        found.setdefault(int(number), []).append(text)
    return [found.get(number, []) for number in range(count)]
