"""Programs in the manner of TensorFlow's guides: advanced differentiation, basics, tensors,
variables and modules."""

import numpy as np
import pytest
from checks import assert_close
from library import tf

# --- advanced automatic differentiation -----------------------------------------------------------


def test_stopping_the_recording():
    x, y = tf.Variable(2.0), tf.Variable(3.0)
    with tf.GradientTape() as t:
        x_sq = x * x
        with t.stop_recording():
            y_sq = y * y
        z = x_sq + y_sq
    grad = t.gradient(z, {"x": x, "y": y})
    assert grad["x"].numpy() == 4.0
    assert grad["y"] is None


def test_starting_over():
    x, y = tf.Variable(2.0), tf.Variable(3.0)
    reset = True
    with tf.GradientTape() as t:
        y_sq = y * y
        if reset:
            t.reset()
        z = x * x + y_sq
    grad = t.gradient(z, {"x": x, "y": y})
    assert grad["x"].numpy() == 4.0
    assert grad["y"] is None


def test_stopping_the_gradient():
    x, y = tf.Variable(2.0), tf.Variable(3.0)
    with tf.GradientTape() as t:
        y_sq = y**2
        z = x**2 + tf.stop_gradient(y_sq)
    grad = t.gradient(z, {"x": x, "y": y})
    assert grad["x"].numpy() == 4.0
    assert grad["y"] is None


@tf.custom_gradient
def clip_gradients(y):
    def backward(dy):
        return tf.clip_by_norm(dy, 0.5)

    return y, backward


def test_a_custom_gradient_that_clips():
    v = tf.Variable(2.0)
    with tf.GradientTape() as t:
        output = clip_gradients(v * v)
    assert t.gradient(output, v).numpy() == 2.0


def test_two_tapes_watch_different_things():
    x0, x1 = tf.constant(0.0), tf.constant(0.0)
    with tf.GradientTape() as tape0, tf.GradientTape() as tape1:
        tape0.watch(x0)
        tape1.watch(x1)
        y0 = tf.math.sin(x0)
        y1 = tf.nn.sigmoid(x1)
        y = y0 + y1
        ys = tf.reduce_sum(y)
    assert tape0.gradient(ys, x0).numpy() == 1.0
    assert tape1.gradient(ys, x1).numpy() == 0.25


def test_the_penalty_of_the_size_of_an_input_gradient():
    x = tf.random.normal([7, 5])
    layer = tf.keras.layers.Dense(10, activation=tf.nn.relu)
    with tf.GradientTape() as t2:
        with tf.GradientTape(watch_accessed_variables=False) as t1:
            t1.watch(x)
            y = layer(x)
            out = tf.reduce_sum(layer(x) ** 2)
        g1 = t1.gradient(out, x)
        g1_mag = tf.norm(g1)
    dg1_mag = t2.gradient(g1_mag, layer.trainable_variables)
    assert y.shape == [7, 10]
    assert [var.shape for var in dg1_mag] == [[5, 10], [10]]


def test_a_jacobian_of_a_scalar_parameter():
    x = tf.linspace(-10.0, 10.0, 200 + 1)
    delta = tf.Variable(0.0)
    with tf.GradientTape() as tape:
        y = tf.nn.sigmoid(x + delta)
    dy_dx = tape.jacobian(y, delta)
    assert y.shape == dy_dx.shape == [201]
    s = y.numpy()
    assert_close(dy_dx, s * (1 - s))


def test_a_jacobian_of_a_layer():
    x = tf.random.normal([7, 5])
    layer = tf.keras.layers.Dense(10, activation=tf.nn.relu)
    with tf.GradientTape(persistent=True) as tape:
        y = layer(x)
    j = tape.jacobian(y, layer.kernel)
    assert j.shape == [7, 10, 5, 10]
    g = tape.gradient(y, layer.kernel)
    assert_close(tf.reduce_sum(j, axis=[0, 1]), g.numpy(), rtol=1e-4, atol=1e-4)


def test_newtons_method_with_a_hessian():
    x = tf.random.normal([7, 5])
    layer1 = tf.keras.layers.Dense(8, activation=tf.nn.relu)
    layer2 = tf.keras.layers.Dense(6, activation=tf.nn.relu)
    with tf.GradientTape() as t2:
        with tf.GradientTape() as t1:
            loss = tf.reduce_mean(layer2(layer1(x)) ** 2)
        g = t1.gradient(loss, layer1.kernel)
    h = t2.jacobian(g, layer1.kernel)
    assert layer1.kernel.shape == [5, 8]
    assert h.shape == [5, 8, 5, 8]
    n_params = tf.reduce_prod(layer1.kernel.shape)
    g_vec = tf.reshape(g, [n_params, 1])
    h_mat = tf.reshape(h, [n_params, n_params])
    assert_close(h_mat, tf.transpose(h_mat).numpy(), atol=1e-5)
    eps = 1e-3
    update = tf.linalg.solve(h_mat + tf.eye(h_mat.shape[0]) * eps, g_vec)
    before = layer1.kernel.numpy()
    layer1.kernel.assign_sub(tf.reshape(update, layer1.kernel.shape))
    assert not np.array_equal(before, layer1.kernel.numpy())


