"""`TestCase`: a `unittest.TestCase` that compares tensors.

Tensors, variables, arrays, numbers and structures of them are compared by value. Invariant: every
test starts from the same seeds of Python, NumPy and gradtape.
"""

from __future__ import annotations

import contextlib
import random
import re
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from .. import _core
from .._structure import nest
from ..errors import InvalidArgumentError, OpError
from .arrays import ArrayAssertions
from .containers import ContainerAssertions
from .paths import TempDir, TempFile

_SEED = 87654321


class TestCase(ArrayAssertions, ContainerAssertions):
    """A `unittest.TestCase` with assertions about tensors.

    >>> class SquareTest(tf.test.TestCase):
    ...     def test_values(self):
    ...         self.assertAllClose(tf.square([1.0, 2.0]), [1.0, 4.0])
    >>> SquareTest("test_values").run()
    <unittest.result.TestResult run=1 errors=0 failures=0>
    """

    def setUp(self) -> None:
        super().setUp()
        naming = sys.modules.get("gradtape._keras.naming")
        if naming is not None:  # names of layers begin anew, as in a new graph
            naming.clear_session()
        random.seed(_SEED)
        np.random.seed(_SEED)
        _core.set_seed(_SEED)

    def evaluate(self, tensors: Any) -> Any:
        """The values of a structure of tensors, as arrays; a callable is called."""
        return nest.map_structure(_value, tensors)

    @contextlib.contextmanager
    def session(
        self, graph: Any = None, config: Any = None, use_gpu: bool = True, force_gpu: bool = False
    ) -> Iterator[_EagerSession]:
        """A context for tests that were written for graphs too; values come from `evaluate`."""
        yield _EagerSession(self)

    cached_session = session

    def test_session(self, *args: Any, **kwargs: Any) -> Any:
        """As `session`; a loader of tests that takes it for a test finds it skipped."""
        if self._testMethodName == "test_session":
            self.skipTest("Not a test.")
        return self.session(*args, **kwargs)

    def get_temp_dir(self) -> str:
        """A folder that goes when the test ends."""
        if not hasattr(self, "_folder"):
            self._folder = self.enter_context(tempfile.TemporaryDirectory())
        return self._folder

    def create_tempdir(self, name: str | None = None, cleanup: Any = None) -> TempDir:
        """A new folder, `name` or a free name, in `get_temp_dir()`."""
        folder = Path(self.get_temp_dir())
        path = folder / name if name else Path(tempfile.mkdtemp(dir=folder))
        path.mkdir(parents=True, exist_ok=True)
        return TempDir(path)

    def create_tempfile(
        self,
        file_path: str | None = None,
        content: str | bytes | None = None,
        mode: str = "w",
        encoding: str = "utf8",
        errors: str = "strict",
        cleanup: Any = None,
    ) -> TempFile:
        """A new file with some content in `get_temp_dir()`."""
        name = file_path or Path(tempfile.mkstemp(dir=self.get_temp_dir())[1]).name
        folder = TempDir(self.get_temp_dir())
        return folder.create_file(name, content, mode, encoding, errors)

    def enter_context(self, manager: Any) -> Any:
        """Enters a context that is left when the test ends."""
        stack = contextlib.ExitStack()
        entered = stack.enter_context(manager)
        self.addCleanup(stack.close)
        return entered

    @contextlib.contextmanager
    def assertRaisesWithPredicateMatch(
        self, exception_type: Any, expected_err_re_or_predicate: Any
    ) -> Iterator[None]:
        """A context that must raise such an exception, whose text matches or which is accepted."""
        with self.assertRaises(exception_type) as caught:
            yield
        error = caught.exception
        accepts = expected_err_re_or_predicate
        if callable(accepts):
            matches = accepts(error)
        else:
            matches = re.search(accepts, getattr(error, "message", "") or str(error))
        if not matches:
            self.fail(f"Exception of type {type(error)}: {error} does not match {accepts!r}")

    def assertRaisesOpError(self, expected_err_re_or_predicate: Any) -> Any:
        """A context in which an operation must fail in this way."""
        return self.assertRaisesWithPredicateMatch(OpError, expected_err_re_or_predicate)

    def assertRaisesIncompatibleShapesError(
        self, exception_type: Any = InvalidArgumentError
    ) -> Any:
        """A context in which shapes must not fit together."""
        pattern = r"(?i)incompatible shapes|broadcast|must have rank|dimensions"
        return self.assertRaisesWithPredicateMatch((exception_type, ValueError), pattern)

    def checkedThread(
        self, target: Callable[..., Any], args: Any = None, kwargs: Any = None
    ) -> CheckedThread:
        """A thread whose exception fails the test when it is joined."""
        return CheckedThread(self, target, args or (), kwargs or {})


class CheckedThread:
    """A thread that reports its exception in `join`."""

    def __init__(self, case: TestCase, target: Any, args: Any, kwargs: Any) -> None:
        self._case = case
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, args=(target, args, kwargs))

    def _run(self, target: Any, args: Any, kwargs: Any) -> None:
        try:
            target(*args, **kwargs)
        except BaseException as error:
            self._error = error

    def start(self) -> None:
        """Starts the thread."""
        self._thread.start()

    def join(self) -> None:
        """Waits for the end, and fails the test if there was an exception."""
        self._thread.join()
        if self._error is not None:
            self._case.fail(f"Error in checkedThread: {self._error}")

    def is_alive(self) -> bool:
        """Whether it still runs."""
        return self._thread.is_alive()


class _EagerSession:
    """What stands for a session where there is no graph: it tells values that are there."""

    def __init__(self, case: TestCase) -> None:
        self._case = case

    def run(self, fetches: Any, *args: Any, **kwargs: Any) -> Any:
        """`TestCase.evaluate`; nothing can be fed (`NotImplementedError`)."""
        feed_dict = kwargs.pop("feed_dict", args[0] if args else None)
        if feed_dict:
            raise NotImplementedError(
                "no value can be fed where there is no graph: call a function"
            )
        return self._case.evaluate(fetches)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"there is no session to ask for {name!r}: use self.evaluate(tensors)")


def _value(tensor: Any) -> Any:
    if callable(tensor) and not isinstance(tensor, type) and not _core.is_tensor(tensor):
        return nest.map_structure(_value, tensor())
    if isinstance(tensor, _core.Variable):
        tensor = tensor.read_value()
    elif _core.is_tensor(tensor):
        tensor = _core.convert_to_tensor(tensor)
    return tensor.numpy() if isinstance(tensor, _core.Tensor) else tensor
