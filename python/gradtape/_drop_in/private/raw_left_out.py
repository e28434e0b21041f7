"""Raw operations that gradtape does not have.

Editors complete names from `gen_math_ops` and its like, so programs import from them what they
never call: what is not here says so only when it is called.
"""

from __future__ import annotations

from .left_out import LeftOut


def __getattr__(name: str) -> LeftOut:
    if name.startswith("__"):
        raise AttributeError(name)
    return LeftOut(
        name,
        "is a raw operation of TensorFlow, which gradtape does not have: use the public function "
        "that is made of it.",
    )
