"""io.decode_jpeg, decode_png, ..., encode_jpeg, encode_png, through Pillow."""

import io
import sys

import numpy as np
import pytest
from checks import assert_close
from library import AGAINST_TENSORFLOW, ours, tf

Image = pytest.importorskip("PIL.Image")
Invalid = tf.errors.InvalidArgumentError
TF = tf.io

NOISE = np.random.RandomState(0).randint(0, 256, (5, 4, 3)).astype("uint8")
ROWS, COLUMNS = np.mgrid[0:16, 0:24]
SMOOTH = np.stack([ROWS * 10, COLUMNS * 8, (ROWS + COLUMNS) * 5], -1).astype("uint8")


def file_of(array, format, mode=None, **options):
    image = Image.fromarray(array)
    image = image if mode is None else image.convert(mode)
    file = io.BytesIO()
    image.save(file, format, **options)
    return file.getvalue()


PNG = file_of(NOISE, "PNG")
JPEG = file_of(SMOOTH, "JPEG")
BMP = file_of(SMOOTH, "BMP")
STILL = file_of(SMOOTH, "GIF")
MOVING = file_of(SMOOTH, "GIF", save_all=True, append_images=[Image.fromarray(255 - SMOOTH)])
WIDE = file_of(NOISE[:, :, 0].astype("uint16") * 257, "PNG")
GRAY = [92, 125, 119, 103, 69, 132, 156, 82]  # what TensorFlow makes of NOISE


@pytest.mark.parametrize("channels", [0, 1, 3, 4])
@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "LA", "1"])
def test_png_has_the_channels_that_are_asked_for(mode, channels):
    data = file_of(NOISE, "PNG", mode)
    found = TF.decode_png(data, channels=channels)
    own = {"RGB": 3, "RGBA": 4, "L": 1, "LA": 2, "1": 1}[mode]
    assert found.shape == [5, 4, channels or own]
    if channels != 1 and mode != "1":
        kept = min(channels or own, own, 3)
        expected = np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))[..., :kept]
        assert (found.numpy()[..., :kept] == expected)[..., : 1 if mode == "LA" else kept].all()


def test_colours_become_gray_as_the_library_of_png_does_it():
    assert TF.decode_png(PNG, channels=1).numpy().ravel()[:8].tolist() == GRAY


def test_gray_is_rounded_down_of_whole_weights():
    colours = np.random.RandomState(1).randint(0, 256, (64, 64, 3)).astype("uint8")
    expected = (colours @ np.array([9797, 19234, 3737])) >> 15
    assert (TF.decode_png(file_of(colours, "PNG"), channels=1).numpy()[..., 0] == expected).all()
    assert (TF.decode_image(file_of(colours, "PNG"), 1).numpy()[..., 0] == expected).all()


def test_sixteen_bits():
    eight = NOISE[:, :, :1].astype("uint16")
    assert (TF.decode_png(WIDE, dtype=tf.uint16).numpy() == eight * 257).all()
    assert (TF.decode_png(WIDE).numpy() == eight).all()
    assert (TF.decode_png(WIDE, channels=3).numpy() == np.repeat(eight, 3, -1)).all()
    assert (TF.decode_png(PNG, dtype=tf.uint16).numpy() == NOISE.astype("uint16") * 257).all()
    picture = tf.constant(np.arange(6, dtype="uint16").reshape(2, 3, 1) * 1000)
    assert (TF.decode_png(TF.encode_png(picture), dtype=tf.uint16) == picture).numpy().all()


@ours("Pillow has no colours of 16 bits")
def test_sixteen_bits_of_several_channels_are_refused():
    with pytest.raises(tf.errors.UnimplementedError, match="16 bits for each channel of gray"):
        TF.encode_png(np.zeros([2, 2, 3], "uint16"))


def test_palettes():
    quantized = Image.fromarray(NOISE).quantize(4)
    file = io.BytesIO()
    quantized.save(file, "PNG")
    found = TF.decode_png(file.getvalue())
    assert (found.numpy() == np.asarray(quantized.convert("RGB"))).all()


