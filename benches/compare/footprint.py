"""What a library costs before it does anything: import time, resident memory, space on disk.

Times and memory are over NumPy's, which every one of them imports; for NumPy, over bare Python's.
Space counts the distribution with everything that it requires, NumPy apart.
"""

from __future__ import annotations

import json
import re
import subprocess
from importlib import metadata
from pathlib import Path
from typing import Any

import peers

NUMPY = "numpy"
HERE = str(Path(__file__).resolve().parent)
PROGRAM = """
import sys, time
sys.path.insert(0, {here!r})
import memory, json
{before}
start, before = time.perf_counter(), memory.resident()
import {module}
seconds = time.perf_counter() - start
json.dump({{"seconds": seconds, "bytes": memory.resident() - before}}, sys.stdout)
"""


def import_once(name: str, python: str, environment: dict[str, str]) -> dict[str, float]:
    """Imports the library in a fresh process: seconds, and bytes that stay resident."""
    before = "" if name == NUMPY else f"import {NUMPY}"
    module = peers.LIBRARIES[name].module
    program = PROGRAM.format(here=HERE, before=before, module=module)
    run = subprocess.run(
        [python, "-c", program], capture_output=True, text=True, check=True, env=environment
    )
    return json.loads(run.stdout)


def normalised(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def requirements(name: str) -> set[str]:
    """The distribution and all it requires that is installed, extras and NumPy left out."""
    found: set[str] = set()
    waiting = [normalised(name)]
    while waiting:
        current = waiting.pop()
        try:
            required = metadata.requires(current) or []
        except metadata.PackageNotFoundError:
            continue  # a requirement of another platform
        found.add(current)
        for requirement in required:
            wanted = normalised(re.match(r"[\w.-]+", requirement)[0])
            if "extra ==" not in requirement and wanted not in found | {NUMPY}:
                waiting.append(wanted)
    return found


def distribution_bytes(name: str) -> int:
    """What the installed files of one distribution take."""
    files = metadata.files(name) or []
    paths = (Path(str(file.locate())) for file in files)
    return sum(path.stat().st_size for path in paths if path.is_file())


def installed_bytes(name: str) -> int:
    """What an installation of the library adds to one that has NumPy."""
    module = peers.LIBRARIES[name].module
    distribution = metadata.packages_distributions()[module][0]
    return sum(distribution_bytes(each) for each in requirements(distribution))


def wheel(root: Path) -> dict[str, Any] | None:
    """The newest wheel of this library in dist/, and its size; None before `make wheel`."""
    wheels = sorted(root.glob("dist/gradtape-*.whl"), key=lambda path: path.stat().st_mtime)
    if not wheels:
        return None
    return {"name": wheels[-1].name, "bytes": wheels[-1].stat().st_size}
