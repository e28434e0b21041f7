"""What Keras tells on the standard output, which a program may turn off.

Invariant: all that training, callbacks, tables of models and readers of folders print goes through
`say`, and so is either all there or all of it messages of level INFO of the logger "absl".
"""

from __future__ import annotations

import logging
import warnings

from .._logging import get_logger
from .._runtime.versions import is_keras_2_asked_for

_interactive = {"logging": True}


def enable_interactive_logging() -> None:
    """What Keras tells is printed."""
    _interactive["logging"] = True


def disable_interactive_logging() -> None:
    """What Keras tells goes to the logger "absl", which shows nothing unless it is asked to."""
    _interactive["logging"] = False


def is_interactive_logging_enabled() -> bool:
    """Whether what Keras tells is printed."""
    return _interactive["logging"]


def say(text: str, end: str = "\n") -> None:
    """Print the text, or log it where printing is turned off.

    >>> from gradtape._keras.messages import say
    >>> say("Epoch 1/2")
    Epoch 1/2
    """
    if _interactive["logging"]:
        print(text, end=end, flush=True)
    else:
        logging.getLogger("absl").info("%s", text)


def warn(text: str, stacklevel: int) -> None:
    """Warn of something, at the caller's `stacklevel`: in Keras 2 by the logger "tensorflow".

    >>> import warnings
    >>> from gradtape._keras.messages import warn
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore")
    ...     warn("mode 'least' is unknown", 1)
    """
    if is_keras_2_asked_for():
        get_logger().warning("%s", text)
    else:
        warnings.warn(text, stacklevel=stacklevel + 1)
