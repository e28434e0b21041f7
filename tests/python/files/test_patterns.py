"""Paths that match a pattern: dots, folders, and what the current folder is called."""

import pytest
from library import tf


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for path in ("x1.t", "x2.t", "a/y.t", "a/.w.t", "a/b/z.t", ".h/q.t"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    return tmp_path


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("*.t", ["./x1.t", "./x2.t"]),
        ("./*.t", ["./x1.t", "./x2.t"]),
        ("x1.t", ["x1.t"]),
        ("a/", ["a/"]),
        ("a/*.t", ["a/.w.t", "a/y.t"]),
        ("*/*.t", ["./.h/q.t", "./a/.w.t", "./a/y.t"]),
        ("**/*.t", ["./.h/q.t", "./a/.w.t", "./a/y.t"]),
        ("a/*/*.t", ["a/b/z.t"]),
        ("x[^2].t", ["./x1.t"]),
        ("x[!2].t", ["./x1.t"]),
        ("x\\1.t", ["./x1.t"]),
        ("nope*", []),
        ("", []),
    ],
)
def test_paths_that_match(pattern, expected):
    assert sorted(tf.io.gfile.glob(pattern)) == expected
    assert [path.decode() for path in tf.io.matching_files(pattern).numpy()] == expected


def test_patterns_with_a_whole_path(folder):
    expected = [f"{folder}/x1.t", f"{folder}/x2.t"]
    assert sorted(tf.io.gfile.glob([f"{folder}/x1*", f"{folder}/x2*"])) == expected
    names = tf.data.Dataset.list_files(f"{folder}/*.t", shuffle=False)
    assert [name.numpy().decode() for name in names] == expected
