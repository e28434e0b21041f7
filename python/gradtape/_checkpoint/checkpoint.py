"""`Checkpoint`: the variables of objects in a file, and back into objects of the same shape.

A checkpoint is one file, `<prefix>.index`, of named tensors (see `tensor_file`) with the graph of
objects in its metadata. A name is the shortest way to a variable, such as
`model/w/.ATTRIBUTES/VARIABLE_VALUE`. Invariants: a checkpoint is whole or not there at all;
restoring either assigns everything that it found or, if something does not fit, nothing.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from .. import _core, errors
from .._io.system_errors import system_errors
from .._module import deferred
from . import foreign_graph
from .bundle import Bundle
from .opening import checkpoint_file, open_tensors
from .restoration import CheckpointLoadStatus, InitializationOnlyStatus, Restoration
from .state import record_latest
from .tensor_file import Reader, write as write_tensors
from .trackable import Graph, children_of, is_trackable

if TYPE_CHECKING:
    from .._typing import PathLike

OWN_GRAPH = "object_graph"


class Checkpoint:
    """Objects to save and restore together, by the names of the keyword arguments.

    Values are variables, modules, models, optimizers, and lists, tuples and dicts of them
    (`ValueError` for anything else). The members of `root`, if it is given, are saved under their
    own names.

    >>> import gradtape as tf, os, tempfile
    >>> v = tf.Variable(1.0)
    >>> checkpoint = tf.train.Checkpoint(v=v)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = checkpoint.save(os.path.join(folder, "ckpt"))
    ...     _ = v.assign(5.0)
    ...     _ = checkpoint.restore(path).assert_consumed()
    >>> os.path.basename(path), float(v)
    ('ckpt-1', 1.0)
    """

    def __init__(self, root: Any = None, **kwargs: Any) -> None:
        self._root = root
        if root is not None:
            _require_trackable("root", root)
        for name, value in sorted(kwargs.items()):  # the first names what several hold
            _require_trackable(name, value)
            setattr(self, name, value)

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        deferred.resume(self)

    def _trackable_children(self) -> dict[str, Any]:
        held = {} if self._root is None else children_of(self._root)
        own = {
            "save_counter" if key == "_save_counter" else key: v for key, v in vars(self).items()
        }
        return {**held, **{key: value for key, value in own.items() if key != "_root"}}

    @property
    def save_counter(self) -> _core.Variable:
        """The variable that counts the calls of `save`."""
        if not hasattr(self, "_save_counter"):
            counter = _core.Variable(0, dtype=_core.int64, name="save_counter", trainable=False)
            self._save_counter = counter
        return self._save_counter

    # --- Saving ---------------------------------------------------------------------------------

    def write(self, file_prefix: PathLike | bytes, options: Any = None) -> str:
        """Write the checkpoint `file_prefix` (any kind of path), replacing an older one at once.

        Returns the prefix. Where the operating system refuses, TensorFlow's error for that, such as
        `ResourceExhaustedError` for a full disk and `PermissionDeniedError`; an older checkpoint of
        the same name stays as it was.
        """
        prefix = os.fsdecode(file_prefix)
        graph = Graph(self)
        nodes = [
            {"children": children, "key": graph.keys.get(place)}
            for place, children in enumerate(graph.children)
        ]
        path = checkpoint_file(prefix)
        with system_errors(path):
            write_tensors(path, graph.variables(), {OWN_GRAPH: json.dumps(nodes)})
        return prefix

    def save(self, file_prefix: PathLike | bytes, options: Any = None) -> str:
        """Write `file_prefix` with "-" and the new `save_counter` appended; returns that.

        The folder's `checkpoint` file names it as the latest.
        """
        path = self.write_numbered(os.fsdecode(file_prefix))
        record_latest(path, [path])
        return path

    def write_numbered(self, prefix: str, number: int | None = None) -> str:
        """Count up (or to `number`) and write; if writing fails, the count is as before."""
        counter = self.save_counter
        before = int(counter)
        number = before + 1 if number is None else number
        counter.assign(before + 1)
        try:
            return self.write(f"{prefix}-{number}")
        except BaseException:
            counter.assign(before)
            raise

    # --- Restoring ------------------------------------------------------------------------------

    def restore(self, save_path: PathLike | bytes | None, options: Any = None) -> Any:
        """Assign the values in a checkpoint that `save` wrote, here or in TensorFlow.

        Returns a status to check the match with.

        Objects that do not exist yet get their values when they are made. None restores nothing.
        Those of TensorFlow need the extra `gradtape[records]`. `NotFoundError` without the
        checkpoint, `DataLossError` for a damaged one; `ValueError` or `InvalidArgumentError` for a
        wrong shape or dtype.
        """
        if save_path is None:
            return InitializationOnlyStatus()
        reader = open_checkpoint(save_path)
        _ = self.save_counter  # so that it is restored as well
        return self._restored_from(reader)

    def read(self, save_path: PathLike | bytes, options: Any = None) -> Any:
        """The same for a checkpoint that `write` wrote, which has no `save_counter`."""
        return self._restored_from(open_checkpoint(save_path))

    def _restored_from(self, reader: Reader | Bundle) -> CheckpointLoadStatus:
        restoration = Restoration(reader, _nodes_in(reader))
        restoration.continue_at(self, 0)
        return CheckpointLoadStatus(restoration, self)


def _require_trackable(name: str, value: Any) -> None:
    if not is_trackable(value):
        raise ValueError(
            f"`Checkpoint` was expecting {name} to be a trackable object (a variable, a module, an "
            f"optimizer, or a container of them), got {value}."
        )


def _nodes_in(reader: Reader | Bundle) -> list[dict[str, Any]]:
    """The graph of objects; `DataLossError` if it is none."""
    if isinstance(reader, Bundle):
        return foreign_graph.nodes_of(reader)
    try:
        nodes = json.loads(reader.metadata[OWN_GRAPH])
    except (ValueError, RecursionError) as error:
        raise reader.damaged("its graph of objects is damaged") from error
    keys = {None, *reader.names()}
    if not isinstance(nodes, list) or not nodes:
        raise reader.damaged("it has no graph of objects")
    if not all(_is_node(node, len(nodes), keys) for node in nodes):
        raise reader.damaged("its graph of objects is damaged")
    return nodes


def _is_node(node: Any, count: int, keys: set[str | None]) -> bool:
    match node:
        case {"children": dict(children), "key": None | str() as key}:
            places = children.values()
            return key in keys and all(type(p) is int and 0 <= p < count for p in places)
    return False


def open_checkpoint(path: Any) -> Reader | Bundle:
    """The tensors of a checkpoint; `NotFoundError` with the advice to check the path."""
    prefix = os.fsdecode(path)
    try:
        with system_errors(checkpoint_file(prefix)):
            reader = open_tensors(prefix)
    except errors.NotFoundError:
        raise errors.NotFoundError(
            None,
            None,
            f"Error when restoring from checkpoint or SavedModel at {prefix}: Failed to find any "
            f"matching files for {prefix}\n"
            "Please double-check that the path is correct. You may be missing the checkpoint "
            "suffix (e.g. the '-1' in 'path/to/ckpt-1').",
        ) from None
    if isinstance(reader, Reader) and OWN_GRAPH not in reader.metadata:
        raise errors.DataLossError(None, None, f"{checkpoint_file(prefix)} is not a checkpoint.")
    return reader
