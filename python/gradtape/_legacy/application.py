"""Programs that `tf.compat.v1.app.run` starts: with the flags of `absl`, or without it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, NoReturn


def run(main: Callable[[list[str]], Any] | None = None, argv: list[str] | None = None) -> NoReturn:
    """Call `main`, by default the program's own, with the arguments, and exit with what it returns.

    Flags that the program has defined are taken out of the arguments first.
    """
    main = sys.modules["__main__"].main if main is None else main
    if "absl.flags" not in sys.modules:  # then the program has no flags
        sys.exit(main(sys.argv if argv is None else argv))
    import_module("absl.app").run(main=main, argv=argv, flags_parser=_known)
    raise AssertionError("absl's run ends the program")


def _known(argv: list[str]) -> Any:
    return sys.modules["absl.flags"].FLAGS(argv, known_only=True)


def of_flags(name: str) -> Any:
    """What `absl.flags` has under a name."""
    if name.startswith("__"):
        raise AttributeError(name)
    return getattr(import_module("absl.flags"), name)
