"""The programs of the tutorials "Automatic differentiation and gradient tape" (two editions) and of
the guide "Automatic differentiation and gradients", with the values that they assert and print."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from library import ours, tf

# --- the tutorials --------------------------------------------------------------------------------


@ours("the TensorFlow 1.x call of the first tutorial exists and does nothing")
def test_eager_execution_may_be_enabled():
    assert tf.enable_eager_execution() is None
    assert tf.executing_eagerly()


def test_gradient_of_a_square_of_a_sum():
    x = tf.ones((2, 2))
    with tf.GradientTape() as t:
        t.watch(x)
        y = tf.reduce_sum(x)
        z = tf.multiply(y, y)
    dz_dx = t.gradient(z, x)
    for i in [0, 1]:
        for j in [0, 1]:
            assert dz_dx[i][j].numpy() == 8.0


def test_gradient_of_an_intermediate():
    x = tf.ones((2, 2))
    with tf.GradientTape() as t:
        t.watch(x)
        y = tf.reduce_sum(x)
        z = tf.multiply(y, y)
    dz_dy = t.gradient(z, y)
    assert dz_dy.numpy() == 8.0


def test_a_persistent_tape():
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = x * x
        z = y * y
    dz_dx = t.gradient(z, x)
    dy_dx = t.gradient(y, x)
    del t
    assert dz_dx.numpy() == 108.0
    assert dy_dx.numpy() == 6.0


def f(x, y):
    output = 1.0
    for i in range(y):
        if i > 1 and i < 5:
            output = tf.multiply(output, x)
    return output


def grad(x, y):
    with tf.GradientTape() as t:
        t.watch(x)
        out = f(x, y)
    return t.gradient(out, x)


def test_control_flow():
    x = tf.convert_to_tensor(2.0)
    assert grad(x, 6).numpy() == 12.0
    assert grad(x, 5).numpy() == 12.0
    assert grad(x, 4).numpy() == 4.0
    assert grad(x, 3).numpy() == 1.0


def test_higher_order_gradients():
    x = tf.Variable(1.0)
    with tf.GradientTape() as t:
        with tf.GradientTape() as t2:
            y = x * x * x
        dy_dx = t2.gradient(y, x)
    d2y_dx2 = t.gradient(dy_dx, x)
    assert dy_dx.numpy() == 3.0
    assert d2y_dx2.numpy() == 6.0


# --- the guide ------------------------------------------------------------------------------------


def test_a_simple_example():
    x = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        y = x**2
    dy_dx = tape.gradient(y, x)
    assert dy_dx.numpy() == 6.0


def test_any_tensor(capsys):
    w = tf.Variable(tf.random.normal((3, 2)), name="w")
    b = tf.Variable(tf.zeros(2, dtype=tf.float32), name="b")
    x = [[1.0, 2.0, 3.0]]
    with tf.GradientTape(persistent=True) as tape:
        y = x @ w + b
        loss = tf.reduce_mean(y**2)
    [dl_dw, dl_db] = tape.gradient(loss, [w, b])
    print(w.shape)
    print(dl_dw.shape)
    assert capsys.readouterr().out == "(3, 2)\n(3, 2)\n"
    my_vars = {"w": w, "b": b}
    by_name = tape.gradient(loss, my_vars)
    np.testing.assert_allclose(by_name["b"], dl_db)
    others = {"w": tf.Variable(tf.random.normal((3, 2))), "b": tf.Variable(tf.zeros(2))}
    assert tape.gradient(loss, others)["b"] is None


@ours("names are those of Keras 2, which the guide prints")
def test_gradients_with_respect_to_a_model(capsys):
    tf.keras.backend.clear_session()
    layer = tf.keras.layers.Dense(2, activation="relu")
    x = tf.constant([[1.0, 2.0, 3.0]])
    with tf.GradientTape() as tape:
        y = layer(x)
        loss = tf.reduce_mean(y**2)
    grad = tape.gradient(loss, layer.trainable_variables)
    for var, g in zip(layer.trainable_variables, grad, strict=True):
        print(f"{var.name}, shape: {g.shape}")
    assert capsys.readouterr().out == "dense/kernel:0, shape: (3, 2)\ndense/bias:0, shape: (2,)\n"


def test_what_the_tape_watches(capsys):
    x0 = tf.Variable(3.0, name="x0")
    x1 = tf.Variable(3.0, name="x1", trainable=False)
    x2 = tf.Variable(2.0, name="x2") + 1.0
    x3 = tf.constant(3.0, name="x3")
    with tf.GradientTape() as tape:
        y = (x0**2) + (x1**2) + (x2**2)
    grad = tape.gradient(y, [x0, x1, x2, x3])
    for g in grad:
        print(g)
    assert capsys.readouterr().out == (
        "tf.Tensor(6.0, shape=(), dtype=float32)\nNone\nNone\nNone\n"
    )
    assert [var.name for var in tape.watched_variables()] == ["x0:0"]


def test_watching_a_tensor(capsys):
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x**2
    dy_dx = tape.gradient(y, x)
    print(dy_dx.numpy())
    assert capsys.readouterr().out == "6.0\n"


def test_watching_only_some_variables(capsys):
    x0 = tf.Variable(0.0)
    x1 = tf.Variable(10.0)
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(x1)
        y0 = tf.math.sin(x0)
        y1 = tf.nn.softplus(x1)
        y = y0 + y1
        ys = tf.reduce_sum(y)
    grad = tape.gradient(ys, {"x0": x0, "x1": x1})
    print("dy/dx0:", grad["x0"])
    print("dy/dx1:", grad["x1"].numpy())
    assert capsys.readouterr().out == "dy/dx0: None\ndy/dx1: 0.9999546\n"


def test_intermediate_results(capsys):
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        z = y * y
    print(tape.gradient(z, y).numpy())
    assert capsys.readouterr().out == "18.0\n"


def test_a_persistent_tape_of_vectors(capsys):
    x = tf.constant([1, 3.0])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x
        z = y * y
    print(tape.gradient(z, x).numpy())
    print(tape.gradient(y, x).numpy())
    del tape
    assert capsys.readouterr().out == "[  4. 108.]\n[2. 6.]\n"


def test_targets_that_are_not_scalar(capsys):
    x = tf.Variable(2.0)
    with tf.GradientTape(persistent=True) as tape:
        y0 = x**2
        y1 = 1 / x
    print(tape.gradient(y0, x).numpy())
    print(tape.gradient(y1, x).numpy())
    with tf.GradientTape() as tape:
        y0 = x**2
        y1 = 1 / x
    print(tape.gradient({"y0": y0, "y1": y1}, x).numpy())
    with tf.GradientTape() as tape:
        y = x * [3.0, 4.0]
    print(tape.gradient(y, x).numpy())
    assert capsys.readouterr().out == "4.0\n-0.25\n3.75\n7.0\n"


def test_the_slope_of_a_sigmoid():
    x = tf.linspace(-10.0, 10.0, 200 + 1)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.nn.sigmoid(x)
    dy_dx = tape.gradient(y, x)
    s = 1 / (1 + np.exp(-np.linspace(-10, 10, 201)))
    np.testing.assert_allclose(dy_dx, s * (1 - s), rtol=1e-4, atol=1e-7)


def test_tensors_are_plotted():
    plt.switch_backend("agg")
    x = tf.linspace(-1.0, 1.0, 5)
    (line,) = plt.plot(x, x * x, label="y")
    assert line.get_xydata().tolist() == [[-1, 1], [-0.5, 0.25], [0, 0], [0.5, 0.25], [1, 1]]
    plt.legend()
    plt.close("all")


def test_branches(capsys):
    x = tf.constant(1.0)
    v0 = tf.Variable(2.0)
    v1 = tf.Variable(2.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        if x > 0.0:  # noqa: SIM108
            result = v0
        else:
            result = v1**2
    dv0, dv1 = tape.gradient(result, [v0, v1])
    print(dv0)
    print(dv1)
    dx = tape.gradient(result, x)
    print(dx)
    assert capsys.readouterr().out == "tf.Tensor(1.0, shape=(), dtype=float32)\nNone\nNone\n"


def test_a_target_that_is_not_connected():
    x = tf.Variable(2.0)
    y = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        z = y * y
    assert tape.gradient(z, x) is None


def test_a_variable_replaced_by_a_tensor(capsys):
    x = tf.Variable(2.0)
    for _epoch in range(2):
        with tf.GradientTape() as tape:
            y = x + 1
        print(type(x).__name__, ":", tape.gradient(y, x))
        x = x + 1
    assert capsys.readouterr().out == (
        "ResourceVariable : tf.Tensor(1.0, shape=(), dtype=float32)\nEagerTensor : None\n"
    )


# NumPy deprecates __array__ without `copy`, which TensorFlow's variables still have.
@pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")
def test_calculations_outside():
    x = tf.Variable([[1.0, 2.0], [3.0, 4.0]], dtype=tf.float32)
    with tf.GradientTape() as tape:
        x2 = x**2
        y = np.mean(x2, axis=0)
        y = tf.reduce_mean(y, axis=0)
    assert tape.gradient(y, x) is None


def integers():
    x = tf.Variable([[2, 2], [2, 2]])
    with tf.GradientTape() as tape:
        y = tf.cast(x, tf.float32)
        y = tf.reduce_sum(x)
    return tape.gradient(y, x)


def test_gradients_through_integers():
    assert integers() is None


@ours("the warnings that the guide prints are printed; TensorFlow 2.21 logs them below DEBUG")
def test_gradients_through_integers_are_warned_of(caplog):
    integers()
    assert [f"{r.levelname}:{r.name}:{r.getMessage()}" for r in caplog.records] == [
        f"WARNING:tensorflow:The dtype of the {which} tensor must be floating (e.g. tf.float32) "
        "when calling GradientTape.gradient, got tf.int32"
        for which in ("target", "source")
    ]


def test_gradients_through_state():
    x0 = tf.Variable(3.0)
    x1 = tf.Variable(0.0)
    with tf.GradientTape() as tape:
        x1.assign_add(x0)
        y = x1**2
    assert tape.gradient(y, x0) is None


def test_no_gradient_registered(capsys):
    image = tf.Variable([[[0.5, 0.0, 0.0]]])
    delta = tf.Variable(0.1)
    with tf.GradientTape() as tape:
        new_image = tf.image.adjust_contrast(image, delta)
    try:
        print(tape.gradient(new_image, [image, delta]))
        raise AssertionError("this should not happen")
    except LookupError as e:
        print(f"{type(e).__name__}: {e}")
    assert capsys.readouterr().out == (
        "LookupError: gradient registry has no entry for: AdjustContrastv2\n"
    )


def test_zeros_instead_of_none(capsys):
    x = tf.Variable([2.0, 2.0])
    y = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        z = y**2
    print(tape.gradient(z, x, unconnected_gradients=tf.UnconnectedGradients.ZERO))
    assert capsys.readouterr().out == "tf.Tensor([0. 0.], shape=(2,), dtype=float32)\n"
