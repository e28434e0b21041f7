"""`model.export`: programs of other machines, which gradtape does not write."""

from __future__ import annotations

from typing import Any, NoReturn


def _refuse(*_args: Any, **_kwargs: Any) -> NoReturn:
    raise NotImplementedError(
        "Keras on gradtape does not export models: gradtape writes no SavedModel. Save the model "
        "with `model.save('model.keras')`, load it in a process with KERAS_BACKEND=tensorflow or "
        "jax, and export it there."
    )


class GradtapeExportArchive:
    """The base that Keras's `ExportArchive` asks a backend for; it refuses."""

    track = add_endpoint = track_and_add_endpoint = _refuse
    add_variable_collection = write_out = _refuse


SavedModelExportArchive = GradtapeExportArchive  # for Keras 3.16
