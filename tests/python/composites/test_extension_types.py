"""Types of a program's own: fields, constructors, specs, batches, functions of them."""

import copy
import pickle
from collections.abc import Mapping
from typing import Optional, Union

import numpy as np
import pytest
from library import tf

E = tf.experimental.ExtensionType


class Masked(E):
    values: tf.Tensor
    mask: tf.Tensor


class Pencil(E):
    color: str = "black"
    eraser: bool = True
    length: tf.Tensor = 1.0


class Node(E):
    value: tf.Tensor
    children: tuple["Node", ...] = ()


class Mixed(E):
    a: Optional[tf.Tensor]  # noqa: UP045 - programs write it so
    b: Union[int, str]  # noqa: UP007
    c: tuple[tf.Tensor, int]
    d: Mapping[str, int]
    e: tf.TensorShape = (2, None)
    f: tf.DType = tf.int32


class Batch(tf.experimental.BatchableExtensionType):
    v: tf.Tensor
    k: Mapping[str, tf.Tensor]
    n: int = 3


def test_fields_are_converted_and_shown():
    assert (
        repr(Pencil(length=0.5, color="blue")) == "Pencil(color='blue', eraser=True, "
        "length=<tf.Tensor: shape=(), dtype=float32, numpy=0.5>)"
    )
    made = Mixed(None, 3, (1, 2), {"a": 1})
    assert made.a is None
    assert made.c[0].dtype == tf.int32
    assert made.e.as_list() == [2, None]
    assert repr(made.d) == "ImmutableDict({'a': 1})"
    assert made.f == tf.int32
    assert Node(3, [Node(5), Node(2)]).children[1].value.numpy() == 2


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: Masked([1], None), "mask: expected a Tensor, got 'NoneType'"),
        (lambda: Masked([1]), "missing a required argument: 'mask'"),
        (lambda: Masked([1], [True], 3), "too many positional arguments"),
        (lambda: Masked([1], [True], z=3), "got an unexpected keyword argument 'z'"),
        (lambda: Pencil(color=3), "color: expected 'str', got 'int'"),
        (lambda: Mixed(1.0, 2, (1, 2), {"a": "q"}), r"d\['a'\]: expected 'int', got 'str'"),
        (lambda: Mixed(1.0, 2.5, (1, 2), {}), r"b: expected typing.Union\[int, str\], got 'float'"),
        (lambda: Mixed(1.0, 2, (1, 2.5), {}), r"c\[1\]: expected 'int', got 'float'"),
        (lambda: Masked([1], [True]) + 1, "unsupported operand type"),
        (lambda: hash(Masked([1], [True])), "unhashable"),
    ],
)
def test_what_fields_refuse(make, text):
    with pytest.raises(TypeError, match=text):
        make()


def test_annotations_that_no_field_has():
    with pytest.raises(TypeError, match="In field 'x': Unsupported type annotation 'object'"):

        class Wrong(E):
            x: object

    with pytest.raises(TypeError, match="default value for x: expected 'int', got 'str'"):

        class WrongDefault(E):
            x: int = "a"


def test_values_do_not_change():
    made = Masked([1, 2], [True, False])
    text = "Cannot mutate attribute `mask` outside the custom constructor of ExtensionType."
    with pytest.raises(AttributeError, match=text):
        made.mask = 3
    with pytest.raises(AttributeError, match=text):
        del made.mask
    with pytest.raises(AssertionError, match="abstract base class"):
        E()


def test_own_constructors_and_validation():
    class Doubled(E):
        x: tf.Tensor

        def __init__(self, x):
            self.x = x * 2

    class Positive(E):
        x: tf.Tensor

        def __validate__(self):
            assert bool(tf.reduce_all(self.x > 0)), "not positive"

    class Half(E):
        x: tf.Tensor

        def __init__(self):
            pass

    assert Doubled(2.0).x.numpy() == 4
    with pytest.raises(AssertionError, match="not positive"):
        Positive(-1.0)
    with pytest.raises(ValueError, match="Missing required fields"):
        Half()


