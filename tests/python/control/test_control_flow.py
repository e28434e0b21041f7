"""Functions that call functions: cond, loops, maps, scans, `function`, and Python's own flow."""

import math

import pytest
from checks import assert_close, gradients, value_and_gradients
from library import tf

IAE = tf.errors.InvalidArgumentError

# --- choosing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("predicate", [True, tf.constant(True), 1])
def test_cond(predicate):
    assert_close(tf.cond(predicate, lambda: tf.constant(1.0), lambda: tf.constant(2.0)), 1.0)
    assert_close(tf.cond(tf.constant(False), lambda: 1.0, lambda: 2.0), 2.0)


def test_only_the_chosen_branch_runs():
    ran = []
    tf.cond(tf.constant(True), lambda: ran.append(1), lambda: ran.append(2))
    assert ran == [1]


def test_case_and_switch_case():
    no, yes = (tf.constant(False), lambda: 1.0), (tf.constant(True), lambda: 2.0)
    assert_close(tf.case([no, yes], default=lambda: 3.0), 2.0)
    assert_close(tf.case([no], default=lambda: 3.0), 3.0)
    assert_close(tf.switch_case(tf.constant(1), [lambda: 1.0, lambda: 2.0]), 2.0)
    assert_close(tf.switch_case(tf.constant(5), [lambda: 1.0, lambda: 2.0]), 2.0)
    assert_close(tf.switch_case(tf.constant(0), {1: lambda: 4.0, 0: lambda: 0.5}), 0.5)


def test_a_predicate_is_a_scalar():
    with pytest.raises(ValueError, match="truth value of an array with more than one element"):
        tf.cond(tf.constant([True, False]), lambda: 1, lambda: 2)


def test_gradients_follow_the_chosen_branch():
    f = lambda x: tf.cond(x > 1, lambda: x * x, lambda: -x)  # noqa: E731
    assert_close(gradients(f, 2.0)[0], 4.0)
    assert_close(gradients(f, 0.5)[0], -1.0)


# --- loops ----------------------------------------------------------------------------------------


def test_while_loop():
    i, s = tf.while_loop(lambda i, s: i < 3, lambda i, s: (i + 1, s * 2.0), [0, 1.0])
    assert_close(i, 3)
    assert_close(s, 8.0)
    i, _ = tf.while_loop(
        lambda i, s: True, lambda i, s: [i + 1, s], [tf.constant(0), 1.0], maximum_iterations=4
    )
    assert_close(i, 4)


def test_a_loop_is_differentiable():
    def power(x):
        return tf.while_loop(lambda i, s: i < 3, lambda i, s: (i + 1, s * x), [0, x])[1]

    y, (g,) = value_and_gradients(power, 2.0)
    assert_close(y, 16.0)
    assert_close(g, 32.0)


def test_pythons_loops_and_conditions_need_nothing():
    def f(x):
        y = x
        while y < 100.0:
            y = y * x
        return y if y > 0 else -y

    assert_close(gradients(f, 3.0)[0], 5 * 3.0**4)


# --- maps -----------------------------------------------------------------------------------------


def test_map_fn():
    y, (g,) = value_and_gradients(lambda x: tf.map_fn(lambda r: r * r, x), [1.0, 2.0])
    assert_close(y, [1.0, 4.0])
    assert_close(g, [2.0, 4.0])
    rows = tf.map_fn(tf.reduce_sum, tf.constant([[1.0, 2.0], [3.0, 4.0]]))
    assert_close(rows, [3.0, 7.0])


def test_map_fn_of_structures():
    x, y = tf.constant([1.0, 2.0]), tf.constant([3.0, 4.0])
    product = tf.map_fn(lambda xy: xy[0] * xy[1], (x, y), fn_output_signature=tf.float32)
    assert_close(product, [3.0, 8.0])
    pair = tf.map_fn(lambda r: (r, -r), x, fn_output_signature=(tf.float32, tf.float32))
    assert isinstance(pair, tuple)
    assert_close(pair[1], [-1.0, -2.0])
    by_name = tf.map_fn(lambda r: {"r": r}, x, fn_output_signature={"r": tf.float32})
    assert_close(by_name["r"], [1.0, 2.0])


