"""Variables: how they are made and named, what they compare with, their gradients."""

import copy
import gc
import pickle
import signal
import time
import weakref

import numpy as np
import pytest
from checks import assert_close
from library import ours, tf

IAE = tf.errors.InvalidArgumentError

# --- making one -----------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [(), (None,)])
def test_an_initial_value_is_needed(arguments):
    with pytest.raises(
        ValueError, match=r"The `initial_value` arg to `tf.Variable` must be specified"
    ):
        tf.Variable(*arguments)


@pytest.mark.parametrize(
    ("value", "dtype", "result"),
    [
        (3.0, "float32", 3.0),
        (3, "int32", 3),
        (True, "bool", True),
        (1j, "complex128", 1j),
        ([1.0, 2.0], "float32", [1.0, 2.0]),
        (np.float64(1), "float64", 1.0),
        (np.array([1, 2]), "int64", [1, 2]),
        (tf.constant([1.0, 2.0]), "float32", [1.0, 2.0]),
        (tf.Variable([1.0, 2.0]), "float32", [1.0, 2.0]),
        (lambda: tf.ones([2]), "float32", [1.0, 1.0]),
        (lambda: 2, "int32", 2),
        ([], "float32", []),
        (np.zeros([0, 3]), "float64", np.zeros([0, 3])),
    ],
)
def test_a_variable_of(value, dtype, result):
    v = tf.Variable(value)
    assert v.dtype == dtype
    assert_close(v, result)


def test_a_string_variable():
    assert tf.Variable("a").numpy() == b"a"
    assert tf.Variable(["a", "b"]).dtype == tf.string


def test_a_dtype_may_be_asked_for():
    v = tf.Variable([1, 2], dtype=tf.float32)
    assert v.dtype == tf.float32
    assert tf.Variable(np.array([1.0]), dtype="float16").dtype == tf.float16


def test_a_tensor_of_another_dtype_is_refused():
    sentence = "Tensor conversion requested dtype float64 for Tensor with dtype float32"
    with pytest.raises(ValueError, match=sentence):
        tf.Variable(tf.constant(1.0), dtype=tf.float64)
    sentence = "conversion requested .*float64 for .*float32"
    with pytest.raises(ValueError, match=sentence):
        tf.Variable(tf.Variable(1.0), dtype=tf.float64)


def test_a_variable_of_a_variable_is_another():
    v = tf.Variable(1.0, name="v")
    w = tf.Variable(v)
    v.assign(5.0)
    assert w.numpy() == 1.0
    assert w.name == "Variable:0"


def test_the_shape_is_declared_by_the_value_or_by_hand():
    assert tf.Variable([1.0, 2.0]).shape == [2]
    assert tf.Variable([1.0, 2.0]).get_shape() == [2]
    assert tf.Variable([1.0, 2.0], shape=[None]).shape.as_list() == [None]
    assert tf.Variable([1.0, 2.0], shape=tf.TensorShape(None)).shape.rank is None


def test_a_declared_shape_must_fit():
    sentence = (
        r"In this `tf.Variable` creation, the initial value's shape \(\(2,\)\) is not compatible "
        r"with the explicitly supplied `shape` argument \(\[3\]\)"
    )
    with pytest.raises(ValueError, match=sentence):
        tf.Variable([1.0, 2.0], shape=[3])


def test_a_shape_that_was_left_open_may_change():
    v = tf.Variable([1.0, 2.0], shape=[None])
    v.assign([1.0, 2.0, 3.0])
    assert_close(v + 1.0, [2.0, 3.0, 4.0])
    with pytest.raises(ValueError, match="Shape mismatch"):
        v.assign([[1.0]])
    w = tf.Variable([1.0, 2.0], shape=tf.TensorShape(None))
    w.assign([[1.0]])
    assert_close(w, [[1.0]])


@pytest.mark.parametrize("value", [1.0, 1, "a", True])
def test_variables_are_trainable_unless_told_otherwise(value):
    assert tf.Variable(value).trainable is True
    assert tf.Variable(value, trainable=None).trainable is True
    assert tf.Variable(value, trainable=False).trainable is False
    assert tf.Variable(value, False).trainable is False


def test_a_constraint_is_kept_and_not_applied():
    v = tf.Variable(-1.0, constraint=tf.abs)
    assert v.constraint is tf.abs
    assert v.numpy() == -1.0
    v.assign(-2.0)
    assert v.numpy() == -2.0
    with pytest.raises(ValueError, match="Argument `constraint` must be None or a callable"):
        tf.Variable(1.0, constraint=3)