def test_comparison():
    one, other = Masked([1, 2], [True, False]), Masked([[3]], [[True]])
    assert bool(one == one)
    assert one != other
    assert (one == other) is False
    assert (one == one.values) is False
    assert bool(one != Masked([1, 3], [True, False]))


def test_specs():
    made = Masked([1, 2], [True, False])
    spec = tf.type_spec_from_value(made)
    assert repr(spec) == (
        "Masked.Spec(values=TensorSpec(shape=(2,), dtype=tf.int32, name=None), "
        "mask=TensorSpec(shape=(2,), dtype=tf.bool, name=None))"
    )
    open_spec = Masked.Spec(tf.TensorSpec([None], tf.int32), tf.TensorSpec([None], tf.bool))
    assert open_spec.is_compatible_with(made)
    assert isinstance(spec, tf.experimental.ExtensionTypeSpec)
    assert not spec.is_compatible_with(Masked([1], [True]))
    assert spec.value_type is Masked
    assert spec == tf.type_spec_from_value(Masked([5, 6], [True, True]))


def test_a_spec_of_the_programs_own():
    class Sized(E):
        values: tf.Tensor

        class Spec:
            def __init__(self, shape):
                self.values = tf.TensorSpec(shape, tf.float32)

            size = property(lambda self: self.values.shape.num_elements())

    assert Sized.Spec([2, 3]).size == 6
    assert Sized.Spec([2]).is_compatible_with(Sized([1.0, 2.0]))
    with pytest.raises(ValueError, match="Spec must be a nested class; got 3"):

        class Wrong(E):
            x: tf.Tensor
            Spec = 3


def test_gradients_flow_through_fields():
    v = tf.Variable([1.0, 2.0])
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(Masked(v * 3, [True, False]).values ** 2)
    assert tape.gradient(loss, v).numpy().tolist() == [18, 36]
    x = tf.constant([1.0])
    with tf.GradientTape() as tape:
        held = Masked(x, [1.0])
        tape.watch(held)
        loss = tf.reduce_sum(held.values**2)
    with pytest.raises(ValueError, match="Type Masked is not supported as a gradient source"):
        tape.gradient(loss, held)


def test_structures_copies_and_pickles():
    made = Masked([1.0], [2.0])
    assert tf.nest.flatten(made) == [made]
    assert not tf.is_tensor(made)
    parts = tf.nest.map_structure(lambda x: x + 1, made, expand_composites=True)
    assert parts.mask.numpy().tolist() == [3]
    for other in (copy.copy(made), copy.deepcopy(made), pickle.loads(pickle.dumps(made))):
        assert bool(other == made)
    assert bool(tf.identity(made) == made)


def test_functions_with_signatures_and_control_flow():
    spec = Masked.Spec(tf.TensorSpec([None], tf.float32), tf.TensorSpec([None], tf.bool))
    double = tf.function(lambda m: m.values * 2, input_signature=[spec])
    one, other = Masked([1.0], [True]), Masked([2.0, 3.0], [True, False])
    assert double(other).numpy().tolist() == [4, 6]
    with pytest.raises(TypeError):
        double(Masked([1], [True]))
    assert tf.cond(tf.constant(True), lambda: one, lambda: other).values.numpy().tolist() == [1]
    _, last = tf.while_loop(
        lambda i, m: i < 3, lambda i, m: (i + 1, Masked(m.values + 1, m.mask)), [0, other]
    )
    assert last.values.numpy().tolist() == [5, 6]


def test_batches():
    whole = Batch(tf.reshape(tf.range(6.0), (3, 2)), {"q": tf.range(3)})
    data = tf.data.Dataset.from_tensor_slices(whole)
    assert data.element_spec.v.shape.as_list() == [2]
    assert data.element_spec.n == 3
    assert [row.k["q"].numpy() for row in data] == [0, 1, 2]
    assert [rows.v.shape.as_list() for rows in data.batch(2)] == [[2, 2], [1, 2]]
    assert [x.numpy().tolist() for x in data.map(lambda row: row.v + 1.0)] == [
        [1, 2],
        [3, 4],
        [5, 6],
    ]
    same = tf.map_fn(lambda row: row, whole)
    np.testing.assert_array_equal(same.v, whole.v)
    first = tf.map_fn(lambda row: row.v[0], whole, fn_output_signature=tf.float32)
    assert first.numpy().tolist() == [0, 2, 4]


