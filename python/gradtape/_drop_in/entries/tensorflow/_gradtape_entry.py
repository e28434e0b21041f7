"""What the entries do that a process finds on a `sys.path` which it has from another.

The other one has gradtape in TensorFlow's place, and so has this, unless it belongs to another
installation: then what that one has is imported. Nothing of gradtape is imported before this is
known, since it need not fit that interpreter.
"""

import importlib
import os
import sys
from pathlib import Path

_INSTALLATION = "GRADTAPE_STANDS_IN_AT"  # `_drop_in/children.py` sets it
_HERE = Path(__file__).resolve()
_ENTRIES, _BESIDE_GRADTAPE = _HERE.parents[1], _HERE.parents[4]


def answer(name: str) -> None:
    """Called by the entry that is imported as `name`."""
    if os.environ.get(_INSTALLATION, sys.prefix) != sys.prefix:
        _step_aside(name)
        return
    if "gradtape" not in sys.modules:
        _import_that_of_the_parent()
    importlib.import_module("gradtape._drop_in.installation").take_over(name)


def _import_that_of_the_parent() -> None:
    """Imports gradtape, which the parent may have found by a path that is not known here."""
    sys.path.insert(0, str(_BESIDE_GRADTAPE))
    try:
        importlib.import_module("gradtape")
    finally:
        sys.path.remove(str(_BESIDE_GRADTAPE))


def _step_aside(name: str) -> None:
    sys.path[:] = [entry for entry in sys.path if Path(entry).resolve().parent != _ENTRIES]
    del sys.modules[name]
    sys.modules[name] = importlib.import_module(name)
