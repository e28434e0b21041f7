"""Runs a program as `python` itself would, with gradtape in TensorFlow's place.

`__main__`, `sys.argv` and `sys.path[0]` are what the program would find if Python ran it directly,
and a traceback starts with the program's own frames. Invariant: the module `__main__` stays in
`sys.modules` after the program's last line, for threads, exit functions and child processes.
"""

from __future__ import annotations

import builtins
import importlib.machinery
import importlib.util
import io
import pkgutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType, ModuleType, TracebackType
from typing import Any

from . import children
from .installation import folders_on_the_path, install

_kept: list[ModuleType] = []  # a module whose last reference goes loses its names


def run_path(path: str, arguments: list[str]) -> None:
    """`python path arguments`: a file, or a folder or archive that holds a `__main__.py`."""
    if pkgutil.get_importer(path) is not None:
        _start([path, *arguments], str(Path(path).absolute()))
        _run_module("__main__", f"{path} holds no __main__.py", [path, *arguments])
        return
    place = str(Path(path).absolute())
    with io.open_code(place) as file:
        source = file.read()
    _start([path, *arguments], str(Path(path).resolve().parent))
    loader = importlib.machinery.SourceFileLoader("__main__", place)
    _run(lambda: _compiled(source, place), __file__=place, __loader__=loader, __cached__=None)


def run_module(name: str, arguments: list[str]) -> None:
    """`python -m name arguments`."""
    _start(["-m", *arguments], str(Path.cwd()))  # argv[0] is known once it is found
    _run_module(name, f"No module named {name}", arguments)


def run_source(source: str | bytes, filename: str, argv: list[str]) -> None:
    """`python -c source`, or a program that comes from the standard input."""
    _start(argv, "")
    attributes = {"__file__": filename} if argv[0] == "-" else {}
    loader = importlib.machinery.BuiltinImporter
    _run(lambda: _compiled(source, filename), __loader__=loader, **attributes)


def _start(argv: list[str], folder: str) -> None:
    """The program's arguments and search path, before anything of it is looked for."""
    sys.argv[:] = argv
    if not getattr(sys.flags, "safe_path", False):
        sys.path[0] = folder
    install()
    children.hand_on(folders_on_the_path())


def _run_module(name: str, missing: str, arguments: list[str]) -> None:
    spec = importlib.util.find_spec(name) if name != "__main__" else _main_in(sys.argv[0])
    if spec is not None and spec.submodule_search_locations is not None:
        spec = importlib.util.find_spec(f"{name}.__main__")
    if spec is None or not hasattr(spec.loader, "get_code"):
        sys.exit(f"{sys.executable}: {missing}")
    found = spec
    loader: Any = spec.loader
    if name != "__main__":
        sys.argv[:] = [found.origin or name, *arguments]
    place = {"__file__": found.origin} if found.has_location else {}
    _run(
        lambda: loader.get_code(found.name),
        __spec__=found,
        __package__=found.parent,
        __loader__=loader,
        __cached__=found.cached,
        **place,
    )


def _main_in(folder: str) -> Any:
    importer: Any = pkgutil.get_importer(folder)
    return importer.find_spec("__main__")


def _compiled(source: str | bytes, filename: str) -> CodeType:
    return compile(source, filename, "exec", dont_inherit=True)


def _run(load: Callable[[], CodeType], **attributes: Any) -> None:
    """Compiles and runs the program as the module `__main__`."""
    main = ModuleType("__main__")
    vars(main).update(__builtins__=builtins, **attributes)
    _kept.append(sys.modules["__main__"])
    sys.modules["__main__"] = main
    code = None
    try:
        code = load()
        exec(code, vars(main))
    except BaseException:
        _show_only_frames_of(code)
        raise


def _show_only_frames_of(code: CodeType | None) -> None:
    """Lets the exception on its way be shown without the frames that led to the program."""
    show = sys.excepthook

    def hook(
        kind: type[BaseException], error: BaseException, traceback: TracebackType | None
    ) -> None:
        while traceback is not None and traceback.tb_frame.f_code is not code:
            traceback = traceback.tb_next
        show(kind, error.with_traceback(traceback), traceback)

    sys.excepthook = hook