def test_map_fn_to_another_dtype():
    y = tf.map_fn(lambda r: tf.cast(r, tf.int32), tf.constant([1.5, 2.5]), dtype=tf.int32)
    assert y.dtype == tf.int32
    assert_close(y, [1, 2])
    with pytest.raises((IAE, ValueError, TypeError), match="dtype"):
        tf.map_fn(lambda r: tf.cast(r, tf.int32), tf.constant([1.0]))


def test_map_fn_wants_rows():
    with pytest.raises(ValueError, match=r"must be 1\+ dimensional Tensors, not scalars"):
        tf.map_fn(lambda r: r, tf.constant(1.0))


def test_vectorized_map():
    y, (g,) = value_and_gradients(
        lambda x: tf.vectorized_map(lambda r: tf.reduce_sum(r * r), x), [[1.0, 2.0], [3.0, 4.0]]
    )
    assert_close(y, [5.0, 25.0])
    assert_close(g, [[2.0, 4.0], [6.0, 8.0]])


@pytest.mark.parametrize(
    ("f", "value", "gradient"),
    [
        (lambda x: tf.scan(lambda a, e: a * e, x), [1, 2, 6], [9, 4, 2]),
        (lambda x: tf.scan(lambda a, e: a + e, x, initializer=10.0), [11, 13, 16], [3, 2, 1]),
        (lambda x: tf.scan(lambda a, e: a + e, x, reverse=True), [6, 5, 3], [1, 2, 3]),
        (lambda x: tf.foldl(lambda a, e: a * e, x), 6, [6, 3, 2]),
        (lambda x: tf.foldr(lambda a, e: a - e, x), 0, [-1, -1, 1]),
        (lambda x: tf.foldl(lambda a, e: a + e * e, x, initializer=1.0), 15, [2, 4, 6]),
    ],
)
def test_scans_and_folds(f, value, gradient):
    y, (g,) = value_and_gradients(f, [1.0, 2.0, 3.0])
    assert_close(y, value)
    assert_close(g, gradient)


# --- Python inside --------------------------------------------------------------------------------


def test_py_function_is_differentiable_and_numpy_function_is_not():
    y, (g,) = value_and_gradients(lambda x: tf.py_function(lambda t: t * t, [x], tf.float32), 3.0)
    assert_close(y, 9.0)
    assert_close(g, 6.0)
    y, g = value_and_gradients(lambda x: tf.numpy_function(lambda t: t * t, [x], tf.float32), 3.0)
    assert_close(y, 9.0)
    assert g == [None]


def test_transparent_functions():
    def f(x):
        tf.print("", end="", output_stream="file:///dev/null")
        return tf.debugging.check_numerics(tf.ensure_shape(x, [2]), "x") * 3.0

    assert_close(gradients(f, [1.0, 2.0])[0], [3.0, 3.0])


@pytest.mark.parametrize(("value", "what"), [(math.nan, "NaN"), (math.inf, "Inf")])
def test_check_numerics(value, what):
    with pytest.raises(IAE, match=f"the loss : Tensor had {what} values"):
        tf.debugging.check_numerics(tf.constant([1.0, value]), "the loss")


def test_assertions():
    assert tf.debugging.assert_equal(1, 1) is None
    assert tf.debugging.assert_near(1.0, 1.0 + 1e-7) is None
    assert tf.debugging.assert_shapes([(tf.ones([2, 3]), ("n", 3))]) is None
    with pytest.raises(IAE, match=r"Condition x == y did not hold"):
        tf.debugging.assert_equal(1, 2, "these")


# --- function -------------------------------------------------------------------------------------


def test_function_is_a_decorator_with_and_without_arguments():
    @tf.function
    def square(x):
        return x * x

    @tf.function(reduce_retracing=True, jit_compile=False, autograph=True)
    def cube(x):
        return x * x * x

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def double(x):
        return x * 2.0

    assert_close(square(tf.constant(3.0)), 9.0)
    assert_close(cube(tf.constant(3.0)), 27.0)
    assert_close(double(tf.constant([1.0, 2.0])), [2.0, 4.0])
    assert tf.executing_eagerly()


