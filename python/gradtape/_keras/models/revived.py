"""Models of classes that are not known where they are loaded, in folders of Keras 2.

Keras 2 revives those from a folder that have no configuration, or whose classes are neither
registered nor told. Here such a folder has the model itself besides, as `tf.saved_model.save`
writes it; reading it runs code, as there. A model that cannot be written so has none.
"""

from __future__ import annotations

import contextlib
import pickle
from pathlib import Path
from typing import Any

from ..lookup import is_ours
from ..saved_parts import parts_of

_FILE = "model.objects"
_UNWRITABLE = (pickle.PicklingError, AttributeError, ImportError, TypeError, ValueError)


def write(model: Any, folder: Path) -> None:
    """Write a model that has classes of the program's own."""
    (folder / _FILE).unlink(missing_ok=True)
    if all(is_ours(type(part)) for _, part in parts_of(model)):
        return
    from ..._saved_model import objects  # at call time: only such models need it

    with contextlib.suppress(*_UNWRITABLE):
        (folder / _FILE).write_bytes(objects.to_bytes(model))


def is_in(path: Path) -> bool:
    """Whether there is such a model beside the file of this path."""
    return (path.parent / _FILE).is_file()


def read(path: Path) -> Any:
    """The model beside a file, which is not compiled."""
    from ..._saved_model import objects  # at call time: only such models need it

    model = objects.from_bytes((path.parent / _FILE).read_bytes())
    model._training_setup = model._compiled_steps = model.optimizer = model.loss = None
    return model
