"""The errors that users meet most end with one line on what to do."""

import pytest
from library import AGAINST_TENSORFLOW, tf

pytestmark = pytest.mark.skipif(AGAINST_TENSORFLOW, reason="gradtape's own texts")

A = tf.ones([2, 3])
EYE = tf.eye(2)


def variable():
    return tf.Variable([1.0, 2.0])


def tape_of_a_product():
    with tf.GradientTape() as tape:
        tape.watch(A)
        y = A * A
    return tape, y


def second_gradient():
    tape, y = tape_of_a_product()
    tape.gradient(y, A)
    tape.gradient(y, A)


def tape_in_itself():
    with tf.GradientTape() as tape, tape:
        pass


def cotangent_of_another_shape():
    tape, y = tape_of_a_product()
    tape.gradient(y, A, output_gradients=tf.constant([1.0]))


def ndarray_as_target():
    tape, y = tape_of_a_product()
    tape.gradient(y.numpy(), A)


def batch_jacobian_of_a_scalar():
    tape, _ = tape_of_a_product()
    tape.batch_jacobian(tf.constant(1.0), A)


def reset_of_a_stopped_tape():
    tape, _ = tape_of_a_product()
    tape.reset()


def item_of_a_tensor():
    A[0] = 1.0


def item_of_a_variable():
    variable()[0] = 1.0


def conv_channels():
    tf.nn.conv2d(tf.ones([1, 4, 4, 3]), tf.ones([2, 2, 2, 1]), 1, "SAME")


def two_lengths():
    layer = tf.keras.layers.Dense(1)
    layer(tf.ones([1, 3]))
    layer(tf.ones([1, 4]))


def no_gradients():
    tf.keras.optimizers.SGD().apply_gradients([(None, variable())])


ERRORS = {
    "product": (lambda: tf.matmul(A, A), "transpose_b=True"),
    "broadcast": (lambda: A + tf.ones([2]), "tf.expand_dims"),
    "dtypes": (lambda: A + tf.constant(1.0, tf.float64), "tf.cast"),
    "second gradient": (second_gradient, "persistent=True"),
    "tape in itself": (tape_in_itself, "new tf.GradientTape()"),
    "watch too early": (lambda: tf.GradientTape().watch(A), "inside `with tape:`"),
    "cotangent": (cotangent_of_another_shape, "tf.ones_like(target)"),
    "ndarray": (ndarray_as_target, ".numpy() and np.* leave the tape"),
    "batch jacobian": (batch_jacobian_of_a_scalar, "jacobian takes any shape"),
    "reset": (reset_of_a_stopped_tape, "inside `with tape:`"),
    "watch a string": (lambda: watched("x"), "tf.constant(value)"),
    "item of a tensor": (item_of_a_tensor, "tf.tensor_scatter_nd_update"),
    "item of a variable": (item_of_a_variable, "v[i].assign(value)"),
    "reshape": (lambda: tf.reshape(A, [4]), "may be -1"),
    "gather": (lambda: tf.gather(A, [5]), "check the indices"),
    "concat": (lambda: tf.concat([A, tf.ones([3, 4])], 0), "all lengths but that of `axis`"),
    "stack": (lambda: tf.stack([A, EYE]), "tf.concat joins"),
    "squeeze": (lambda: tf.squeeze(A, 0), "only axes of length 1"),
    "expand_dims": (lambda: tf.expand_dims(A, 7), "axis counts from 0"),
    "reduction": (lambda: tf.reduce_sum(A, axis=5), "axis counts from 0"),
    "assign shape": (lambda: variable().assign([1.0, 2.0, 3.0]), "the variable's shape"),
    "assign dtype": (lambda: variable().assign(tf.constant([1, 2])), "tf.cast(value, dtype)"),
    "convert dtype": (lambda: tf.convert_to_tensor(A, tf.float64), "tf.cast(value, dtype)"),
    "ragged list": (lambda: tf.constant([[1, 2], [3]]), "tf.ragged.constant"),
    "mixed list": (lambda: tf.constant([1, "a"]), "values of one type"),
    "truth value": (lambda: bool(A), "tf.reduce_all(t)"),
    "float of a matrix": (lambda: float(A), "tf.reduce_sum"),
    "scalar in a loop": (lambda: list(tf.constant(1.0)), "a scalar has no axis"),
    "index": (lambda: A[5], "indices count from 0"),
    "too many indices": (lambda: A[0, 0, 0], "one index for each axis"),
    "labels": (
        lambda: tf.nn.sparse_softmax_cross_entropy_with_logits(labels=[7, 1], logits=A),
        "labels count from 0",
    ),
    "soft labels": (
        lambda: tf.nn.softmax_cross_entropy_with_logits(labels=tf.ones([2, 4]), logits=A),
        "sparse_softmax_cross_entropy_with_logits",
    ),
    "channels": (conv_channels, "number of channels"),
    "inverse": (lambda: tf.linalg.inv(EYE * 0), "tf.linalg.pinv"),
    "solve": (lambda: tf.linalg.solve(A, A), "tf.linalg.lstsq"),
    "integers": (lambda: tf.sqrt(tf.constant(4)), "tf.cast(x, tf.float32)"),
    "split": (lambda: tf.split(A, 2, axis=1), "give the sizes"),
    "einsum": (lambda: tf.einsum("ij,jk->ik", A, A), "each letter"),
    "not square": (lambda: tf.linalg.inv(A), "tf.linalg.pinv"),
    "numbers in strings": (lambda: tf.cast("1", tf.float32), "tf.strings.to_number"),
    "indices of floats": (lambda: tf.one_hot(tf.constant([1.0]), 3), "tf.cast(x, tf.int32)"),
    "labels of all classes": (
        lambda: tf.nn.sparse_softmax_cross_entropy_with_logits(
            labels=tf.ones([2, 3], tf.int32), logits=A
        ),
        "class numbers",
    ),
    "no batch": (lambda: tf.keras.layers.Dense(1)(tf.ones([3])), "x[tf.newaxis]"),
    "another length": (two_lengths, "first input"),
    "rows": (lambda: tf.data.Dataset.from_tensor_slices((A, tf.ones([3]))), "as many rows"),
    "no gradients": (no_gradients, "tape.explain"),
    "a string": (lambda: A + "a", "values must be of the tensor's dtype"),
}


def watched(value):
    with tf.GradientTape() as tape:
        tape.watch(value)


def test_there_are_thirty():
    assert len(ERRORS) >= 30


@pytest.mark.parametrize("name", ERRORS)
def test_the_last_line_says_what_to_do(name):
    program, advice = ERRORS[name]
    with pytest.raises(Exception) as caught:
        program()
    *_, last = str(caught.value).splitlines()
    assert last.startswith("What to do: ")
    assert advice in last
    assert str(caught.value).count("What to do: ") == 1
    assert last.endswith(".")


def test_an_error_without_advice_is_left_alone():
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        tf.range(0, 1, 0)
    assert "What to do" not in str(caught.value)
