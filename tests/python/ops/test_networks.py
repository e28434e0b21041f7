"""Alignments, sampled losses, morphology and blocks: values, gradients, errors."""

import numpy as np
import pytest
from answers import assert_answer, grad
from library import tf

errors = tf.errors

N = tf.nn
lg = tf.constant(np.sin(np.arange(5 * 3 * 4) * 1.7).reshape(5, 3, 4).astype(np.float32) * 2)
lab = tf.constant([[1, 2], [3, 3], [2, 0]])
sl = tf.SparseTensor([[0, 0], [0, 1], [1, 0], [1, 1], [2, 0]], [1, 2, 3, 3, 2], [3, 2])
sl0 = tf.SparseTensor([[0, 0], [0, 1], [1, 0], [1, 1], [2, 0]], [1, 2, 0, 0, 2], [3, 2])
W = tf.constant(np.cos(np.arange(24)).reshape(8, 3).astype(np.float32))
B = tf.constant(np.sin(np.arange(8)).astype(np.float32))
X = tf.constant(np.sin(np.arange(6) + 1).reshape(2, 3).astype(np.float32))
sv = (tf.constant([2, 5, 7], tf.int64), tf.constant([[0.5], [0.3]]), tf.constant([0.1, 0.2, 0.3]))
im = tf.constant(np.sin(np.arange(2 * 5 * 6 * 2)).reshape(2, 5, 6, 2).astype(np.float32))
ker = tf.constant(np.cos(np.arange(12)).reshape(2, 3, 2).astype(np.float32))

