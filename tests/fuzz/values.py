"""Texts of values. Every function draws one Python expression with the generator that it is given.

A value is text so that a program can be printed and run again; names are those of `hostile`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

Draw = Callable[[Random], str]

FLOATS = ["float32", "float64", "float16", "bfloat16"]
INTEGERS = ["int32", "int64", "int8", "int16", "uint8", "uint16", "uint32", "uint64"]
STORED = ["dtypes.experimental.float8_e4m3fn", "dtypes.experimental.float8_e5m2fnuz"]
DTYPES = [*FLOATS, *INTEGERS, "complex64", "complex128", "bool", *STORED, "string"]
NUMPY = [
    "f4",
    "f8",
    "f2",
    "i4",
    "i8",
    "u1",
    "u8",
    "?",
    "c8",
    "c16",
    ">f4",
    ">i4",
    ">f8",
    "S3",
    "U2",
]
NUMPY += ["O", "M8[s]", "m8[s]", "V8", "g", "f4,i4"]
EDGES = ["2**31-1", "2**31", "-2**31", "2**32", "2**40", "2**62", "2**63-1", "-2**63", "2**63"]
EDGES += ["2**64", "10**30", "65536", "1000", "255", "256", "-128"]
REALS = ["0.", "-0.", "1.", "-1.", "0.5", "2.5", "-3.7", "1e-8", "1e8", "1e-45", "1e-300", "3.4e38"]
REALS += ["1e300", "nan", "inf", "-inf", "3.", "100."]
WORDS = [
    "",
    "a",
    "x",
    "float32",
    "SAME",
    "VALID",
    "same",
    "valid",
    "NHWC",
    "NCHW",
    "reflect",
    "none",
]
WORDS += [
    "relu",
    "sum",
    "mean",
    "adam",
    "zeros",
    "ij,jk->ik",
    "ii->i",
    "...i->i...",
    "bilinear",
    "auto",
]
WORDS += [
    "nearest",
    "euclidean",
    "UTF-8",
    "é\\u2028",
    "\\x00",
    "a" * 300,
    "%s{}",
    "a/b",
    "sgd",
    "mse",
]


def pick(*draws: Draw | str) -> Draw:
    """One of these, each a text or a way to draw one."""

    def drawn(r: Random) -> str:
        found = draws[int(r.random() * len(draws))]
        return found if isinstance(found, str) else found(r)

    return drawn


def mostly(usual: Draw, rare: Draw, share: float = 0.1) -> Draw:
    """The usual, and now and then the rare."""
    return lambda r: rare(r) if r.random() < share else usual(r)


def listed(item: Draw, most: int = 4) -> Draw:
    """A list, sometimes a tuple or an array, of items."""

    def drawn(r: Random) -> str:
        items = ", ".join(item(r) for _ in range(int(r.random() * (most + 1))))
        form = r.random()
        if form < 0.75:
            return f"[{items}]"
        if form < 0.9:
            return f"({items},)" if items else "()"
        return f"np.array([{items}])" if form < 0.95 else f"tf.constant([{items}])"

    return drawn


small = pick("0", "1", "2", "3", "-1", "4", "5", "-2")
length = pick("1", "2", "3", "2", "3", "4", "5", "0", "7", "8", "17")
integer = mostly(small, pick(*EDGES))
real = pick(*REALS)
number = pick(real, integer)
truth = mostly(pick("True", "False"), pick("0", "1", "None", "'yes'", "tf.constant(True)", "[]"))
word = lambda r: repr(r.choice(WORDS)).replace("\\\\", "\\")  # noqa: E731
dtype = mostly(
    lambda r: f"tf.{r.choice(DTYPES)}",
    pick(lambda r: repr(r.choice(NUMPY)), "float", "int", "str", "np.float32", "None", "object"),
)
axis = mostly(pick("0", "-1", "1", "None", "2", "-2"), pick(listed(small, 3), *EDGES))
axes = pick(axis, listed(pick("0", "1", "-1", "2"), 3))
integers = listed(integer)
lengths = mostly(listed(length), pick(listed(integer), listed(pick("None", "2", "3", "-1"))))


def shape(r: Random) -> str:
    """The shape of a tensor, as a list; small, now and then empty or of many axes."""
    rank = r.choice((0, 1, 1, 2, 2, 2, 3, 4, 5))
    if r.random() < 0.02:
        rank = r.choice((6, 8, 9, 20, 33))
        return str([1] * (rank - 1) + [2])
    lengths = length if rank < 4 else pick("1", "2", "3", "2", "4")
    return "[" + ", ".join(lengths(r) for _ in range(rank)) + "]"


def drawn_tensor(r: Random, kind: str, dims: str) -> str:
    """A tensor of a shape with numbers of no special kind."""
    if kind == "string":
        return f"tf.fill({dims}, {word(r)})"
    low, high = r.choice((("-2.", "2."), ("0.", "1."), ("0.", "5."), ("-100.", "100.")))
    seed = int(r.random() * 100)
    drawn = f"tf.random.stateless_uniform({dims}, [{seed}, 1], {low}, {high})"
    return drawn if kind == "float32" else f"tf.cast({drawn}, tf.{kind})"


def special_tensor(r: Random, kind: str, dims: str) -> str:
    """A tensor of a shape filled with one number from the edge of its type."""
    if kind == "string":
        return f"tf.constant([[b'\\xff', ''], ['\\x00', {word(r)}]])"
    if kind == "bool" or r.random() < 0.3:
        return f"tf.{r.choice(('zeros', 'ones'))}({dims}, tf.{kind})"
    if kind in INTEGERS:
        return f"tf.fill({dims}, tf.{kind}.{r.choice(('min', 'max'))})"
    if r.random() < 0.5:
        return f"tf.cast([nan, inf, -inf, -0., 0., 1e-45, 3e38][:{length(r)}], tf.{kind})"
    return f"tf.cast(tf.fill({dims}, {real(r)}), tf.{kind})"


def view(r: Random, of: str) -> str:
    """A view of a tensor."""
    return r.choice(VIEWS).format(of)


VIEWS = ["tf.transpose({})", "{}[::-1]", "{}[..., ::2]", "{}[..., None]", "{}[:0]", "{}[None]"]
VIEWS += ["{}[1:]", "{}[..., ::-1]", "tf.reshape({}, [-1])", "{}[..., 0]", "tf.identity({})"]


def huge(r: Random) -> str:
    """A tensor that does not fit in memory, or is empty with lengths that do not fit."""
    wide = r.choice(("2**20", "2**28", "2**40", "2**50", "2**62"))
    return r.choice(HUGE).format(n=wide, dtype=r.choice(DTYPES[:-1]))


HUGE = ["tf.broadcast_to(tf.cast(1, tf.{dtype}), [{n}])", "tf.zeros([0, {n}], tf.{dtype})"]
HUGE += ["tf.zeros([{n}, 0], tf.{dtype})", "tf.broadcast_to(tf.ones([3], tf.{dtype}), [{n}, 3])"]
HUGE += [
    "tf.broadcast_to(tf.ones([3, 1], tf.{dtype}), [3, {n}])",
    "tf.zeros([2, 0, {n}], tf.{dtype})",
]
HUGE += ["tf.broadcast_to('a', [{n}])", "tf.broadcast_to(tf.cast(1, tf.{dtype}), [1, {n}, 1])"]


def ndarray(r: Random) -> str:
    """A NumPy array: odd strides, byte orders and types; views; scalars; read-only."""
    kind, dims = r.choice(NUMPY), shape(r)
    return r.choice(ARRAYS).format(kind=kind, dims=dims, step=r.choice((-8, -4, 0, 1, 2, 3, 4, 12)))


ARRAYS = [
    "np.ones({dims}, '{kind}')",
    "np.zeros({dims}, '{kind}')[::-1]",
    "np.ones({dims}, '{kind}').T",
]
ARRAYS += ["np.asfortranarray(np.ones({dims}))", "strided([2, 3], [{step}, 4])", "np.float32(2.)"]
ARRAYS += [
    "strided([3], [{step}], '>f4')",
    "strided([2, 2], [{step}, {step}], 'i8')",
    "np.int64(3)",
]
ARRAYS += [
    "np.broadcast_to(np.float32(1), {dims})",
    "np.array(nan)",
    "np.array(['a', 'b'])",
    "np.array(2)",
]
ARRAYS += [
    "strided([4], [{step}], '?')",
    "np.array([1, 'a', None], object)",
    "np.ma.array([1., 2.])",
]
ARRAYS += ["np.array([2, 0, 255], 'u1').view(bool)", "np.frombuffer(b'abcdefgh', '{kind}'[-2:])"]
ARRAYS += [
    "np.broadcast_to(np.float32(1), [2**40])",
    "np.zeros([0, 2**40])",
    "np.arange(12.)[::-5]",
]


def any_tensor(r: Random, kind: str = "") -> str:
    """A tensor of any make."""
    kind = kind or (r.choice(FLOATS[:2]) if r.random() < 0.6 else r.choice(DTYPES))
    made = (special_tensor if r.random() < 0.2 else drawn_tensor)(r, kind, shape(r))
    return view(r, made) if r.random() < 0.2 else made


tensor = mostly(
    any_tensor,
    pick(huge, ndarray, listed(number), number, lambda r: f"tf.Variable({any_tensor(r)})"),
)
index = mostly(
    pick(
        listed(small),
        lambda r: any_tensor(r, r.choice(INTEGERS[:2])),
        "[0]",
        "[[0], [1]]",
        "0",
        "[1, 0]",
    ),
    pick(huge, ndarray, integers),
)
truths = pick(
    "True", "[True, False]", lambda r: any_tensor(r, "bool"), "[[True], [False]]", "False"
)
tensors = mostly(
    lambda r: "[" + ", ".join([any_tensor(r)] * r.choice((1, 2, 2, 3))) + "]",
    pick(
        listed(tensor), tensor, lambda r: f"[{huge(r)}] * 4", lambda r: f"[{any_tensor(r)}] * 500"
    ),
)
nest = pick(
    tensors,
    lambda r: f"{{'a': {tensor(r)}, 'b': [{tensor(r)}, None]}}",
    lambda r: f"({tensor(r)}, {{}}, [{number(r)}])",
    lambda r: f"deep({r.choice((1, 3, 50, 2000))}, {tensor(r)})",
    "cycle()",
    "{}",
    "{1: 2, 'a': 3}",
)
PROTOCOLS = ["__array__", "__len__", "__index__", "__iter__", "__float__", "__int__", "__getitem__"]
PROTOCOLS += ["__bool__", "__eq__", "__hash__", "__str__", "__repr__", "__call__", "__fspath__"]
PROTOCOLS += ["__dlpack__", "__class__", "__add__", "__radd__", "__contains__", "__complex__"]
PROTOCOLS += [
    "__enter__",
    "__next__",
    "__reduce__",
    "__array_priority__",
    "__format__",
    "__buffer__",
]
PROTOCOLS += [
    "__array_ufunc__",
    "__dlpack_device__",
    "__getattribute__",
    "__instancecheck__",
    "dtype",
]
PROTOCOLS += ["shape", "numpy", "__tensor__", "_keras_mask", "name"]
ANSWERS = [
    "ValueError",
    "TypeError",
    "KeyboardInterrupt",
    "StopIteration",
    "MemoryError",
    "GeneratorExit",
]
ANSWERS += [
    "RecursionError",
    "None",
    "-1",
    "2**62",
    "2**63",
    "'a'",
    "[]",
    "nan",
    "tf.Tensor",
    "tf.Variable",
]
ANSWERS += [
    "lambda: tf.constant([1., 2.])",
    "lambda: np.ones([2])",
    "gc.collect",
    "iter([1, 2])",
    "int",
]
ANSWERS += ["lambda: itertools.count()", "lambda: hostile()", "OSError", "tf.float32", "3"]


def hostile(r: Random) -> str:
    """An object that answers protocols badly."""
    count = r.choice((1, 1, 2, 3))
    answers = (f"{name}={r.choice(ANSWERS)}" for name in r.sample(PROTOCOLS, count))
    return f"hostile({', '.join(answers)})"


odd = pick(
    hostile,
    hostile,
    nest,
    ndarray,
    huge,
    word,
    integer,
    *(
        "None",
        "...",
        "Everything()",
        "Shrinking([1., 2., 3.])",
        "clearing(5)",
        "[Odd(), Odd()]",
        "Odd()",
    ),
    *(
        "range(2**40)",
        "range(3)",
        "(x for x in [1., 2.])",
        "itertools.count()",
        "{1, 2}",
        "b'ab'",
        "b''",
    ),
    *(
        "slice(None)",
        "slice(2**62, -2**62, -1)",
        "int",
        "tf.Tensor",
        "tf",
        "lambda *a: a",
        "object()",
    ),
    *(
        "[[1.], [2., 3.]]",
        "[[], [1.]]",
        "[1, 'a']",
        "[None]",
        "['a', b'\\xff']",
        "1j",
        "True",
        "[True, 2]",
    ),
    *(
        "memoryview(b'abcd')",
        "bytearray(b'ab')",
        "cycle()",
        "deep(2000)",
        "'\\udc80'",
        "[1.] * 3000",
    ),
    *(
        "tf.GradientTape()",
        "tf.TensorShape(None)",
        "tf.data.Dataset.range(3)",
        "tf.Tensor.__new__(tf.Tensor)",
    ),
    *(
        "tf.Variable.__new__(tf.Variable)",
        "tf.GradientTape.__new__(tf.GradientTape)",
        "tf.float32",
        "-0.",
    ),
)
