"""Random numbers of datasets, and elements of several that are drawn: TensorFlow's for a seed."""

import pytest
from library import tf

Dataset = tf.data.Dataset


def some():
    return [Dataset.range(3).repeat(), Dataset.range(10, 13).repeat(), Dataset.range(20, 22)]


SAMPLED = {
    "numbers": lambda: Dataset.random(seed=4),
    "numbers of each pass": lambda: Dataset.random(seed=4, rerandomize_each_iteration=True),
    "numbers without a seed": lambda: Dataset.random(),
    "equal weights": lambda: Dataset.sample_from_datasets(some()[:2]),
    "weights": lambda: Dataset.sample_from_datasets(some()[:2], [0.2, 0.8], seed=3),
    "weights in a dataset": lambda: Dataset.sample_from_datasets(
        some()[:2], Dataset.from_tensor_slices([[0.1, 0.9], [0.9, 0.1], [0.5, 0.5]])
    ),
    "another draw in each pass": lambda: Dataset.sample_from_datasets(
        some()[:2], seed=3, rerandomize_each_iteration=True
    ),
    "until all have ended": lambda: Dataset.sample_from_datasets(
        [some()[0].take(3), some()[1].take(2), some()[2]], [0.3, 0.4, 0.3]
    ),
    "until one has ended": lambda: Dataset.sample_from_datasets(
        [some()[0].take(3), some()[1].take(2), some()[2]], stop_on_empty_dataset=True
    ),
    "one without a chance": lambda: Dataset.sample_from_datasets(
        [some()[0], some()[2], some()[2]], [0.0, 1.0, 1.0]
    ),
    "only one with a chance": lambda: Dataset.sample_from_datasets(some(), [1.0, 0.0, 0.0]),
    "what is shuffled": lambda: Dataset.sample_from_datasets(
        [Dataset.range(4).shuffle(4).repeat(), some()[1]]
    ),
}
# The first eight elements of two passes.
FOUND = {
    "numbers": [
        [
            3140572256,
            1890473413,
            1605976525,
            2919565505,
            3889778183,
            1106180807,
            504567668,
            2255239605,
        ],
        [
            3140572256,
            1890473413,
            1605976525,
            2919565505,
            3889778183,
            1106180807,
            504567668,
            2255239605,
        ],
    ],
    "numbers of each pass": [
        [
            1031416996,
            2683143056,
            779117511,
            2348065977,
            2873062638,
            3711072494,
            1325870251,
            3729214144,
        ],
        [
            2935086158,
            1935971334,
            2566657825,
            992271908,
            4153829802,
            3684498632,
            2509060146,
            126338354,
        ],
    ],
    "numbers without a seed": [
        [
            362095362,
            2708693949,
            877708227,
            741842741,
            2661637698,
            2488417666,
            1333585546,
            1463267671,
        ],
        [
            362095362,
            2708693949,
            877708227,
            741842741,
            2661637698,
            2488417666,
            1333585546,
            1463267671,
        ],
    ],
    "equal weights": [[0, 10, 11, 1, 2, 0, 1, 12], [0, 10, 11, 1, 2, 0, 1, 12]],
    "weights": [[0, 10, 11, 12, 1, 10, 2, 11], [0, 10, 11, 12, 1, 10, 2, 11]],
    "weights in a dataset": [[0, 1, 10], [0, 1, 10]],
    "another draw in each pass": [[0, 10, 11, 1, 2, 12, 0, 1], [0, 1, 2, 10, 0, 11, 12, 1]],
    "until all have ended": [[0, 20, 10, 1, 2, 11, 21], [0, 20, 10, 1, 2, 11, 21]],
    "until one has ended": [[0, 20, 10, 1, 2], [0, 20, 10, 1, 2]],
    "one without a chance": [[20, 20, 21, 21], [20, 20, 21, 21]],
    "only one with a chance": [[0, 1, 2, 0, 1, 2, 0, 1], [0, 1, 2, 0, 1, 2, 0, 1]],
    "what is shuffled": [[2, 1, 0, 10, 11, 3, 12, 0], [3, 0, 1, 10, 11, 2, 12, 1]],
}


@pytest.mark.parametrize("name", SAMPLED)
def test_what_is_drawn(name):
    tf.random.set_seed(1)
    dataset = SAMPLED[name]().take(8)
    assert [[int(element) for element in dataset] for _ in range(2)] == FOUND[name]
