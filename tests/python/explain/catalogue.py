"""Small wrong programs, as people write them, each with the sentence that `tape.explain` answers.

A program takes `make`, which makes its tape, and returns the tape, the target and the source. The
comment `# here` marks the line that a trace must name."""

import threading

import numpy as np
from library import tf

PROGRAMS = []


def wrong(sentence):
    """Enters a program and the sentence that explains it."""

    def enter(program):
        PROGRAMS.append((program, sentence))
        return program

    return enter


UNWATCHED = (
    "x is a tensor that the tape does not watch: call tape.watch(x) inside the tape's context, "
    "before x is used."
)


@wrong(UNWATCHED)
def constant_not_watched(make):
    x = tf.constant(3.0)
    with make() as tape:
        y = x * x
    return tape, y, x, tape.explain(y, x)


@wrong(UNWATCHED)
def constant_not_watched_beside_a_variable(make):
    x, w = tf.constant(3.0), tf.Variable(2.0)
    with make() as tape:
        y = w * x * x
    return tape, y, x, tape.explain(y, x)


@wrong(UNWATCHED)
def model_input_not_watched(make):
    layer = tf.keras.layers.Dense(2)
    x = tf.ones([1, 3])
    with make() as tape:
        y = tf.reduce_sum(layer(x))
    return tape, y, x, tape.explain(y, x)


@wrong("x was watched only after it had been used: call tape.watch(x) first.")
def watched_after_the_target(make):
    x = tf.constant(3.0)
    with make() as tape:
        y = x * x
        tape.watch(x)
    return tape, y, x, tape.explain(y, x)


@wrong("x was watched only after it had been used: call tape.watch(x) first.")
def watched_after_use_in_part(make):
    x, w = tf.constant(3.0), tf.Variable(1.0)
    with make() as tape:
        h = x * x
        tape.watch(x)
        y = h * w
    return tape, y, x, tape.explain(y, x)


@wrong(
    "v is a variable with trainable=False, which a tape does not watch by itself: call "
    "tape.watch(v), or make it trainable."
)
def variable_not_trainable(make):
    v = tf.Variable(3.0, trainable=False)
    with make() as tape:
        y = v * v
    return tape, y, v, tape.explain(y, v)


@wrong(
    "the tape was made with watch_accessed_variables=False and does not watch v: call "
    "tape.watch(v)."
)
def watch_accessed_variables_is_off(make):
    v = tf.Variable(3.0)
    with make(watch_accessed_variables=False) as tape:
        y = v * v
    return tape, y, v, tape.explain(y, v)


@wrong(
    "x is a tensor that replaced the variable of that name: change the variable with "
    "x.assign(...) or x.assign_sub(...) instead."
)
def variable_replaced_by_a_sum(make):
    x = tf.Variable(2.0)
    for _ in range(2):
        with make() as tape:
            y = x + 1.0
        x = x + 1.0
    with make() as tape:
        y = x + 1.0
    return tape, y, x, tape.explain(y, x)


@wrong(
    "w is a tensor that replaced the variable of that name: change the variable with "
    "w.assign(...) or w.assign_sub(...) instead."
)
def variable_replaced_by_a_descent_step(make):
    w = tf.Variable([1.0, 2.0])
    for _ in range(2):
        with make() as tape:
            loss = tf.reduce_sum(w**2)
        g = tape.gradient(loss, w)
        if g is not None:
            w = w - 0.1 * g
    return tape, loss, w, tape.explain(loss, w)


@wrong("y was computed before the tape began to record: compute it inside the tape's context.")
def target_before_the_tape(make):
    x = tf.Variable(3.0)
    y = x * x
    with make() as tape:
        _ = x * 2.0
    return tape, y, x, tape.explain(y, x)


@wrong("y was computed after the tape's context had ended: compute it inside the tape's context.")
def target_after_the_tape(make):
    x = tf.Variable(3.0)
    with make() as tape:
        h = x * x
    y = h * 2.0
    return tape, y, x, tape.explain(y, x)


@wrong(
    "loss was computed after the tape's context had ended: compute it inside the tape's context."
)
def loss_after_the_tape(make):
    layer = tf.keras.layers.Dense(1)
    x = tf.ones([4, 2])
    with make() as tape:
        prediction = layer(x)
    loss = tf.reduce_mean(tf.square(prediction - 1.0))
    return tape, loss, layer.kernel, tape.explain(loss, layer.kernel)


