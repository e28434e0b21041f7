"""Programs that a program starts: `sys.executable child.py` has gradtape in TensorFlow's place too.

All that such a child inherits is the environment, so the folders of entries stand first in its
`PYTHONPATH`. Invariant: an interpreter of another installation has the packages of that one, since
the entries, which find here for which one they stand, step aside there.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

_INSTALLATION = "GRADTAPE_STANDS_IN_AT"  # `entries/tensorflow/_gradtape_entry.py` reads it


def hand_on(folders: Iterable[str]) -> None:
    """Puts the folders that are not there yet in front of the environment's `PYTHONPATH`."""
    inherited = os.environ.get("PYTHONPATH", "")
    known = inherited.split(os.pathsep) if inherited else []
    new = [folder for folder in folders if folder not in known]
    os.environ["PYTHONPATH"] = os.pathsep.join([*new, *known])
    os.environ[_INSTALLATION] = sys.prefix
