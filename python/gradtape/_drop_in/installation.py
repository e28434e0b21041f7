"""`install` and `uninstall`: whether imports of TensorFlow are answered by gradtape.

Invariant: a process has either the real TensorFlow or gradtape in its place, never parts of both.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path

from .. import _core
from .._runtime import manners, once
from .._runtime.versions import take_as_imported
from . import class_names, graphs_of_tensors, which_keras
from .amended import AmendingFinder
from .finder import Finder, KerasFinder
from .operators import tell_of_operators
from .stand_in import StandIn

_FINDERS = (Finder("tensorflow"), KerasFinder("keras", "tf_keras"), AmendingFinder())
_ENTRIES = Path(__file__).resolve().parent / "entries"
_TENSORFLOW, _KERAS = str(_ENTRIES / "tensorflow"), str(_ENTRIES / "keras")


def install() -> None:
    """Makes gradtape answer `import tensorflow`, and `import keras`.

    Every module of TensorFlow that gradtape has can be imported, private paths to public things
    included, and holds gradtape's own objects. `tensorflow.__version__` tells the version whose
    interface is kept. Processes that `multiprocessing` starts do the same. Calling it again changes
    nothing. For whole programs there is `python -m gradtape program.py`.

    The environment's `KERAS_BACKEND` says which Keras it is: without it gradtape's own, whatever is
    installed; with `gradtape` the real Keras 3 computing with gradtape, as `tensorflow.keras` too
    (`pip install gradtape[keras]`); with another backend `import keras` is left alone, unless there
    is no Keras to be found.

    Second derivatives of `nn.moments`, and of layers that normalize, are then TensorFlow's, which
    lack what flows through the mean inside a variance, and each of equal maxima of `max_pool3d`
    gets the whole gradient. What a function prints, draws from `random` and `numpy.random`, or
    reads in outer names, is that of its first call for each trace that TensorFlow would make.

    Errors: `RuntimeError` if the real TensorFlow has been imported already.

    >>> import gradtape
    >>> gradtape.install()
    >>> import tensorflow
    >>> tensorflow.__version__, tensorflow.GradientTape is gradtape.GradientTape
    ('2.21.0', True)
    >>> gradtape.uninstall()
    """
    _refuse_the_real_one()
    tell_of_operators()
    class_names.take()
    _core.take_means_as_constants(True)
    _core.follow_to_the_letter(True)
    once.hold_back(True)
    graphs_of_tensors.give(True)
    if _FINDERS[0] not in sys.meta_path:
        sys.meta_path[:0] = _FINDERS
    if _TENSORFLOW not in sys.path:
        # After the program's own folder, which programs find at 0.
        sys.path[1:1] = [_TENSORFLOW, _KERAS] if which_keras.is_ours() else [_TENSORFLOW]
    importlib.invalidate_caches()


def uninstall() -> None:
    """Takes back `install`: TensorFlow's modules are found, or not found, as they were before.

    What a program has imported keeps working. Calling it without `install` changes nothing.
    """
    class_names.give_back()
    _core.take_means_as_constants(False)
    _core.follow_to_the_letter(False)
    once.hold_back(False)
    graphs_of_tensors.give(False)
    manners.forget()
    take_as_imported(False)
    sys.meta_path[:] = [finder for finder in sys.meta_path if finder not in _FINDERS]
    sys.path[:] = [entry for entry in sys.path if entry not in (_TENSORFLOW, _KERAS)]
    for name, module in list(sys.modules.items()):
        if isinstance(module, StandIn) or name.startswith("tensorflow."):
            del sys.modules[name]


def folders_on_the_path() -> list[str]:
    """The folders of entries by which `install` lets other processes find gradtape."""
    return [folder for folder in (_TENSORFLOW, _KERAS) if folder in sys.path]


def take_over(name: str) -> None:
    """Called by an entry of `sys.path` that is imported as `name`: puts the stand-in in its place.

    A process that `multiprocessing` starts gets its parent's `sys.path` but not its finders, one
    that a program starts itself has what stands in the environment's `PYTHONPATH`. That is how
    gradtape comes to answer there too.
    """
    del sys.modules[name]
    if _KERAS in sys.path and not which_keras.is_ours():  # the parent chose after `install`
        sys.path.remove(_KERAS)
    install()
    sys.modules[name] = importlib.import_module(name)


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
