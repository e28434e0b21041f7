"""`keras.__internal__.utils`: what Keras 2 shows to libraries that are written on it."""

from __future__ import annotations

symbolic_types: list[type] = []


def register_symbolic_tensor_type(cls: type) -> None:
    """Notes a class whose objects stand for tensors where a model is put together."""
    symbolic_types.append(cls)
