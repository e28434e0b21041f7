"""Bad calls of every public entry point: TensorFlow's exception types, no crash, and a tape that
goes on as if nothing had happened."""

import numpy as np
import pytest
from errors_table import (
    BAD,
    CUT_OFF,
    EMPTY,
    GOOD,
    INDICES,
    LISTS,
    NO_NUMBERS,
    NUMBERS,
    OTHER_DTYPES,
    OUTCOMES,
    PARAMETERS,
)
from library import AGAINST_TENSORFLOW, ours, tf

# In place of an error of TensorFlow's insides, any error that speaks of the call will do.
SPEAKING = (TypeError, ValueError, AttributeError, LookupError, OverflowError, tf.errors.OpError)
NOTHING = type(None)
ERRORS = {"V": ValueError, "T": TypeError, "I": tf.errors.InvalidArgumentError}


def parse(line):
    name, letters, *outcomes = line.split()
    letters = letters.split(",")
    first = len(letters) - len(outcomes)  # a method's own object is never replaced
    return [(name, letters, first + k, answers) for k, answers in enumerate(outcomes)]


CASES = [case for line in OUTCOMES.strip().splitlines() for case in parse(line)]


def find(name):
    found = tf
    for part in name.split("."):
        found = getattr(found, part)
    return found


def answer(name, arguments):
    """The exception of a call, or None. A method is looked up on its object."""
    kind, _, method = name.partition(".")
    try:
        if method and kind in ("Variable", "GradientTape"):
            getattr(arguments[0], method)(*arguments[1:])
        else:
            find(name)(*arguments)
    except Exception as error:
        return error
    return None


def acceptable(code, bad, name, letters, place):
    """The types that may answer where TensorFlow answers with `code`; NoneType is no error."""
    parameter = letters[place] in PARAMETERS and bad != "minus seven"
    accidental = bad in NO_NUMBERS or bad == "a string tensor"
    any_type = tuple(ERRORS.values())
    types = {".": [NOTHING]}.get(code) or [ERRORS.get(code, (NOTHING, *SPEAKING))]
    if (
        accidental
        or parameter
        or (name, place) in LISTS | INDICES
        or (bad in OTHER_DTYPES and code != ".")
    ):
        types.append(any_type)
    if accidental:
        types.append(tf.errors.UnimplementedError)
    if bad == "a float" and (name, place) in CUT_OFF:
        types.append(NOTHING)
    if bad == "a ragged list":
        types.append(ValueError)
    if (bad in EMPTY and parameter) or (bad in NUMBERS and letters.count("v") == 2):
        types.append(NOTHING)
    return tuple(types)


@pytest.mark.filterwarnings("ignore")  # what is warned of is not the subject here
@pytest.mark.parametrize(
    ("name", "letters", "place", "answers"), CASES, ids=[f"{c[0]}-{c[2]}" for c in CASES]
)
def test_a_bad_argument(name, letters, place, answers):
    assert answer(name, [GOOD[k]() for k in letters]) is None
    v = tf.Variable([1.0, 2.0])
    wrong = {}
    with tf.GradientTape() as tape:
        y = v * v
        for bad, code in zip(BAD, answers, strict=True):
            if code == "X" and AGAINST_TENSORFLOW:  # it would abort
                continue
            arguments = [GOOD[k]() for k in letters]
            arguments[place] = BAD[bad]()
            error = answer(name, arguments)
            if AGAINST_TENSORFLOW and code not in ERRORS and code != ".":
                continue
            if not isinstance(error, acceptable(code, bad, name, letters, place)):
                wrong[bad] = f"{code} expected: {type(error).__name__} {error}"[:120]
        z = tf.reduce_sum(y)
    assert not wrong, "\n".join(f"{bad}: {text}" for bad, text in wrong.items())
    assert v.numpy().tolist() == [1.0, 2.0]
    assert tape.gradient(z, v).numpy().tolist() == [2.0, 4.0]


# --- the rest of section 6 ------------------------------------------------------------------------


