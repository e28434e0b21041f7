"""Windows, frames, spectra, cosine transforms and the mel scale: values, gradients, errors."""

import numpy as np
import pytest
from answers import assert_answer, grad
from library import tf

errors = tf.errors

sg = tf.signal
x = tf.constant(np.sin(np.arange(40)).reshape(2, 20).astype(np.float32))
z = tf.constant(
    (np.sin(np.arange(60)) + 1j * np.cos(np.arange(60) * 2)).reshape(3, 4, 5).astype(np.complex64)
)
v = tf.constant(np.sin(np.arange(60)).reshape(3, 4, 5).astype(np.float32))

CASES = [
    (
        lambda: (
            [sg.hann_window(n) for n in (1, 2, 4, 5)],
            [sg.hann_window(n, periodic=False) for n in (1, 2, 4, 5)],
            sg.hamming_window(6),
            sg.hamming_window(7, dtype=tf.float64),
        ),
        [
            [
                ("float32", [1.0]),
                ("float32", [0.0, 1.0]),
                ("float32", [0.0, 0.5, 1.0, 0.5]),
                ("float32", [0.0, 0.5, 1.0, 0.5, 0.0]),
            ],
            [
                ("float32", [1.0]),
                ("float32", [0.0, 0.0]),
                ("float32", [0.0, 0.75, 0.7499999, 0.0]),
                ("float32", [0.0, 0.5, 1.0, 0.5, 0.0]),
            ],
            ("float32", [0.08000001, 0.31, 0.77, 1.0, 0.77, 0.3099999]),
            ("float64", [0.08, 0.31, 0.77, 1.0, 0.77, 0.31, 0.08]),
        ],
    ),
    (lambda: sg.hann_window(0), ("float32", [])),
    (lambda: sg.hann_window(4, dtype=tf.int32), ValueError),
    (lambda: sg.hann_window([4]), ValueError),
    (
        lambda: (
            sg.kaiser_window(5),
            sg.kaiser_window(1),
            sg.kaiser_window(6, beta=3.0),
            sg.kaiser_window(6, beta=0.0),
            sg.kaiser_window(6, dtype=tf.float64),
        ),
        [
            ("float32", [5.277345e-05, 0.2156727, 1.0, 0.2156727, 5.277345e-05]),
            ("float32", [1.0]),
            ("float32", [0.2048847, 0.6247463, 0.9522216, 0.9522216, 0.6247463, 0.2048847]),
            ("float32", [1.0, 1.0, 1.0, 1.0, 1.0, 1.0]),
            ("float64", [5.277344e-05, 0.1017197, 0.7929398, 0.7929398, 0.1017197, 5.277344e-05]),
        ],
    ),
    (
        lambda: (
            sg.kaiser_bessel_derived_window(8),
            sg.kaiser_bessel_derived_window(7),
            sg.vorbis_window(6),
            sg.vorbis_window(5, dtype=tf.float64),
        ),
        [
            (
                "float32",
                [
                    0.006071829,
                    0.3882062,
                    0.9215726,
                    0.9999815,
                    0.9999815,
                    0.9215726,
                    0.3882062,
                    0.006071829,
                ],
            ),
            ("float32", [0.007131026, 0.7071068, 0.9999745, 0.9999745, 0.7071068, 0.007131026]),
            ("float32", [0.1050293, 0.7071068, 0.9944691, 0.9944691, 0.7071068, 0.1050292]),
            ("float64", [0.1494359, 0.8563191, 1.0, 0.8563191, 0.1494359]),
        ],
    ),
    (lambda: sg.frame([1, 2, 3], 2, 2, pad_end=True, pad_value=7), ("int32", [[1, 2], [3, 7]])),
    (
        lambda: (sg.overlap_and_add(sg.frame(x, 5, 3), 3), sg.overlap_and_add([[1, 2], [3, 4]], 3)),
        [
            (
                "float32",
                [
                    [
                        0.0,
                        0.841471,
                        0.9092974,
                        0.28224,
                        -1.513605,
                        -0.9589243,
                        -0.558831,
                        1.313973,
                        0.9893582,
                        0.824237,
                        -1.088042,
                        -0.9999902,
                        -1.073146,
                        0.8403341,
                        0.9906074,
                        1.300576,
                        -0.5758066,
                        -0.9613975,
                        -0.7509872,
                        0.1498772,
                    ],
                    [
                        0.9129453,
                        0.8366556,
                        -0.008851309,
                        -1.692441,
                        -1.811157,
                        -0.1323518,
                        1.525117,
                        1.912752,
                        0.2709058,
                        -1.327268,
                        -1.976063,
                        -0.4040377,
                        1.102853,
                        1.999824,
                        0.5290827,
                        -0.8563653,
                        -1.983558,
                        -0.6435381,
                        0.2963686,
                        0.9637954,
                    ],
                ],
            ),
            ("int32", [1, 2, 0, 3, 4]),
        ],
    ),
    (lambda: sg.overlap_and_add([1.0, 2.0], 1), ValueError),
    (lambda: sg.overlap_and_add([[1.0, 2.0]], 1.5), ValueError),
    (
        lambda: sg.stft(x[0], 8, 4, window_fn=sg.hamming_window),
        (
            "complex64",
            [
                [
                    (-0.8025221 + 0j),
                    (1.484688 - 1.342965j),
                    (-1.096939 + 0.9122198j),
                    (0.02891678 - 0.05915529j),
                    (-0.03081051 + 0j),
                ],
                [
                    (0.9885826 + 0j),
                    (-2.001458 - 0.2989418j),
                    (1.37347 + 0.2030589j),
                    (-0.09834671 - 0.01316772j),
                    (-0.020266 + 0j),
                ],
                [
                    (-0.4898394 + 0j),
                    (1.131793 + 1.733768j),
                    (-0.6985809 - 1.177676j),
                    (0.09965068 + 0.07636923j),
                    (0.05730408 + 0j),
                ],
                [
                    (-0.3482218 + 0j),
                    (0.5218802 - 1.967591j),
                    (-0.460224 + 1.336502j),
                    (-0.03192526 - 0.08666873j),
                    (-0.05464673 + 0j),
                ],
            ],
        ),
    ),
    (
        lambda: sg.inverse_stft_window_fn(3)(8, dtype=tf.float32),
        (
            "float32",
            [0.0, 0.1404234, 0.5109583, 0.8722604, 0.958871, 0.8722604, 0.5109583, 0.1404233],
        ),
    ),
    (
        lambda: sg.inverse_stft_window_fn(2, sg.hamming_window)(6, dtype=tf.float64),
        ("float64", [0.06710284, 0.2600235, 0.6458648, 0.8387854, 0.6458648, 0.2600235]),
    ),
    (lambda: sg.mdct(x, 6), ValueError),
    (lambda: sg.dct(x, type=5), ValueError),
    (lambda: sg.dct(x, type=1, norm="ortho"), ValueError),
    (lambda: sg.dct(x, norm="x"), ValueError),
    (lambda: sg.dct(x, axis=0), NotImplementedError),
    (lambda: sg.dct(x[:, :1], type=1), ValueError),
    (
        lambda: sg.dct(tf.cast(x, tf.float64)),
        (
            "float64",
            [
                [
                    0.1705532,
                    3.575419,
                    0.1885256,
                    4.448779,
                    0.2774898,
                    8.887057,
                    1.471213,
                    -15.85061,
                    -0.274247,
                    -3.17844,
                    -0.1026079,
                    -1.495636,
                    -0.05426002,
                    -0.8431814,
                    -0.03155269,
                    -0.4922448,
                    -0.01795558,
                    -0.261699,
                    -0.00822393,
                    -0.08238967,
                ],
                [
                    2.135643,
                    1.213063,
                    2.36069,
                    1.509376,
                    3.474689,
                    3.015189,
                    18.42232,
                    -5.377772,
                    -3.434082,
                    -1.078377,
                    -1.28484,
                    -0.5074373,
                    -0.6794363,
                    -0.2860734,
                    -0.3950981,
                    -0.1670081,
                    -0.2248372,
                    -0.08878884,
                    -0.1029797,
                    -0.02795294,
                ],
            ],
        ),
    ),
    (
        lambda: sg.mfccs_from_log_mel_spectrograms(x),
        (
            "float32",
            [
                [
                    0.02696679,
                    0.5653234,
                    0.0298085,
                    0.7034137,
                    0.04387501,
                    1.405167,
                    0.2326191,
                    -2.506201,
                    -0.04336221,
                    -0.5025555,
                    -0.01622371,
                    -0.2364808,
                    -0.00857929,
                    -0.1333187,
                    -0.00498884,
                    -0.07783069,
                    -0.002839006,
                    -0.0413782,
                    -0.001300314,
                    -0.01302696,
                ],
                [
                    0.3376749,
                    0.1918022,
                    0.3732578,
                    0.2386532,
                    0.5493966,
                    0.4767432,
                    2.912824,
                    -0.8503007,
                    -0.542976,
                    -0.1705063,
                    -0.2031511,
                    -0.08023299,
                    -0.1074283,
                    -0.04523208,
                    -0.06247047,
                    -0.02640629,
                    -0.03554981,
                    -0.01403877,
                    -0.01628256,
                    -0.004419698,
                ],
            ],
        ),
    ),
    (lambda: sg.linear_to_mel_weight_matrix(0), ValueError),
    (lambda: sg.linear_to_mel_weight_matrix(lower_edge_hertz=-1.0), ValueError),
    (
        lambda: sg.linear_to_mel_weight_matrix(lower_edge_hertz=4000.0, upper_edge_hertz=3000.0),
        ValueError,
    ),
    (lambda: sg.linear_to_mel_weight_matrix(upper_edge_hertz=9000.0), ValueError),
    (lambda: sg.rfft3d(v[0]), ValueError),
    (
        lambda: grad(lambda a: sg.inverse_stft(sg.stft(a, 8, 4), 8, 4) ** 2, x),
        [
            (
                "float32",
                [
                    [
                        0.0,
                        0.000774081,
                        0.1136622,
                        0.1498102,
                        -1.513605,
                        -1.07879,
                        -0.1397078,
                        0.7391098,
                        1.978717,
                        0.4636331,
                        -0.2720106,
                        -1.124989,
                        -1.073146,
                        0.4726878,
                        0.4953036,
                        0.7315736,
                        -0.5758066,
                        -1.0206,
                        -0.0938734,
                        0.0001378652,
                    ],
                    [
                        0.0,
                        0.0007696511,
                        -0.001106389,
                        -0.8983306,
                        -1.811157,
                        -0.1488958,
                        0.3812792,
                        1.075923,
                        0.5418116,
                        -0.7465879,
                        -0.4940158,
                        -0.4545423,
                        1.102853,
                        1.124901,
                        0.2645414,
                        -0.4817054,
                        -1.983558,
                        -0.6831671,
                        0.03704607,
                        0.0008865955,
                    ],
                ],
            )
        ],
    ),
    (
        lambda: grad(lambda a: [sg.dct(a, type=t) ** 2 for t in (1, 2, 3, 4)], x),
        [
            (
                "float32",
                [
                    [
                        -0.7246547,
                        268.4601,
                        285.5476,
                        47.14925,
                        -240.94,
                        -300.4647,
                        -90.08573,
                        210.1631,
                        310.8468,
                        132.7848,
                        -173.7011,
                        -313.4416,
                        -171.3475,
                        135.3281,
                        311.2415,
                        208.0463,
                        -92.76787,
                        -301.2463,
                        -239.1024,
                        43.11408,
                    ],
                    [
                        221.4425,
                        269.9095,
                        1.254864,
                        -261.8794,
                        -282.1109,
                        -36.29685,
                        245.0204,
                        307.7411,
                        89.65812,
                        -204.182,
                        -308.1661,
                        -122.1496,
                        178.3027,
                        321.4984,
                        171.242,
                        -129.7794,
                        -309.3503,
                        -197.8317,
                        97.70436,
                        272.8339,
                    ],
                ],
            )
        ],
    ),
    (lambda: grad(lambda b: sg.kaiser_window(5, b), 2.0), [("float32", -0.8395292)]),
]


@pytest.mark.parametrize(("call", "expected"), CASES)
def test_answer(call, expected):
    assert_answer(call, expected)


def test_the_matrix_to_mel_is_rounded_as_it_is_computed():
    """In float32, where neighbouring edges differ in few digits: TensorFlow's sums."""
    single = sg.linear_to_mel_weight_matrix(128, 257, 8000, 20.0, 4000.0)
    double = sg.linear_to_mel_weight_matrix(128, 257, 8000, 20.0, 4000.0, tf.float64)
    assert single.dtype == tf.float32
    apart = np.abs(single.numpy() - double.numpy())
    assert 1e-5 < apart.max() < 3e-5
    assert double.dtype == tf.float64
