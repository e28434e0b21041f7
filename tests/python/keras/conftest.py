"""`recorded`: what Keras answered once, kept beside the tests, and compared with.

    GRADTAPE_TEST_AGAINST=tensorflow GRADTAPE_RECORD=1 python -m pytest tests/python/keras/...

writes the answers of the tests that run; without GRADTAPE_RECORD they are compared, under
TensorFlow too.
"""

import json
import os
from pathlib import Path

import numpy as np
import pytest
from checks import as_array
from library import AGAINST_TENSORFLOW

FOLDER = Path(__file__).with_name("recorded")
WRITES = bool(os.environ.get("GRADTAPE_RECORD"))


def plain(value):
    """A nested value as JSON has it; tensors as lists, bytes as text."""
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, bytes):
        return value.decode()
    array = as_array(value)
    if array.dtype.kind in "OSU":
        return plain(array.tolist())
    rounded = [float(f"{x:.7g}") for x in array.ravel()] if array.dtype.kind == "f" else None
    return array.tolist() if rounded is None else np.reshape(rounded, array.shape).tolist()


def assert_same(actual, expected, rtol, atol, path="value"):
    if isinstance(expected, list):
        assert isinstance(actual, list), f"{path}: {actual!r} is not {expected!r}"
        assert len(actual) == len(expected), f"{path}: {len(actual)} for {len(expected)}"
        for place, (one, other) in enumerate(zip(actual, expected, strict=True)):
            assert_same(one, other, rtol, atol, f"{path}[{place}]")
    elif isinstance(expected, dict):
        assert actual.keys() == expected.keys(), path
        for key in expected:
            assert_same(actual[key], expected[key], rtol, atol, f"{path}[{key!r}]")
    elif isinstance(expected, float) or isinstance(actual, float):
        np.testing.assert_allclose(actual, expected, rtol, atol, err_msg=path)
    else:
        assert actual == expected, path


@pytest.fixture
def recorded(request):
    """Compares a value with what Keras answered in this test; called once in each test."""
    file = FOLDER / f"{Path(request.node.fspath).stem}.json"
    name = request.node.name

    def check(value, rtol=1e-5, atol=1e-6):
        kept = json.loads(file.read_text()) if file.exists() else {}
        if WRITES:
            assert AGAINST_TENSORFLOW, "only TensorFlow's answers are recorded"
            kept[name] = plain(value)
            FOLDER.mkdir(exist_ok=True)
            lines = [f"{json.dumps(key)}: {json.dumps(kept[key])}" for key in sorted(kept)]
            file.write_text("{\n" + ",\n".join(lines) + "\n}\n")
        assert name in kept, f"nothing is recorded for {name}"
        assert_same(plain(value), kept[name], rtol, atol)

    return check
