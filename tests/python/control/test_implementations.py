"""What concrete functions tell of their outputs; functions for several devices."""

import pytest
from library import tf


def spec(*shape):
    return tf.TensorSpec(shape, tf.float32)


def test_a_concrete_function_tells_what_it_returns():
    @tf.function
    def f(x, y):
        return {"product": x * y, "sum": tf.reduce_sum(x)}

    concrete = f.get_concrete_function(spec(None, 3), spec(3))
    outputs = concrete.structured_outputs
    shapes = {key: outputs[key].shape.as_list() for key in outputs}
    assert shapes == {"product": [None, 3], "sum": []}
    assert outputs["sum"].dtype == tf.float32


def made(name, device, answer):
    """A function that says what it implements, and where it is best run."""
    attributes = {"api_implements": name}
    if device:
        attributes["api_preferred_device"] = device
    return tf.function(
        lambda x: tf.exp(x) * answer, autograph=False, experimental_attributes=attributes
    )


def beside(plain, fast):
    """What calls one function, and has another in its graph that does the same."""

    def outer(x):
        result = plain(x)
        concrete = fast.get_concrete_function(x)
        concrete.add_to_graph()
        concrete.add_gradient_functions_to_graph()
        return result

    return outer


def test_the_implementation_for_the_cpu_is_run():
    plain, fast = made("mine_exp", None, 1.0), made("mine_exp", "CPU", 2.0)

    outer = beside(plain, fast)

    x = tf.constant(0.0)
    assert float(tf.function(outer, autograph=False)(x)) == 2.0

    @tf.function(autograph=False)
    def with_gradient(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = outer(x)
        return y, tape.gradient(y, x)

    assert float(with_gradient(x)[0]) == 2.0


def test_a_concrete_function_names_its_arguments_and_minds_their_dtype():
    function = tf.function(lambda first, power=2: first**power)
    concrete = function.get_concrete_function(tf.TensorSpec([2], tf.float32))
    args, _ = concrete.structured_input_signature
    assert args == (tf.TensorSpec([2], tf.float32, name="first"), 2)
    with pytest.raises(tf.errors.InvalidArgumentError, match="expected to be a float"):
        concrete(tf.constant([1, 2]))
    with pytest.raises(TypeError):
        concrete(tf.constant([1.0, 2.0]), power=3)
    assert concrete(tf.constant([1.0, 2.0, 3.0])).numpy().tolist() == [1.0, 4.0, 9.0]


def test_kinds_of_functions_have_names():
    kinds = tf.types.experimental
    function = tf.function(lambda x: x)
    concrete = function.get_concrete_function(tf.constant(1.0))
    assert isinstance(function, kinds.GenericFunction)
    assert isinstance(function, kinds.PolymorphicFunction)
    assert isinstance(concrete, kinds.ConcreteFunction)


def test_a_program_may_say_which_arguments_are_alike():
    class Kind(tf.types.experimental.TraceType):
        def is_subtype_of(self, other):
            return type(other) is Kind

        def most_specific_common_supertype(self, others):
            return self

        def placeholder_value(self, placeholder_context=None):
            return Fruit()

        def __eq__(self, other):
            return type(other) is Kind

        def __hash__(self):
            return 1

    class Fruit:
        flavor = tf.constant([1, 2])

        def __tf_tracing_type__(self, context):
            return Kind()

    mixed = tf.function(lambda one, other: one.flavor + other.flavor)
    assert mixed(Fruit(), Fruit()).numpy().tolist() == [2, 4]
    with pytest.raises(TypeError, match="abstract"):
        tf.types.experimental.TraceType()


def test_a_concrete_function_lists_what_it_takes_and_returns():
    function = tf.function(lambda x, rest: (x + 1.0, None, {"rest": rest["a"] * 2}))
    spec = tf.TensorSpec([2], tf.float32)
    concrete = function.get_concrete_function(spec, {"a": tf.TensorSpec([], tf.int32)})
    assert [(tuple(one.shape), one.dtype) for one in concrete.inputs] == [
        ((2,), tf.float32),
        ((), tf.int32),
    ]
    assert [(tuple(one.shape), one.dtype) for one in concrete.outputs] == [
        ((2,), tf.float32),
        ((), tf.int32),
    ]
    shapes, dtypes = concrete.output_shapes, concrete.output_dtypes
    assert shapes[0] == [2]
    assert shapes[1].rank is None
    assert dtypes == (tf.float32, None, {"rest": tf.int32})


def test_a_function_has_the_attributes_of_what_it_was_made_of():
    def doubled(x):
        return 2 * x

    doubled.note = "mine"
    assert tf.function(doubled).note == "mine"

    class Scale(tf.Module):
        def __init__(self):
            super().__init__()
            self.factor = tf.Variable(3.0)

        def __call__(self, x):
            return self.factor * x

    scale = Scale()
    function = tf.function(scale)
    assert function.factor is scale.factor
    assert float(function(2.0)) == 6.0


def test_a_function_takes_a_decorator_afterwards():
    @tf.function
    def one(x):
        return x + 1.0

    one._decorate(lambda function: lambda x: 10.0 * function(x))
    assert float(one(tf.constant(2.0))) == 30.0


@pytest.mark.parametrize(
    ("is_watched", "is_smooth"), [(False, False), (False, True), (True, False)]
)
def test_the_one_for_the_cpu_is_run_where_no_tape_follows_what_comes_out(is_watched, is_smooth):
    def of(device, answer):
        attributes = {"api_implements": f"mine_{is_watched}_{is_smooth}"}
        if device:
            attributes["api_preferred_device"] = device

        def body(x):
            start = x if is_smooth else tf.floor(x)
            turns = tf.while_loop(
                lambda i, _: i < 2, lambda i, v: (i + 1, tf.exp(v) - 1.0), (0, start)
            )
            return turns[1] + answer

        return tf.function(body, autograph=False, experimental_attributes=attributes)

    plain, fast = of(None, 1.0), of("CPU", 2.0)

    outer = tf.function(beside(plain, fast), autograph=False)

    x = tf.constant(0.0)
    with tf.GradientTape() as tape:
        if is_watched:
            tape.watch(x)
        y = outer(x)
    assert float(y) == 2.0
