"""TensorArray: what its methods answer, its errors, and gradients through it."""

import pytest
from answers import assert_answer, grad
from library import tf

errors = tf.errors


def wl():
    ta = tf.TensorArray(tf.float32, 0, dynamic_size=True)
    _, ta = tf.while_loop(
        lambda i, t: i < 3, lambda i, t: (i + 1, t.write(i, tf.cast(i, tf.float32) * 2.0)), (0, ta)
    )
    return ta.stack()


def gr(x):
    ta = tf.TensorArray(tf.float32, 3)
    for i in range(3):
        ta = ta.write(i, x * float(i) * x)
    return ta.stack()


def A(n=3, dt=tf.float32, **k):
    return tf.TensorArray(dt, n, **k)


def twice():
    a = A().unstack([1.0, 2.0, 3.0])
    a.read(0)
    return a.read(0)


def noclr():
    a = A(clear_after_read=False).unstack([1.0, 2.0, 3.0])
    a.read(0)
    return a.read(0)


def rw(f):
    a = A()
    return f(a)


CASES = [
    (lambda: wl(), ("float32", [0.0, 2.0, 4.0])),
    (
        lambda: grad(gr, [1.0, 2.0], second=True),
        [[("float32", [6.0, 12.0])], [("float32", [108.0, 216.0])]],
    ),
    (lambda: A().stack(), ValueError),
    (lambda: A(element_shape=[2]).stack(), ("float32", [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]])),
    (lambda: A(0, element_shape=[2]).stack(), ("float32", [])),
    (lambda: A(0).stack(), ("float32", [])),
    (lambda: A().write(1, [1.0, 2.0]).stack(), ("float32", [[0.0, 0.0], [1.0, 2.0], [0.0, 0.0]])),
    (lambda: A().write(1, [1.0, 2.0]).element_shape, "TensorShape([2])"),
    (lambda: A().write(1, [1.0, 2.0]).write(2, [1.0]), ValueError),
    (
        lambda: A(infer_shape=False).write(0, [1.0, 2.0]).write(1, [1.0]).write(2, [5.0]).concat(),
        ("float32", [1.0, 2.0, 1.0, 5.0]),
    ),
    (lambda: A().write(5, 1.0), errors.OutOfRangeError),
    (lambda: A().write(-1, 1.0), errors.OutOfRangeError),
    (lambda: A().read(5), errors.OutOfRangeError),
    (lambda: A().read(-1), errors.OutOfRangeError),
    (lambda: A().read(0), ValueError),
    (lambda: A(dynamic_size=True).write(5, 1.0).size(), ("int32", 6)),
    (
        lambda: A(dynamic_size=True).write(5, 1.0).stack(),
        ("float32", [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]),
    ),
    (lambda: A().unstack([1.0, 2.0]).size(), ("int32", 2)),
    (lambda: A(2).unstack([1.0, 2.0, 3.0]), ValueError),
    (lambda: twice(), errors.InvalidArgumentError),
    (lambda: noclr(), ("float32", 1.0)),
    (lambda: A().scatter([2, 0], [[1.0], [2.0]]).stack(), ("float32", [[2.0], [0.0], [1.0]])),
    (lambda: A().unstack([1.0, 2.0, 3.0]).gather([2, 0]), ("float32", [3.0, 1.0])),
    (
        lambda: A().split([1.0, 2.0, 3.0, 4.0], [1, 1, 2]).concat(),
        ("float32", [1.0, 2.0, 3.0, 4.0]),
    ),
    (lambda: A().split([1.0, 2.0, 3.0, 4.0], [1, 1, 2]).read(2), ("float32", [3.0, 4.0])),
    (lambda: A().split(3.0, [1, 3]), errors.InvalidArgumentError),
    (
        lambda: A().unstack([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]).concat(),
        ("float32", [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]),
    ),
    (lambda: A().dtype, "float32"),
    (lambda: A().flow, ("int32", 0)),
    (lambda: A().dynamic_size, False),
    (lambda: tf.TensorArray(tf.float32), ValueError),
    (lambda: A().grad("a"), NotImplementedError),
    (lambda: A(dt=tf.int32).write(0, 1.5), errors.InvalidArgumentError),
    (lambda: A(dt=tf.int32, n=1).write(0, tf.constant(3)).stack(), ("int32", [3])),
    (lambda: A(dt=tf.string, n=1).write(0, "a").stack(), ("string", [b"a"])),
    (lambda: tf.TensorArray(tf.float32, tf.constant(2)).size(), ("int32", 2)),
]


@pytest.mark.parametrize(("call", "expected"), CASES)
def test_answer(call, expected):
    assert_answer(call, expected)


def test_in_a_function_an_entry_may_be_read_twice():
    @tf.function
    def fibonacci(n):
        numbers = tf.TensorArray(tf.float32, size=0, dynamic_size=True).unstack([0.0, 1.0])
        for i in range(2, n):
            numbers = numbers.write(i, numbers.read(i - 1) + numbers.read(i - 2))
        return numbers.stack()

    assert fibonacci(7).numpy().tolist() == [0, 1, 1, 2, 3, 5, 8]
    assert bool(tf.function(tf.inside_function)())
    assert not tf.inside_function()
