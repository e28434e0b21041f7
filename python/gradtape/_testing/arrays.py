"""Assertions about tensors and arrays: values, shapes, dtypes, ranges."""

from __future__ import annotations

import unittest
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._ragged.tensor import RaggedTensor
from .._runtime.device_spec import DeviceSpec
from .._runtime.strings import as_bytes
from .._structure import nest

if TYPE_CHECKING:
    from .._typing import DTypeLike


class ArrayAssertions(unittest.TestCase):
    """What a test case of tensors asserts about values."""

    def evaluate(self, tensors: Any) -> Any:
        """The values of a structure of tensors."""
        raise NotImplementedError

    def _array(self, value: Any) -> np.ndarray:
        array = np.asarray(nest.map_structure(self._known, value))
        if array.dtype.kind in "UO":
            return _of_objects(array)
        # NumPy computes nothing with the types that it does not know.
        return array.astype(np.float32) if _is_foreign(array) else array

    def _known(self, leaf: Any) -> Any:
        """The value of a tensor; functions are compared as they are, not called."""
        return self.evaluate(leaf) if _core.is_tensor(leaf) or not callable(leaf) else leaf

    # --- Close and equal ----------------------------------------------------------------------

    def assertAllClose(
        self, a: Any, b: Any, rtol: float = 1e-6, atol: float = 1e-6, msg: Any = None
    ) -> None:
        """That two structures of values agree: `|a - b| <= atol + rtol * |b|` everywhere."""
        self._each_pair(a, b, lambda x, y, at: self._close(x, y, rtol, atol, at), msg)

    def assertAllCloseAccordingToType(
        self,
        a: Any,
        b: Any,
        rtol: float = 1e-6,
        atol: float = 1e-6,
        float_rtol: float = 1e-6,
        float_atol: float = 1e-6,
        half_rtol: float = 1e-3,
        half_atol: float = 1e-3,
        bfloat16_rtol: float = 1e-2,
        bfloat16_atol: float = 1e-2,
        msg: Any = None,
    ) -> None:
        """As `assertAllClose`, with the tolerances of the coarser of the two dtypes."""
        limits = {
            "float32": (float_rtol, float_atol),
            "complex64": (float_rtol, float_atol),
            "float16": (half_rtol, half_atol),
            "bfloat16": (bfloat16_rtol, bfloat16_atol),
        }
        for name in (_dtype_name(self.evaluate(x)) for x in (a, b)):
            own = limits.get(name, (rtol, atol))
            rtol, atol = max(rtol, own[0]), max(atol, own[1])
        self.assertAllClose(a, b, rtol, atol, msg)

    def assertNotAllClose(
        self, a: Any, b: Any, rtol: float = 1e-6, atol: float = 1e-6, msg: Any = None
    ) -> None:
        """That two values differ somewhere by more than the tolerance."""
        try:
            self.assertAllClose(a, b, rtol, atol)
        except AssertionError:
            return
        self.fail(_joined("The two values are close at all elements", msg))

    def assertAllEqual(self, a: Any, b: Any, msg: Any = None) -> None:
        """That two structures of values are the same, NaN in the same places."""
        self._each_pair(a, b, self._equal, msg)

    def assertNotAllEqual(self, a: Any, b: Any, msg: Any = None) -> None:
        """That two values differ somewhere."""
        try:
            self.assertAllEqual(a, b)
        except AssertionError:
            return
        self.fail(_joined("The two values are equal at all elements", msg))

    def assertNear(self, f1: float, f2: float, err: float, msg: Any = None) -> None:
        """That two numbers differ by at most `err`."""
        x, y = (self._array(f).item() for f in (f1, f2))
        if not (x == y or abs(x - y) <= err):
            self.fail(_joined(f"{x} and {y} differ by more than {err}", msg))

    def assertArrayNear(self, farray1: Any, farray2: Any, err: float, msg: Any = None) -> None:
        """That two sequences are as long, and their items differ by at most `err`."""
        one, other = list(farray1), list(farray2)
        self.assertEqual(len(one), len(other), msg)
        for x, y in zip(one, other, strict=True):
            self.assertNear(x, y, err, msg)

    def assertNDArrayNear(self, ndarray1: Any, ndarray2: Any, err: float, msg: Any = None) -> None:
        """That two arrays are of one shape, and at most `err` apart."""
        x, y = self._array(ndarray1), self._array(ndarray2)
        self.assertEqual(x.shape, y.shape, msg)
        self.assertTrue(np.linalg.norm(x - y) < err, msg)

    def _each_pair(
        self, a: Any, b: Any, check: Callable[[Any, Any, str], None], msg: str | None, at: str = ""
    ) -> None:
        """Goes down dicts and sequences side by side; what NumPy can hold is one value."""
        a, b = (x.to_list() if isinstance(x, RaggedTensor) else x for x in (a, b))
        if isinstance(a, Mapping) and isinstance(b, Mapping):
            self.assertCountEqual(a, b, _joined(f"keys differ{at}", msg))
            for key in a:
                self._each_pair(a[key], b[key], check, msg, f"{at}[{key!r}]")
        elif _is_ragged(a) or _is_ragged(b):
            self.assertEqual(len(a), len(b), _joined(f"lengths differ{at}", msg))
            for index, (x, y) in enumerate(zip(a, b, strict=True)):
                self._each_pair(x, y, check, msg, f"{at}[{index}]")
        else:
            check(self._array(a), self._array(b), _joined(f"at {at}" if at else "", msg))

    def _close(self, x: np.ndarray, y: np.ndarray, rtol: float, atol: float, msg: str) -> None:
        self._same_shape(x, y, msg)
        if not np.allclose(x, y, rtol=rtol, atol=atol, equal_nan=True):
            np.testing.assert_allclose(x, y, rtol=rtol, atol=atol, err_msg=msg, equal_nan=True)

    def _equal(self, x: np.ndarray, y: np.ndarray, msg: str) -> None:
        self._same_shape(x, y, msg)
        np.testing.assert_array_equal(x, y, err_msg=msg)

    def _same_shape(self, x: np.ndarray, y: np.ndarray, msg: str) -> None:
        self.assertEqual(
            x.shape, y.shape, _joined(f"Shape mismatch: expected {x.shape}, got {y.shape}.", msg)
        )

    # --- Shapes, dtypes, devices --------------------------------------------------------------

    def assertShapeEqual(self, input_a: Any, input_b: Any, msg: Any = None) -> None:
        """That two arrays or tensors are of one shape."""
        self.assertEqual(self._array(input_a).shape, self._array(input_b).shape, msg)

    def assertDTypeEqual(self, target: Any, expected_dtype: DTypeLike) -> None:
        """That a value has a dtype."""
        self.assertEqual(_dtype_name(self.evaluate(target)), _core.as_dtype(expected_dtype).name)

    def assertDeviceEqual(self, device1: Any, device2: Any, msg: Any = None) -> None:
        """That two names are of one device."""
        one, other = (DeviceSpec.from_string(device or "") for device in (device1, device2))
        self.assertEqual(one, other, msg)

    # --- Ranges -------------------------------------------------------------------------------

    def assertAllGreater(self, a: Any, comparison_target: Any) -> None:
        """That every element is greater."""
        self._holds(a, lambda x: x > comparison_target, f"greater than {comparison_target}")

    def assertAllLess(self, a: Any, comparison_target: Any) -> None:
        """That every element is less."""
        self._holds(a, lambda x: x < comparison_target, f"less than {comparison_target}")

    def assertAllGreaterEqual(self, a: Any, comparison_target: Any) -> None:
        """That every element is greater or equal."""
        self._holds(a, lambda x: x >= comparison_target, f"at least {comparison_target}")

    def assertAllLessEqual(self, a: Any, comparison_target: Any) -> None:
        """That every element is less or equal."""
        self._holds(a, lambda x: x <= comparison_target, f"at most {comparison_target}")

    def assertAllInRange(
        self,
        target: Any,
        lower_bound: Any,
        upper_bound: Any,
        open_lower_bound: bool = False,
        open_upper_bound: bool = False,
    ) -> None:
        """That every element lies between the bounds, which belong to the range unless open."""

        def inside(x: np.ndarray) -> np.ndarray:
            above = x > lower_bound if open_lower_bound else x >= lower_bound
            return above & (x < upper_bound if open_upper_bound else x <= upper_bound)

        left, right = "(" if open_lower_bound else "[", ")" if open_upper_bound else "]"
        self._holds(target, inside, f"in the range {left}{lower_bound}, {upper_bound}{right}")

    def assertAllInSet(self, target: Any, expected_set: Iterable[Any]) -> None:
        """That every element is one of a set."""
        allowed = list(expected_set)
        self._holds(target, lambda x: np.isin(x, allowed), f"in the set {allowed}")

    def _holds(self, value: Any, test: Callable[[np.ndarray], Any], words: str) -> None:
        array = self._array(value)
        wrong = ~np.asarray(test(array))
        if wrong.any():
            first = tuple(int(index) for index in np.argwhere(wrong)[0])
            self.fail(
                f"{wrong.sum()} of {wrong.size} elements are not {words}; the first is "
                f"{array[first]} at {first}"
            )


def _of_objects(array: np.ndarray) -> np.ndarray:
    """Texts as bytes, which string tensors hold, and other objects as they are."""
    found = [as_bytes(one) if isinstance(one, (str, bytes)) else one for one in array.ravel()]
    if all(isinstance(one, bytes) for one in found):
        return np.asarray(found).reshape(array.shape)
    kept = np.empty(len(found), object)
    for index, one in enumerate(found):
        kept[index] = one
    return kept.reshape(array.shape)


def _is_foreign(array: np.ndarray) -> bool:
    return array.dtype.kind == "V" or str(array.dtype).startswith(("bfloat", "float8"))


def _dtype_name(value: Any) -> str:
    return str(np.asarray(value).dtype)


def _is_ragged(value: Any) -> bool:
    """Whether a sequence is no array: its items differ in shape, or are dicts."""
    if not isinstance(value, (list, tuple)):
        return False
    if any(isinstance(item, (Mapping, str)) or _is_ragged(item) for item in value):
        return True
    if any(isinstance(item, RaggedTensor) for item in value):
        return True
    return len({np.shape(item) for item in value}) > 1


def _joined(text: str, msg: str | None) -> str:
    return "\n".join(str(part) for part in (text, msg) if part)
