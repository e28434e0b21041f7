"""What programs say of devices before they run eagerly: version 1's settings, and a session.

Everything here is accepted and changes nothing. Invariant: nothing can be run in a session.
"""

from __future__ import annotations

from typing import Any

from .._namespace import explain
from .collections import forget_collections


class Settings:
    """Settings by name, of any depth, as version 1's `ConfigProto` and `GPUOptions` have them.

    >>> config = tf.compat.v1.ConfigProto(device_count={"GPU": 0})
    >>> config.gpu_options.allow_growth = True
    >>> config.gpu_options.allow_growth, config.device_count
    (True, {'GPU': 0})
    """

    def __init__(self, **given: Any) -> None:
        vars(self).update(given)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        made = vars(self)[name] = Settings()
        return made


ConfigProto = GPUOptions = GraphOptions = RunOptions = Settings


class Session:
    """A session without a graph, which `keras.backend.set_session` and its like take.

    `RuntimeError` where something would be run in it.

    >>> with tf.compat.v1.Session(config=tf.compat.v1.ConfigProto()) as session:
    ...     session.run("train")
    Traceback (most recent call last):
    RuntimeError: The Session graph is empty. gradtape always executes eagerly: ...
    """

    graph = None

    def __init__(self, target: str = "", graph: Any = None, config: Any = None) -> None:
        self.config = config

    def run(self, fetches: Any, feed_dict: Any = None, **ignored: Any) -> Any:
        """There is nothing to run."""
        raise RuntimeError(
            "The Session graph is empty. gradtape always executes eagerly: call the functions, and "
            ".numpy() on a tensor to get its value."
        )

    def close(self) -> None:
        """Does nothing."""

    def as_default(self) -> Session:
        """The session itself, as a context."""
        return self

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


InteractiveSession = Session


def reset_default_graph() -> None:
    """Empties collections; there is no graph."""
    forget_collections()


def list_local_devices(session_config: Any = None) -> list[Any]:
    """The devices there are: one CPU.

    >>> from gradtape._legacy.sessions import list_local_devices
    >>> [device.device_type for device in list_local_devices()]
    ['CPU']
    """
    return [Settings(name="/device:CPU:0", device_type="CPU", memory_limit=0)]


def set_session(session: Any) -> None:
    """Does nothing: there is no graph."""


def of_backend(name: str) -> Any:
    """What programs of Keras 2 ask `keras.backend` for, and Keras 3 does not have."""
    if name == "set_session":
        return set_session
    raise explain(name, "gradtape.keras.backend")