# --- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "full"),
    [(None, "Variable:0"), ("x0", "x0:0"), ("a b", "a b:0"), ("a:0", "a:0:0"), ("", ":0")],
)
def test_a_name_gets_its_output_number(name, full):
    assert tf.Variable(1.0, name=name).name == full


def test_names_need_not_be_unique():
    assert [tf.Variable(1.0, name="x0").name for _ in range(2)] == ["x0:0", "x0:0"]


def test_a_name_is_a_string():
    with pytest.raises(ValueError, match=r"name for name_scope must be a string"):
        tf.Variable(1.0, name=3)


def test_scopes_prefix_names():
    with tf.name_scope("outer"):
        unnamed, named = tf.Variable(1.0), tf.Variable(1.0, name="x")
        with tf.name_scope("inner") as prefix:
            deep = tf.Variable(1.0, name="x")
    after = tf.Variable(1.0, name="x")
    assert prefix == "outer/inner/"
    assert [v.name for v in (unnamed, named, deep, after)] == [
        "outer/Variable:0",
        "outer/x:0",
        "outer/inner/x:0",
        "x:0",
    ]


# --- attributes -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["name", "dtype", "shape", "trainable"])
def test_its_attributes_are_read_only(name):
    sentence = f"'?{name}'?"
    with pytest.raises(AttributeError, match=sentence):
        setattr(tf.Variable(1.0), name, "a")


def test_other_attributes_may_be_set():
    v = tf.Variable(1.0)
    v.mine = 5
    assert v.mine == 5


@pytest.mark.parametrize("name", ["T", "ndim", "size", "foo"])
def test_it_has_no_such_attribute(name):
    with pytest.raises(AttributeError, match=f"ResourceVariable' object has no attribute '{name}'"):
        getattr(tf.Variable(1.0), name)


def test_value_and_read_value():
    v = tf.Variable(1.0)
    assert isinstance(v.value(), tf.Tensor)
    before = v.read_value()
    assert v.read_value() is not before
    v.assign(2.0)
    assert before.numpy() == 1.0
    assert v.value().numpy() == 2.0
    assert bool(v.is_initialized())
    assert v.initializer is None


def test_numpy_is_a_copy():
    v = tf.Variable([1.0, 2.0])
    array = v.numpy()
    array[0] = 100
    assert v.numpy()[0] == 1.0
    assert isinstance(tf.Variable(1.0).numpy(), np.float32)


# --- comparison and conversion --------------------------------------------------------------------


def test_comparison_is_elementwise():
    v = tf.Variable([1.0, 2.0])
    assert_close(v == [1.0, 3.0], [True, False])
    assert_close(v != [1.0, 3.0], [False, True])
    assert_close(v < 2, [True, False])
    assert_close(v >= tf.constant(2.0), [False, True])
    assert (v == tf.constant([1.0, 2.0, 3.0])).numpy() == False  # noqa: E712


@pytest.mark.parametrize("compare", [lambda v: v == None, lambda v: v != None])  # noqa: E711
def test_none_is_no_value_to_compare_with(compare):
    with pytest.raises(ValueError, match=r"Attempt to convert a value \(None\)"):
        compare(tf.Variable(1.0))


def test_comparison_does_not_mix_dtypes():
    with pytest.raises(IAE, match="cannot compute Equal as input #1"):
        tf.Variable(1.0) == tf.constant(1)  # noqa: B015
    with pytest.raises(TypeError, match="Cannot convert 'a' to EagerTensor of dtype float"):
        tf.Variable(1.0) == "a"  # noqa: B015


def test_a_variable_is_unhashable_and_says_what_to_use():
    v = tf.Variable(1.0)
    sentence = (
        r"Variable is unhashable\. Instead, use variable\.ref\(\) as the key\. "
        r"\(Variable: <tf\.Variable 'Variable:0' shape=\(\) dtype=float32, numpy=1\.0>\)"
    )
    with pytest.raises(TypeError, match=sentence):
        hash(v)
    with pytest.raises(TypeError, match="unhashable"):
        {v}  # noqa: B018


def test_a_reference_is_the_key():
    v = tf.Variable(1.0)
    ref = v.ref()
    assert ref.deref() is v
    assert ref == v.ref()
    assert ref != tf.Variable(1.0).ref()
    assert {ref: "found"}[v.ref()] == "found"
    assert repr(ref) == f"<Reference wrapping {v!r}>"