@pytest.mark.parametrize("ratio", [1, 2, 4, 8])
@pytest.mark.parametrize("channels", [0, 1, 3])
def test_jpeg(ratio, channels):
    found = TF.decode_jpeg(JPEG, channels=channels, ratio=ratio, dct_method="INTEGER_ACCURATE")
    image = Image.open(io.BytesIO(JPEG))
    image.draft("L" if channels == 1 else "RGB", (24 // ratio, 16 // ratio))
    expected = np.asarray(image).reshape(found.shape)
    assert (found.numpy() == expected).all()


@pytest.mark.parametrize(
    ("options", "total", "first_channel"),
    [
        ({}, 99603, 7458575),
        ({"ratio": 2}, 25042, 466253),
        ({"fancy_upscaling": False}, 99615, 7471150),
        ({"dct_method": "INTEGER_ACCURATE"}, 100486, 7527384),
        ({"channels": 1}, 33280, 7165872),
    ],
)
def test_pixels_of_jpeg_are_those_of_the_fast_transform(options, total, first_channel):
    found = TF.decode_jpeg(JPEG, **options).numpy().astype(int)
    places = np.arange(found[..., 0].size).reshape(found.shape[:2])
    assert (found.sum(), (found[..., 0] * places).sum()) == (total, first_channel)


@ours("TensorFlow has a JPEG library of its own")
def test_without_simplejpeg_pillow_reads(monkeypatch):
    from gradtape._io import jpeg

    monkeypatch.setattr(jpeg, "_simplejpeg", lambda: None)
    exact = TF.decode_jpeg(JPEG).numpy()
    assert (exact == np.asarray(Image.open(io.BytesIO(JPEG)))).all()


def test_which_function_reads_what():
    assert TF.decode_jpeg(PNG).shape == [5, 4, 3]
    assert TF.decode_png(JPEG).shape == [16, 24, 3]
    assert TF.decode_gif(PNG).shape == [1, 5, 4, 3]
    assert TF.decode_png(STILL).shape == [16, 24, 3]
    with pytest.raises(Invalid, match=r"Got 2 frames, but animated gifs can only be decoded by"):
        TF.decode_png(MOVING)
    with pytest.raises(Invalid, match=r"Use `decode_png` or `decode_image` instead"):
        TF.decode_bmp(PNG)
    with pytest.raises(Invalid, match=r"Use `decode_bmp` or `decode_image` instead"):
        TF.decode_jpeg(BMP)


def test_bmp_and_gif():
    assert (TF.decode_bmp(BMP).numpy() == SMOOTH).all()
    assert (TF.decode_bmp(BMP, channels=4).numpy()[..., 3] == 255).all()
    difference = np.abs(
        TF.decode_gif(MOVING).numpy() - np.stack([SMOOTH, 255 - SMOOTH]).astype(int)
    )
    assert difference.max() < 40  # a palette has 256 colours
    assert difference.mean() < 5
    assert TF.decode_gif(STILL).shape == [1, 16, 24, 3]
    with pytest.raises(Invalid, match="`channels` must be 0, 3 or 4 for BMP, but got 1"):
        TF.decode_bmp(BMP, channels=1)


def test_any_picture():
    shapes = [TF.decode_image(data).shape.as_list() for data in (PNG, JPEG, BMP, MOVING, STILL)]
    assert shapes == [[5, 4, 3], [16, 24, 3], [16, 24, 3], [2, 16, 24, 3], [1, 16, 24, 3]]
    assert TF.decode_image(MOVING, expand_animations=False).shape == [16, 24, 3]
    assert TF.decode_image(file_of(SMOOTH, "WEBP")).shape == [1, 16, 24, 3]
    with pytest.raises(Invalid, match="channels must be 0 or 3 for GIF, got 1"):
        TF.decode_image(MOVING, channels=1)
    with pytest.raises(Invalid, match="`channels` must be 0, 1, 3 or 4 but got 5"):
        TF.decode_image(PNG, channels=5)


@pytest.mark.parametrize("dtype", ["uint8", "uint16", "float16", "float32", "float64"])
def test_any_dtype(dtype):
    found = TF.decode_image(PNG, dtype=dtype)
    assert found.dtype == dtype
    scale = {"uint8": 1, "uint16": 257}.get(dtype, 1 / 255)
    assert_close(
        tf.cast(found, tf.float64),
        NOISE.astype(float) * scale,
        1e-3 if dtype == "float16" else 1e-6,
    )


@pytest.mark.parametrize("data", [b"", b"junk", PNG[:40], JPEG[:200], MOVING[:20], b"BM"])
def test_what_is_no_picture(data):
    for decode in (TF.decode_image, TF.decode_png, TF.decode_jpeg, TF.decode_gif):
        with pytest.raises(Invalid):
            decode(data)


def test_the_arguments():
    with pytest.raises(Invalid, match="`channels` must be 0, 1, 3 or 4 but got 2"):
        TF.decode_png(PNG, channels=2)
    with pytest.raises(Invalid, match="JPEG does not support 4 channels"):
        TF.decode_jpeg(JPEG, channels=4)
    with pytest.raises(Invalid, match="ratio must be 1, 2, 4, or 8, got 3"):
        TF.decode_jpeg(JPEG, ratio=3)
    with pytest.raises(Invalid, match="scalar"):
        TF.decode_png([PNG])
    with pytest.raises(TypeError):
        TF.decode_png(3)
    with pytest.raises(Invalid, match="allowed values: uint8, uint16"):
        TF.decode_png(PNG, dtype=tf.float32)


def test_a_cut_file_is_read_as_far_as_it_goes():
    assert TF.decode_jpeg(JPEG[:-30], try_recover_truncated=True).shape == [16, 24, 3]


def test_looking_at_jpeg():
    assert bool(TF.is_jpeg(JPEG))
    assert not bool(TF.is_jpeg(PNG))
    assert TF.extract_jpeg_shape(JPEG).numpy().tolist() == [16, 24, 3]
    with pytest.raises(Invalid, match="Invalid JPEG data"):
        TF.extract_jpeg_shape(PNG)
    window = TF.decode_and_crop_jpeg(JPEG, [1, 2, 3, 4]).numpy()
    whole = TF.decode_jpeg(JPEG).numpy().astype(int)
    assert np.abs(window - whole[1:4, 2:6]).max() < (4 if AGAINST_TENSORFLOW else 1)
    with pytest.raises(Invalid, match="crop window"):
        TF.decode_and_crop_jpeg(JPEG, [1, 2, 30, 4])


# --- Encoding -------------------------------------------------------------------------------------


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
@pytest.mark.parametrize("compression", [-1, 0, 9])
def test_png_comes_back(channels, compression):
    picture = NOISE.repeat(2, -1)[..., :channels]
    data = TF.encode_png(picture, compression=compression)
    assert (TF.decode_png(data).numpy() == picture).all()


def test_a_batch_of_png():
    found = TF.encode_png(np.stack([NOISE, NOISE]))
    assert found.shape == [2]
    assert (TF.decode_png(found[1]).numpy() == NOISE).all()


def test_jpeg_is_what_the_library_writes():
    data = TF.encode_jpeg(SMOOTH).numpy()
    pixels = np.asarray(Image.open(io.BytesIO(data)))
    expected = np.asarray(Image.open(io.BytesIO(file_of(SMOOTH, "JPEG", quality=95))))
    assert (pixels == expected).all()
    assert Image.open(io.BytesIO(data)).info["dpi"] == (300, 300)
    assert len(TF.encode_jpeg(SMOOTH, quality=10).numpy()) < len(data)
    assert len(TF.encode_jpeg(SMOOTH, optimize_size=True).numpy()) < len(data)
    assert TF.decode_jpeg(TF.encode_jpeg(SMOOTH[..., :1])).shape == [16, 24, 1]


@pytest.mark.parametrize(
    ("shape", "options", "text"),
    [
        ([2, 3], {}, "image must be 3-dimensional"),
        ([2, 3, 4], {}, "image must have 1 or 3 channels"),
        ([2, 3, 3], {"quality": 101}, r"quality must be in \[0,100\], got 101"),
        ([2, 3, 3], {"format": "grayscale"}, "format grayscale expects 1 channels"),
        ([2, 3, 3], {"format": "x"}, "format"),
        ([2, 3, 3], {"density_unit": "x"}, "density_unit"),
    ],
)
def test_what_is_no_jpeg(shape, options, text):
    with pytest.raises(Invalid, match=text):
        TF.encode_jpeg(np.zeros(shape, "uint8"), **options)


@pytest.mark.parametrize(
    ("shape", "dtype", "options", "text"),
    [
        ([2, 3], "uint8", {}, "images must be at least rank 3"),
        ([2, 3, 5], "uint8", {}, "image must have 1, 2, 3, or 4 channels, got 5"),
        ([2, 3, 1], "float32", {}, "not in the list of allowed values: uint8, uint16"),
        ([2, 3, 1], "uint8", {"compression": 11}, r"compression should be in \[-1,9\], got 11"),
    ],
)
def test_what_is_no_png(shape, dtype, options, text):
    with pytest.raises(Invalid, match=text):
        TF.encode_png(np.zeros(shape, dtype), **options)


def test_quality():
    found = tf.image.adjust_jpeg_quality(SMOOTH / np.float32(255), 50)
    assert found.dtype == tf.float32
    assert 1e-4 < float(tf.reduce_max(tf.abs(found - SMOOTH / np.float32(255)))) < 0.2


def test_the_functions_are_in_image_too():
    assert tf.image.decode_jpeg is tf.io.decode_jpeg
    assert tf.image.encode_png is tf.io.encode_png


@pytest.mark.skipif(AGAINST_TENSORFLOW, reason="looks inside gradtape")
def test_without_pillow(monkeypatch):
    for name in [name for name in sys.modules if name.split(".")[0] == "PIL"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ImportError, match=r"pip install 'gradtape\[images\]'"):
        TF.decode_image(PNG)
