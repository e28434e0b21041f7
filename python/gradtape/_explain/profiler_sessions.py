"""Sessions of the profiler: started and stopped by name, written where TensorFlow writes its own.

Invariant: at most one session runs; it times the operations of the thread that started it.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import AlreadyExistsError, UnavailableError
from .profiling import profile

if TYPE_CHECKING:
    from .._typing import PathLike

_running: list[tuple[Path, profile]] = []


class ProfilerOptions(NamedTuple):
    """How closely TensorFlow looks at parts of a machine; here every operation is timed."""

    host_tracer_level: int = 2
    python_tracer_level: int = 0
    device_tracer_level: int = 1
    delay_ms: int | None = None


def start(logdir: PathLike, options: ProfilerOptions | None = None) -> None:
    """Time operations from here to `stop`; `AlreadyExistsError` if that is being done.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     tf.profiler.experimental.start(folder)
    ...     _ = tf.matmul(tf.ones([8, 8]), tf.ones([8, 8]))
    ...     tf.profiler.experimental.stop()
    ...     sorted(path.name for path in pathlib.Path(folder).rglob("*.*"))
    ['gradtape.trace.json', 'gradtape.txt']
    """
    if _running:
        raise AlreadyExistsError(None, None, "Another profiler is running.")
    session = profile()
    _running.append((Path(str(logdir)), session))
    session.__enter__()


def stop(save: bool = True) -> None:
    """End what `start` began; unless `save` is False, write it below `plugins/profile`.

    That is a table as text and a trace for Perfetto. `UnavailableError` if nothing was started.
    """
    if not _running:
        raise UnavailableError(
            None, None, "Cannot export profiling results. No profiler is running."
        )
    folder, session = _running.pop()
    session.__exit__()
    if save:
        folder = folder / "plugins" / "profile" / time.strftime("%Y_%m_%d_%H_%M_%S")
        folder.mkdir(parents=True, exist_ok=True)
        session.save(folder / "gradtape.trace.json")
        (folder / "gradtape.txt").write_text(f"{session}\n", encoding="utf-8")


class Profile:
    """`start` and `stop` as a context."""

    def __init__(self, logdir: PathLike, options: ProfilerOptions | None = None) -> None:
        self._logdir, self._options = logdir, options

    def __enter__(self) -> None:
        start(self._logdir, self._options)

    def __exit__(self, *_: object) -> None:
        stop()


class Trace:
    """Names a part of what is profiled, such as a step; the trace has the program's lines anyway.

    >>> with tf.profiler.experimental.Trace("step", step_num=0, _r=1) as step:
    ...     step.set_metadata(rows=32)
    """

    def __init__(self, name: str, **kwargs: Any) -> None:
        self._name, self._metadata = name, dict(kwargs)

    def __enter__(self) -> Trace:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def set_metadata(self, **kwargs: Any) -> None:
        """More about this part."""
        self._metadata.update(kwargs)
