"""`saved_model.save`: an object, its functions and its variables into a folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import _core
from .._checkpoint.checkpoint import Checkpoint
from .._checkpoint.trackable import is_trackable
from .._logging import get_logger
from . import file, objects
from .options import ASSETS_DIRECTORY, VARIABLES_DIRECTORY, VARIABLES_FILENAME, SaveOptions
from .signatures import signatures_of

if TYPE_CHECKING:
    from .._typing import PathLike


class FromFolder:
    """An object that a folder holds in files of its own, and what reads it from there."""

    def __init__(self, read: Any) -> None:
        self.read = read


def save(
    obj: Any, export_dir: PathLike, signatures: Any = None, options: SaveOptions | None = None
) -> None:
    """Write `obj` (a module, a model, a checkpoint) for `tf.saved_model.load`.

    `signatures` is a `tf.function` with an input signature, a concrete function, or a dict of
    them; without it, the object's only function with an input signature is that to serve with, and
    of Keras's models the call. The folder gets the objects (`saved_model.pb`) and their variables
    (`variables/variables`, a checkpoint); `options` changes nothing.

    The file holds Python objects, not graphs: TensorFlow does not read it, and reading it runs
    code, as unpickling does. Classes and functions of the program itself are written with
    cloudpickle (`gradtape[saved-models]`); without it, or if they are a module's, by their name.

    `ValueError` for what holds no variables by its kind, such as a number, and for a signature
    that is no function of tensors; `ImportError` for a function without a name, if cloudpickle is
    not there.

    >>> import os, tempfile
    >>> class Scale(tf.Module):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.factor = tf.Variable(3.0)
    ...
    ...     @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    ...     def __call__(self, x):
    ...         return self.factor * x
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     tf.saved_model.save(Scale(), folder)
    ...     loaded = tf.saved_model.load(folder)
    >>> loaded([1.0, 2.0]).numpy().tolist(), list(loaded.signatures)
    ([3.0, 6.0], ['serving_default'])
    """
    if not is_trackable(obj) or isinstance(obj, (list, tuple, dict)):
        raise ValueError(
            "Expected an object of type `Trackable`, such as `tf.Module` or a subclass of the "
            f"`Trackable` class, for export. Got {obj} with type {type(obj)}."
        )
    content = objects.to_bytes((obj, signatures_of(obj, signatures)))
    folder = Path(os.fsdecode(export_dir))
    (folder / ASSETS_DIRECTORY).mkdir(parents=True, exist_ok=True)
    _write_variables(obj, folder / VARIABLES_DIRECTORY)
    file.write(folder, content)
    get_logger().info("Assets written to: %s", folder / ASSETS_DIRECTORY)


def _write_variables(obj: Any, folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    held = {"variable": obj} if isinstance(obj, _core.Variable) else {"root": obj}
    Checkpoint(**held).write(folder / VARIABLES_FILENAME)


def mark(folder: Path, read: Any) -> None:
    """Make a folder with an object in files of its own one that `load` knows.

    `read`, a function of a module, gives the object for the folder.
    """
    file.write(folder, objects.to_bytes((FromFolder(read), None)))