def test_the_shape_of_a_batch_is_a_field():
    class Network(tf.experimental.BatchableExtensionType):
        shape: tf.TensorShape
        work: tf.Tensor

        def __init__(self, work):
            self.work = tf.convert_to_tensor(work)
            self.shape = self.work.shape[:-1]

    rows = list(tf.data.Dataset.from_tensor_slices(Network([[1.0, 2.0], [3.0, 4.0]])))
    assert [row.shape.as_list() for row in rows] == [[], []]
    assert tf.map_fn(lambda row: row, Network([[1.0], [3.0]])).shape.as_list() == [2]


@pytest.fixture
def registered():
    handlers = []
    yield handlers.append
    for handler in handlers:
        tf.experimental.unregister_dispatch_for(handler)


def test_functions_for_a_type(registered):
    made = Masked([1, 2], [True, False])

    @tf.experimental.dispatch_for_api(tf.concat)
    def joined(values: list[Masked], axis, name="concat"):
        return Masked(
            *(tf.concat([getattr(v, f) for v in values], axis) for f in ("values", "mask"))
        )

    @tf.experimental.dispatch_for_api(tf.reduce_sum)
    def total(input_tensor: Masked, axis=None, keepdims=False, name=None):
        return tf.reduce_sum(tf.where(input_tensor.mask, input_tensor.values, 0), axis, keepdims)

    registered(joined), registered(total)
    assert tf.concat([made, made], 0).values.numpy().tolist() == [1, 2, 1, 2]
    assert tf.reduce_sum(made).numpy() == 1
    assert tf.math.reduce_sum(made, axis=0).numpy() == 1
    with pytest.raises(ValueError, match="unsupported type"):
        tf.concat([made, tf.constant([1])], 0)
    with pytest.raises(ValueError, match="unsupported type"):
        tf.abs(made)


def test_elementwise_functions_for_a_type(registered):
    one, other = Masked([1, -2], [True, False]), Masked([[4], [5]], [[True], [False]])

    @tf.experimental.dispatch_for_unary_elementwise_apis(Masked)
    def of_one(function, x):
        return Masked(function(x.values), x.mask)

    @tf.experimental.dispatch_for_binary_elementwise_apis(Masked, Masked)
    def of_two(function, x, y):
        return Masked(function(x.values, y.values), x.mask & y.mask)

    registered(of_one), registered(of_two)
    assert tf.abs(one).values.numpy().tolist() == [1, 2]
    assert tf.ones_like(one, dtype=tf.float32).values.dtype == tf.float32
    assert tf.math.add(one, other).mask.numpy().tolist() == [[True, False], [False, False]]


def test_registrations_that_are_refused(registered):
    def first(x: Masked, y: Masked):
        return "first"

    def second(x: Masked, y: Masked, name=None):
        return "second"

    for handler in (first, second):
        registered(tf.experimental.dispatch_for_api(tf.add)(handler))
    with pytest.raises(ValueError, match="Multiple dispatch targets"):
        tf.add(Masked([1], [True]), Masked([1], [True]))
    with pytest.raises(ValueError, match="does not match API's signature"):
        tf.experimental.dispatch_for_api(tf.abs)(first)
    with pytest.raises(ValueError, match="must be called with at least one signature"):
        tf.experimental.dispatch_for_api(tf.add)(lambda x, y: 0)
    with pytest.raises(ValueError, match="does not support dispatch"):
        tf.experimental.dispatch_for_api(len)
    with pytest.raises(ValueError, match="was not registered"):
        tf.experimental.unregister_dispatch_for(len)


def test_a_signature_names_the_arguments_it_is_about(registered):
    @tf.experimental.dispatch_for_api(tf.subtract, {"x": Masked})
    def less(x, y, name=None):
        return "less"

    registered(less)
    assert tf.subtract(Masked([1], [True]), 1) == "less"
