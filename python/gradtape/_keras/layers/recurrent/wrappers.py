"""The layers within wrappers: made again from their configurations."""

from __future__ import annotations

from typing import Any

from ...encoding import decoded
from ...lookup import CUSTOM, UnknownName


def inner_layer(config: Any) -> Any:
    """The layer of a configuration; the catalog of layers knows all classes."""
    if not isinstance(config, dict):
        return config
    kind = _find(config["class_name"])
    return kind.from_config(decoded(config["config"]))


_catalog: dict[str, Any] = {}


def _find(name: str) -> Any:
    found = CUSTOM.get(name, _catalog.get(name))
    if found is None:
        raise UnknownName.of_class(name)
    return found


def set_catalog(layers: dict[str, Any]) -> None:
    """Say where classes of inner layers are found."""
    _catalog.update(layers)
