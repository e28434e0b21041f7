"""The file by which TensorBoard's projector finds embeddings and their labels.

It is a message in protobuf's text form, with an entry for each `Embedding` of the model.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

# Where Keras puts the table of an embedding among the values of a checkpoint: it comes first.
_TENSOR = "layer_with_weights-0/embeddings/.ATTRIBUTES/VARIABLE_VALUE"


def write_config(folder: str | os.PathLike[str], model: Any, metadata: Any) -> None:
    """Write `projector_config.pbtxt`; `ValueError` for labels of layers that are no embeddings."""
    named = dict(metadata) if isinstance(metadata, Mapping) else {}
    entries = []
    for layer in model.layers:
        if any(kind.__name__ == "Embedding" for kind in type(layer).__mro__):
            labels = metadata if isinstance(metadata, str) else named.pop(layer.name, None)
            entries.append(_entry(labels))
    if named:
        raise ValueError(
            "Unrecognized `Embedding` layer names passed to `keras.callbacks.TensorBoard` "
            f"`embeddings_metadata` argument: {named.keys()}"
        )
    Path(folder).mkdir(parents=True, exist_ok=True)
    (Path(folder) / "projector_config.pbtxt").write_text("".join(entries), encoding="utf-8")


def _entry(labels: str | None) -> str:
    lines = [f'  tensor_name: "{_TENSOR}"']
    if labels is not None:
        lines.append(f'  metadata_path: "{labels}"')
    return "\n".join(["embeddings {", *lines, "}", ""])
