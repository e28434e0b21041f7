"""Programs in the manner of the low-level guides: training loops, quick start, logistic regression,
multilayer perceptron, optimizers and matrix approximation. Data are made up, seeds are fixed."""

import numpy as np
import pytest
from checks import assert_close
from library import tf

# --- a basic training loop ------------------------------------------------------------------------

TRUE_W, TRUE_B = 3.0, 2.0


class Line(tf.Module):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = tf.Variable(5.0)
        self.b = tf.Variable(0.0)

    def __call__(self, x):
        return self.w * x + self.b


def mean_squared(target_y, predicted_y):
    return tf.reduce_mean(tf.square(target_y - predicted_y))


def test_a_basic_training_loop():
    x = tf.cast(tf.linspace(-2, 2, 201), tf.float32)
    y = x * TRUE_W + TRUE_B + tf.random.normal(shape=[201])
    model = Line()
    weights, losses = [], []
    for _epoch in range(10):
        with tf.GradientTape() as t:
            current_loss = mean_squared(y, model(x))
        dw, db = t.gradient(current_loss, [model.w, model.b])
        model.w.assign_sub(0.1 * dw)
        model.b.assign_sub(0.1 * db)
        weights.append((model.w.numpy(), model.b.numpy()))
        losses.append(float(current_loss))
    assert losses == sorted(losses, reverse=True)
    assert abs(weights[-1][0] - TRUE_W) < 0.4
    assert abs(weights[-1][1] - TRUE_B) < 0.5


# --- quick start: regression on standardized data -------------------------------------------------


class Normalize(tf.Module):
    def __init__(self, x):
        self.mean = tf.math.reduce_mean(x, axis=0)
        self.std = tf.math.reduce_std(x, axis=0)

    def norm(self, x):
        return (x - self.mean) / self.std

    def unnorm(self, x):
        return (x * self.std) + self.mean


class LinearRegression(tf.Module):
    def __init__(self):
        self.built = False

    @tf.function
    def __call__(self, x):
        if not self.built:
            rand_w = tf.random.uniform(shape=[x.shape[-1], 1], seed=22)
            rand_b = tf.random.uniform(shape=[], seed=22)
            self.w = tf.Variable(rand_w)
            self.b = tf.Variable(rand_b)
            self.built = True
        return tf.squeeze(tf.add(tf.matmul(x, self.w), self.b), axis=1)


def test_quick_start():
    tf.random.set_seed(1)
    rng = np.random.default_rng(0)
    x = rng.normal(2.0, 3.0, [200, 4]).astype(np.float32)
    y = (x @ [1.0, -2.0, 0.5, 3.0] + 7.0).astype(np.float32)
    norm_x, norm_y = Normalize(x), Normalize(y)
    x_norm, y_norm = norm_x.norm(x), norm_y.norm(y)
    assert_close(norm_y.unnorm(y_norm), y, rtol=1e-4, atol=1e-4)
    dataset = tf.data.Dataset.from_tensor_slices((x_norm, y_norm)).shuffle(200).batch(32).repeat()
    model = LinearRegression()
    losses = []
    for iteration, (x_batch, y_batch) in enumerate(dataset):
        with tf.GradientTape() as tape:
            batch_loss = tf.reduce_mean(tf.square(model(x_batch) - y_batch))
        for g, v in zip(tape.gradient(batch_loss, model.variables), model.variables, strict=True):
            v.assign_sub(0.1 * g)
        losses.append(float(batch_loss))
        if iteration == 200:
            break
    assert losses[-1] < 1e-3 * max(losses)
    assert abs(float(norm_y.unnorm(model(x_norm))[0]) - y[0]) < 0.5


# --- logistic regression --------------------------------------------------------------------------


class LogisticRegression(tf.Module):
    def __init__(self):
        self.built = False

    def __call__(self, x, train=True):
        if not self.built:
            self.w = tf.Variable(tf.random.uniform(shape=[x.shape[-1], 1], seed=22))
            self.b = tf.Variable(tf.random.uniform(shape=[], seed=22))
            self.built = True
        z = tf.squeeze(tf.add(tf.matmul(x, self.w), self.b), axis=1)
        return z if train else tf.sigmoid(z)


def log_loss(y_pred, y):
    ce = tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=y_pred)
    return tf.reduce_mean(ce)


def accuracy(y_pred, y):
    y_class = tf.cast(tf.math.greater(y_pred, 0.5), tf.float32)
    return tf.reduce_mean(tf.cast(tf.math.equal(y_class, y), tf.float32))


