"""`install` and `uninstall`: whether imports of TensorFlow are answered by gradtape.

Invariant: a process has either the real TensorFlow or gradtape in its place, never parts of both.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path

from .finder import Finder
from .stand_in import StandIn

# Real Keras comes first where it is installed, so that this one is the last to be asked.
_TENSORFLOW = Finder("tensorflow")
_KERAS = Finder("keras", "tf_keras")
_ENTRIES = Path(__file__).resolve().parent / "entries"
_FIRST = str(_ENTRIES / "first")
_LAST = str(_ENTRIES / "last")


def install() -> None:
    """Makes gradtape answer `import tensorflow`, and `import keras` where Keras is not installed.

    Every module of TensorFlow that gradtape has can be imported, private paths to public things
    included, and holds gradtape's own objects. `tensorflow.__version__` tells the version whose
    interface is kept. Processes that `multiprocessing` starts do the same. Calling it again changes
    nothing. For whole programs there is `python -m gradtape program.py`.

    Errors: `RuntimeError` if the real TensorFlow has been imported already.

    >>> import gradtape
    >>> gradtape.install()
    >>> import tensorflow
    >>> tensorflow.__version__, tensorflow.GradientTape is gradtape.GradientTape
    ('2.21.0', True)
    >>> gradtape.uninstall()
    """
    _refuse_the_real_one()
    if _TENSORFLOW not in sys.meta_path:
        sys.meta_path.insert(0, _TENSORFLOW)
        sys.meta_path.append(_KERAS)
    if _FIRST not in sys.path:
        sys.path.insert(1, _FIRST)  # after the program's own folder, which programs find at 0
        sys.path.append(_LAST)
    importlib.invalidate_caches()


def uninstall() -> None:
    """Takes back `install`: TensorFlow's modules are found, or not found, as they were before.

    What a program has imported keeps working. Calling it without `install` changes nothing.
    """
    for finder in (_TENSORFLOW, _KERAS):
        if finder in sys.meta_path:
            sys.meta_path.remove(finder)
    sys.path[:] = [entry for entry in sys.path if entry not in (_FIRST, _LAST)]
    for name in [name for name, module in sys.modules.items() if isinstance(module, StandIn)]:
        del sys.modules[name]


def take_over(name: str) -> None:
    """Called by an entry of `sys.path` that is imported as `name`: puts the stand-in in its place.

    A process that `multiprocessing` starts gets its parent's `sys.path` but not its finders. That
    is how gradtape comes to answer there too.
    """
    del sys.modules[name]
    install()
    finder = _TENSORFLOW if name == "tensorflow" else _KERAS
    spec = finder.find_spec(name, None)
    assert spec is not None  # it is one of the finder's roots
    sys.modules[name] = importlib.util.module_from_spec(spec)


def _refuse_the_real_one() -> None:
    module = sys.modules.get("tensorflow")
    if module is None or isinstance(module, StandIn):
        return
    version = getattr(module, "__version__", "of an unknown version")
    place = getattr(module, "__file__", None) or "an unknown place"
    raise RuntimeError(
        f"gradtape.install() comes too late: tensorflow {version} has been imported already, "
        f"from {place}. Call it before the first import of tensorflow; in a notebook, restart the "
        "kernel first."
    )