def test_containment_compares_values():
    v, w = tf.Variable(1.0), tf.Variable(1.0)
    assert v in [w]
    assert [v, w].index(w) == 0
    with pytest.raises(ValueError, match="The truth value of an array with more than one element"):
        tf.Variable([1.0, 2.0]) in [tf.Variable([1.0, 2.0])]  # noqa: B015


@pytest.mark.parametrize(
    ("convert", "number"), [(float, 2.5), (int, 2), (complex, 2.5 + 0j), (bool, True)]
)
def test_a_scalar_variable_is_a_number(convert, number):
    assert convert(tf.Variable(2.5)) == number


def test_iteration():
    assert [float(e) for e in tf.Variable([1.0, 2.0])] == [1.0, 2.0]
    with pytest.raises(TypeError, match="Cannot iterate over a scalar tensor"):
        iter(tf.Variable(1.0)).__next__()


@pytest.mark.parametrize(
    ("use", "sentence"),
    [
        (len, r"ResourceVariable' has no len\(\)"),
        (range, "ResourceVariable' object cannot be interpreted as an integer"),
        (lambda v: [1, 2][v], "ResourceVariable"),
        (round, "doesn't define __round__ method"),
        (lambda v: +v, "unary"),
    ],
)
def test_what_python_may_not_ask_of_a_variable(use, sentence):
    with pytest.raises(TypeError, match=sentence):
        use(tf.Variable(1))


# --- copies ---------------------------------------------------------------------------------------


def test_a_copy_shares_its_value_and_a_deep_copy_does_not():
    v = tf.Variable(1.0, name="q", trainable=False)
    shallow, deep = copy.copy(v), copy.deepcopy(v)
    v.assign(5.0)
    assert shallow.numpy() == 5.0
    assert deep.numpy() == 1.0
    deep.assign(6.0)
    assert v.numpy() == 5.0
    assert deep.name == "q:0"
    assert deep.trainable is False


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickling_keeps_value_name_and_trainable(protocol):
    v = tf.Variable([1.0, 2.0], name="q", trainable=False)
    again = pickle.loads(pickle.dumps(v, protocol))
    assert_close(again, [1.0, 2.0])
    assert again.name == "q:0"
    assert again.trainable is False
    again.assign([3.0, 4.0])
    assert_close(v, [1.0, 2.0])


def test_a_variable_dies_with_its_last_reference():
    v = tf.Variable(1.0)
    ref = weakref.ref(v)
    _ = v * v
    del v
    gc.collect()
    assert ref() is None


# --- gradients ------------------------------------------------------------------------------------

READS = {
    "index": (lambda v: v[0], [1.0, 0.0, 0.0]),
    "slice": (lambda v: v[1:], [0.0, 1.0, 1.0]),
    "gather": (lambda v: tf.gather(v, [0, 2, 0]), [2.0, 0.0, 1.0]),
    "gather of one": (lambda v: tf.gather(v, 1), [0.0, 1.0, 0.0]),
    "gather_nd": (lambda v: tf.gather_nd(v, [[1], [1]]), [0.0, 2.0, 0.0]),
    "embedding_lookup": (lambda v: tf.nn.embedding_lookup(v, [1, 1]), [0.0, 2.0, 0.0]),
    "sparse_read": (lambda v: v.sparse_read([2]), [0.0, 0.0, 1.0]),
    "boolean mask": (lambda v: v[tf.constant([True, False, True])], [1.0, 0.0, 1.0]),
    "value": (lambda v: v.value(), [1.0, 1.0, 1.0]),
    "read_value": (lambda v: v.read_value(), [1.0, 1.0, 1.0]),
    "convert_to_tensor": (tf.convert_to_tensor, [1.0, 1.0, 1.0]),
    "iteration": (lambda v: [e * k for k, e in enumerate(v)], [0.0, 1.0, 2.0]),
    "two gathers": (lambda v: [tf.gather(v, [0]), tf.gather(v, [0, 1])], [2.0, 1.0, 0.0]),
    "gather and product": (lambda v: [tf.gather(v, [0]), v * 2.0], [3.0, 2.0, 2.0]),
}