CASES = [
    (
        lambda: N.ctc_loss(lab, lg, [2, 2, 1], [5, 5, 4]),
        ("float32", [3.663213, 8.103062, 3.133813]),
    ),
    (
        lambda: N.ctc_loss(
            lab, tf.transpose(lg, [1, 0, 2]), [2, 2, 1], [5, 5, 4], logits_time_major=False
        ),
        ("float32", [3.663213, 8.103062, 3.133813]),
    ),
    (
        lambda: N.ctc_loss(
            tf.constant([[1, 2], [2, 2], [2, 0]]), lg, [2, 2, 1], [5, 5, 4], blank_index=-1
        ),
        ("float32", [4.167101, 7.63857, 4.259089]),
    ),
    (
        lambda: N.ctc_loss(sl, lg, None, [5, 5, 4], blank_index=0),
        ("float32", [3.663213, 8.103062, 3.133813]),
    ),
    (
        lambda: N.ctc_loss(sl0, lg, None, [5, 5, 4], blank_index=-1),
        ("float32", [4.167101, 6.070974, 4.259089]),
    ),
    (  # the number of the blank is a label like others
        lambda: N.ctc_loss(
            [[1, 2, 1, 0], [1, 2, 0, 2]],
            tf.reshape((tf.range(24.0) - 12) / 100, [2, 4, 3]),
            [3, 4],
            [4, 4],
            logits_time_major=False,
            blank_index=0,
        ),
        ("float32", [2.4429312, 4.384582]),
    ),
    (lambda: N.ctc_loss(sl, lg, None, [5, 5, 4]), ValueError),
    (
        lambda: N.ctc_loss(lab, lg, [2, 0, 1], [5, 5, 4]),
        ("float32", [3.663213, 9.898222, 3.133813]),
    ),
    (
        lambda: grad(lambda y: N.ctc_loss(lab, y, [2, 2, 1], [5, 5, 4]), lg),
        [
            (
                "float32",
                [
                    [
                        [0.08690569, -0.1707764, 0.06647432, 0.01739649],
                        [-0.19173, 0.6050325, 0.03022165, -0.4435241],
                        [-0.3530783, 0.2548868, 0.01262112, 0.08557047],
                    ],
                    [
                        [-0.1654359, -0.03588206, 0.003852997, 0.197465],
                        [-0.08353561, 0.02807026, 0.02109981, 0.03436565],
                        [-0.5704061, 0.01504415, -0.1107937, 0.6661557],
                    ],
                    [
                        [-0.2892747, 0.002019306, -0.4164675, 0.703723],
                        [-0.2195841, 0.02389557, 0.4728596, -0.277171],
                        [0.001016801, 0.04802668, -0.215964, 0.1669204],
                    ],
                    [
                        [0.005592919, 0.1241094, -0.1887506, 0.05904827],
                        [-0.4811063, 0.3799898, 0.5708293, -0.4697128],
                        [-0.1017809, 0.7115695, -0.6266942, 0.01690558],
                    ],
                    [
                        [-0.4519728, 0.8124709, -0.3768672, 0.01636907],
                        [-0.3322924, 0.6545075, 0.03362739, -0.3558423],
                        [0.0, 0.0, 0.0, 0.0],
                    ],
                ],
            )
        ],
    ),
    (
        lambda: grad(lambda y: N.ctc_loss(sl0, y, None, [5, 5, 4], blank_index=-1), lg),
        [
            (
                "float32",
                [
                    [
                        [0.110819, -0.1867819, 0.06647432, 0.009488789],
                        [-0.6119239, 0.6050325, 0.03022165, -0.02333023],
                        [0.6426896, 0.2548868, 0.002738326, -0.9003146],
                    ],
                    [
                        [0.7112545, -0.2092915, 0.004326368, -0.5062897],
                        [-0.0518589, 0.02807026, 0.02109981, 0.002688825],
                        [0.2673312, 0.01504415, -0.02069165, -0.2616835],
                    ],
                    [
                        [0.1163861, 0.008964293, -0.02377452, -0.101576],
                        [-0.007908169, 0.02389557, 0.4728596, -0.4888468],
                        [0.02141375, 0.04802668, -0.07637542, 0.006934881],
                    ],
                    [
                        [0.01523575, 0.1263372, -0.1511421, 0.009569161],
                        [-0.4235995, 0.3799898, 0.5708293, -0.5272196],
                        [0.03874876, 0.7115695, -0.707054, -0.04326421],
                    ],
                    [
                        [0.09366511, 0.8124709, -0.7542259, -0.1519104],
                        [-0.6723163, 0.6545075, 0.03362739, -0.01581849],
                        [0.0, 0.0, 0.0, 0.0],
                    ],
                ],
            )
        ],
    ),
    (
        lambda: (
            N.ctc_greedy_decoder(lg * 3, [5, 5, 4]),
            N.ctc_greedy_decoder(lg * 3, [5, 3, 4], merge_repeated=False),
            N.ctc_greedy_decoder(lg * 3, [5, 3, 4], blank_index=1),
        ),
        [
            [
                [
                    (
                        "sparse",
                        [
                            [0, 0],
                            [0, 1],
                            [0, 2],
                            [0, 3],
                            [1, 0],
                            [1, 1],
                            [1, 2],
                            [1, 3],
                            [2, 0],
                            [2, 1],
                            [2, 2],
                        ],
                        ("int64", [1, 0, 2, 1, 1, 0, 2, 1, 0, 2, 1]),
                        [3, 4],
                    )
                ],
                ("float32", [[-29.46801], [-23.69056], [-22.11707]]),
            ],
            [
                [
                    (
                        "sparse",
                        [
                            [0, 0],
                            [0, 1],
                            [0, 2],
                            [0, 3],
                            [1, 0],
                            [1, 1],
                            [1, 2],
                            [2, 0],
                            [2, 1],
                            [2, 2],
                        ],
                        ("int64", [1, 0, 2, 1, 1, 0, 2, 0, 2, 1]),
                        [3, 4],
                    )
                ],
                ("float32", [[-29.46801], [-14.08794], [-22.11707]]),
            ],
            [
                [
                    (
                        "sparse",
                        [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [2, 0], [2, 1], [2, 2]],
                        ("int64", [0, 3, 2, 0, 2, 0, 3, 2]),
                        [3, 3],
                    )
                ],
                ("float32", [[-29.46801], [-14.08794], [-22.11707]]),
            ],
        ],
    ),
    (
        lambda: N.ctc_beam_search_decoder(lg * 3, [5, 5, 4], beam_width=10, top_paths=3),
        [
            [
                (
                    "sparse",
                    [
                        [0, 0],
                        [0, 1],
                        [0, 2],
                        [0, 3],
                        [1, 0],
                        [1, 1],
                        [1, 2],
                        [1, 3],
                        [2, 0],
                        [2, 1],
                        [2, 2],
                    ],
                    ("int64", [1, 0, 2, 1, 1, 0, 2, 1, 0, 2, 1]),
                    [3, 4],
                ),
                (
                    "sparse",
                    [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2], [2, 0], [2, 1], [2, 2]],
                    ("int64", [1, 2, 1, 1, 2, 1, 1, 2, 1]),
                    [3, 3],
                ),
                (
                    "sparse",
                    [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2], [2, 0], [2, 1]],
                    ("int64", [1, 0, 1, 0, 2, 1, 0, 2]),
                    [3, 3],
                ),
            ],
            (
                "float32",
                [
                    [-0.03246683, -3.822799, -5.427688],
                    [-0.7639322, -1.400033, -2.164785],
                    [-0.1078456, -2.945101, -3.449271],
                ],
            ),
        ],
    ),
    (
        lambda: N.ctc_beam_search_decoder(lg, [5, 5, 4]),
        [
            [
                (
                    "sparse",
                    [
                        [0, 0],
                        [0, 1],
                        [0, 2],
                        [0, 3],
                        [1, 0],
                        [1, 1],
                        [1, 2],
                        [2, 0],
                        [2, 1],
                        [2, 2],
                    ],
                    ("int64", [1, 0, 2, 1, 0, 2, 1, 0, 2, 1]),
                    [3, 4],
                )
            ],
            ("float32", [[-0.9238787], [-1.798951], [-1.017524]]),
        ],
    ),
    (
        lambda: N.ctc_unique_labels([[3, 4, 4, 3], [1, 1, 2, 0]]),
        [("int64", [[3, 4, 0, 0], [1, 2, 0, 0]]), ("int32", [[0, 1, 1, 0], [0, 0, 1, 2]])],
    ),
    (
        lambda: N.collapse_repeated([[1, 1, 2, 2, 1], [3, 3, 3, 0, 0]], [5, 3]),
        [("int32", [[1, 2, 1], [3, 0, 0]]), ("int32", [3, 1])],
    ),
    (
        lambda: N.sampled_softmax_loss(
            W, B, tf.constant([[5], [1]], tf.int64), X, 3, 8, sampled_values=sv
        ),
        ("float32", [6.514865, 0.9486454]),
    ),
    (
        lambda: N.sampled_softmax_loss(
            W,
            B,
            tf.constant([[5], [1]], tf.int64),
            X,
            3,
            8,
            sampled_values=sv,
            remove_accidental_hits=False,
        ),
        ("float32", [6.518561, 0.9486454]),
    ),
    (
        lambda: (
            N.nce_loss(W, B, tf.constant([[5], [1]], tf.int64), X, 3, 8, sampled_values=sv),
            N.nce_loss(
                [W[:4], W[4:]],
                B,
                tf.constant([[5], [1]], tf.int64),
                X,
                3,
                8,
                sampled_values=sv,
                remove_accidental_hits=True,
            ),
        ),
        [("float32", [7.923603, 7.730573]), ("float32", [7.581977, 7.730573])],
    ),
    (
        lambda: grad(
            lambda x: N.nce_loss(
                W, B, tf.constant([[5], [1]], tf.int64), x, 3, 8, sampled_values=sv
            ),
            X,
            second=True,
        ),
        [
            [("float32", [[1.054847, 0.6909782, -0.3081727], [-0.3569351, -1.16148, -0.8981659]])],
            [("float32", [[1.500243, 2.117224, 0.7876382], [-0.8885983, -0.942881, -0.1302831]])],
        ],
    ),
    (
        lambda: grad(
            lambda x: N.sampled_softmax_loss(
                W, B, tf.constant([[5], [1]], tf.int64), x, 3, 8, sampled_values=sv
            ),
            X,
        ),
        [("float32", [[1.696533, 1.68486, 0.1241341], [0.3695306, -0.06114689, -0.4356062]])],
    ),
    (
        lambda: (
            [
                np.sort(q.numpy()).tolist()
                for q in tf.random.log_uniform_candidate_sampler(
                    tf.constant([[0], [2]], tf.int64), 1, 5, True, 5
                )[:1]
            ]
        ),
        [[0, 1, 2, 3, 4]],
    ),
    (
        lambda: list(
            tf.random.all_candidate_sampler(tf.constant([[0], [2]], tf.int64), 1, 4, True)
        ),
        [("int64", [0, 1, 2, 3]), ("float32", [[1.0], [1.0]]), ("float32", [1.0, 1.0, 1.0, 1.0])],
    ),
    (
        lambda: list(
            tf.random.uniform_candidate_sampler(tf.constant([[0], [2]], tf.int64), 1, 4, False, 9)
        )[1:],
        [
            ("float32", [[0.4444444], [0.4444444]]),
            ("float32", [0.4444444, 0.4444444, 0.4444444, 0.4444444]),
        ],
    ),
    (
        lambda: list(
            tf.random.log_uniform_candidate_sampler(
                tf.constant([[0], [2]], tf.int64), 1, 4, False, 9
            )
        )[1],
        ("float32", [[1.20412], [0.4997549]]),
    ),
    (
        lambda: list(
            tf.random.fixed_unigram_candidate_sampler(
                tf.constant([[0], [2]], tf.int64),
                1,
                4,
                False,
                3,
                unigrams=[1.0, 2.0, 3.0],
                distortion=0.5,
            )
        )[1],
        ("float32", [[0.9647238], [1.670951]]),
    ),
    (
        lambda: tf.random.uniform_candidate_sampler(
            tf.constant([[0], [2]], tf.int64), 1, 10, True, 9
        ),
        errors.InvalidArgumentError,
    ),
    (
        lambda: N.compute_accidental_hits(
            tf.constant([[3], [5]], tf.int64), tf.constant([5, 7, 3], tf.int64), 1
        ),
        [("int32", [0, 1]), ("int64", [2, 0]), ("float32", [-3.402823e38, -3.402823e38])],
    ),
    (lambda: N.dilation2d(im, ker, [1, 1, 1, 1], "SAME", "NCHW", [1, 1, 1, 1]), ValueError),
    (lambda: tf.space_to_batch(im, [2, 2], [[0, 0], [0, 0]]), errors.InvalidArgumentError),
    (lambda: tf.batch_to_space(im, [3, 1], [[0, 0], [0, 0]]), errors.InvalidArgumentError),
    (
        lambda: tf.required_space_to_batch_paddings([5, 6], [2, 4]),
        [("int32", [[0, 1], [0, 2]]), ("int32", [[0, 1], [0, 2]])],
    ),
    (
        lambda: (
            N.normalize_moments(2.0, tf.constant([4.0, 6.0]), tf.constant([10.0, 20.0]), None),
            N.normalize_moments(2.0, tf.constant([4.0, 6.0]), tf.constant([10.0, 20.0]), 1.0),
        ),
        [
            [("float32", [2.0, 3.0]), ("float32", [1.0, 1.0])],
            [("float32", [3.0, 4.0]), ("float32", [1.0, 1.0])],
        ],
    ),
    (
        lambda: N.experimental.stateless_dropout(tf.ones([20]), 0.4, seed=[1, 2]),
        (
            "float32",
            [
                1.666667,
                0.0,
                1.666667,
                0.0,
                0.0,
                1.666667,
                0.0,
                0.0,
                1.666667,
                0.0,
                0.0,
                0.0,
                1.666667,
                0.0,
                1.666667,
                0.0,
                1.666667,
                0.0,
                0.0,
                0.0,
            ],
        ),
    ),
    (lambda: N.experimental.stateless_dropout(tf.ones([4]), 1.4, seed=[1, 2]), ValueError),
    (lambda: N.scale_regularization_loss(tf.constant([1.0, 2.0])), ("float32", 3.0)),
    (
        lambda: (
            N.isotonic_regression(tf.constant([[3.0, 1.0, 2.0, 5.0], [1.0, 2.0, 3.0, 4.0]])),
            N.isotonic_regression(
                tf.constant([[3.0, 1.0, 2.0, 5.0], [1.0, 2.0, 3.0, 4.0]]), decreasing=False
            ),
            N.isotonic_regression(
                tf.constant([[3.0, 1.0, 2.0, 5.0], [1.0, 2.0, 3.0, 4.0]]), axis=0
            ),
        ),
        [
            [
                ("float32", [[3.0, 2.666667, 2.666667, 2.666667], [2.5, 2.5, 2.5, 2.5]]),
                ("int32", [[0, 1, 1, 1], [0, 0, 0, 0]]),
            ],
            [
                ("float32", [[2.0, 2.0, 2.0, 5.0], [1.0, 2.0, 3.0, 4.0]]),
                ("int32", [[0, 0, 1, 2], [0, 1, 2, 3]]),
            ],
            [
                ("float32", [[3.0, 1.5, 2.5, 5.0], [1.0, 1.5, 2.5, 4.0]]),
                ("int32", [[0, 0, 0, 0], [1, 0, 0, 1]]),
            ],
        ],
    ),
    (
        lambda: grad(lambda a: N.isotonic_regression(a)[0] ** 2, [[3.0, 1.0, 2.0, 5.0]]),
        [("float32", [[6.0, 5.333333, 5.333333, 5.333333]])],
    ),
]


@pytest.mark.parametrize(("call", "expected"), CASES)
def test_answer(call, expected):
    assert_answer(call, expected)
