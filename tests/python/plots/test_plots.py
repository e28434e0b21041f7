"""gradtape.plots: the axes show what was computed, and variables come out as they went in."""

import sys

import matplotlib as mpl
import numpy as np
import pytest
from library import ours, tf

mpl.use("agg")
import matplotlib.pyplot as plt

pytestmark = ours("TensorFlow draws no pictures")


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    plt.close("all")


def bowl(x, y):
    return x**2 + 5.0 * y**2


# --- Curves ---------------------------------------------------------------------------------------


def test_a_curve_has_the_losses():
    axes = tf.plots.loss_curves([tf.constant(3.0), 2.0, np.float32(1.0)])
    (line,) = axes.get_lines()
    assert line.get_xydata().tolist() == [[1.0, 3.0], [2.0, 2.0], [3.0, 1.0]]


def test_a_smoothed_curve_stands_over_the_faint_one():
    axes = tf.plots.loss_curves([0.0, 4.0], smoothing=0.75)
    mean, faint = axes.get_lines()
    assert mean.get_ydata()[0] == 0.0
    assert mean.get_ydata()[1] == pytest.approx(0.25 * 4.0 / (1 - 0.75**2))
    assert faint.get_ydata().tolist() == [0.0, 4.0]
    assert faint.get_alpha() < 0.5


def test_smoothing_a_constant_leaves_it():
    axes = tf.plots.loss_curves([2.0] * 5, smoothing=0.9)
    assert axes.get_lines()[0].get_ydata() == pytest.approx([2.0] * 5)


def test_smoothing_passes_over_what_is_not_finite():
    axes = tf.plots.loss_curves([1.0, float("nan"), 1.0], smoothing=0.5)
    assert axes.get_lines()[0].get_ydata().tolist() == [1.0, 1.0, 1.0]


def test_a_history_of_fit_is_drawn():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    history = model.fit(tf.ones([8, 2]), tf.ones([8, 1]), epochs=3, verbose=0)
    axes = tf.plots.loss_curves(history, log=True)
    assert axes.get_yscale() == "log"
    assert axes.get_lines()[0].get_ydata() == pytest.approx(history.history["loss"])


@pytest.mark.parametrize("smoothing", [-0.1, 1.0, float("nan")])
def test_another_smoothing_is_refused(smoothing):
    with pytest.raises(ValueError, match="smoothing must be at least 0 and less than 1"):
        tf.plots.loss_curves([1.0], smoothing=smoothing)


def test_nothing_to_draw_is_an_error_and_no_figure():
    with pytest.raises(ValueError, match="at least one value"):
        tf.plots.loss_curves([])
    assert plt.get_fignums() == []


# --- Histograms -----------------------------------------------------------------------------------


def shares(axes):
    (mesh,) = axes.collections
    return np.asarray(mesh.get_array()) ** 2


def test_each_step_is_a_column_of_shares():
    axes = tf.plots.histograms([[0.0, 0.0, 0.0, 1.0], [1.0, 1.0]], bins=2)
    np.testing.assert_allclose(shares(axes), [[0.75, 0.0], [0.25, 1.0]])


def test_gradients_may_be_nested_missing_or_infinite():
    weights = [tf.Variable([0.0, 1.0]), tf.Variable(1.0)]
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(weights[0] ** 2) / 2.0
    gradients = tape.gradient(loss, weights)
    assert gradients[1] is None
    axes = tf.plots.histograms([gradients, {"a": [float("inf"), 1.0]}], bins=2, steps=[10, 30])
    np.testing.assert_allclose(shares(axes), [[0.5, 0.0], [0.5, 1.0]])
    assert axes.get_xlim() == (0.0, 40.0)


def test_equal_numbers_have_a_histogram_too():
    assert shares(tf.plots.histograms([[2.0, 2.0]], bins=3)).sum() == pytest.approx(1.0)


def test_slices_count_by_their_values():
    slices = tf.IndexedSlices(tf.constant([[1.0, 2.0]]), tf.constant([0]))
    assert shares(tf.plots.histograms([slices], bins=2)).ravel().tolist() == pytest.approx(
        [0.5, 0.5]
    )


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"values": []}, "at least one finite number"),
        ({"values": [[float("nan")]]}, "at least one finite number"),
        ({"values": [[1.0]], "bins": 0}, "bins must be a whole number of at least 1"),
        ({"values": [[1.0]], "steps": [1, 2]}, "steps must be 1 increasing numbers"),
        ({"values": [[1.0], [1.0]], "steps": [2, 2]}, "steps must be 2 increasing numbers"),
    ],
)
def test_histograms_of_nothing_are_refused(given, text):
    with pytest.raises(ValueError, match=text):
        tf.plots.histograms(**given)


