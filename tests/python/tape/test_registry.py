"""The registry of gradients: defined, declared not differentiable, or missing. A registration lasts
as long as the process, so those that change an operation run in a process of their own."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from checks import assert_close, gradients
from library import ours, tf


def run(program):
    """The output of a program that starts with `tf` and an image variable."""
    start = """
        import warnings
        from library import tf
        image = tf.Variable([[[0.5, 0.0, 0.0]]])
        def gradient(f):
            with tf.GradientTape() as tape:
                y = f(image)
            return tape.gradient(y, image)
        """
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", textwrap.dedent(start) + textwrap.dedent(program)],
        cwd=Path(__file__).parents[1],
        env={**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"},
        capture_output=True,
        text=True,
        timeout=50,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\n")[:-1]


# --- missing --------------------------------------------------------------------------------------

MISSING = {
    "AdjustContrastv2": lambda x: tf.image.adjust_contrast(x, 2.0),
    "TruncateMod": lambda x: tf.truncatemod(x, 0.3),
}
IMAGE = tf.constant([[[0.5, 0.2, 0.1]]])


@pytest.mark.parametrize("op", MISSING)
def test_a_missing_gradient_is_a_lookup_error_when_it_is_asked_for(op):
    with tf.GradientTape() as tape:
        tape.watch(IMAGE)
        y = MISSING[op](IMAGE) * 2.0
    with pytest.raises(LookupError, match=f"gradient registry has no entry for: {op}$"):
        tape.gradient(y, IMAGE)


@pytest.mark.parametrize("op", MISSING)
def test_a_missing_gradient_beside_the_way_is_no_error(op):
    with tf.GradientTape() as tape:
        tape.watch(IMAGE)
        MISSING[op](IMAGE)
        y = IMAGE * 2.0
    assert_close(tape.gradient(y, IMAGE), [[[2.0, 2.0, 2.0]]])


@ours("a jacobian raises the LookupError itself; TensorFlow wraps it in its staging")
def test_a_missing_gradient_in_a_jacobian():
    with tf.GradientTape() as tape:
        tape.watch(IMAGE)
        y = MISSING["AdjustContrastv2"](IMAGE)
    with pytest.raises(LookupError, match="AdjustContrastv2"):
        tape.jacobian(y, IMAGE)


@pytest.mark.parametrize(
    "f",
    [
        lambda x: tf.cast(tf.argmax(x, -1), tf.float32),
        tf.shape,
        tf.ones_like,
        lambda x: x > 0.0,
        tf.round,
        lambda x: tf.one_hot([0], 2, on_value=x[0, 0, 0], off_value=0.0),
    ],
)
def test_operations_declared_not_differentiable_give_none(f):
    assert gradients(f, IMAGE) == [None]


# --- registering ----------------------------------------------------------------------------------


def test_a_registered_gradient_is_used_by_the_sweep():
    out = run("""
        @tf.RegisterGradient("AdjustContrastv2")
        def scaled(op, upstream):
            print(op.type, len(op.inputs), len(op.outputs))
            print(op.inputs[0].shape, op.outputs[0].shape, upstream.shape)
            print(op.inputs[1].numpy())
            return upstream * op.inputs[0] * 7.0, None

        print(callable(scaled))
        print(gradient(lambda x: tf.image.adjust_contrast(x, 2.0) * 3.0).numpy().tolist())
        """)
    assert out == [
        "True",
        "AdjustContrastv2 2 1",
        "(1, 1, 3) (1, 1, 3) (1, 1, 3)",
        "2.0",
        "[[[10.5, 0.0, 0.0]]]",
    ]


def test_a_registered_gradient_is_differentiable():
    out = run("""
        @tf.RegisterGradient("AdjustContrastv2")
        def cubic(op, upstream):
            return upstream * op.inputs[0] ** 3, None

        with tf.GradientTape() as outer:
            g = gradient(lambda x: tf.image.adjust_contrast(x, 2.0))
        print(outer.gradient(g, image).numpy().tolist())
        """)
    assert out == ["[[[0.75, 0.0, 0.0]]]"]


def test_an_operation_may_be_declared_not_differentiable():
    out = run("""
        print(tf.no_gradient("TruncateMod"))
        print(gradient(lambda x: tf.truncatemod(x, 0.3)))
        """)
    assert out == ["None", "None"]


def test_a_registration_is_made_once():
    out = run("""
        tf.no_gradient("TruncateMod")
        for again in (tf.no_gradient, lambda op: tf.RegisterGradient(op)(lambda op, g: g)):
            for op in ("TruncateMod", "Sin"):
                try:
                    again(op)
                except KeyError as error:
                    print(str(error).strip('"').split("!")[0])
        """)
    assert (
        out
        == [
            "Registering two gradient with name 'TruncateMod'",
            "Registering two gradient with name 'Sin'",
        ]
        * 2
    )


def test_the_exceptions_of_a_registered_gradient_pass_through():
    out = run("""
        @tf.RegisterGradient("AdjustContrastv2")
        def failing(op, upstream):
            raise ZeroDivisionError("mine")

        try:
            gradient(lambda x: tf.image.adjust_contrast(x, 2.0))
        except ZeroDivisionError as error:
            print(error)
        """)
    assert out == ["mine"]


def test_a_registered_gradient_returns_one_for_each_input():
    out = run("""
        @tf.RegisterGradient("AdjustContrastv2")
        def short(op, upstream):
            return [upstream]

        try:
            gradient(lambda x: tf.image.adjust_contrast(x, 2.0))
        except (ValueError, tf.errors.InternalError) as error:
            print("Expected 2" in str(error) or "2" in str(error))
        """)
    assert out == ["True"]


@pytest.mark.parametrize("bad", [3, None, b"Sin", ["Sin"]])
def test_the_type_of_an_operation_is_a_string(bad):
    with pytest.raises(TypeError, match="op_type must be a string"):
        tf.RegisterGradient(bad)
    with pytest.raises(TypeError, match="op_type must be a string"):
        tf.no_gradient(bad)


def test_gradients_of_graphs_are_refused():
    x = tf.constant(1.0)
    sentence = r"tf\.gradients is not supported when eager execution is enabled"
    with pytest.raises(RuntimeError, match=sentence):
        tf.gradients([x], [x])
