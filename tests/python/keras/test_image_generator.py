"""`ImageDataGenerator`: what a seed gives, from arrays, directories and tables."""

import re

import numpy as np
import pytest
from checks import as_array, assert_close
from library import ours, tf

image = tf.keras.preprocessing.image
utils = tf.keras.utils
draws = np.random.RandomState(2)
IMAGES = draws.uniform(0, 255, (5, 6, 8, 3)).astype("float32").round()
LABELS = np.arange(5)

GENERATORS = {
    "flips": {"horizontal_flip": True, "vertical_flip": True},
    "shifts in pixels": {"width_shift_range": 2, "height_shift_range": [1, 2], "fill_mode": "wrap"},
    "shifts of shares": {"width_shift_range": 0.25, "fill_mode": "constant", "cval": 7.0},
    "zoom": {"zoom_range": 0.3, "rescale": 1 / 255},
    "channels": {"channel_shift_range": 40.0},
    "brightness": {"brightness_range": (0.5, 1.5)},
    "samples": {"samplewise_center": True, "samplewise_std_normalization": True},
    "function": {"preprocessing_function": lambda x: x / 2.0},
}


@pytest.mark.parametrize("name", GENERATORS)
@ours("Keras needs SciPy for these; SciPy's values between pixels at the edges differ in `wrap`")
def test_changes_keep_shape_and_range(name):
    generator = image.ImageDataGenerator(**GENERATORS[name])
    x, y = next(generator.flow(IMAGES, LABELS, batch_size=4, seed=3))
    again, _ = next(generator.flow(IMAGES, LABELS, batch_size=4, seed=3))
    assert x.shape == (4, 6, 8, 3)
    assert_close(x, again)
    assert len(set(y.tolist())) == 4


@ours("Keras needs SciPy for any change")
def test_flips_of_a_seed():
    generator = image.ImageDataGenerator(horizontal_flip=True, vertical_flip=True, rescale=0.5)
    flow = generator.flow(IMAGES[:, :2, :2, :1], LABELS, batch_size=3, seed=5)
    assert len(flow) == 2
    np.random.seed(5)
    order = np.random.permutation(5)
    chances = [np.random.random(2) < 0.5 for _ in range(3)]
    x, y = next(flow)
    assert y.tolist() == order[:3].tolist()
    for picture, number, (across, down) in zip(x, order, chances, strict=False):
        expected = IMAGES[number, :2, :2, :1] / 2.0
        expected = expected[:, ::-1] if across else expected
        assert_close(picture, expected[::-1] if down else expected)


def test_what_is_drawn(recorded):
    generator = image.ImageDataGenerator(
        rotation_range=30,
        width_shift_range=0.2,
        height_shift_range=2,
        shear_range=10.0,
        zoom_range=(0.8, 1.2),
        channel_shift_range=5.0,
        brightness_range=(0.5, 1.0),
        horizontal_flip=True,
        vertical_flip=True,
    )
    changes = [generator.get_random_transform((6, 8, 3), seed=seed) for seed in range(3)]
    names = sorted(changes[0])
    recorded([[float(change[name]) for name in names] for change in changes])


def test_statistics_of_fit(recorded):
    generator = image.ImageDataGenerator(
        featurewise_center=True, featurewise_std_normalization=True, zca_whitening=False
    )
    generator.fit(IMAGES)
    recorded(
        [generator.mean, generator.std, generator.standardize(IMAGES[0].copy())],
        rtol=1e-4,
        atol=1e-4,
    )
    with pytest.raises(ValueError, match="rank 4"):
        generator.fit(IMAGES[0])


@ours("Keras needs SciPy for any change")
def test_a_turn_by_ninety_degrees():
    turned = image.apply_affine_transform(
        IMAGES[0][:, :6], theta=90, row_axis=0, col_axis=1, channel_axis=2
    )
    assert_close(turned, np.rot90(IMAGES[0][:, :6]), atol=1e-2)