# --- Loss surfaces --------------------------------------------------------------------------------


def test_the_surface_is_the_loss_along_the_directions():
    w = tf.Variable([1.0, 2.0])
    axes = tf.plots.loss_surface(
        lambda: 3.0 * w[0] + w[1],
        [w],
        directions=[[np.array([1.0, 0.0])], [np.array([0.0, 1.0])]],
        points=3,
        relief=True,
    )
    (relief,) = axes.collections
    assert relief.get_array().size == 4  # four faces between nine points
    assert axes.get_zlim()[0] <= 5.0 - 4.0
    assert axes.get_zlim()[1] >= 5.0 + 4.0


def test_the_variables_keep_their_values():
    w, b = tf.Variable(tf.random.normal([3, 2])), tf.Variable([0.0, 0.0], dtype=tf.float64)
    before = w.numpy(), b.numpy()
    tf.plots.loss_surface(lambda: tf.reduce_sum(w**2), [w, b], points=4)
    np.testing.assert_array_equal(w.numpy(), before[0])
    np.testing.assert_array_equal(b.numpy(), before[1])


def test_the_variables_keep_their_values_when_the_loss_raises():
    w = tf.Variable([1.0, 2.0])
    calls = []

    def loss():
        calls.append(w.numpy())
        if len(calls) == 3:
            raise RuntimeError("enough")
        return tf.reduce_sum(w)

    with pytest.raises(RuntimeError, match="enough"):
        tf.plots.loss_surface(loss, [w])
    assert calls[1].tolist() != [1.0, 2.0]
    assert w.numpy().tolist() == [1.0, 2.0]


def test_a_path_is_drawn_to_the_cross():
    w = tf.Variable([0.0, 0.0, 0.0])
    path = [[[4.0, 0.0, 0.0]], [[2.0, 1.0, 0.0]], [[0.0, 0.0, 0.0]]]
    axes = tf.plots.loss_surface(lambda: tf.reduce_sum(w**2), [w], path=path, points=5)
    cross, trail = axes.get_lines()
    assert cross.get_xydata().tolist() == [[0.0, 0.0]]
    lengths = np.linalg.norm(trail.get_xydata(), axis=1)  # the plane holds the whole path
    assert lengths == pytest.approx([4.0, 5.0**0.5, 0.0], abs=1e-9)


def test_random_directions_are_as_long_as_their_variables():
    from gradtape._plots.directions import random_directions

    values = [np.full([4, 3], 7.0), np.zeros([2])]
    for direction in random_directions(values, seed=1):
        assert np.linalg.norm(direction[0]) == pytest.approx(np.linalg.norm(values[0]))
        assert np.linalg.norm(direction[1]) > 0.0


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"variables": []}, "at least one variable"),
        ({"directions": [[np.ones(2)]]}, "directions must be two lists"),
        ({"directions": [[np.ones(3)], [np.ones(2)]]}, r"of the shapes \[\(2,\)\]"),
        ({"path": [[np.ones(2)]]}, "two points and two parameters"),
        ({"path": [[np.ones(3)], [np.ones(3)]]}, "values of all variables"),
        ({"points": 1}, "points must be a whole number of at least 2"),
        ({"loss": lambda: float("nan")}, "finite nowhere"),
    ],
)
def test_a_surface_that_cannot_be_drawn_is_refused(given, text):
    w = tf.Variable([1.0, 2.0])
    arguments = {"loss": lambda: tf.reduce_sum(w), "variables": [w], **given}
    with pytest.raises(ValueError, match=text):
        tf.plots.loss_surface(**arguments)
    assert w.numpy().tolist() == [1.0, 2.0]


# --- Functions of two numbers ---------------------------------------------------------------------


def test_contours_have_the_levels_asked_for():
    axes = tf.plots.contours(bowl, levels=[1.0, 2.0], points=10)
    (lines,) = axes.collections
    assert lines.levels.tolist() == [1.0, 2.0]