@ours("an invalid argument is a ValueError as well, which is what people catch")
def test_an_invalid_argument_is_a_value_error():
    assert issubclass(tf.errors.InvalidArgumentError, ValueError)
    with pytest.raises(ValueError, match="Incompatible shapes"):
        tf.ones([2]) + tf.ones([3])


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("CancelledError", 1),
        ("UnknownError", 2),
        ("InvalidArgumentError", 3),
        ("DeadlineExceededError", 4),
        ("NotFoundError", 5),
        ("AlreadyExistsError", 6),
        ("PermissionDeniedError", 7),
        ("ResourceExhaustedError", 8),
        ("FailedPreconditionError", 9),
        ("AbortedError", 10),
        ("OutOfRangeError", 11),
        ("UnimplementedError", 12),
        ("InternalError", 13),
        ("UnavailableError", 14),
        ("DataLossError", 15),
        ("UnauthenticatedError", 16),
    ],
)
def test_the_errors_and_their_codes(name, code):
    error = getattr(tf.errors, name)(None, None, "text")
    assert isinstance(error, tf.errors.OpError)
    assert error.error_code == code
    assert error.message == "text"
    assert str(error) == "text"


@ours("what this library leaves out says so when it is asked for")
@pytest.mark.parametrize("name", ["import_graph_def", "queue", "tpu"])
def test_what_is_left_out_says_so(name):
    with pytest.raises(AttributeError, match=name):
        getattr(tf, name)


def test_unknown_names_are_attribute_errors():
    with pytest.raises(AttributeError):
        _ = tf.no_such_thing
    with pytest.raises(AttributeError):
        _ = tf.math.no_such_thing


@pytest.mark.parametrize(
    "call",
    [
        lambda: tf.sin(),
        lambda: tf.sin(1.0, 2.0, 3.0),
        lambda: tf.sin(1.0, foo=2.0),
        lambda: tf.add(1.0),
        lambda: tf.add(1.0, 2.0, x=3.0),
        lambda: tf.reduce_sum([1.0], axis=0, foo=1),
        lambda: tf.Variable(1.0).assign(),
        lambda: tf.constant(),
        lambda: tf.GradientTape().gradient(),
        lambda: tf.matmul([[1.0]], [[1.0]], transpose_c=True),
    ],
)
def test_the_number_and_the_names_of_arguments_are_checked(call):
    with pytest.raises(TypeError):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: tf.sin(1.0, name="n"),
        lambda: tf.sin(x=1.0),
        lambda: tf.add(y=1.0, x=2.0, name="n"),
        lambda: tf.reduce_sum(input_tensor=[1.0], axis=0, keepdims=True, name="n"),
        lambda: tf.matmul(a=[[1.0]], b=[[1.0]], name="n"),
        lambda: tf.constant(1.0, name="n"),
        lambda: tf.zeros(shape=[1], name="n"),
        lambda: tf.nn.relu(features=1.0, name="n"),
        lambda: tf.concat(values=[[1.0]], axis=0, name="n"),
        lambda: tf.reshape(tensor=[1.0], shape=[1], name="n"),
    ],
)
def test_arguments_have_tensorflows_names(call):
    assert isinstance(call(), tf.Tensor)


# --- nan and nothing ------------------------------------------------------------------------------

SHAPES_KEPT = [
    "abs",
    "exp",
    "sin",
    "tanh",
    "sigmoid",
    "square",
    "math.log",
    "nn.relu",
    "nn.softplus",
]


@pytest.mark.parametrize("name", SHAPES_KEPT)
@pytest.mark.parametrize("shape", [[0], [0, 3], [3, 0], [2, 0, 4]])
def test_nothing_in_nothing_out(name, shape):
    x = tf.zeros(shape)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = find(name)(x)
    assert y.shape == shape
    assert tape.gradient(y, x).shape == shape


@pytest.mark.parametrize("name", SHAPES_KEPT)
def test_nan_in_nan_out(name):
    assert np.isnan(find(name)(tf.constant(np.nan)).numpy())
