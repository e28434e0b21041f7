"""What pytest is told before it runs Keras's own tests: which backend, and what does not pass.

`not_passing.txt` has the tests, or files of tests, that fail, below the reason. They are expected
to fail; `-rX` tells which pass. Those whose reason begins with `n/a` do not apply, and are not run.
"""

from __future__ import annotations

import functools
import importlib.util
import sys
import types
import zlib
from pathlib import Path

import pytest

import gradtape

gradtape.install()  # the tests import TensorFlow for their data
import keras_gradtape  # noqa: E402, F401
from keras_gradtape._loading import finder  # noqa: E402

# A test that asks for the trainer of a backend by name, as Keras itself does.
finder._CHAINS["keras.src.trainers.trainer_test"] = "numpy"


class _Absent(types.ModuleType):
    """A package that tests import and few of them use: those are skipped where it is missing."""

    __path__: tuple[str, ...] = ()
    # What other packages look for, to see whether an object is one, and what tests derive from.
    Tensor = type("Tensor", (), {})
    Dataset = type("Dataset", (), {})

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        return pytest.skip(f"needs {self.__name__}", allow_module_level=True)


_PARTS = {"torch": ("", ".nn", ".nn.functional", ".utils", ".utils.data"), "grain": ("",)}
for _name, _parts in _PARTS.items():
    if importlib.util.find_spec(_name) is None:
        sys.modules |= {_name + part: _Absent(_name + part) for part in _parts}
# gradtape answers for the Keras of TensorFlow too, with files of its own.
sys.modules["tf_keras"] = None  # type: ignore[assignment]

_LIST = Path(__file__).with_name("not_passing.txt")
_MARKERS = ("requires_trainable_backend", "multi_device", "skip_if_backend")


def skip_if_backend(given_backend: str, reason: str) -> pytest.MarkDecorator:
    """What the tests take from the conftest.py of Keras's repository, which is not shipped."""
    return pytest.mark.skipif(given_backend == "gradtape", reason=reason)


_conftest = types.ModuleType("conftest")
_conftest.skip_if_backend = skip_if_backend  # type: ignore[attr-defined]
sys.modules.setdefault("conftest", _conftest)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--share", type=int, default=1, help="run one test of so many")
    parser.addoption("--list-only", action="store_true", help="run what is in not_passing.txt")


def pytest_configure(config: pytest.Config) -> None:
    for marker in _MARKERS:
        config.addinivalue_line("markers", f"{marker}: of Keras's own tests")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """A file of which no test applies is not imported, since what it imports may be missing."""
    reason = expected_failures().get(name_of(collection_path.as_posix()), "")
    return True if reason.startswith("n/a") else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    reasons = expected_failures()
    share = config.getoption("--share")
    kept = []
    for item in items:
        name = name_of(item.nodeid)
        reason = reasons.get(name) or reasons.get(name.partition("[")[0])
        reason = reason or reasons.get(name.partition("::")[0])
        if reason is not None:
            applies = not reason.startswith("n/a")
            mark = pytest.mark.xfail(reason=reason, strict=False)
            item.add_marker(mark if applies else pytest.mark.skip(reason=reason))
        elif config.getoption("--list-only"):
            continue
        if zlib.crc32(name.encode()) % share == 0:
            kept.append(item)
    items[:] = kept


def name_of(node: str) -> str:
    """The name of a test below `keras/src`, wherever Keras is installed."""
    return node.rpartition("keras/src/")[2]


@functools.cache
def expected_failures() -> dict[str, str]:
    """The reason for each test, or file of tests, that does not pass; `n/a` where none applies."""
    reasons: dict[str, str] = {}
    reason = ""
    for line in _LIST.read_text("utf-8").splitlines() if _LIST.exists() else []:
        if line.startswith("# "):
            reason = line[2:]
        elif line.strip():
            reasons[line.strip()] = reason
    return reasons