def test_the_arrows_are_the_field():
    axes = tf.plots.vector_field(lambda x, y: (-y, 2.0), points=3)
    (arrows,) = axes.collections
    np.testing.assert_allclose(np.asarray(arrows.U), [1, 1, 1, 0, 0, 0, -1, -1, -1])
    np.testing.assert_allclose(np.asarray(arrows.V), np.full(9, 2.0))


def test_the_gradient_of_a_function_is_its_arrows():
    axes = tf.plots.gradient_field(bowl, points=3)
    (arrows,) = axes.collections
    np.testing.assert_allclose(np.asarray(arrows.U), [-2, 0, 2] * 3)
    np.testing.assert_allclose(np.asarray(arrows.V), [-10] * 3 + [0] * 3 + [10] * 3)


def test_a_function_of_one_of_the_numbers_has_no_slope_in_the_other():
    (arrows,) = tf.plots.gradient_field(lambda x, y: x**2, points=2).collections
    assert np.asarray(arrows.V).tolist() == [0.0] * 4


def test_a_stream_has_lines():
    axes = tf.plots.vector_field(lambda x, y: (-y, x), stream=True)
    assert len(axes.collections[0].get_segments()) > 10


def test_a_path_is_what_the_optimizer_does():
    optimizers = {"plain": tf.keras.optimizers.SGD(0.1), "adam": tf.keras.optimizers.Adam(0.1)}
    axes = tf.plots.descent_paths(bowl, (0.5, 0.1), optimizers, steps=2)
    plain, adam = axes.get_lines()
    np.testing.assert_allclose(plain.get_xydata(), [[0.5, 0.1], [0.4, 0.0], [0.32, 0.0]], atol=1e-6)
    np.testing.assert_allclose(adam.get_xydata()[1], [0.4, 0.0], atol=1e-5)
    assert axes.get_xlim() == (-1.0, 1.0)


@pytest.mark.parametrize(
    ("draw", "text"),
    [
        (lambda: tf.plots.contours(lambda x, y: x[0]), "must work element by element"),
        (lambda: tf.plots.contours(bowl, x=(1.0, 1.0)), "from a smaller number to a larger"),
        (lambda: tf.plots.vector_field(lambda x, y: (x, y, x)), "must return two values"),
        (lambda: tf.plots.descent_paths(bowl, (1.0,), {}), "start must be two numbers"),
        (lambda: tf.plots.descent_paths(bowl, (1.0, 1.0), {}, steps=0), "steps must be a whole"),
    ],
)
def test_functions_that_cannot_be_drawn_are_refused(draw, text):
    with pytest.raises(ValueError, match=text):
        draw()


# --- Axes, and no Matplotlib ----------------------------------------------------------------------

W = tf.Variable([1.0, 2.0])
DRAWN = {
    "contours": lambda **o: tf.plots.contours(bowl, **o),
    "descent_paths": lambda **o: tf.plots.descent_paths(
        bowl, (0.5, 0.5), {"SGD": tf.keras.optimizers.SGD(0.1)}, steps=1, **o
    ),
    "gradient_field": lambda **o: tf.plots.gradient_field(bowl, **o),
    "histograms": lambda **o: tf.plots.histograms([[1.0, 2.0]], **o),
    "loss_curves": lambda **o: tf.plots.loss_curves([1.0, 2.0], **o),
    "loss_surface": lambda **o: tf.plots.loss_surface(
        lambda: tf.reduce_sum(W**2), [W], points=3, **o
    ),
    "vector_field": lambda **o: tf.plots.vector_field(lambda x, y: (-y, x), **o),
}


def test_every_picture_is_listed():
    assert set(DRAWN) == {name for name in dir(tf.plots) if not name.startswith("_")}


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_goes_into_the_axes_that_are_given(name):
    _, (left, right) = plt.subplots(1, 2)
    assert DRAWN[name](axes=right) is right
    assert right.has_data()
    assert not left.has_data()
    assert plt.get_fignums() == [1]


@pytest.mark.parametrize("name", DRAWN)
def test_without_matplotlib_the_error_names_the_extra(name, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "matplotlib.pyplot")
    with pytest.raises(ImportError, match=r"gradtape\.plots\.\w+ needs.*gradtape\[plots\]"):
        DRAWN[name]()
