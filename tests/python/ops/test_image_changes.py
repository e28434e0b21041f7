"""Images at random, in other sizes and colours, and boxes in them."""

import numpy as np
import pytest
from answers import assert_answer, grad
from library import tf

errors = tf.errors

image = tf.image
x = tf.constant(np.linspace(0, 1, 72).reshape(1, 4, 6, 3).astype(np.float32) ** 1.3)
b = tf.constant(np.sin(np.arange(150)).reshape(2, 5, 5, 3).astype(np.float32))
u = tf.constant((np.arange(72) * 3 % 251).reshape(4, 6, 3).astype(np.uint8))
boxes = tf.constant(
    [
        [0.0, 0.0, 1.0, 1.0],
        [0.0, 0.1, 1.0, 1.1],
        [0.0, -0.1, 1.0, 0.9],
        [0.0, 10.0, 1.0, 11.0],
        [0.0, 10.1, 1.0, 11.1],
        [0.0, 100.0, 1.0, 101.0],
    ]
)
scores = tf.constant([0.9, 0.75, 0.6, 0.95, 0.5, 0.3])


def seeded(f):
    tf.random.set_seed(7)
    return f()


CASES = [
    (
        lambda: (
            seeded(lambda: image.random_crop(x[0], [2, 3, 3])),
            seeded(lambda: image.random_crop(b, [2, 3, 3, 1], seed=2)),
        ),
        [
            (
                "float32",
                [
                    [
                        [0.2441399, 0.257446, 0.2709128],
                        [0.2845359, 0.2983112, 0.312235],
                        [0.3263035, 0.3405135, 0.3548617],
                    ],
                    [
                        [0.5053453, 0.5210425, 0.5368496],
                        [0.5527649, 0.5687866, 0.5849131],
                        [0.6011429, 0.6174746, 0.6339064],
                    ],
                ],
            ),
            (
                "float32",
                [
                    [
                        [[0.14112], [-0.2794155], [0.4121185]],
                        [[-0.7509872], [0.8366556], [-0.9055784]],
                        [[0.9999118], [-0.9917789], [0.9637954]],
                    ],
                    [
                        [[0.5139785], [-0.629888], [0.7331903]],
                        [[-0.9482821], [0.9835877], [-0.9992068]],
                        [[0.9268185], [-0.8645514], [0.7849804]],
                    ],
                ],
            ),
        ],
    ),
    (lambda: image.random_brightness(x[0], -1.0), ValueError),
    (lambda: image.random_contrast(x[0], 0.9, 0.3), ValueError),
    (lambda: image.random_contrast(x[0], -0.9, 0.3), ValueError),
    (lambda: image.random_hue(x[0], 0.7), ValueError),
    (lambda: image.random_flip_left_right(x[0, 0]), ValueError),
    (lambda: image.resize(x, [6, 5], method="nope"), ValueError),
    (lambda: image.resize_with_pad(x, 0, 7), ValueError),
    (
        lambda: grad(lambda a: image.resize(a, [3, 5], method="lanczos3") ** 2, x),
        [
            (
                "float32",
                [
                    [
                        [
                            [-0.04491625, -0.0418253, -0.03623645],
                            [-0.02665203, -0.0179454, -0.00857811],
                            [-0.0007939788, 0.00985575, 0.02094947],
                            [0.03372963, 0.04568199, 0.05807516],
                            [0.06656869, 0.07946457, 0.09268661],
                            [0.1097198, 0.1232045, 0.1369614],
                        ],
                        [
                            [0.2393859, 0.2545491, 0.2700545],
                            [0.304989, 0.3217293, 0.3386942],
                            [0.3574078, 0.3750166, 0.3928277],
                            [0.4125218, 0.4307386, 0.4491452],
                            [0.4564256, 0.4748784, 0.4935025],
                            [0.5040082, 0.5223754, 0.5408961],
                        ],
                        [
                            [0.4472778, 0.4663084, 0.4851646],
                            [0.5328918, 0.5525312, 0.5722735],
                            [0.5966089, 0.6168282, 0.6371745],
                            [0.6595188, 0.6801283, 0.7008529],
                            [0.7061527, 0.7267756, 0.7475189],
                            [0.752068, 0.7723691, 0.7927831],
                        ],
                        [
                            [0.8917468, 0.9122624, 0.9329478],
                            [1.00017, 1.021939, 1.04382],
                            [1.076933, 1.099345, 1.121862],
                            [1.146582, 1.169315, 1.192151],
                            [1.191722, 1.214395, 1.237165],
                            [1.227361, 1.249559, 1.271846],
                        ],
                    ]
                ],
            )
        ],
    ),
    (
        lambda: (
            image.non_max_suppression(boxes, scores, 3),
            image.non_max_suppression(boxes, scores, 10, iou_threshold=0.9),
            image.non_max_suppression(boxes, scores, 10, score_threshold=0.4),
        ),
        [("int32", [3, 0, 5]), ("int32", [3, 0, 1, 2, 4, 5]), ("int32", [3, 0])],
    ),
    (
        lambda: (
            image.non_max_suppression_with_scores(boxes, scores, 6),
            image.non_max_suppression_with_scores(boxes, scores, 6, soft_nms_sigma=0.5),
            image.non_max_suppression_with_scores(
                boxes, scores, 6, soft_nms_sigma=0.5, score_threshold=0.4
            ),
        ),
        [
            [("int32", [3, 0, 5]), ("float32", [0.95, 0.9, 0.3])],
            [
                ("int32", [3, 0, 1, 5, 4, 2]),
                ("float32", [0.95, 0.9, 0.3840035, 0.3, 0.2560026, 0.1969724]),
            ],
            [("int32", [3, 0]), ("float32", [0.95, 0.9])],
        ],
    ),
    (
        lambda: (
            list(
                image.combined_non_max_suppression(
                    tf.reshape(boxes, [1, 6, 1, 4]), tf.stack([scores, scores[::-1]], 1)[None], 3, 5
                )
            ),
            list(
                image.combined_non_max_suppression(
                    tf.reshape(boxes, [1, 6, 1, 4]),
                    tf.stack([scores, scores[::-1]], 1)[None],
                    3,
                    9,
                    score_threshold=0.4,
                    clip_boxes=False,
                    pad_per_class=True,
                )
            ),
        ),
        [
            [
                (
                    "float32",
                    [
                        [
                            [0.0, 1.0, 1.0, 1.0],
                            [0.0, 0.0, 1.0, 0.9],
                            [0.0, 0.0, 1.0, 1.0],
                            [0.0, 1.0, 1.0, 1.0],
                            [0.0, 1.0, 1.0, 1.0],
                        ]
                    ],
                ),
                ("float32", [[0.95, 0.95, 0.9, 0.9, 0.75]]),
                ("float32", [[0.0, 1.0, 0.0, 1.0, 1.0]]),
                ("int32", [5]),
            ],
            [
                (
                    "float32",
                    [
                        [
                            [0.0, 10.0, 1.0, 11.0],
                            [0.0, -0.1, 1.0, 0.9],
                            [0.0, 0.0, 1.0, 1.0],
                            [0.0, 100.0, 1.0, 101.0],
                            [0.0, 10.1, 1.0, 11.1],
                            [0.0, 0.0, 0.0, 0.0],
                        ]
                    ],
                ),
                ("float32", [[0.95, 0.95, 0.9, 0.9, 0.75, 0.0]]),
                ("float32", [[0.0, 1.0, 0.0, 1.0, 1.0, 0.0]]),
                ("int32", [5]),
            ],
        ],
    ),
    (
        lambda: image.non_max_suppression_overlaps(
            [[1.0, 0.9, 0.1], [0.9, 1.0, 0.2], [0.1, 0.2, 1.0]], [0.5, 0.8, 0.7], 3
        ),
        ("int32", [1, 2]),
    ),
    (
        lambda: image.draw_bounding_boxes(
            tf.zeros([1, 6, 7, 3]),
            [[[0.1, 0.2, 0.7, 0.8], [0.0, 0.0, 1.0, 1.0], [-0.5, -0.2, 0.4, 0.5]]],
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        )[..., 0],
        (
            "float32",
            [
                [
                    [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0],
                    [0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0],
                    [1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0],
                    [0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0],
                    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
                    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
                ]
            ],
        ),
    ),
    (
        lambda: image.draw_bounding_boxes(
            tf.zeros([1, 5, 5, 3]), [[[0.1, 0.2, 0.7, 0.8], [0.0, 0.0, 1.0, 1.0]]], None
        )[..., 0],
        (
            "float32",
            [
                [
                    [0.0, 0.0, 0.0, 0.0, 0.0],
                    [0.0, 0.0, 0.0, 1.0, 0.0],
                    [0.0, 1.0, 1.0, 1.0, 0.0],
                    [0.0, 0.0, 0.0, 0.0, 0.0],
                    [0.0, 0.0, 0.0, 0.0, 0.0],
                ]
            ],
        ),
    ),
    (
        lambda: image.draw_bounding_boxes(
            tf.zeros([1, 5, 5, 1]), [[[0.1, 0.2, 0.7, 0.8], [0.0, 0.0, 1.0, 1.0]]], None
        )[..., 0],
        (
            "float32",
            [
                [
                    [1.0, 1.0, 1.0, 1.0, 1.0],
                    [1.0, 0.0, 0.0, 1.0, 1.0],
                    [1.0, 1.0, 1.0, 1.0, 1.0],
                    [1.0, 0.0, 0.0, 0.0, 1.0],
                    [1.0, 1.0, 1.0, 1.0, 1.0],
                ]
            ],
        ),
    ),
]


@pytest.mark.parametrize(("call", "expected"), CASES)
def test_answer(call, expected):
    assert_answer(call, expected)