@pytest.mark.parametrize("read", READS)
def test_gradients_of_reading(read):
    f, expected = READS[read]
    v = tf.Variable([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        y = f(v)
    assert_close(tf.convert_to_tensor(tape.gradient(y, v)), expected)


def test_gradients_pass_to_the_variable_and_not_to_what_was_assigned():
    x, v = tf.constant(3.0), tf.Variable(1.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        v.assign(x)
        y = v * v
    assert tape.gradient(y, v).numpy() == 6.0
    assert tape.gradient(y, x) is None


def test_gradients_through_assign_add():
    x, v = tf.Variable(3.0), tf.Variable(0.0)
    with tf.GradientTape(persistent=True) as tape:
        v.assign_add(x)
        y = v**2
    assert tape.gradient(y, x) is None
    assert tape.gradient(y, v).numpy() == 6.0


class Halved(tf.Variable):
    """A variable that stands for another value than its cell's."""

    def __tf_tensor__(self, dtype=None, name=None):
        return tf.cast(self.read_value() / 2, tf.float16)


@ours("TensorFlow lets no program derive from its variables")
def test_a_subclass_may_say_what_it_stands_for():
    v = Halved([4.0, 8.0])
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(tf.square(v))
    assert y.dtype == tf.float16
    assert y.numpy() == 20.0
    np.testing.assert_array_equal(tape.gradient(y, v), [2.0, 4.0])
    assert tf.add(v, 1.0).dtype == tf.float16
    assert tf.stack([v, v]).dtype == tf.float16


def _add_and_wait(v):
    tf.add(v, 1.0)
    time.sleep(1)


@ours("TensorFlow lets no program derive from its variables")
def test_an_interrupt_while_a_subclass_says_so_comes_again():
    class Interrupted(tf.Variable):
        def __tf_tensor__(self, dtype=None, name=None):
            raise KeyboardInterrupt

    v = Interrupted([1.0])
    # A process in the background may ignore interrupts.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            _add_and_wait(v)
    finally:
        signal.signal(signal.SIGINT, before)


@ours("TensorFlow lets no program derive from its variables")
def test_a_subclass_that_asks_itself_is_its_cell():
    class Own(tf.Variable):
        def __tf_tensor__(self, dtype=None, name=None):
            return tf.convert_to_tensor(self)

    np.testing.assert_array_equal(tf.add(Own([1.0]), 1.0), [2.0])


def test_anything_may_say_whether_a_variable_is_trainable():
    assert tf.Variable(10, tf.int32).dtype == tf.int32
    assert tf.Variable(10, tf.int32).trainable
    assert tf.Variable([1.0], "w").trainable
    assert not tf.Variable(3.0, 0).trainable
    w = tf.Variable(2.0, tf.float32)
    with tf.GradientTape() as tape:
        y = w * w
    assert tape.gradient(y, w).numpy() == 4


@ours("as with the variables of Keras 3, which a model's weights are there")
class TestValueWithoutACall:
    def test_it_is_the_variable(self):
        v = tf.Variable([1.0, 2.0], name="weights")
        value = v.value
        assert isinstance(value, tf.Variable)
        assert (value.name, value.shape, value.dtype) == (v.name, v.shape, v.dtype)
        assert (value + 1.0).numpy().tolist() == [2.0, 3.0]
        value.assign([5.0, 6.0])
        assert v.numpy().tolist() == value().numpy().tolist() == [5.0, 6.0]
        assert type(value()) is type(v.read_value())

    def test_gradients_go_by_it(self):
        v = tf.Variable(3.0)
        with tf.GradientTape(persistent=True) as tape:
            y = v.value * v.value()
        assert tape.gradient(y, v).numpy() == 6.0
        assert tape.gradient(y, v.value).numpy() == 6.0
        with tf.GradientTape(watch_accessed_variables=False) as tape:
            tape.watch(v.value)
            y = v * v
        assert tape.gradient(y, v).numpy() == 6.0

    def test_a_model_learns_by_it(self):
        layer = tf.keras.layers.Dense(1, kernel_initializer="ones")
        layer.build((None, 2))
        values = [weight.value for weight in layer.trainable_variables]
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(layer(tf.ones([1, 2])))
        grads = tape.gradient(loss, values)
        tf.keras.optimizers.SGD(0.5).apply_gradients(zip(grads, values))
        assert layer.kernel.numpy().tolist() == [[0.5], [0.5]]

    def test_it_outlives_its_variable(self):
        value = tf.Variable(3.0).value
        gc.collect()
        assert value.numpy() == value().numpy() == 3.0
        assert copy.deepcopy(value).numpy() == 3.0


def test_libraries_change_whether_a_variable_is_trained():
    v = tf.Variable(1.0)
    v._trainable = False
    with tf.GradientTape() as tape:
        y = v * 2.0
    assert (v.trainable, v._trainable, tape.gradient(y, v)) == (False, False, None)
    v._trainable = True
    with tf.GradientTape() as tape:
        y = v * 2.0
    assert float(tape.gradient(y, v)) == 2.0
