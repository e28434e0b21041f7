"""Which orders are settled when an iterator is made, and which when its first element is wanted.

An iterator that nobody uses has begun a pass over every shuffled dataset, but not over those below
a shuffle, nor over the later parts of a concatenation.
"""

import pytest
from library import tf

Dataset = tf.data.Dataset
pair = lambda a, b: a * 10 + b  # noqa: E731


def shuffled(count=6):
    return Dataset.range(count).shuffle(10)


MADE = {
    "plain": shuffled,
    "a shuffle of a shuffle": lambda: shuffled().shuffle(3),
    "a zip": lambda: Dataset.zip((shuffled(), shuffled())).map(pair),
    "a zip below a shuffle": lambda: Dataset.zip((shuffled(), shuffled())).map(pair).shuffle(3),
    "a repetition": lambda: shuffled(4).repeat(2),
    "a repetition below a shuffle": lambda: shuffled(4).repeat(2).shuffle(3),
    "a concatenation": lambda: shuffled(4).concatenate(shuffled(4)),
    "a cache": lambda: shuffled().cache(),
    "a cache below a shuffle": lambda: shuffled().cache().shuffle(9),
    "a choice": lambda: Dataset.choose_from_datasets(
        [shuffled(3), shuffled(3)], Dataset.range(2).repeat(2)
    ),
    "rows of batches": lambda: shuffled().batch(3).unbatch(),
}
# Two passes behind two iterators that nobody has used.
ORDERS = {
    "plain": [[1, 5, 3, 2, 0, 4], [1, 3, 4, 0, 5, 2]],
    "a shuffle of a shuffle": [[2, 4, 0, 5, 3, 1], [3, 1, 0, 4, 2, 5]],
    "a zip": [[14, 51, 33, 22, 5, 40], [12, 35, 40, 3, 54, 21]],
    "a zip below a shuffle": [[22, 51, 43, 35, 10, 4], [33, 40, 11, 2, 25, 54]],
    "a repetition": [[3, 0, 1, 2, 1, 3, 2, 0], [1, 2, 3, 0, 3, 0, 2, 1]],
    "a repetition below a shuffle": [[1, 2, 0, 3, 3, 2, 1, 0], [1, 0, 1, 2, 3, 2, 0, 3]],
    "a concatenation": [[3, 0, 1, 2, 1, 2, 3, 0], [1, 3, 2, 0, 1, 3, 0, 2]],
    "a cache": [[1, 5, 3, 2, 0, 4], [1, 5, 3, 2, 0, 4]],
    "a cache below a shuffle": [[0, 2, 5, 1, 3, 4], [1, 3, 4, 5, 0, 2]],
    "a choice": [[1, 1, 2, 0], [1, 2, 0, 1]],
    "rows of batches": [[1, 5, 3, 2, 0, 4], [1, 3, 4, 0, 5, 2]],
}
# What three passes begin with where only the first two elements of each are wanted.
HEADS = {
    "plain": [[4, 2], [2, 1], [1, 5]],
    "a shuffle of a shuffle": [[4, 1], [3, 4], [5, 1]],
    "a zip": [[43, 22], [25, 11], [14, 51]],
    "a zip below a shuffle": [[43, 22], [25, 33], [51, 22]],
    "a repetition": [[2, 1], [0, 3], [3, 0]],
    "a repetition below a shuffle": [[2, 0], [1, 2], [0, 3]],
    "a concatenation": [[2, 1], [0, 3], [3, 0]],
    "a cache": [[4, 2], [2, 1], [1, 5]],
    "a cache below a shuffle": [[5, 1], [3, 2], [0, 2]],
    "a choice": [[1, 0], [2, 2], [1, 1]],
    "rows of batches": [[4, 2], [2, 1], [1, 5]],
}


def numbers(dataset):
    return [int(element) for element in dataset]


@pytest.mark.parametrize("name", MADE)
def test_iterators_that_nobody_uses(name):
    tf.random.set_seed(1)
    dataset = MADE[name]()
    unused = [iter(dataset), iter(dataset)]
    assert [numbers(dataset), numbers(dataset)] == ORDERS[name]
    assert len(unused) == 2


@pytest.mark.parametrize("name", MADE)
def test_passes_that_end_early(name):
    tf.random.set_seed(1)
    dataset = MADE[name]()
    assert [numbers(dataset.take(2)) for _ in range(3)] == HEADS[name]


# What is below `repeat(2)`, and the order that the shuffle has after it: a further pass has begun,
# but not over a shuffle alone.
BELOW = {
    "a shuffle alone": (lambda d: d, [2, 5, 1, 0, 4, 3]),
    "a map": (lambda d: d.map(lambda x: x + 1), [2, 0, 5, 3, 1, 4]),
    "batches": (lambda d: d.batch(2), [2, 0, 5, 3, 1, 4]),
    "the first ones": (lambda d: d.take(3), [2, 0, 5, 3, 1, 4]),
    "the last ones": (lambda d: d.skip(4), [2, 0, 5, 3, 1, 4]),
    "a choice": (lambda d: d.filter(lambda x: x < 9), [2, 0, 5, 3, 1, 4]),
}


@pytest.mark.parametrize("name", BELOW)
def test_a_repetition_that_has_ended(name):
    tf.random.set_seed(3)
    below, expected = BELOW[name]
    dataset = tf.data.Dataset.range(6).shuffle(6, seed=7)
    repeated = below(dataset).repeat(2)
    assert len(list(repeated)) % 2 == 0
    assert numbers(dataset) == expected


def test_a_repetition_that_is_left_early():
    tf.random.set_seed(3)
    dataset = tf.data.Dataset.range(6).shuffle(6, seed=7)
    assert len(list(dataset.map(lambda x: x + 1).repeat(2).take(12))) == 12
    assert numbers(dataset) == [2, 5, 1, 0, 4, 3]


def test_what_is_taken_begins_no_pass_beyond_it():
    tf.random.set_seed(4)
    endless = Dataset.range(6).shuffle(10).repeat()
    seen = [[int(x) for x in endless.take(count)] for count in (2, 6, 0, 7)]
    tf.random.set_seed(4)
    passes = Dataset.range(6).shuffle(10)
    first, second, third, fourth = ([int(x) for x in passes] for _ in range(4))
    assert seen == [first[:2], second, [], [*third, fourth[0]]]
