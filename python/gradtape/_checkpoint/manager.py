"""`CheckpointManager`: a folder with the last few checkpoints; and looking into checkpoints."""

from __future__ import annotations

import glob
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _core, errors
from .._io.system_errors import system_errors
from .bundle import GRAPH, Bundle
from .checkpoint import OWN_GRAPH, Checkpoint
from .opening import checkpoint_file, open_tensors
from .state import read_state, record_latest
from .tensor_file import Reader

if TYPE_CHECKING:
    from .._typing import PathLike

_SUFFIX = "/.ATTRIBUTES/VARIABLE_VALUE"


def latest_checkpoint(
    checkpoint_dir: PathLike | bytes, latest_filename: str | None = None
) -> str | None:
    """The path of the last checkpoint saved in a folder, or None.

    It is found in the folder's file `checkpoint`, or `latest_filename`; `DataLossError` if that is
    damaged.

    >>> import gradtape as tf
    >>> tf.train.latest_checkpoint("no/such/folder") is None
    True
    """
    latest, _ = read_state(os.fsdecode(checkpoint_dir), latest_filename)
    return latest if latest is not None and _is_there(latest) else None


def _is_there(prefix: str) -> bool:
    """Whether there is a checkpoint; a folder is taken for one of the oldest kind, as it is what a
    prefix that ends in a slash is recorded as."""
    return Path(checkpoint_file(prefix)).exists() or Path(prefix).exists()


class CheckpointState(NamedTuple):
    """What a folder says of its checkpoints: the path of the latest, and of all that are kept."""

    model_checkpoint_path: str
    all_model_checkpoint_paths: list[str]


def get_checkpoint_state(
    checkpoint_dir: PathLike | bytes, latest_filename: str | None = None
) -> CheckpointState | None:
    """The latest checkpoint of a folder and those that are kept; None where nothing was saved.

    It is read from the folder's file `checkpoint`, or `latest_filename`; `DataLossError` if that is
    damaged.

    >>> import gradtape as tf
    >>> tf.train.get_checkpoint_state("no/such/folder") is None
    True
    """
    latest, kept = read_state(os.fsdecode(checkpoint_dir), latest_filename)
    return None if latest is None else CheckpointState(latest, kept)


def checkpoints_iterator(
    checkpoint_dir: PathLike | bytes,
    min_interval_secs: float = 0,
    timeout: float | None = None,
    timeout_fn: Callable[[], bool] | None = None,
) -> Iterator[str]:
    """The latest checkpoint of a folder, and each later one as soon as it is there.

    At least `min_interval_secs` lie between two. Ends when none came for `timeout` seconds, unless
    `timeout_fn` answers False; without a `timeout` it waits for ever.

    >>> import gradtape as tf
    >>> list(tf.train.checkpoints_iterator("no/such/folder", timeout=0))
    []
    """
    seen = None
    while True:
        begun = time.monotonic()
        while (path := latest_checkpoint(checkpoint_dir)) in (None, seen):
            if timeout is not None and time.monotonic() - begun >= timeout:
                if timeout_fn is None or timeout_fn():
                    return
                begun = time.monotonic()
            time.sleep(min(1.0, timeout or 1.0))
        seen = path
        assert path is not None
        yield path
        time.sleep(max(0.0, min_interval_secs - (time.monotonic() - begun)))


class CheckpointReader:
    """The tensors of one checkpoint by name, as NumPy arrays.

    The graph of objects counts as one, a string; what it says is gradtape's own.
    """

    def __init__(self, reader: Reader | Bundle) -> None:
        self._reader = reader
        # The graph where it is beside the tensors; one of TensorFlow's is among them.
        self._graph = reader.metadata.get(OWN_GRAPH) if isinstance(reader, Reader) else None

    def has_tensor(self, name: str) -> bool:
        """Whether there is a tensor of this name."""
        return name in self._names()

    def get_tensor(self, name: str) -> Any:
        """The value of a tensor; `NotFoundError` if there is none of this name."""
        if self._is_graph(name):
            return str(self._graph).encode()
        with system_errors(name):
            return self._reader.tensor(name).numpy()

    def get_variable_to_shape_map(self) -> dict[str, list[int]]:
        """The shapes of all tensors."""
        return {
            name: [] if self._is_graph(name) else self._reader.shape(name) for name in self._names()
        }

    def get_variable_to_dtype_map(self) -> dict[str, Any]:
        """The dtypes of all tensors."""
        return {
            name: _core.string if self._is_graph(name) else self._reader.dtype(name)
            for name in self._names()
        }

    def _is_graph(self, name: str) -> bool:
        return name == GRAPH and self._graph is not None

    def _names(self) -> list[str]:
        names = self._reader.names()
        return names if self._graph is None else sorted([GRAPH, *names])


def load_checkpoint(ckpt_dir_or_file: PathLike | bytes) -> CheckpointReader:
    """A reader of a checkpoint, or of the latest one in a folder.

    `NotFoundError` if there is none, `DataLossError` if it is damaged.
    """
    path = os.fsdecode(ckpt_dir_or_file)
    if Path(path).is_dir():
        path = latest_checkpoint(path) or path
    try:
        with system_errors(checkpoint_file(path)):
            return CheckpointReader(open_tensors(path))
    except errors.NotFoundError:
        raise errors.NotFoundError(
            None, None, f"Failed to find any matching files for {path}"
        ) from None