@ours("Keras needs SciPy for any change")
def test_a_shift_by_whole_pixels():
    moved = image.apply_affine_transform(
        IMAGES[0], ty=1, row_axis=0, col_axis=1, channel_axis=2, fill_mode="constant", cval=5.0
    )
    assert_close(moved[:-1], IMAGES[0][1:])
    assert_close(moved[-1], np.full((8, 3), 5.0))
    nearest = image.apply_affine_transform(IMAGES[0], tx=-2, row_axis=0, col_axis=1, channel_axis=2)
    assert_close(nearest[:, 2:], IMAGES[0][:, :-2])
    assert_close(nearest[:, 0], IMAGES[0][:, 0])


@ours("Keras needs SciPy for any change")
def test_a_change_of_everything():
    """As Keras 3.15 has it, with SciPy 1.16."""
    x = np.arange(60.0).reshape(5, 6, 2)
    generator = image.ImageDataGenerator()
    turned = generator.apply_transform(x, {"theta": 10.0, "tx": 0.5, "ty": 1.0})
    first = [10.714, 14.768, 18.821, 22.874, 26.928, 29.567]
    assert_close(turned[0, :, 0], first, atol=1e-3)
    zoomed = generator.apply_transform(x, {"zx": 0.5, "zy": 0.8})
    assert_close(zoomed[1, :, 0], [17.6, 18.6, 19.6, 20.6, 21.6, 22.6], atol=1e-3)


@ours("Keras needs SciPy for any change")
def test_random_functions_keep_the_shape():
    for function, given in (
        (image.random_rotation, 20),
        (image.random_shear, 20),
        (image.random_zoom, (0.8, 1.2)),
    ):
        y = function(IMAGES[0], given, row_axis=0, col_axis=1, channel_axis=2)
        assert y.shape == IMAGES[0].shape
    assert image.random_shift(IMAGES[0], 0.2, 0.2, 0, 1, 2).shape == IMAGES[0].shape
    assert image.random_brightness(IMAGES[0], (0.5, 0.6)).max() < 160
    assert image.random_channel_shift(IMAGES[0], 10.0).shape == IMAGES[0].shape


@ours("Keras needs SciPy for any change")
def test_parts_of_arrays():
    generator = image.ImageDataGenerator(validation_split=0.4)
    options = {"shuffle": False, "ignore_class_split": True}
    first = generator.flow(IMAGES, LABELS, subset="training", **options)
    rest = generator.flow(IMAGES, LABELS, subset="validation", **options)
    assert first.n == 3
    assert next(rest)[1].tolist() == [0, 1]


REFUSED = [
    {"validation_split": 2.0},
    {"zoom_range": (1, 2, 3)},
    {"data_format": "rows"},
]


@pytest.mark.parametrize("options", REFUSED)
def test_what_is_refused(options):
    with pytest.raises(ValueError, match=r"."):
        image.ImageDataGenerator(**options)


def test_lengths_must_agree():
    with pytest.raises(ValueError, match="same"):
        image.ImageDataGenerator().flow(IMAGES, LABELS[:2])


@pytest.fixture
def folders(tmp_path):
    pytest.importorskip("PIL.Image")
    for name, count in (("cats", 3), ("dogs", 2)):
        (tmp_path / name).mkdir()
        for i in range(count):
            level = i * 10 + (100 if name == "dogs" else 0)
            utils.save_img(tmp_path / name / f"{i}.png", np.full((4, 6, 3), level), scale=False)
    return tmp_path


MODES = {
    "categorical": [[1.0, 0.0]] * 3 + [[0.0, 1.0]],
    "binary": [0.0, 0.0, 0.0, 1.0],
    "sparse": [0.0, 0.0, 0.0, 1.0],
}


