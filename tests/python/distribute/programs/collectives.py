"""Every collective, on every dtype that it takes, with what it gives and what its gradient is."""

import numpy as np
from saying import say

import gradtape as tf
from gradtape import distribute as D

rank, size = D.rank(), D.size()
TOTAL = size * (size + 1) // 2  # of rank + 1


def sums():
    for dtype in [
        "float32",
        "float64",
        "int32",
        "int64",
        "uint8",
        "float16",
        "bfloat16",
        "complex64",
    ]:
        for length in [0, 1, 5, 30_000]:
            x = tf.cast(tf.range(length) % 7 + 1, dtype) * tf.cast(rank + 1, dtype)
            expected = (np.arange(length) % 7 + 1) * TOTAL
            total = D.allreduce(x)
            assert total.dtype == x.dtype
            np.testing.assert_array_equal(tf.cast(total, "complex128").numpy(), expected)
    assert D.allreduce(rank + 1).numpy() == TOTAL
    assert D.allreduce(tf.constant(2.0 * rank), "MEAN").numpy() == size - 1.0
    assert D.allreduce(tf.constant([-rank, rank]), "MIN").numpy().tolist() == [1 - size, 0]
    assert D.allreduce(tf.constant([-rank, rank]), tf.distribute.ReduceOp("SUM")).shape == [2]
    assert D.allreduce(tf.constant([rank]), "MAX").numpy().tolist() == [size - 1]
    view = tf.transpose(tf.reshape(tf.range(6.0), [2, 3]))
    assert D.allreduce(view).numpy().tolist() == (view.numpy() * size).tolist()


def half_precision_is_added_wide():
    # One at a time, 2048 + 1 is 2048 in float16.
    x = tf.cast(tf.fill([3], 2048.0 if rank == 0 else 1.0), "float16")
    expected = np.float32(2048 + size - 1).astype(np.float16)
    assert D.allreduce(x).numpy().tolist() == [expected] * 3
    bits = D.allreduce(tf.cast(tf.fill([2], 256.0 if rank == 0 else 1.0), "bfloat16"))
    exact = tf.cast(tf.constant(256.0 + size - 1), "bfloat16")
    assert tf.cast(bits, "float32").numpy().tolist() == [float(exact)] * 2
    assert np.isnan(float(D.allreduce(tf.constant(np.nan, "bfloat16"))))


def structures():
    got = D.allreduce({"a": tf.ones([2]), "b": [tf.ones([3]) * rank, tf.constant(rank)]})
    assert got["a"].numpy().tolist() == [size] * 2
    assert got["b"][0].numpy().tolist() == [TOTAL - size] * 3
    assert got["b"][1].numpy() == TOTAL - size
    rows = tf.IndexedSlices(tf.ones([1, 2]) * rank, tf.constant([rank]), tf.constant([size, 2]))
    mean = D.allreduce(rows, "MEAN")
    assert mean.indices.numpy().tolist() == list(range(size))
    assert mean.values.numpy()[:, 0].tolist() == [
        float(np.float32(r) / np.float32(size)) for r in range(size)
    ]


def gathering():
    rows = D.allgather(tf.fill([rank + 1, 2], float(rank)))
    assert rows.numpy()[:, 0].tolist() == [float(r) for r in range(size) for _ in range(r + 1)]
    assert D.allgather(tf.constant(rank)).numpy().tolist() == list(range(size))
    assert D.allgather(tf.zeros([0, 3])).shape == [0, 3]
    assert D.allgather(tf.constant([rank % 2 == 0])).numpy().tolist() == [
        r % 2 == 0 for r in range(size)
    ]


def moving():
    for root in range(size):
        assert D.broadcast([tf.constant([rank, 7])], root)[0].numpy().tolist() == [root, 7]
    assert D.broadcast_object({"from": rank}, root=size - 1) == {"from": size - 1}
    sent = tf.range(size) + 10 * rank
    assert D.alltoall(sent).numpy().tolist() == [10 * r + rank for r in range(size)]
    part = D.reduce_scatter(tf.range(2 * size) * (rank + 1))
    assert part.numpy().tolist() == [2 * rank * TOTAL, (2 * rank + 1) * TOTAL]
    variables = [
        tf.Variable([1.0 * rank]),
        tf.Variable(rank, dtype="int64"),
        tf.Variable(rank * 2.0),
    ]
    D.broadcast_variables(variables, root=size - 1)
    assert [float(v.numpy().sum()) for v in variables] == [size - 1, size - 1, 2 * size - 2]
    D.barrier()


def gradient_of(function, x):
    x = tf.constant(x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(function(x))
    return tape.gradient(y, x).numpy().tolist()


def gradients():
    w = rank + 1.0
    assert gradient_of(lambda x: w * D.allreduce(x), [1.0, 2.0]) == [TOTAL] * 2
    assert gradient_of(lambda x: w * D.allreduce(x, "MEAN"), [1.0]) == [TOTAL / size]
    assert gradient_of(lambda x: D.allreduce(x, "MAX") + 0.0 * x, [1.0]) == [0.0]
    assert gradient_of(lambda x: w * D.allgather(x), [1.0] * (rank + 2)) == [TOTAL] * (rank + 2)
    assert gradient_of(lambda x: w * D.broadcast(x, 1), [1.0]) == [TOTAL if rank == 1 else 0.0]
    parts = gradient_of(lambda x: w * D.reduce_scatter(x), [1.0] * size)
    assert parts == [r + 1.0 for r in range(size)]
    assert gradient_of(lambda x: w * D.alltoall(x), [1.0] * size) == [r + 1.0 for r in range(size)]
    x = tf.Variable(1.0 + rank)
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            y = D.allreduce(x) ** 3
        first = inner.gradient(y, x)
    # The sum over processes of s³, of which each takes the derivative: 3 n s², then 6 n² s.
    assert float(first) == 3 * size * TOTAL**2
    assert float(outer.gradient(first, x)) == 6 * size**2 * TOTAL


def refused():
    for call, kind, text in [
        (lambda: D.allreduce(tf.constant(1.0), "MEDIAN"), ValueError, "MEDIAN"),
        (lambda: D.allreduce(tf.constant(True)), TypeError, "Truth"),
        (lambda: D.broadcast(tf.constant(1.0), size), ValueError, "no process"),
        (lambda: D.alltoall(tf.ones([size + 1])), ValueError, "equal parts"),
        (lambda: D.reduce_scatter(tf.constant(1.0)), ValueError, "equal parts"),
        (lambda: D.allreduce(tf.constant("a")), TypeError, "broadcast_object"),
        (lambda: D.configure(speed=1), TypeError, "speed"),
    ]:
        try:
            call()
            found = "nothing"
        except kind as error:
            found = str(error)
        assert text in found, (found, text)


def mismatches():
    calls = {
        "shape": lambda: D.allreduce(tf.ones([2 + rank % 2])),
        "dtype": lambda: D.allreduce(tf.cast(tf.ones([2]), "float64" if rank else "float32")),
        "order": lambda: D.barrier() if rank else D.allreduce(tf.ones([2])),
        "op": lambda: D.allreduce(tf.ones([2]), "MEAN" if rank else "SUM"),
    }
    for name, call in calls.items():
        try:
            call()
        except tf.errors.InvalidArgumentError as error:
            say(name, error)
        else:
            raise AssertionError(name)


for part in [sums, half_precision_is_added_wide, structures, gathering, moving, gradients, refused]:
    part()
D.configure(check=False)
sums()
D.configure(check=True, ordered=False)
sums()
D.configure(ordered=True)
mismatches()
say("done", D.local_rank())