def list_variables(ckpt_dir_or_file: PathLike | bytes) -> list[tuple[str, list[int]]]:
    """The names and shapes in a checkpoint, sorted by name."""
    return list(load_checkpoint(ckpt_dir_or_file).get_variable_to_shape_map().items())


def load_variable(ckpt_dir_or_file: PathLike | bytes, name: str) -> Any:
    """The value of one variable in a checkpoint, as a NumPy array."""
    reader = load_checkpoint(ckpt_dir_or_file)
    return reader.get_tensor(name if reader.has_tensor(name) else f"{name}{_SUFFIX}")


class CheckpointManager:
    """Saves numbered checkpoints in a folder and keeps the last ones.

    It keeps `max_to_keep`, all of them if that is None.
    With `step_counter` (a variable) and `checkpoint_interval`, `save` does nothing until the
    counter has advanced so far. `ValueError` for a `max_to_keep` that is not positive.

    >>> import gradtape as tf, tempfile
    >>> checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     manager = tf.train.CheckpointManager(checkpoint, folder, max_to_keep=2)
    ...     for _ in range(3):
    ...         _ = manager.save()
    ...     [path[-6:] for path in manager.checkpoints]
    ['ckpt-2', 'ckpt-3']
    """

    def __init__(
        self,
        checkpoint: Checkpoint,
        directory: PathLike | bytes,
        max_to_keep: int | None,
        keep_checkpoint_every_n_hours: float | None = None,
        checkpoint_name: str = "ckpt",
        step_counter: Any = None,
        checkpoint_interval: int | None = None,
        init_fn: Callable[[], Any] | None = None,
    ) -> None:
        if max_to_keep is not None and max_to_keep <= 0:
            raise ValueError(
                f"Expected a positive integer or `None` for `max_to_keep`, got {max_to_keep}."
            )
        if checkpoint_interval is not None and step_counter is None:
            raise ValueError(
                "`step_counter` should be passed if `checkpoint_interval` is not None."
            )
        self._checkpoint = checkpoint
        self._directory = os.fsdecode(directory)
        self._max_to_keep = max_to_keep
        self._name = checkpoint_name
        self._step_counter, self._interval = step_counter, checkpoint_interval
        self._last_step: int | None = None
        self._init_fn = init_fn
        _, kept = read_state(self._directory)
        self._kept = [path for path in kept if Path(checkpoint_file(path)).exists()]

    @property
    def directory(self) -> str:
        """The folder."""
        return self._directory

    @property
    def _checkpoint_prefix(self) -> str:
        """What the paths of checkpoints begin with, as managers of programs ask for it."""
        return str(Path(self._directory) / self._name)

    @property
    def checkpoint(self) -> Checkpoint:
        """What is saved."""
        return self._checkpoint

    @property
    def checkpoints(self) -> list[str]:
        """The checkpoints that are kept, oldest first."""
        return list(self._kept)

    @property
    def latest_checkpoint(self) -> str | None:
        """The last one, or None."""
        return self._kept[-1] if self._kept else None

    @property
    def checkpoint_interval(self) -> int | None:
        """How many steps there are between checkpoints."""
        return self._interval

    def save(
        self, checkpoint_number: Any = None, check_interval: bool = True, options: Any = None
    ) -> str | None:
        """Write a checkpoint and delete those that are too old.

        Returns its path, or None if it is too early.

        The number is that of the `save_counter` unless `checkpoint_number` says otherwise.
        """
        if check_interval and not self._is_due():
            return None
        number = None if checkpoint_number is None else int(checkpoint_number)
        prefix = os.path.join(self._directory, self._name)  # noqa: PTH118  keeps './'
        path = self._checkpoint.write_numbered(prefix, number)
        kept = [one for one in self._kept if one != path] + [path]
        dropped = kept[: -self._max_to_keep] if self._max_to_keep is not None else []
        self._kept = kept[len(dropped) :]
        record_latest(path, self._kept, self._directory)  # before anything is deleted
        for one in dropped:
            _remove(one)
        return path

    def _is_due(self) -> bool:
        if self._interval is None:
            return True
        step = int(self._step_counter)
        if self._last_step is not None and step < self._last_step + self._interval:
            return False
        self._last_step = step
        return True

    def sync(self) -> None:
        """Does nothing: a checkpoint is there when `save` returns."""

    def restore_or_initialize(self) -> str | None:
        """Restore the latest checkpoint and return its path.

        Without one, call `init_fn` and return None.
        """
        latest = self.latest_checkpoint
        if latest is not None:
            self._checkpoint.restore(latest)
        elif self._init_fn is not None:
            self._init_fn()
        return latest


def _remove(prefix: str) -> None:
    """Delete a checkpoint, with the files of data that TensorFlow writes beside its index."""
    with system_errors(checkpoint_file(prefix)):
        Path(checkpoint_file(prefix)).unlink(missing_ok=True)
        for path in glob.glob(f"{glob.escape(prefix)}.data-?????-of-?????"):  # noqa: PTH207
            Path(path).unlink(missing_ok=True)
