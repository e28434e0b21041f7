"""The libraries compared: each has an adapter that writes every workload once, in its own way.

A workload method prepares its inputs and returns a function without arguments; calling that does
the work once and returns a value. `number` turns such a value into one float, for the checksum.
"""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Library:
    """What heads its column, the module that a user imports, and the class that uses it."""

    title: str
    module: str
    adapter: str


LIBRARIES = {
    "gradtape": Library("gradtape", "gradtape", "tensorflow_peer:Gradtape"),
    "numpy": Library("NumPy", "numpy", "numpy_peer:NumPy"),
    "autograd": Library("autograd", "autograd", "autograd_peer:Autograd"),
    "torch": Library("PyTorch", "torch", "torch_peer:Torch"),
    "jax": Library("JAX", "jax", "jax_peer:Jax"),
    "tensorflow": Library("TensorFlow", "tensorflow", "tensorflow_peer:TensorFlow"),
    "function": Library("TF function", "tensorflow", "tensorflow_peer:TensorFlowFunction"),
}


def load(name: str) -> Any:
    """Imports the library and makes its adapter."""
    module, _, class_name = LIBRARIES[name].adapter.partition(":")
    return getattr(importlib.import_module(f"peers.{module}"), class_name)()


def candidates(name: str) -> list[str]:
    """Interpreters to look for a library in; PyTorch is large, so any that has it will do.

    GRADTAPE_COMPARE_TORCH names one; after it come the base of this environment and `python3`.
    """
    here = [sys.executable]
    if name != "torch":
        return here
    named = os.environ.get("GRADTAPE_COMPARE_TORCH", "")
    outside = [os.path.realpath(sys.executable), shutil.which("python3")]
    return here + [python for python in [shutil.which(named), *outside] if python]


def interpreter(name: str) -> str | None:
    """The first interpreter that can import the library, or None."""
    program = f"import numpy, {LIBRARIES[name].module}"
    for python in candidates(name):
        if subprocess.run([python, "-c", program], capture_output=True).returncode == 0:
            return python
    return None
