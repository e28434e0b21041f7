"""Attributes that Keras 2 does not look after: those whose names the layer's class has already.

There what is assigned to a name that a class of the program sets too, as in `dense = None`, is held
without being a part: its weights are not the layer's. So is what goes by a name that TensorFlow's
modules have for a method. Keras 3 finds all of them.
"""

from __future__ import annotations

from ..lookup import is_ours

# Private methods of TensorFlow's modules whose names programs give to layers.
_OF_MODULES = frozenset({"_flatten"})


def is_hidden(kind: type, name: str) -> bool:
    """Whether Keras 2 leaves out what an instance of this class holds by this name."""
    if name in _OF_MODULES:
        return True
    return any(name in vars(one) for one in kind.__mro__ if not is_ours(one))
