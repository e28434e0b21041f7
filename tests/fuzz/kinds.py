"""Which values an argument takes: by the kind of its parameter in the registry, else by name."""

from __future__ import annotations

from random import Random

import values
from values import Draw, listed, pick

FUNCTIONS = pick(
    *(
        "lambda x: x",
        "lambda *a: a[0]",
        "lambda x: x * 2.",
        "lambda x, y: x + y",
        "lambda *a: None",
    ),
    *("tf.reduce_sum", "tf.square", "tf.add", "lambda x: [x, x]", "lambda *a: tf.constant(True)"),
    *("lambda *a: 1 / 0", "lambda *a, **k: tf.constant(1.)", "None", "lambda x: x < 3", "print"),
    *("lambda x: (tf.square(x), lambda g: g)", "lambda x: tf.GradientTape().__enter__() and x"),
)
PATHS = pick(
    "'a'", "'b/c'", "b'a'", "'a.weights.h5'", "'a.keras'", "''", "'.'", "'a-1'", "'\\x00'", "None"
)

# As in src/ops/def.rs.
REGISTRY: dict[str, Draw] = {
    "Tensor": values.tensor,
    "First": values.tensor,
    "Free": pick(values.tensor, values.tensor, values.index),
    "Exact": pick(values.tensor, values.tensor, values.index),
    "Peek": values.tensor,
    "Condition": values.truths,
    "Index": values.index,
    "Labels": values.index,
    "Tensors": values.tensors,
    "OneOrMore": pick(values.tensors, values.tensor),
    "Rows": values.tensors,
    "Options": values.tensors,
    "Axes": values.axes,
    "Int": values.integer,
    "Ints": values.integers,
    "Float": values.number,
    "Number": values.number,
    "Bool": values.truth,
    "Lengths": values.lengths,
    "Str": values.word,
    "DType": values.dtype,
    "IntOrInts": pick(values.integer, values.integers),
    "Counts": pick(values.integer, values.integers),
    "StrOrFloat": pick(values.word, values.number),
    "Padding": pick("'SAME'", "'VALID'", "[[0, 0], [1, 1], [1, 2], [0, 0]]", values.word),
    "As(Bool)": values.truths,
    "As(Int32)": values.index,
    "As(Float32)": lambda r: values.any_tensor(r, "float32"),
    "As(Complex64)": lambda r: values.any_tensor(r, "complex64"),
}
TENSORS = {"Tensor", "First", "Free", "Exact", "Peek", "Condition", "Index", "Labels", "Number"}

STRUCTURE = pick(values.nest, "[1, [2, 3]]", "{'a': 1, 'b': (2, 3)}", "(1, 2)", values.tensor)
LAYERS = "[tf.keras.layers.Dense(2), tf.keras.layers.Dense(1)]"
DATASET = pick("tf.data.Dataset.range(5)", "tf.data.Dataset.from_tensor_slices([[1.], [2.]])")

# By name, for parameters outside of the registry; a name that ends in one of these words counts.
NAMED: list[tuple[str, Draw]] = [
    ("axis axes dim dims", values.axes),
    ("dtype tout out_type output_type signature", values.dtype),
    ("shape shapes size pool_size kernel_size strides dilation_rate padded_shapes", values.lengths),
    (
        "units filters rank num n count buffer_size batch_size drop seed start stop step "
        "num_parallel_calls",
        values.integer,
    ),
    (
        "depth length index groups epochs steps max_to_keep iterations decay_steps repeat maxval",
        values.integer,
    ),
    (
        "fn func function f predicate body cond callback true_fn false_fn initializer_fn",
        FUNCTIONS,
    ),
    (
        "activation initializer regularizer constraint loss optimizer metric",
        pick("'relu'", "'zeros'", "None", "'l2'", values.word),
    ),
    ("metrics", pick("['accuracy']", "None", "['mse']")),
    ("path filepath prefix dir directory filename file_prefix", PATHS),
    ("structure nest nested structure1 structure2 flat_sequence elems", STRUCTURE),
    ("layers", pick(LAYERS, "[]")),
    ("dataset datasets", DATASET),
    (
        "grads_and_vars",
        pick("[(tf.ones([2]), tf.Variable([1., 2.]))]", "[]", "[(None, tf.Variable(1.))]"),
    ),
    (
        "variables var_list trainable_variables",
        pick("[tf.Variable(1.), tf.Variable([1., 2.])]", "[]"),
    ),
    ("grads gradients", pick("[tf.constant(1.), tf.ones([2])]", "[None, None]", values.tensors)),
    (
        "rate momentum epsilon beta_1 beta_2 rho alpha min max mean stddev scale clipnorm value",
        values.number,
    ),
    (
        "training keepdims trainable use_bias mutable reshuffle_each_iteration persistent",
        values.truth,
    ),
    ("name names padding data_format mode reduction message", values.word),
    (
        "x y a b inputs input tensor tensors value values data y_true y_pred logits labels",
        values.tensor,
    ),
    ("indices segment_ids ids", values.index),
    ("args", listed(values.number, 3)),
]
BY_NAME = {name: draw for names, draw in NAMED for name in names.split()}
BY_DEFAULT: dict[type, Draw] = {
    bool: values.truth,
    int: values.integer,
    float: values.number,
    str: values.word,
}
ANYTHING = pick(
    values.tensor, values.integer, values.number, values.word, values.truth, values.nest, values.odd
)


def of(name: str, default: object = None) -> Draw:
    """What a parameter of this name and default takes, besides the default."""
    found = BY_NAME.get(name) or BY_NAME.get(name.rpartition("_")[2])
    return found or BY_DEFAULT.get(type(default)) or ANYTHING


def default(of: object) -> str | None:
    """The text of a default, if it is of a kind that has one."""
    return repr(of) if type(of) in BY_DEFAULT else None


def index_text(r: Random) -> str:
    """What stands between the brackets of `x[...]`."""
    return ", ".join(r.choice(SUBSCRIPTS) for _ in range(r.choice((1, 1, 1, 2, 3))))


SUBSCRIPTS = [
    ":",
    "0",
    "-1",
    "1:",
    "::2",
    "::-1",
    "...",
    "None",
    "tf.newaxis",
    "2**62",
    "-2**63",
    "True",
]
SUBSCRIPTS += [
    "[0, 1]",
    "tf.constant(0)",
    "tf.constant([True, False])",
    "0:0",
    "2**62::2**62",
    "'a'",
    "1.5",
]
SUBSCRIPTS += [
    "::-2**63",
    "np.array([1])",
    "hostile(__index__=ValueError)",
    "Odd()",
    "slice(None, Odd())",
    "::0",
]

# Ways to draw that programs use besides those of parameters.
EVERY = [values.tensor, values.odd]
