//! What to do about the errors that users meet most: one line behind the text of the error.
//!
//! The text says what was refused; the line here, which way to try. It is found by a fragment of the text, on the way of
//! an error alone.

/// Fragments of texts, and what to do; the first that occurs counts.
const ADVICE: &[(&str, &str)] = &[
    (
        "Matrix size-incompatible",
        "the inner lengths must agree: tf.matmul(a, b, transpose_b=True) or tf.transpose swaps axes",
    ),
    (
        "must have the shape of its target",
        "give output_gradients of the target's shape, for example tf.ones_like(target)",
    ),
    ("Incompatible shapes", "make the shapes broadcast: tf.reshape, tf.expand_dims(x, axis) or x[:, tf.newaxis]"),
    (
        "was expected to be a",
        "cast one side: tf.cast(x, other.dtype); Python numbers take the tensor's dtype by themselves",
    ),
    (
        "can only be used to compute one set of gradients",
        "ask for all sources in one call, or make the tape with persistent=True",
    ),
    ("Tape is still recording", "open a new tf.GradientTape() inside the other one"),
    ("Tape is not recording", "call it inside `with tape:`"),
    ("has no attribute '_tape'", "call it inside `with tape:`, before the gradient is taken"),
    (
        "does not support item assignment",
        "tf.tensor_scatter_nd_update(t, [[i]], [value]) makes a changed copy; a tf.Variable has v[i].assign(value)",
    ),
    (
        "Input to reshape is a tensor",
        "the lengths must multiply to the number of elements; one may be -1, which is then computed",
    ),
    ("is not in [0, ", "check the indices against tf.shape(params), and that they are not counted from 1"),
    ("ConcatOp", "all lengths but that of `axis` must agree; tf.stack makes a new axis instead"),
    (
        "Shapes of all inputs must match",
        "tf.stack needs equal shapes; tf.concat joins along an axis, tf.ragged.constant keeps rows of any length",
    ),
    ("Can not squeeze dim", "only axes of length 1 can go; tf.reshape changes the others"),
    ("Tried to expand dim index", "axis counts from 0 to the number of axes, or from -1 backwards"),
    ("Invalid reduction dimension", "axis counts from 0 to the number of axes less one, or from -1 backwards"),
    (
        "the assigned value shape",
        "assign a value of the variable's shape, or make the variable with shape=tf.TensorShape(None)",
    ),
    ("Tensor conversion requested dtype", "cast first: tf.cast(value, dtype)"),
    ("non-rectangular Python sequence", "pad the rows to one length, or use tf.ragged.constant"),
    ("Python sequence with mixed types", "give values of one type, or a dtype"),
    (
        "truth value of an array",
        "tf.reduce_any(t) or tf.reduce_all(t) make one truth value, tf.where chooses element by element",
    ),
    ("only 0-dimensional arrays can be converted", "take one element, t[0], or tf.reduce_sum and the like"),
    ("Cannot iterate over a scalar tensor", "a scalar has no axis: tf.reshape(t, [-1]), or use it as it is"),
    ("out of bounds", "indices count from 0; tf.shape(t) has the lengths"),
    ("Index out of range using input dim", "give at most one index for each axis: t.shape has them"),
    ("outside the valid range of", "labels count from 0; the last axis of the logits must have a place for each class"),
    (
        "input depth must be evenly divisible",
        "the third length of the filters must be the images' number of channels, the last axis (NHWC)",
    ),
    ("is not invertible", "add a little to the diagonal, or use tf.linalg.lstsq or tf.linalg.pinv"),
    ("not in the list of allowed values: int", "tf.cast(x, tf.int32) makes integers"),
    ("not in the list of allowed values", "cast to a dtype of that list: tf.cast(x, tf.float32)"),
    ("Cast string to", "tf.strings.to_number reads numbers from strings"),
    ("of the input shaped", "each letter must stand for one length; see the shapes above"),
    ("Number of ways to split", "give the sizes: tf.split(x, [2, 1], axis)"),
    (
        "logits and labels must be broadcastable",
        "labels must have the logits' shape; class numbers go to sparse_softmax_cross_entropy_with_logits",
    ),
    ("must be a square matrix", "tf.linalg.lstsq solves with other shapes"),
    ("Input matrix must be square", "tf.linalg.pinv and tf.linalg.lstsq take other shapes"),
    (
        "`labels.shape.rank` must equal",
        "labels here are class numbers; labels as long as the logits go to categorical losses",
    ),
    ("should be a list or nested structure of Tensors", "pass tensors and variables; .numpy() and np.* leave the tape"),
    ("not tf.Tensor or tf.Variable or ExtensionType", "watch tf.constant(value)"),
    ("must have rank at least 2", "batch_jacobian needs a batch axis in both; jacobian takes any shape"),
    ("EagerTensor of dtype", "values must be of the tensor's dtype: convert the tensor with tf.cast, or the value"),
    ("OOM when allocating", "use smaller batches; gradtape.memory.snapshot() tells what holds memory"),
];

/// The text with the line on what to do, where there is one.
#[cold]
pub fn with_advice(text: &str) -> String {
    let found = ADVICE.iter().find(|(fragment, _)| text.contains(fragment));
    found.map_or_else(|| text.into(), |(_, advice)| format!("{text}\nWhat to do: {advice}."))
}