def test_batch_jacobians_of_layers():
    x = tf.random.normal([7, 5])
    layer1 = tf.keras.layers.Dense(8, activation=tf.nn.elu)
    layer2 = tf.keras.layers.Dense(6, activation=tf.nn.elu)
    with tf.GradientTape(persistent=True, watch_accessed_variables=False) as tape:
        tape.watch(x)
        y = layer2(layer1(x))
    j = tape.jacobian(y, x)
    assert j.shape == [7, 6, 7, 5]
    j_sum = tf.reduce_sum(j, axis=2)
    j_select = tf.einsum("bxby->bxy", j)
    assert_close(j_sum, j_select.numpy(), rtol=1e-3, atol=1e-5)
    assert_close(tape.batch_jacobian(y, x), j_select.numpy(), rtol=1e-3, atol=1e-5)


# --- basics ---------------------------------------------------------------------------------------


def test_tensors(capsys):
    x = tf.constant([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    print(x)
    print(x.shape)
    print(x.dtype)
    assert capsys.readouterr().out == (
        "tf.Tensor(\n[[1. 2. 3.]\n [4. 5. 6.]], shape=(2, 3), dtype=float32)\n(2, 3)\n"
        "<dtype: 'float32'>\n"
    )
    assert_close(x + x, 2 * x.numpy())
    assert_close(5 * x, 5 * x.numpy())
    assert_close(x @ tf.transpose(x), [[14.0, 32.0], [32.0, 77.0]])
    assert tf.concat([x, x, x], axis=0).shape == [6, 3]
    assert_close(tf.reduce_sum(tf.nn.softmax(x, axis=-1), axis=-1), [1.0, 1.0])
    assert_close(tf.reduce_sum([1, 2, 3]), 6)


def test_variables_gradients_and_functions():
    var = tf.Variable([0.0, 0.0, 0.0])
    var.assign([1, 2, 3])
    var.assign_add([1, 1, 1])
    assert_close(var, [2.0, 3.0, 4.0])

    x = tf.Variable(1.0)

    def f(x):
        return x**2 + 2 * x - 5

    with tf.GradientTape() as tape:
        y = f(x)
    assert tape.gradient(y, x).numpy() == 4.0

    @tf.function
    def total(x):
        return tf.reduce_sum(x)

    assert total(tf.constant([1, 2, 3])).numpy() == 6
    assert total(tf.constant([10.0, 9.1, 8.2])).numpy() == pytest.approx(27.3)


class Quadratic(tf.Module):
    def __init__(self):
        self.w_q = tf.Variable(tf.random.normal([3])[0] * 5)
        self.w_l = tf.Variable(tf.random.normal([3])[1] * 5)
        self.b = tf.Variable(tf.random.normal([3])[2] * 5)

    def __call__(self, x):
        return self.w_q * x**2 + self.w_l * x + self.b


def test_training_a_quadratic():
    x = tf.linspace(-2, 2, 201)
    x = tf.cast(x, tf.float32)
    y = x**2 + 2 * x - 5 + tf.random.normal(shape=[201], stddev=0.1)
    model = Quadratic()
    dataset = tf.data.Dataset.from_tensor_slices((x, y))
    dataset = dataset.shuffle(buffer_size=x.shape[0]).batch(32)
    for _ in range(60):
        for x_batch, y_batch in dataset:
            with tf.GradientTape() as tape:
                batch_loss = tf.reduce_mean(tf.square(model(x_batch) - y_batch))
            grads = tape.gradient(batch_loss, model.variables)
            for g, v in zip(grads, model.variables, strict=True):
                v.assign_sub(0.05 * g)
    assert float(tf.reduce_mean(tf.square(model(x) - y))) < 0.05
    assert abs(float(model.w_q) - 1) < 0.1
    assert abs(float(model.w_l) - 2) < 0.1


# --- tensors --------------------------------------------------------------------------------------


def test_shapes_and_axes():
    rank_4 = tf.zeros([3, 2, 4, 5])
    assert (rank_4.ndim, rank_4.shape[0], rank_4.shape[-1]) == (4, 3, 5)
    assert tf.size(rank_4).numpy() == 120
    assert_close(tf.rank(rank_4), 4)
    x = tf.constant([[1], [2], [3]])
    assert x.shape.as_list() == [3, 1]
    assert tf.reshape(x, [1, 3]).shape == [1, 3]
    rank_3 = tf.reshape(tf.range(30), [3, 2, 5])
    assert_close(tf.reshape(rank_3, [-1]), np.arange(30))
    assert tf.reshape(rank_3, [3, -1]).shape == [3, 10]
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.reshape(rank_3, [7, -1])


def test_indexing():
    fibonacci = tf.constant([0, 1, 1, 2, 3, 5, 8, 13, 21, 34])
    assert fibonacci[0].numpy() == 0
    assert fibonacci[-1].numpy() == 34
    assert fibonacci[2:7].numpy().tolist() == [1, 2, 3, 5, 8]
    assert fibonacci[::2].numpy().tolist() == [0, 1, 3, 8, 21]
    assert fibonacci[::-1].numpy()[0] == 34
    rank_2 = tf.constant([[1, 2], [3, 4], [5, 6]], dtype=tf.float16)
    assert rank_2[1, 1].numpy() == 4.0
    assert rank_2[1, :].numpy().tolist() == [3.0, 4.0]
    assert rank_2[:, 1].numpy().tolist() == [2.0, 4.0, 6.0]
    assert rank_2[1:, :].numpy().tolist() == [[3.0, 4.0], [5.0, 6.0]]


def test_arithmetic_casts_and_broadcasting():
    a, b = tf.constant([[1, 2], [3, 4]]), tf.constant([[1, 1], [1, 1]])
    assert tf.multiply(a, b).numpy().tolist() == (a * b).numpy().tolist() == [[1, 2], [3, 4]]
    assert tf.matmul(a, b).numpy().tolist() == (a @ b).numpy().tolist() == [[3, 3], [7, 7]]
    c = tf.constant([[4.0, 5.0], [10.0, 1.0]])
    assert tf.reduce_max(c).numpy() == 10.0
    assert tf.math.argmax(c).numpy().tolist() == [1, 0]
    the_u8 = tf.cast(tf.cast(tf.constant([2.2, 3.3, 4.4], tf.float64), tf.float16), tf.uint8)
    assert the_u8.numpy().tolist() == [2, 3, 4]
    x = tf.reshape(tf.constant([1, 2, 3]), [3, 1])
    assert tf.multiply(x, tf.range(1, 5)).shape == [3, 4]
    wide = tf.broadcast_to(tf.constant([1, 2, 3]), [3, 3])
    assert wide.numpy().tolist() == [[1, 2, 3]] * 3


# --- variables ------------------------------------------------------------------------------------


def test_the_life_of_a_variable():
    my_tensor = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    my_variable = tf.Variable(my_tensor)
    assert (my_variable.shape, my_variable.dtype) == ([2, 2], tf.float32)
    assert_close(tf.convert_to_tensor(my_variable), my_tensor.numpy())
    assert tf.math.argmax(my_variable).numpy().tolist() == [1, 1]
    assert tf.reshape(my_variable, [1, 4]).shape == [1, 4]
    a = tf.Variable([2.0, 3.0])
    a.assign([1, 2])
    with pytest.raises(ValueError):
        a.assign([1.0, 2.0, 3.0])
    b = tf.Variable(a)
    a.assign([5, 6])
    assert (a.numpy().tolist(), b.numpy().tolist()) == ([5.0, 6.0], [1.0, 2.0])
    assert a.assign_add([2, 3]).numpy().tolist() == [7.0, 9.0]
    assert a.assign_sub([7, 9]).numpy().tolist() == [0.0, 0.0]
    one, two = tf.Variable(my_tensor, name="Mark"), tf.Variable(my_tensor + 1, name="Mark")
    assert one.name == two.name == "Mark:0"
    assert_close(one == two, [[False, False], [False, False]])
    step_counter = tf.Variable(1, trainable=False)
    assert step_counter.trainable is False
    with tf.device("CPU:0"):
        k = tf.matmul(tf.Variable([[1.0, 2.0]]), tf.constant([[3.0], [4.0]]))
    assert k.numpy().tolist() == [[11.0]]


# --- modules --------------------------------------------------------------------------------------


class FlexibleDense(tf.Module):
    def __init__(self, out_features, name=None):
        super().__init__(name=name)
        self.is_built = False
        self.out_features = out_features

    def __call__(self, x):
        if not self.is_built:
            self.w = tf.Variable(tf.random.normal([x.shape[-1], self.out_features]), name="w")
            self.b = tf.Variable(tf.zeros([self.out_features]), name="b")
            self.is_built = True
        return tf.nn.relu(tf.matmul(x, self.w) + self.b)


class TwoLayers(tf.Module):
    def __init__(self, name=None):
        super().__init__(name=name)
        self.dense_1 = FlexibleDense(out_features=3)
        self.dense_2 = FlexibleDense(out_features=2)

    def __call__(self, x):
        return self.dense_2(self.dense_1(x))


def test_modules_and_their_checkpoints(tmp_path):
    model = TwoLayers(name="the_model")
    x = tf.constant([[2.0, 2.0, 2.0]])
    y = model(x)
    assert y.shape == [1, 2]
    assert model.submodules == (model.dense_1, model.dense_2)
    assert [v.name for v in model.variables] == ["b:0", "w:0", "b:0", "w:0"]
    checkpoint = tf.train.Checkpoint(model=model)
    path = checkpoint.write(str(tmp_path / "my_checkpoint"))
    new_model = TwoLayers()
    tf.train.Checkpoint(model=new_model).restore(path)
    assert_close(new_model(x), y.numpy())
