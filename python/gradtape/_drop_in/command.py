"""The command line `python -m gradtape`: reads its own options, passes on the program's."""

from __future__ import annotations

import sys
from pathlib import Path

from .version import VERSION

USAGE = f"""\
Usage: python -m gradtape program.py [argument ...]
       python -m gradtape -m module [argument ...]
       python -m gradtape -c code [argument ...]
       python -m gradtape - [argument ...]
       python -m gradtape --check [--json] path [path ...]

Runs a TensorFlow program on gradtape without an edit: `import tensorflow` and `import keras` are
answered by gradtape with the interface of TensorFlow {VERSION}. Arguments after the program are the
program's own; `-` reads it from the standard input. With KERAS_BACKEND=gradtape in the environment
both have the real Keras 3 on gradtape (pip install gradtape[keras]).

Options:
  --check        read programs without running them, and list what they use of TensorFlow that
                 gradtape does not have; a path is a program, a notebook, or a folder of them
  --json         with --check: the list as JSON
  -h, --help     this text
  -V, --version  gradtape's version
"""


def main(arguments: list[str]) -> int | None:
    """Runs what the command line asks for, and returns the exit status of what is no program."""
    if not arguments:
        if sys.stdin is None or sys.stdin.isatty():
            print(USAGE, end="")
            return 2
        arguments = ["-"]
    first, rest = arguments[0], arguments[1:]
    if first in ("-h", "--help"):
        print(USAGE, end="")
        return 0
    if first in ("-V", "--version"):
        return _print_version()
    if first == "--check":
        from .checking import command

        return command.main(rest)
    return _run(first, rest)


def _run(first: str, rest: list[str]) -> int | None:
    """Runs the program that the first argument names; its exceptions are the caller's."""
    from . import running

    if first == "-":
        running.run_source(sys.stdin.buffer.read(), "<stdin>", ["-", *rest])
    elif first.startswith(("-c", "-m")):
        return _run_option(first[:2], [first[2:], *rest] if first[2:] else rest)
    elif first.startswith("-"):
        return _complain(f"unknown option {first}")
    elif not Path(first).exists():
        return _complain(f"can't open file {str(Path(first).absolute())!r}: no such file")
    else:
        running.run_path(first, rest)
    return None


def _run_option(option: str, rest: list[str]) -> int | None:
    from . import running

    if not rest:
        return _complain(f"{option} needs an argument")
    if option == "-c":
        running.run_source(rest[0], "<string>", ["-c", *rest[1:]])
    else:
        running.run_module(rest[0], rest[1:])
    return None


def _complain(text: str) -> int:
    print(f"python -m gradtape: {text} (python -m gradtape --help)", file=sys.stderr)
    return 2


def _print_version() -> int:
    from .._core import __version__

    print(f"gradtape {__version__}, with the interface of TensorFlow {VERSION}")
    return 0
