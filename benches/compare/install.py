"""Installs the libraries to compare with into the running interpreter's environment.

Which ones stands in the extra `compare` of this library, which is installed here already. Each is
optional: one that has no build for this machine is left out, and the report says so. PyTorch is
large: it is installed only for GRADTAPE_COMPARE_TORCH=1, and otherwise used where it is found.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import requires


def wanted() -> list[str]:
    """The requirements of the extra `compare`, one by one."""
    parted = (line.partition(";") for line in requires("gradtape") or [])
    extra = [name.strip() for name, _, marker in parted if "compare" in marker]
    return extra + (["torch"] if os.environ.get("GRADTAPE_COMPARE_TORCH") == "1" else [])


def install(requirement: str) -> bool:
    command = [sys.executable, "-m", "pip", "install", "--quiet", requirement]
    return subprocess.run(command).returncode == 0


def main() -> None:
    for requirement in wanted():
        print(f"installing {requirement}", flush=True)
        if not install(requirement):
            print(f"{requirement} cannot be installed here: it is left out of the comparison")


if __name__ == "__main__":
    main()
