"""nest: which types are structures, in what order they flatten, and what keeps its type."""

import collections
import dataclasses

import numpy as np
import pytest
from checks import assert_close
from library import tf

nest = tf.nest
Pair = collections.namedtuple("Pair", "a b")


class ListOfMine(list):
    pass


class DictOfMine(dict):
    pass


@dataclasses.dataclass
class Point:
    x: int


ORDERED = collections.OrderedDict([("b", 1), ("a", 2)])


@pytest.mark.parametrize(
    ("structure", "leaves"),
    [
        ([1, [2, (3, {"z": 4})]], [1, 2, 3, 4]),
        ({"b": 1, "a": 2}, [2, 1]),
        (ORDERED, [2, 1]),
        (collections.defaultdict(int, {"b": 1, "a": 2}), [2, 1]),
        (Pair(1, [2, 3]), [1, 2, 3]),
        (collections.deque([1, 2]), [1, 2]),
        (range(3), [0, 1, 2]),
        ({"a": 1}.values(), [1]),
        ({"a": 1}.keys(), ["a"]),
        ({"a": 1, "b": 2}.items(), ["a", 1, "b", 2]),
        ([], []),
        ({}, []),
        ([[], {}, ()], []),
        (5, [5]),
        (None, [None]),
        ("abc", ["abc"]),
        (b"abc", [b"abc"]),
        ({1, 2}, [{1, 2}]),
        (Point(1), [Point(1)]),
        (ListOfMine([1, 2]), [1, 2]),
        (DictOfMine(b=1, a=2), [2, 1]),
    ],
    ids=repr,
)
def test_flatten(structure, leaves):
    assert nest.flatten(structure) == leaves


def test_arrays_tensors_shapes_and_generators_are_leaves():
    for leaf in (np.ones(2), tf.ones([2]), tf.Variable([1.0]), tf.TensorShape([1]), iter([1])):
        assert [e is leaf for e in nest.flatten([leaf])] == [True]


def test_keys_that_do_not_sort_are_refused():
    with pytest.raises(TypeError, match="not supported between instances"):
        nest.flatten({3: 1, "a": 2})


@pytest.mark.parametrize(
    ("thing", "answer"),
    [
        ([1], True),
        ((), True),
        ({}, True),
        (Pair(1, 2), True),
        (range(2), True),
        ({}.values(), True),
        (collections.deque(), True),
        ("a", False),
        (1, False),
        (None, False),
        ({1}, False),
        (np.ones(2), False),
        (Point(1), False),
    ],
    ids=repr,
)
def test_is_nested(thing, answer):
    assert nest.is_nested(thing) is answer


@pytest.mark.parametrize(
    ("structure", "mapped"),
    [
        ([1, (2, {"k": 3})], [-1, (-2, {"k": -3})]),
        (Pair(1, 2), Pair(-1, -2)),
        ({"b": 1, "a": 2}, {"b": -1, "a": -2}),
        (ORDERED, collections.OrderedDict([("b", -1), ("a", -2)])),
        (collections.deque([1, 2]), collections.deque([-1, -2])),
        (ListOfMine([1]), ListOfMine([-1])),
        (DictOfMine(a=1), DictOfMine(a=-1)),
        (5, -5),
        ([], []),
    ],
    ids=repr,
)
def test_map_structure_keeps_types_and_order(structure, mapped):
    found = nest.map_structure(lambda leaf: -leaf, structure)
    assert found == mapped
    assert type(found) is type(mapped)
    if isinstance(mapped, dict):
        assert list(found) == list(mapped)


def test_map_structure_of_several():
    assert nest.map_structure(lambda a, b: a + b, [1, {"k": 2}], [3, {"k": 4}]) == [4, {"k": 6}]
    assert nest.map_structure(lambda a, b: a + b, [1, 2], (3, 4), check_types=False) == [4, 6]
    doubled = nest.map_structure(lambda t: t * 2.0, {"x": tf.constant(1.0)})
    assert_close(doubled["x"], 2.0)


@pytest.mark.parametrize(
    ("structure", "flat", "packed"),
    [
        ([1, (2, {"b": 3, "a": 4})], [10, 20, 30, 40], [10, (20, {"b": 40, "a": 30})]),
        ({"b": 0, "a": 0}, [1, 2], {"b": 2, "a": 1}),
        (Pair(0, 0), [1, 2], Pair(1, 2)),
        (ORDERED, [1, 2], collections.OrderedDict([("b", 2), ("a", 1)])),
        (5, [7], 7),
        ([], [], []),
        (ListOfMine([0]), [1], ListOfMine([1])),
    ],
    ids=repr,
)
def test_pack_sequence_as(structure, flat, packed):
    found = nest.pack_sequence_as(structure, flat)
    assert found == packed
    assert type(found) is type(packed)


@pytest.mark.parametrize(
    ("f", "error", "sentence"),
    [
        (
            lambda: nest.pack_sequence_as([1, 2], [3]),
            ValueError,
            r"Could not pack sequence\. Structure had 2 atoms, but flat_sequence had 1 items\.  "
            r"Structure: \[1, 2\], flat_sequence: \[3\]",
        ),
        (lambda: nest.pack_sequence_as([1], [3, 4]), ValueError, "Structure had 1 atoms"),
        (lambda: nest.pack_sequence_as([1, 2], 3), TypeError, "found incompatible type"),
        (lambda: nest.map_structure(3, [1]), TypeError, "func must be callable, got: 3"),
        (lambda: nest.map_structure(abs), ValueError, "Must provide at least one structure"),
        (
            lambda: nest.map_structure(abs, [1], foo=1),
            ValueError,
            "Only valid keyword arguments are `check_types` and `expand_composites`, not: `foo`",
        ),
    ],
)
def test_bad_calls(f, error, sentence):
    with pytest.raises(error, match=sentence):
        f()


@pytest.mark.parametrize(
    ("first", "second", "error", "sentence"),
    [
        ([1, 2], [3], ValueError, "don't have the same number of elements"),
        ([1, 2], (3, 4), TypeError, "First structure type=list .* has type list, while second"),
        ({"a": 1}, {"b": 1}, ValueError, "don't have the same set of keys"),
        ([1], 1, ValueError, "don't have the same nested structure"),
        (1, [1], ValueError, "don't have the same nested structure"),
        ([[1]], [1], ValueError, "don't have the same nested structure"),
        (Pair(1, 2), (1, 2), TypeError, "don't have the same"),
    ],
    ids=repr,
)
def test_structures_that_differ(first, second, error, sentence):
    with pytest.raises(error, match=sentence):
        nest.assert_same_structure(first, second)
    with pytest.raises(error, match=sentence):
        nest.map_structure(lambda a, b: a, first, second)


def test_structures_that_agree():
    assert nest.assert_same_structure([1, {"a": (2,)}], [3, {"a": (4,)}]) is None
    assert nest.assert_same_structure([1, 2], (3, 4), check_types=False) is None
