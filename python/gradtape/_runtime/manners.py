"""Which Keras's manners a program gets where Keras 2 and 3 do different things without an error.

What stands for TensorFlow has those of Keras 3, until the program does what Keras 3 refuses: then
it is one for Keras 2. Elsewhere, and with `TF_USE_LEGACY_KERAS`, they are those of Keras 2.
"""

from __future__ import annotations

from . import once
from .versions import is_keras_2_asked_for

_shown = {"keras 2": False}
_programs = {"count": 0}


def are_of_keras_3() -> bool:
    """Whether they are Keras 3's."""
    return once.is_held_back() and not _shown["keras 2"] and not is_keras_2_asked_for()


def is_for_keras_2() -> bool:
    """Whether the program is one for Keras 2: it has said so, or does what Keras 3 refuses."""
    return _shown["keras 2"] or is_keras_2_asked_for()


def show_keras_2() -> None:
    """The program does what Keras 3 refuses."""
    _shown["keras 2"] = once.is_held_back()


def forget() -> None:
    """What comes next is another program."""
    _shown["keras 2"] = False
    _programs["count"] += 1


def program() -> int:
    """The number of the program that runs."""
    return _programs["count"]