def test_logistic_regression():
    rng = np.random.default_rng(1)
    x = rng.normal(size=[300, 5]).astype(np.float32)
    y = (x @ [2.0, -1.0, 0.0, 1.0, 0.5] + 0.3 > 0).astype(np.float32)
    train = tf.data.Dataset.from_tensor_slices((x[:200], y[:200])).shuffle(200).batch(64)
    model = LogisticRegression()
    for _ in range(60):
        for x_batch, y_batch in train:
            with tf.GradientTape() as tape:
                batch_loss = log_loss(model(x_batch), y_batch)
            grads = tape.gradient(batch_loss, model.variables)
            for g, v in zip(grads, model.variables, strict=True):
                v.assign_sub(0.5 * g)
    predicted = model(x[200:], train=False)
    assert float(accuracy(predicted, y[200:])) > 0.93
    matrix = tf.math.confusion_matrix(y[200:], tf.cast(predicted > 0.5, tf.int32)).numpy()
    assert matrix.sum() == 100
    assert matrix.trace() > 93


# --- a multilayer perceptron, and an optimizer by hand --------------------------------------------


def xavier_init(shape):
    in_dim, out_dim = shape
    xavier_lim = tf.sqrt(6.0) / tf.sqrt(tf.cast(in_dim + out_dim, tf.float32))
    return tf.random.uniform(
        shape=(in_dim, out_dim), minval=-xavier_lim, maxval=xavier_lim, seed=22
    )


class DenseLayer(tf.Module):
    def __init__(self, out_dim, weight_init=xavier_init, activation=tf.identity):
        self.out_dim = out_dim
        self.weight_init = weight_init
        self.activation = activation
        self.built = False

    def __call__(self, x):
        if not self.built:
            self.in_dim = x.shape[1]
            self.w = tf.Variable(self.weight_init(shape=(self.in_dim, self.out_dim)))
            self.b = tf.Variable(tf.zeros(shape=(self.out_dim,)))
            self.built = True
        return self.activation(tf.add(tf.matmul(x, self.w), self.b))


class MLP(tf.Module):
    def __init__(self, layers):
        self.layers = layers

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class Adam:
    def __init__(self, learning_rate=1e-3, beta_1=0.9, beta_2=0.999, ep=1e-7):
        self.beta_1, self.beta_2 = beta_1, beta_2
        self.learning_rate, self.ep = learning_rate, ep
        self.t = 1.0
        self.v_dvar, self.s_dvar = [], []
        self.built = False

    def apply_gradients(self, grads, variables):
        if not self.built:
            for var in variables:
                self.v_dvar.append(tf.Variable(tf.zeros(shape=var.shape)))
                self.s_dvar.append(tf.Variable(tf.zeros(shape=var.shape)))
            self.built = True
        for i, (d_var, var) in enumerate(zip(grads, variables, strict=True)):
            self.v_dvar[i].assign(self.beta_1 * self.v_dvar[i] + (1 - self.beta_1) * d_var)
            self.s_dvar[i].assign(
                self.beta_2 * self.s_dvar[i] + (1 - self.beta_2) * tf.square(d_var)
            )
            v_dvar_bc = self.v_dvar[i] / (1 - (self.beta_1**self.t))
            s_dvar_bc = self.s_dvar[i] / (1 - (self.beta_2**self.t))
            var.assign_sub(self.learning_rate * (v_dvar_bc / (tf.sqrt(s_dvar_bc) + self.ep)))
        self.t += 1.0


def three_blobs(count):
    rng = np.random.default_rng(2)
    labels = rng.integers(0, 3, count)
    centres = np.array([[0.0, 3.0], [3.0, -2.0], [-3.0, -2.0]])
    return (centres[labels] + rng.normal(size=[count, 2])).astype(np.float32), labels


def test_a_multilayer_perceptron():
    tf.random.set_seed(22)
    x, y = three_blobs(300)
    model = MLP([DenseLayer(16, activation=tf.nn.relu), DenseLayer(3)])
    model(x)
    assert len(model.variables) == 4
    optimizer = Adam(learning_rate=0.05)
    for _ in range(60):
        with tf.GradientTape() as tape:
            ce = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=model(x))
            loss = tf.reduce_mean(ce)
        optimizer.apply_gradients(tape.gradient(loss, model.variables), model.variables)
    probabilities = tf.nn.softmax(model(x))
    predicted = tf.argmax(probabilities, axis=1)
    assert float(tf.reduce_mean(tf.cast(tf.equal(predicted, y), tf.float32))) > 0.97
    one_hot = tf.one_hot(y, 3)
    assert float(tf.reduce_mean(tf.keras.losses.MSE(one_hot, probabilities))) < 0.05


