"""Names that the functions of a dataset read mean what they meant when the dataset was made."""

import pytest
from library import AGAINST_TENSORFLOW, tf

Dataset = tf.data.Dataset
number, word = 1, "first"


def elements(dataset):
    return list(dataset.as_numpy_iterator())


def labelled(value):
    return value, number


def plus(value, other):
    return value + other


class Holder:
    number = 1


def test_a_loop_gives_each_dataset_its_own_number():
    made = [Dataset.range(1).map(lambda x: (x, i)) for i in range(3)]  # noqa: B023
    assert [elements(one)[0][1] for one in made] == [0, 1, 2]


def test_names_outside_of_functions_are_kept():
    global number, word
    made = Dataset.range(2).map(lambda x: (x + number, word, (lambda: number)()))
    other = Dataset.range(1).map(labelled)
    number, word = 5, "second"
    try:
        assert elements(made) == [(1, b"first", 1), (2, b"first", 1)]
        assert elements(other) == [(0, 1)]
        assert elements(Dataset.range(1).map(labelled)) == [(0, 5)]
    finally:
        number, word = 1, "first"


def test_names_of_closures_and_functions_are_kept():
    size, other = 2, plus
    kept = Dataset.range(6).filter(lambda x: x < size)
    added = Dataset.range(2).map(lambda x: other(x, size))
    flat = Dataset.range(2).flat_map(lambda x: Dataset.from_tensors(x).repeat(size))
    size, other = 4, None
    assert elements(kept) == [0, 1]
    assert elements(added) == [2, 3]
    assert elements(flat) == [0, 0, 1, 1]


def test_defaults_and_attributes_of_a_function_are_there():
    def function(x, by=3, *, more=1):
        """Of the function."""
        return x * by + more

    assert elements(Dataset.range(3).map(function)) == [1, 4, 7]


def test_objects_are_the_same():
    holder, seen = Holder(), []
    made = Dataset.range(2).map(lambda x: tf.py_function(lambda: seen.append(1) or 1, [], tf.int32))
    assert elements(made) == [1, 1]
    variable = tf.Variable(1, dtype=tf.int64)
    with_variable = Dataset.range(2).map(lambda x: x + variable)
    variable.assign(10)
    assert elements(with_variable) == [10, 11]
    assert holder.number == 1


def test_a_function_may_call_itself():
    def power(x, n):
        return x if n == 0 else power(x * 2, n - 1)

    assert elements(Dataset.range(3).map(lambda x: power(x, 2))) == [0, 4, 8]


def test_long_functions_keep_their_names_too():
    names = {f"name_{n}": n for n in range(300)}
    body = "def function(x):\n return x + " + " + ".join(names)
    exec(body, names)
    made = Dataset.range(2).map(names["function"])
    names["name_299"] = 0
    total = sum(range(300))
    if not AGAINST_TENSORFLOW:  # which wants the source
        assert elements(made) == [total, total + 1]


@pytest.mark.skipif(AGAINST_TENSORFLOW, reason="a trace runs once")
def test_functions_that_set_names_run_as_they_are():
    count = 0

    def counted(x):
        nonlocal count
        count += 1
        return x

    elements(Dataset.range(3).map(counted))
    assert count >= 3
