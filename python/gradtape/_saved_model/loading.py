"""`saved_model.load`: the objects of a folder again, with variables of their own."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._checkpoint.trackable import children_of
from .._runtime.versions import VERSION
from . import file, objects
from .options import SERVING, LoadOptions
from .saving import FromFolder
from .signatures import SignatureMap, signatures_of

if TYPE_CHECKING:
    from .._typing import PathLike


class UserObject:
    """A loaded object: what it had, under the same names, with its `signatures`.

    >>> import tempfile
    >>> checkpoint = tf.train.Checkpoint(v=tf.Variable(2.0))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     tf.saved_model.save(checkpoint, folder)
    ...     loaded = tf.saved_model.load(folder)
    >>> float(loaded.v), dict(loaded.signatures)
    (2.0, {})
    """

    tensorflow_version = VERSION
    graph_debug_info = ""

    def __init__(self, model: Any, signatures: SignatureMap) -> None:
        vars(self).update(_model=model, signatures=signatures)

    def __getattr__(self, name: str) -> Any:
        if name == "_model":  # of one that is being made
            raise AttributeError(name)
        return getattr(self._model, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._model, name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *dir(self._model)})

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._model(*args, **kwargs)

    def _trackable_children(self) -> dict[str, Any]:
        return children_of(self._model)


def load(export_dir: PathLike, tags: Any = None, options: LoadOptions | None = None) -> UserObject:
    """What `tf.saved_model.save` wrote, with variables of its own.

    The functions of the object and of its parts can be called and differentiated, and with its
    `signatures` it is called by the names of its inputs, for a dict of its outputs. `tags` can be
    those that each saved model has, `options` changes nothing. Read only what you trust: the file
    says what code runs.

    `OSError` if the folder holds no saved model, `ValueError` if TensorFlow wrote it (its graphs
    do not run here), and for other tags.
    """
    folder = Path(os.fsdecode(export_dir))
    model, signatures = objects.from_bytes(file.read(folder))
    _require_tags(tags, export_dir)
    if isinstance(model, FromFolder):
        model = model.read(folder)
        signatures = signatures_of(model, None)
    return UserObject(model, signatures)


def _require_tags(tags: Any, export_dir: PathLike) -> None:
    if tags is not None and {*([tags] if isinstance(tags, str) else tags)} != {SERVING}:
        raise ValueError(
            f"Got an incompatible argument to `tags`: {tags}. The SavedModel at {export_dir} has "
            f"one MetaGraph with tags ['{SERVING}']. You may omit the argument, pass 'None', or "
            f"pass tags=['{SERVING}']."
        )