def test_a_function_is_differentiable_and_reads_variables():
    v = tf.Variable(2.0)

    @tf.function
    def f(x):
        return v * x * x

    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    gx, gv = tape.gradient(y, [x, v])
    assert_close(gx, 12.0)
    assert_close(gv, 9.0)


def test_a_method_may_be_a_function():
    class Model(tf.Module):
        def __init__(self):
            super().__init__()
            self.w = tf.Variable(2.0)

        @tf.function
        def __call__(self, x, scale=1.0):
            return self.w * x * scale

    model = Model()
    assert_close(model(tf.constant(3.0)), 6.0)
    assert_close(model(tf.constant(3.0), scale=2.0), 12.0)


def test_a_function_may_be_a_training_step():
    w = tf.Variable(5.0)

    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            loss = (w * x - 3.0) ** 2
        w.assign_sub(0.1 * tape.gradient(loss, w))
        return loss

    losses = [float(step(tf.constant(1.0))) for _ in range(20)]
    assert losses[-1] < 1e-2 * losses[0]


def test_signatures_of_ragged_and_sparse_tensors():
    total = tf.function(
        tf.reduce_sum, input_signature=[tf.RaggedTensorSpec([None, None], tf.int32)]
    )
    assert total(tf.ragged.constant([[1], [2, 3]])).numpy() == 6
    for other in (tf.ragged.constant([[1.0]]), tf.constant([[1]])):
        with pytest.raises(TypeError, match="Binding inputs to"):
            total(other)
    spec = tf.SparseTensorSpec([None, None], tf.float32)
    summed = tf.function(lambda s: tf.sparse.reduce_sum(s), input_signature=[spec])
    assert summed(tf.sparse.from_dense([[1.0, 0.0]])).numpy() == 1
    same = tf.function(lambda rows: rows)
    concrete = same.get_concrete_function(tf.RaggedTensorSpec([None, None], tf.int32))
    assert concrete(tf.ragged.constant([[1], [2, 3]])).to_list() == [[1], [2, 3]]


class TestSignaturesOfManyArguments:
    """`input_signature` of a function that takes `*args`: the specs that are left are theirs."""

    def test_each_has_its_spec(self):
        @tf.function(input_signature=[tf.TensorSpec([2]), tf.TensorSpec([None], tf.int32)])
        def both(*args):
            return args[0] * 2.0, args[1]

        doubled, numbers = both([1.0, 2.0], [1, 2, 3])
        assert_close(doubled, [2.0, 4.0])
        assert numbers.dtype == tf.int32

    def test_as_many_are_given_as_there_are_specs(self):
        @tf.function(input_signature=[tf.TensorSpec([2]), tf.TensorSpec([]), tf.TensorSpec([])])
        def total(first, *rest):
            return first * sum(rest)

        assert_close(total([1.0, 2.0], 3.0, 4.0), [7.0, 14.0])
        for given in [(), (3.0,), (3.0, 4.0, 5.0), (3.0, [4.0])]:
            with pytest.raises(TypeError):
                total([1.0, 2.0], *given)

    def test_none_is_left(self):
        @tf.function(input_signature=[tf.TensorSpec([2])])
        def count(first, *rest):
            return first + len(rest)

        assert_close(count([1.0, 2.0]), [1.0, 2.0])
        with pytest.raises(TypeError):
            count([1.0, 2.0], 3.0)


@pytest.mark.parametrize("any_axes", [..., "*"])
def test_shapes_may_begin_with_any_axes(any_axes):
    tf.debugging.assert_shapes([(tf.ones([5, 2, 3]), (any_axes, "n", 3)), (tf.ones([2]), ("n",))])
    tf.debugging.assert_shapes([(tf.ones([3]), (any_axes, 3))])
    for tensor, shape in [
        (tf.ones([4, 2]), (any_axes, 3)),
        (tf.ones([]), (any_axes, 3)),
        (tf.ones([2, 2]), (2, any_axes)),
    ]:
        with pytest.raises(ValueError):
            tf.debugging.assert_shapes([(tensor, shape)])


def test_results_that_are_no_tensors_are_errors_of_tensorflow():
    for result in ({"a": 1}, "text"):
        with pytest.raises(tf.errors.InvalidArgumentError):
            tf.py_function(lambda result=result: result, [], tf.float32)
