"""Sizes that a program chooses: absurd ones are answered at once, refused, or interrupted.

Never does the process end, panic or hang.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from library import ours
from limited import outcomes

pytestmark = ours("TensorFlow's process ends, or goes on for ever")

EXHAUSTED = {"ResourceExhaustedError", "MemoryError"}
REFUSALS = EXHAUSTED | {"InvalidArgumentError", "ValueError"}
WIDE = "tf.broadcast_to(1.0, [2**40])"
ROWS = "tf.broadcast_to(1.0, [2**40, 2])"

AT_ONCE = {
    "images of no pixels": (
        "assert tf.image.resize(tf.zeros([0, 2, 2, 1]), [2**31 - 1, 1]).shape[1] == 2**31 - 1"
    ),
    "no channel": (
        "assert tf.image.resize(tf.zeros([1, 2, 2, 0]), [2**31 - 1, 1], 'nearest').shape[0] == 1"
    ),
    "bands of no matrix": (
        "assert tf.linalg.band_part(tf.zeros([0, 2**29, 2**29]), 1, 1).shape[1] == 2**29"
    ),
    "bands of no column": "tf.linalg.band_part(tf.zeros([2**40, 0]), 0, 0)",
    "no filter": (
        "x = tf.nn.conv2d(tf.ones([1, 4, 4, 1]), tf.zeros([1, 1, 1, 0]), 1, "
        "[[0, 0], [2**40, 0], [0, 0], [0, 0]])\nassert x.shape[1] == 2**40 + 4"
    ),
    "no class": "assert tf.random.categorical(tf.zeros([0, 2**40]), 1).shape == [0, 1]",
    "no row": "assert tf.random.shuffle(tf.zeros([0, 2**30, 2**28], tf.int64)).shape[0] == 0",
    "the length": f"assert len({WIDE}) == 2**40",
    "the first": f"assert float(next(iter({WIDE}))) == 1.0",
    "the last": f"assert float(next(reversed({WIDE}))) == 1.0",
    "the last of three": "assert [float(v) for v in reversed(tf.range(3.0))] == [2.0, 1.0, 0.0]",
}
REFUSED = {
    "a channel's neighbours": "tf.nn.local_response_normalization(tf.zeros([0, 4, 4, 2**40]))",
    "a sum": f"tf.add_n([{WIDE}] * 2)",
    "a stack": f"tf.stack([{WIDE}] * 2)",
    "a list of rows": f"tf.unstack({WIDE})",
    "rows of nothing": "tf.unstack(tf.zeros([2**40, 0]))",
    "rows as tensors": f"tf.concat({ROWS}, 0)",
    "shuffled rows": "tf.random.shuffle(tf.zeros([2**40, 0]))",
    "a map": f"tf.map_fn(lambda t: t, {WIDE})",
    "a vectorized map": f"tf.vectorized_map(lambda t: t + 1.0, {WIDE})",
    "a scan": f"tf.scan(lambda a, t: a + t, {WIDE})",
    "a fold": f"tf.foldl(lambda a, t: a + t, {WIDE})",
    "a fold from the right": f"tf.foldr(lambda a, t: a + t, {WIDE})",
    "counts of a Poisson": "tf.random.poisson([2**62], [1.0, 2.0, 3.0])",
    "gamma numbers": "tf.random.gamma([2**62], [1.0, 2.0, 3.0, 4.0])",
    "a shape of no elements": "tf.zeros([0, 2**62])",
    "no rank": "tf.linalg.matrix_rank(tf.zeros([0, 2**62, 1]))",
    "no factor": "tf.linalg.cholesky(tf.zeros([0, 2**31, 2**31]))",
    "integers": "tf.constant(range(2**40))",
    "open lengths": "tf.TensorShape(None).with_rank(2**62)",
    "a pickle": "tf.ones([2]).__reduce__()[0](b'', 'float32', range(2**62))",
    "classes": "tf.random.categorical(tf.broadcast_to(0.0, [1, 2**40]), 1)",
    "a binomial": (
        "tf.random.stateless_binomial([2**40], [1, 2], tf.broadcast_to(3.0, [2**40]), 0.5)"
    ),
    "an image": "tf.image.resize(tf.zeros([1, 2, 2, 1]), [2**31 - 1, 2**31 - 1])",
}
# Long, but possible: they go on until they are interrupted, or end where memory does.
LONG = {
    "a product": "tf.matmul(tf.broadcast_to(1.0, [1, 2**40]), tf.broadcast_to(1.0, [2**40, 1]))",
    "integer product": (
        "tf.matmul(tf.broadcast_to(1, [1, 2**40]), tf.broadcast_to(1, [2**40, 1]))"
    ),
    "half product": (
        "tf.matmul(tf.broadcast_to(tf.cast(1, tf.float16), [1, 2**40]), "
        "tf.broadcast_to(tf.cast(1, tf.float16), [2**40, 1]))"
    ),
    "a list": f"list({WIDE})",
    "a list from the last": f"list(reversed({WIDE}))",
    "pairs": f"list(zip({WIDE}, {WIDE}))",
    "one argument for each row": f"zip(*{ROWS})",
    "a sum of a view": f"tf.reduce_sum({WIDE})",
    "matrices of one column": "tf.linalg.band_part(tf.broadcast_to(1.0, [2**26, 1]), 0, 0)",
    "an image's rows": "tf.image.resize(tf.zeros([1, 2, 1, 1]), [2**31 - 1, 1])",
}


@pytest.fixture(scope="module")
def ends():
    short, long = [*AT_ONCE.values(), *REFUSED.values()], list(LONG.values())
    # Interrupted before memory is used up.
    found = [*outcomes(short, patience=10.0), *outcomes(long, patience=0.1)]
    return dict(zip([*short, *long], found, strict=True))


@pytest.mark.parametrize("name", AT_ONCE)
def test_empty_work_takes_no_time(ends, name):
    assert ends[AT_ONCE[name]][:2] == ("", "")


@pytest.mark.parametrize("name", REFUSED)
def test_absurd_work_is_refused(ends, name):
    assert ends[REFUSED[name]].kind in REFUSALS


@pytest.mark.parametrize("name", LONG)
def test_long_work_is_interrupted(ends, name):
    end = ends[LONG[name]]
    assert end.kind in EXHAUSTED | {"TooLong"}, end
    # 0.3 s is the promise of an optimised build on a machine with nothing else to do.
    assert end.late < 1.5, end


STRINGS = [
    "tf.random.gamma([2], 'a')",
    "tf.random.poisson([2], 'a')",
    "tf.random.uniform([2], 'a')",
    "tf.random.stateless_gamma([1], [1, 2], ['a'])",
    "tf.random.stateless_poisson([1], [1, 2], ['a'])",
    "tf.random.stateless_uniform([1], ['a', 'b'])",
    "tf.image.adjust_gamma(tf.constant([[['a']]]))",
    "tf.math.confusion_matrix(['a'], ['b'])",
]


def test_strings_are_no_numbers():
    kinds = {
        "UnimplementedError",
        "InvalidArgumentError",
        "TypeError",
        "ValueError",
        "AttributeError",
    }
    assert {end.kind for end in outcomes(STRINGS, patience=10.0)} <= kinds


# Lists that memory ends in the middle of.
TIGHT = [
    "tf.unstack(tf.broadcast_to(1.0, [2**22]))",
    "tf.split(tf.broadcast_to(1.0, [2**22]), 2**22)",
    "tf.stack(tf.broadcast_to(1.0, [2**22]))",
    "tf.identity_n([tf.constant(1.0)] * 2**21)",
    "tf.stack([tf.constant(1.0)] * 2**22)",
    "tf.concat([tf.constant([1.0])] * 2**22, 0)",
    "tf.add_n([tf.constant(1.0)] * 2**22)",
    "tf.constant([1.0] * 2**22)",
    "tf.constant([1] * 2**22)",
    "tf.constant([1j] * 2**22)",
    "tf.constant(['a'] * 2**22)",
    "tf.constant(range(2**24))",
    "tf.map_fn(lambda t: t, tf.broadcast_to(1.0, [2**21]))",
    "tf.scan(lambda a, t: a + t, tf.broadcast_to(1.0, [2**21]))",
    "tf.foldr(lambda a, t: a + t, tf.broadcast_to(1.0, [2**22]))",
    "tf.repeat(tf.ones([2**20]), [3] * 2**20)",
    "tf.random.shuffle(tf.broadcast_to(1.0, [2**24]))",
    "tf.random.categorical(tf.broadcast_to(1.0, [1, 2**23]), 1)",
    "tf.random.stateless_binomial([2**22], [1, 2], tf.fill([2**22], 3.0), 0.5)",
    "tf.matmul(*[tf.broadcast_to(tf.cast(1, tf.float16), s) for s in ([1, 2**24], [2**24, 1])])",
    "tf.image.resize(tf.ones([1, 2, 1, 1]), [2**22, 1])",
    "tf.cast(tf.broadcast_to(1.0, [2**22]), tf.complex128).__reduce__()",
]


def test_memory_that_ends_in_the_middle_of_a_list_is_an_error():
    kinds = EXHAUSTED | {"TooLong"}
    ends = outcomes(TIGHT, memory=48 << 20, patience=1.0)
    assert [(p, e) for p, e in zip(TIGHT, ends, strict=True) if e.kind not in kinds] == []


def test_every_operation_survives_absurd_sizes_and_strings():
    program = Path(__file__).with_name("absurd.py")
    run = subprocess.run(
        [sys.executable, "-W", "ignore", program], capture_output=True, text=True, timeout=110
    )
    assert run.returncode == 0, run.stderr[-3000:] + run.stdout[-1000:]
    *findings, (done, count, _) = [json.loads(line) for line in run.stdout.splitlines()]
    assert done == "done"
    assert findings == []
    assert int(count) > 10_000