# --- optimizers -----------------------------------------------------------------------------------


class GradientDescent(tf.Module):
    def __init__(self, learning_rate=1e-3):
        self.learning_rate = learning_rate

    def apply_gradients(self, grads, variables):
        for grad, var in zip(grads, variables, strict=True):
            var.assign_sub(self.learning_rate * grad)


class Momentum(tf.Module):
    def __init__(self, learning_rate=1e-3, momentum=0.7):
        self.learning_rate, self.momentum = learning_rate, momentum
        self.change = 0.0

    def apply_gradients(self, grads, variables):
        for grad, var in zip(grads, variables, strict=True):
            curr_change = self.learning_rate * grad + self.momentum * self.change
            var.assign_sub(curr_change)
            self.change = curr_change


def bumpy(x_vals):
    return 2 * (x_vals**4) + 3 * (x_vals**3) + 2


@pytest.mark.parametrize(
    ("optimizer", "start", "least"),
    [
        (GradientDescent(learning_rate=1e-2), -0.5, -1.125),
        (Momentum(learning_rate=1e-2), -0.5, -1.125),
        (Momentum(learning_rate=1e-2), 0.1, None),
    ],
)
def test_optimizers_by_hand(optimizer, start, least):
    x_var = tf.Variable(start)
    losses = []
    for _ in range(600):
        with tf.GradientTape() as tape:
            loss = bumpy(x_var)
        optimizer.apply_gradients([tape.gradient(loss, x_var)], [x_var])
        losses.append(float(loss))
    if least is None:  # the saddle point at 0 holds it
        assert abs(float(x_var)) < 0.1
    else:
        assert_close(x_var, least, rtol=1e-2)
    assert losses[-1] < losses[0]


def test_a_hand_written_adam_agrees_with_keras():
    by_hand, by_keras = tf.Variable([1.0, 2.0]), tf.Variable([1.0, 2.0])
    mine, keras = Adam(0.1), tf.keras.optimizers.Adam(0.1)
    for k in range(5):
        g = tf.constant([0.5 + k, -1.0])
        mine.apply_gradients([g], [by_hand])
        keras.apply_gradients([(g, by_keras)])
    assert_close(by_hand, by_keras.numpy(), rtol=1e-4)


# --- matrix approximation -------------------------------------------------------------------------


def rank_r_approx(a, r):
    s, u, v = tf.linalg.svd(a)
    s_mat = tf.linalg.diag(s[:r])
    return tf.matmul(u[..., :r], tf.matmul(s_mat, v[..., :r], adjoint_b=True))


def test_matrix_approximation():
    rng = np.random.default_rng(3)
    a = (
        rng.normal(size=[20, 3]) @ rng.normal(size=[3, 15]) + 0.01 * rng.normal(size=[20, 15])
    ).astype(np.float32)
    singular = np.linalg.svd(a, compute_uv=False)
    for r in (1, 2, 3, 15):
        error = tf.norm(a - rank_r_approx(a, r))
        assert_close(error, np.sqrt(np.sum(singular[r:] ** 2)), rtol=1e-3, atol=1e-4)
    s = tf.linalg.svd(a, compute_uv=False)
    energy = tf.cumsum(s**2) / tf.reduce_sum(s**2)
    assert tf.cast(tf.searchsorted(energy, [0.999]), tf.int32).numpy() + 1 <= 3
    image = rng.uniform(size=[8, 6, 3]).astype(np.float32)
    channels = tf.transpose(image, [2, 0, 1])
    back = tf.transpose(rank_r_approx(channels, 6), [1, 2, 0])
    assert_close(tf.clip_by_value(back, 0, 1), image, rtol=1e-3, atol=1e-4)


def test_fitting_a_factorization_by_descent():
    rng = np.random.default_rng(4)
    target = tf.constant((rng.normal(size=[6, 2]) @ rng.normal(size=[2, 5])).astype(np.float32))
    left, right = tf.Variable(tf.random.normal([6, 2])), tf.Variable(tf.random.normal([2, 5]))
    optimizer = tf.keras.optimizers.Adam(0.1)
    for _ in range(300):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum((left @ right - target) ** 2)
        g = tape.gradient(loss, [left, right])
        optimizer.apply_gradients(zip(g, [left, right], strict=True))
    assert float(loss) < 1e-2