@wrong("y was computed while recording was stopped: compute it inside the tape's context.")
def target_in_stop_recording(make):
    x = tf.Variable(3.0)
    with make() as tape:
        h = x * x
        with tape.stop_recording():
            y = h * 2.0
    return tape, y, x, tape.explain(y, x)


@wrong("y was computed before the tape was reset: compute it inside the tape's context.")
def target_before_reset(make):
    x = tf.Variable(3.0)
    with make() as tape:
        y = x * x
        tape.reset()
        _ = x * 2.0
    return tape, y, x, tape.explain(y, x)


@wrong(
    "y was computed on another thread: compute it inside the tape's context, on the thread that "
    "opened it."
)
def target_on_another_thread(make):
    x = tf.Variable(3.0)
    made = []
    with make() as tape:
        thread = threading.Thread(target=lambda: made.append(x * x))
        thread.start()
        thread.join()
    y = made[0]
    return tape, y, x, tape.explain(y, x)


NUMPY = "the path from x leaves the tape through {}: compute with tf.* functions on tensors until "
NUMPY += "after the gradient."


@wrong(NUMPY.format(".numpy()"))
def through_numpy(make):
    x = tf.Variable([3.0, 4.0])
    with make() as tape:
        h = x**2
        y = tf.reduce_sum(tf.constant(np.square(h.numpy())))  # here
    return tape, y, x, tape.explain(y, x)


@wrong(NUMPY.format("a function of NumPy"))
def through_a_function_of_numpy(make):
    x = tf.Variable([3.0, 4.0])
    with make() as tape:
        h = x**2
        y = tf.reduce_mean(np.mean(h, axis=0))  # here
    return tape, y, x, tape.explain(y, x)


@wrong(NUMPY.format("float()"))
def through_float(make):
    x = tf.Variable(3.0)
    with make() as tape:
        y = tf.constant(float(x * x)) * 2.0  # here
    return tape, y, x, tape.explain(y, x)


@wrong(NUMPY.format(".numpy()"))
def variable_read_by_numpy(make):
    x = tf.Variable([3.0, 4.0])
    with make() as tape:
        y = tf.reduce_sum(tf.constant(x.numpy()) * 2.0)  # here
    return tape, y, x, tape.explain(y, x)


@wrong(
    "y is not a tensor but of type ndarray: keep the tensor itself: .numpy(), np.* and float() "
    "leave the tape."
)
def target_is_an_ndarray(make):
    x = tf.Variable([3.0, 4.0])
    with make() as tape:
        y = (x * x).numpy()
    return tape, y, x, tape.explain(y, x)


@wrong(
    "y is not a tensor but of type float: keep the tensor itself: .numpy(), np.* and float() leave "
    "the tape."
)
def target_is_a_float(make):
    x = tf.Variable(3.0)
    with make() as tape:
        y = float(x * x)
    return tape, y, x, tape.explain(y, x)


@wrong("loss is not a tensor but of type NoneType: did the function that made it return nothing?")
def target_is_none(make):
    x = tf.Variable(3.0)

    def compute():
        _ = x * x

    with make() as tape:
        loss = compute()
    return tape, loss, x, tape.explain(loss, x)


@wrong("x is not a tensor but of type list: give tensors or variables.")
def source_of_the_wrong_type(make):
    v = tf.Variable(3.0)
    with make() as tape:
        y = v * v
    x = type("list", (), {})()
    return tape, y, x, tape.explain(y, x)


@wrong(
    "x has dtype int32, and gradients flow through floating and complex numbers only: make it of "
    "floats, for example tf.cast(x, tf.float32) before the tape watches it."
)
def integer_source(make):
    x = tf.constant(10)
    with make() as tape:
        tape.watch(x)
        y = tf.cast(x * x, tf.float32)
    return tape, y, x, tape.explain(y, x)


@wrong(
    "y has dtype int32, and gradients flow through floating and complex numbers only: compute it "
    "from floats without a cast to integers."
)
def integer_target(make):
    x = tf.Variable(3.0)
    with make() as tape:
        y = tf.cast(x * x, tf.int32)
    return tape, y, x, tape.explain(y, x)