@pytest.mark.parametrize("mode", [*MODES, "input", None])
@ours("Keras needs SciPy for any change")
def test_a_directory(folders, mode):
    flow = image.ImageDataGenerator().flow_from_directory(
        folders, target_size=(2, 3), class_mode=mode, shuffle=False, batch_size=4
    )
    assert flow.class_indices == {"cats": 0, "dogs": 1}
    assert flow.samples == 5
    assert [name.split(".")[0][-1] for name in flow.filenames] == list("01201")
    batch = next(flow)
    x = batch if mode is None else batch[0]
    assert x[:, 0, 0, 0].tolist() == [0.0, 10.0, 20.0, 100.0]
    if mode in MODES:
        assert batch[1].tolist() == MODES[mode]
    elif mode == "input":
        assert_close(batch[1], x)


@ours("Keras needs SciPy for any change")
def test_a_table(folders):
    table = {"filename": ["cats/0.png", "dogs/1.png"], "class": ["cat", "dog"]}
    flow = image.ImageDataGenerator().flow_from_dataframe(
        table, folders, target_size=(2, 2), shuffle=False
    )
    x, y = next(flow)
    assert as_array(x)[:, 0, 0, 0].tolist() == [0.0, 110.0]
    assert y.tolist() == [[1.0, 0.0], [0.0, 1.0]]


@ours("Keras needs SciPy for any change")
def test_fit_takes_a_generator():
    model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    flow = image.ImageDataGenerator(rescale=1 / 255).flow(IMAGES, LABELS, batch_size=2)
    history = model.fit(flow, epochs=2, verbose=0, steps_per_epoch=3)
    assert len(history.history["loss"]) == 2
    assert len(model.fit(flow, verbose=0).history["loss"]) == 1


@pytest.mark.filterwarnings("ignore:.*overrides")
@pytest.mark.parametrize("options", [{}, {"featurewise_std_normalization": True}])
def test_whitening_is_of_images_and_of_batches(options):
    generator = image.ImageDataGenerator(zca_whitening=True, zca_epsilon=10.0, **options)
    generator.fit(IMAGES)
    flat = (IMAGES - IMAGES.mean((0, 1, 2))).reshape(5, -1).astype("float64")
    u, s, _ = np.linalg.svd(flat.T, full_matrices=False)
    expected = flat @ (u * (np.sqrt(5) / (s + 10.0))) @ u.T
    white = generator.standardize(IMAGES.copy())
    np.testing.assert_allclose(white.reshape(5, -1), expected, rtol=1e-3, atol=1e-3)
    np.testing.assert_allclose(generator.standardize(IMAGES[0].copy()), white[0], atol=1e-4)


def test_more_than_images_of_an_example():
    generator = image.ImageDataGenerator()
    flow = generator.flow((IMAGES, [LABELS, 2 * LABELS]), LABELS, batch_size=3, shuffle=False)
    (pictures, one, other), y = next(flow)
    assert pictures.shape == (3, 6, 8, 3)
    assert one.tolist() == y.tolist() == [0, 1, 2]
    assert other.tolist() == [0, 2, 4]
    pictures, one = next(generator.flow((IMAGES, LABELS), batch_size=3, shuffle=False))
    assert one.tolist() == [0, 1, 2]


def test_pictures_of_batches_are_written(tmp_path):
    generator = image.ImageDataGenerator()
    options = {"save_to_dir": str(tmp_path), "save_prefix": "p", "save_format": "png"}
    pictures = next(generator.flow(IMAGES, batch_size=2, shuffle=False, **options))
    paths = sorted(tmp_path.iterdir())
    assert [re.sub("[0-9]+[.]", ".", path.name) for path in paths] == ["p_0_.png", "p_1_.png"]
    found = image.img_to_array(image.load_img(str(paths[0])))
    spread = pictures[0] - pictures[0].min()
    assert_close(found, np.floor(spread / spread.max() * 255), atol=1.0)


def test_colours_have_three_names(tmp_path):
    (tmp_path / "a").mkdir()
    with pytest.raises(ValueError, match="color mode"):
        image.ImageDataGenerator().flow_from_directory(str(tmp_path), color_mode="cmyk")
