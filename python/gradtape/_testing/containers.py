"""Assertions about containers, text and numbers, as TensorFlow's test cases have them."""

from __future__ import annotations

import re
import unittest
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from .messages import are_same_messages, text_format


class ContainerAssertions(unittest.TestCase):
    """What a test case asserts about values that are not tensors."""

    def assertProtoEquals(
        self,
        expected_message_maybe_ascii: Any,
        validate_message: Any,
        msg: Any = None,
        relative_tolerance: float | None = None,
    ) -> None:
        """That two protocol messages are equal, the first of which may be written as text.

        With `relative_tolerance`, numbers may differ so much.
        """
        expected: Any = expected_message_maybe_ascii
        if isinstance(expected, (str, bytes)):
            expected = text_format().Parse(expected, type(validate_message)())
        if not are_same_messages(expected, validate_message, relative_tolerance):
            self._fail(f"{validate_message} is not {expected}", msg)

    def assertEmpty(self, container: Collection[Any], msg: Any = None) -> None:
        """That nothing is in it."""
        if len(container):
            self._fail(f"{container!r} has length of {len(container)}.", msg)

    def assertNotEmpty(self, container: Collection[Any], msg: Any = None) -> None:
        """That something is in it."""
        if not len(container):
            self._fail(f"{container!r} has length of 0.", msg)

    def assertLen(self, container: Collection[Any], expected_len: int, msg: Any = None) -> None:
        """That it holds so many."""
        if len(container) != expected_len:
            self._fail(
                f"{container!r} has length of {len(container)}, expected {expected_len}.", msg
            )

    def assertItemsEqual(
        self, first: Iterable[Any], second: Iterable[Any], msg: Any = None
    ) -> None:
        """That both hold the same items as often, in any order."""
        self.assertCountEqual(first, second, msg)

    def assertSameElements(
        self, expected_seq: Iterable[Any], actual_seq: Iterable[Any], msg: Any = None
    ) -> None:
        """That both hold the same items, however often and in any order."""
        expected, actual = list(expected_seq), list(actual_seq)
        missing = [item for item in expected if item not in actual]
        extra = [item for item in actual if item not in expected]
        if missing or extra:
            self._fail(f"missing: {missing!r}, unexpected: {extra!r}", msg)

    def assertNoCommonElements(
        self, expected_seq: Iterable[Any], actual_seq: Iterable[Any], msg: Any = None
    ) -> None:
        """That no item is in both."""
        actual = list(actual_seq)
        common = [item for item in expected_seq if item in actual]
        if common:
            self._fail(f"Common elements {common!r}", msg)

    def assertContainsSubset(
        self, expected_subset: Iterable[Any], actual_set: Iterable[Any], msg: Any = None
    ) -> None:
        """That all of the first are in the second."""
        actual = list(actual_set)
        missing = [item for item in expected_subset if item not in actual]
        if missing:
            self._fail(f"Missing elements {missing!r} in {actual!r}", msg)

    def assertContainsSubsequence(
        self, container: Iterable[Any], subsequence: Iterable[Any], msg: Any = None
    ) -> None:
        """That the items occur in this order, others between them allowed."""
        rest = iter(container)
        for item in subsequence:
            if not any(other == item for other in rest):
                self._fail(f"{item!r} is missing, or comes too early", msg)

    def assertContainsInOrder(self, strings: Sequence[str], target: str, msg: Any = None) -> None:
        """That the strings occur in the text in this order."""
        place = 0
        for text in [strings] if isinstance(strings, str) else strings:
            found = target.find(text, place)
            if found < 0:
                self._fail(f"Did not find {text!r} in order in {target!r}", msg)
            place = found + len(text)

    def assertBetween(self, value: Any, minv: Any, maxv: Any, msg: Any = None) -> None:
        """That the value lies between two others, which are allowed."""
        if not minv <= value <= maxv:
            self._fail(f"{value!r} unexpectedly not between {minv!r} and {maxv!r}", msg)

    def assertStartsWith(self, actual: str, expected_start: str, msg: Any = None) -> None:
        """That the text starts so."""
        self._check(actual.startswith(expected_start), actual, "start with", expected_start, msg)

    def assertNotStartsWith(self, actual: str, unexpected_start: str, msg: Any = None) -> None:
        """That the text does not start so."""
        holds = not actual.startswith(unexpected_start)
        self._check(holds, actual, "keep from starting with", unexpected_start, msg)

    def assertEndsWith(self, actual: str, expected_end: str, msg: Any = None) -> None:
        """That the text ends so."""
        self._check(actual.endswith(expected_end), actual, "end with", expected_end, msg)

    def assertNotEndsWith(self, actual: str, unexpected_end: str, msg: Any = None) -> None:
        """That the text does not end so."""
        holds = not actual.endswith(unexpected_end)
        self._check(holds, actual, "keep from ending with", unexpected_end, msg)

    def assertRegexMatch(
        self, actual_str: str | bytes, regexes: Sequence[Any], message: Any = None
    ) -> None:
        """That one of the patterns is found in the text."""
        if isinstance(regexes, (str, bytes)):
            raise TypeError("regexes must be a list or tuple of patterns, not one pattern")
        if not any(re.search(regex, actual_str) for regex in regexes):
            self._fail(f"{actual_str!r} matches none of {list(regexes)!r}", message)

    def assertIsSubclass(self, cls: type, superclass: type, msg: Any = None) -> None:
        """That a class is derived from another."""
        if not issubclass(cls, superclass):
            self._fail(f"{cls!r} is not a subclass of {superclass!r}", msg)

    def assertNotIsSubclass(self, cls: type, superclass: type, msg: Any = None) -> None:
        """That a class is not derived from another."""
        if issubclass(cls, superclass):
            self._fail(f"{cls!r} is a subclass of {superclass!r}", msg)

    def assertSequenceAlmostEqual(
        self,
        expected_seq: Sequence[Any],
        actual_seq: Sequence[Any],
        places: int | None = None,
        msg: Any = None,
        delta: float | None = None,
    ) -> None:
        """That two sequences are as long, and their items nearly the same."""
        self.assertLen(actual_seq, len(expected_seq), msg)
        for expected, actual in zip(expected_seq, actual_seq, strict=True):
            self._almost(expected, actual, places, msg, delta)

    def assertDictAlmostEqual(
        self,
        a: Mapping[Any, Any],
        b: Mapping[Any, Any],
        places: int | None = None,
        msg: Any = None,
        delta: float | None = None,
    ) -> None:
        """That two dicts have the same keys, and nearly the same values."""
        self.assertCountEqual(a, b, msg)
        for key in a:
            self._almost(a[key], b[key], places, msg, delta)

    def assertTotallyOrdered(self, *groups: Any, **kwargs: Any) -> None:
        """That values of a group are equal, and less than those of the groups after it."""
        values = [(index, value) for index, group in enumerate(groups) for value in group]
        for i, x in values:
            for j, y in values:
                self.assertEqual((x < y, x == y, x > y), (i < j, i == j, i > j), kwargs.get("msg"))

    def assertSameStructure(
        self, a: Any, b: Any, aname: str = "a", bname: str = "b", msg: Any = None
    ) -> None:
        """That two structures of dicts, sequences and values are equal."""
        if a != b:
            self._fail(f"{aname} is {a!r}, {bname} is {b!r}", msg)

    def assertRaisesWithLiteralMatch(
        self,
        expected_exception: type[BaseException],
        expected_exception_message: str,
        callable_obj: Callable[..., Any] | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> Any:
        """That a call, or the body of the context, raises an exception with exactly this text."""
        pattern = f"^{re.escape(expected_exception_message)}$"
        context = self.assertRaisesRegex(expected_exception, pattern)
        if callable_obj is None:
            return context
        with context:
            callable_obj(*args, **kwargs)
        return None

    def _almost(self, x: Any, y: Any, places: int | None, msg: Any, delta: float | None) -> None:
        if delta is not None:
            self.assertAlmostEqual(x, y, msg=msg, delta=delta)
        else:
            self.assertAlmostEqual(x, y, places=places, msg=msg)

    def _check(self, holds: bool, actual: str, words: str, expected: str, msg: Any) -> None:
        if not holds:
            self._fail(f"{actual!r} does not {words} {expected!r}", msg)

    def _fail(self, text: str, msg: Any) -> None:
        self.fail(self._formatMessage(msg, text))