@wrong(
    "y has dtype bool, and gradients flow through floating and complex numbers only: compute it "
    "from floats without a cast to integers."
)
def truth_value_as_target(make):
    x = tf.Variable(3.0)
    with make() as tape:
        y = x > 2.0
    return tape, y, x, tape.explain(y, x)


CAST = "the path from x passes through {}, whose result is of {}: gradients flow through floating "
CAST += "and complex numbers only."


@wrong(CAST.format("Cast", "int32"))
def through_a_cast_to_integers(make):
    x = tf.Variable(3.7)
    with make() as tape:
        h = tf.cast(x * 2.0, tf.int32)  # here
        y = tf.cast(h, tf.float32) * 2.0
    return tape, y, x, tape.explain(y, x)


@wrong(CAST.format("Greater", "bool"))
def accuracy_as_a_loss(make):
    x = tf.Variable([0.2, 0.7])
    with make() as tape:
        hit = tf.greater(x, 0.5)  # here
        y = tf.reduce_mean(tf.cast(hit, tf.float32))
    return tape, y, x, tape.explain(y, x)


@wrong(CAST.format("ArgMax", "int64"))
def through_argmax(make):
    x = tf.Variable([0.2, 0.7])
    with make() as tape:
        best = tf.argmax(x)  # here
        y = tf.cast(best, tf.float32) * 2.0
    return tape, y, x, tape.explain(y, x)


@wrong(CAST.format("Equal", "bool"))
def through_equality(make):
    x = tf.Variable([0.0, 1.0])
    with make() as tape:
        same = tf.equal(x, [0.0, 1.0])  # here
        y = tf.reduce_mean(tf.cast(same, tf.float32))
    return tape, y, x, tape.explain(y, x)


OPAQUE = "the path from x passes through {}, which has no gradient: use a differentiable function, "
OPAQUE += "or give it a gradient with tf.custom_gradient."


@wrong(OPAQUE.format("Floor"))
def through_floor(make):
    x = tf.Variable(3.7)
    with make() as tape:
        y = tf.floor(x * 2.0) * 3.0  # here
    return tape, y, x, tape.explain(y, x)


@wrong(OPAQUE.format("Ceil"))
def through_ceil(make):
    x = tf.Variable([3.7, -1.0])
    with make() as tape:
        y = tf.reduce_sum(tf.math.ceil(x))  # here
    return tape, y, x, tape.explain(y, x)


@wrong(OPAQUE.format("Round"))
def quantized_weights(make):
    x = tf.Variable([3.7, -1.0])
    with make() as tape:
        q = tf.round(x * 8.0) / 8.0  # here
        y = tf.reduce_sum(q**2)
    return tape, y, x, tape.explain(y, x)


STOPPED = "the path from x passes through tf.stop_gradient, which lets no gradient through: leave "
STOPPED += "it out where the gradient is wanted."


@wrong(STOPPED)
def stop_gradient_at_the_end(make):
    x = tf.Variable(3.0)
    with make() as tape:
        y = tf.stop_gradient(x * x)  # here
    return tape, y, x, tape.explain(y, x)


@wrong(STOPPED)
def stop_gradient_on_the_way(make):
    x, w = tf.Variable(3.0), tf.Variable(2.0)
    with make() as tape:
        teacher = tf.stop_gradient(x * 2.0)  # here
        y = (w - teacher) ** 2
    return tape, y, x, tape.explain(y, x)


STATE = "the path from x goes through the value of state, assigned by {}: assignments are not "
STATE += "differentiated; use the value that was assigned."


@wrong(STATE.format("AssignVariableOp"))
def through_an_assigned_variable(make):
    x, state = tf.Variable(3.0), tf.Variable(0.0, name="state")
    with make() as tape:
        state.assign(x * x)  # here
        y = state * 2.0
    return tape, y, x, tape.explain(y, x)


@wrong(STATE.format("AssignAddVariableOp"))
def through_an_accumulator(make):
    x, state = tf.Variable(3.0), tf.Variable(0.0, name="state")
    with make() as tape:
        for k in range(3):
            state.assign_add(x * float(k))  # here
        y = state + 1.0
    return tape, y, x, tape.explain(y, x)


