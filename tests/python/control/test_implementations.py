"""What concrete functions tell of their outputs; functions for several devices."""

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


def test_the_implementation_for_the_cpu_is_run():
    plain, fast = made("mine_exp", None, 1.0), made("mine_exp", "CPU", 2.0)

    def outer(x):
        result = plain(x)
        concrete = fast.get_concrete_function(x)
        concrete.add_to_graph()
        concrete.add_gradient_functions_to_graph()
        return result

    x = tf.constant(0.0)
    assert float(tf.function(outer, autograph=False)(x)) == 2.0

    @tf.function(autograph=False)
    def with_gradient(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = outer(x)
        return y, tape.gradient(y, x)

    assert float(with_gradient(x)[0]) == 2.0
