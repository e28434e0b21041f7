"""`tensorflow.python.autograph.pyct` and its like: programs that rewrite programs for graphs.

They may be imported, for libraries do so without using them; what is in them says that it is not
here as soon as it is called, or a class made of it is.
"""

from __future__ import annotations

from .left_out import LeftOut


def __getattr__(name: str) -> LeftOut:
    if name.startswith("__"):
        raise AttributeError(name)
    return LeftOut(
        name,
        "rewrites Python functions for graphs, which gradtape does not have: functions run as they "
        "are written. Use tf.function or the function itself.",
    )