@wrong(STATE.format("ResourceStridedSliceAssign"))
def through_an_assigned_slice(make):
    x, state = tf.Variable(3.0), tf.Variable([0.0, 0.0], name="state")
    with make() as tape:
        state[0].assign(x * x)  # here
        y = tf.reduce_sum(state)
    return tape, y, x, tape.explain(y, x)


@wrong(
    "the path from x goes through a dataset, whose elements are new tensors: use the tensor itself."
)
def through_a_dataset(make):
    x = tf.constant([[1.0], [2.0]])
    with make() as tape:
        tape.watch(x)
        y = tf.constant(0.0)
        for row in tf.data.Dataset.from_tensor_slices(x * 2.0):  # here
            y = y + tf.reduce_sum(row)
    return tape, y, x, tape.explain(y, x)


@wrong(
    "the gradient function of a custom_gradient returned None for input 0: return a tensor for "
    "every input that has a gradient."
)
def custom_gradient_returns_none(make):
    @tf.custom_gradient
    def square(x):
        return x * x, lambda dy: None

    x = tf.Variable(3.0)
    with make() as tape:
        y = square(x)
    tape.gradient(y, x)
    return tape, y, x, tape.explain(y, x)


@wrong("the variable v was not read while the tape recorded: the target is computed without it.")
def variable_not_used(make):
    v, w = tf.Variable(3.0), tf.Variable(2.0)
    with make() as tape:
        y = w * w
    return tape, y, v, tape.explain(y, v)


@wrong("the variable v was not read while the tape recorded: the target is computed without it.")
def value_read_before_the_tape(make):
    v = tf.Variable(3.0, name="bias")
    value = v * 1.0
    with make() as tape:
        y = value * value
        z = y + tf.Variable(1.0)
    return tape, z, v, tape.explain(z, v)


@wrong("y does not depend on v: it depends on w.")
def source_used_for_something_else(make):
    v, w = tf.Variable(3.0), tf.Variable(2.0)
    with make() as tape:
        _ = v * 2.0
        y = w * w
    return tape, y, v, tape.explain(y, v)


@wrong("y does not depend on other: it depends on x.")
def another_tensor_of_the_same_value(make):
    x, other = tf.constant(3.0), tf.constant(3.0)
    with make() as tape:
        tape.watch([x, other])
        y = x * x
    return tape, y, other, tape.explain(y, other)


@wrong("y was computed from x2, not x2 from y: the target comes first, as in tape.gradient(y, x2).")
def arguments_swapped(make):
    x = tf.Variable(3.0)
    with make() as tape:
        x2 = x * 1.0
        y = x2 * x2
    return tape, x2, y, tape.explain(x2, y)


@wrong("y does not depend on z: it depends on x.")
def branches_that_do_not_meet(make):
    x = tf.Variable(3.0)
    with make() as tape:
        z = x * 2.0
        y = x * x
    return tape, y, z, tape.explain(y, z)


@wrong("the tape has not recorded anything: compute the target inside `with tape:`.")
def tape_never_entered(make):
    x = tf.Variable(3.0)
    tape = make()
    y = x * x
    return tape, y, x, tape.explain(y, x)


@wrong(
    "the path from x goes through the value of v, assigned by AssignVariableOp: assignments are "
    "not differentiated; use the value that was assigned."
)
def target_is_a_variable(make):
    x, v = tf.Variable(3.0), tf.Variable(0.0, trainable=False)
    with make() as tape:
        v.assign(x * x)
    return tape, v, x, tape.explain(v, x)


@wrong(CAST.format("HistogramFixedWidth", "int32"))
def through_a_histogram(make):
    x = tf.Variable([0.1, 0.6])
    with make() as tape:
        h = tf.histogram_fixed_width(x, [0.0, 1.0], 2)  # here
        y = tf.reduce_sum(tf.cast(h, tf.float32))
    return tape, y, x, tape.explain(y, x)


@wrong(
    "the path from x leaves the tape through .numpy(): compute with tf.* functions on tensors "
    "until after the gradient."
)
def scipy_like_function(make):
    x = tf.Variable([1.0, 2.0])
    with make() as tape:
        y = tf.convert_to_tensor(np.fft.fft(x.numpy()).real.astype("float32"))  # here
        y = tf.reduce_sum(y)
    return tape, y, x, tape.explain(y, x)
