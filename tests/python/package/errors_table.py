"""The table of test_errors_table.py: good arguments by letter, bad ones by name, and for every
entry point what TensorFlow 2.21 answers to each bad one in each place."""

import numpy as np
from library import tf


def tape():
    """A persistent tape that recorded something, outside its block."""
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape(persistent=True) as recorded:
        recorded.watch(x)
        _ = x * x
    return recorded


GOOD = {
    "v": lambda: tf.constant([1.0, 2.0]),
    "m": lambda: tf.constant([[2.0, 1.0], [1.0, 3.0]]),
    "m1": lambda: tf.ones([1, 2]),
    "s": lambda: 0.5,
    "b": lambda: tf.constant([True, False]),
    "i": lambda: 0,
    "one": lambda: 1,
    "two": lambda: 2,
    "iv": lambda: tf.constant([0, 1]),
    "lv": lambda: [tf.constant([1.0, 2.0]), tf.constant([3.0, 4.0])],
    "lm": lambda: [tf.ones([2, 2]), tf.zeros([2, 2])],
    "lst": lambda: [1.0, 2.0],
    "sh1": lambda: [2],
    "sh2": lambda: [2],
    "sh4": lambda: [4],
    "sh4b": lambda: [4],
    "sh22": lambda: [2, 2],
    "perm": lambda: [1, 0],
    "axes": lambda: [0],
    "pad": lambda: [[1, 1]],
    "idx": lambda: [[0, 1]],
    "idx1": lambda: [[0], [1]],
    "beg": lambda: [0, 0],
    "szs": lambda: [1, 1],
    "eq": lambda: "ij,jk->ik",
    "dt": lambda: tf.float64,
    "rate": lambda: 0.25,
    "img": lambda: tf.ones([2, 2, 3]),
    "fn": lambda: tf.square,
    "msg": lambda: "message",
    "var": lambda: tf.Variable([1.0, 2.0]),
    "tape": tape,
}

BAD = {
    "None": lambda: None,
    "an object": object,
    "a word": lambda: "word",
    "a ragged list": lambda: [[1.0], [1.0, 2.0]],
    "a dictionary": lambda: {"a": 1.0},
    "a list with None": lambda: [1.0, None],
    "an array of objects": lambda: np.array([object()]),
    "a float": lambda: 1.5,
    "minus seven": lambda: -7,
    "a huge integer": lambda: 2**70,
    "a string tensor": lambda: tf.constant(["a", "b"]),
    "a bool tensor": lambda: tf.constant([True, False]),
    "an int tensor": lambda: tf.constant([1, 2, 3]),
    "a double tensor": lambda: tf.constant([1.0, 2.0], tf.float64),
    "a complex tensor": lambda: tf.constant([1j, 2]),
    "an empty tensor": lambda: tf.zeros([0]),
    "an empty matrix": lambda: tf.zeros([0, 3]),
    "a tensor of three axes": lambda: tf.ones([7, 1, 5]),
    "nan": lambda: tf.constant(np.nan),
    "a vector of nan": lambda: tf.constant([np.nan, np.nan]),
}

# Which of TensorFlow's three types comes depends on what its function looks at first, where
# - the argument is a parameter and no tensor, and the bad value is no integer;
# - the value has the wrong dtype: Python code says TypeError, a kernel InvalidArgumentError;
# - the value converts to a tensor of strings or of nothing.
PARAMETERS = {
    *("i", "one", "two", "sh1", "sh2", "sh4", "sh4b", "sh22", "perm", "axes"),
    *("pad", "beg", "szs", "eq", "dt", "rate", "msg"),
}
OTHER_DTYPES = {
    *("a string tensor", "a bool tensor", "an int tensor", "a double tensor", "a complex tensor"),
}
NO_NUMBERS = {"an array of objects", "a word", "a huge integer"}

# What may pass here though TensorFlow refuses it: a tensor without elements for no axes or an empty
# shape, and a plain number that takes the dtype of the tensor beside it.
EMPTY = {"an empty tensor", "an empty matrix"}
NUMBERS = {"minus seven", "a huge integer"}

# What may be refused here though TensorFlow takes it: a single value in place of a list.
LISTS = {("concat", 0), ("stack", 0), ("identity_n", 0), ("reverse", 0)}

# Where a Python float is a TypeError to TensorFlow and a list of them an InvalidArgumentError;
# here both are the latter.
# Sizes of layers that are cut off where they are floats, as in Keras 2.
CUT_OFF = {("keras.layers.Dense", 0)}
INDICES = {("one_hot", 0)}

# One line for each entry point: its name, the letters of good arguments, and for each argument what
# TensorFlow answers when that argument alone is replaced by each of BAD in turn:
#   .  no error           V  ValueError          T  TypeError       I  InvalidArgumentError
#   anything else: an error of TensorFlow's insides (AttributeError, AssertionError, an abort, ...)
OUTCOMES = """
abs v VVIVVVV..VII........
acos v VVIVVVV.IVIII.......
acosh v VVIVVVV.IVIII.......
asin v VVIVVVV.IVIII.......
asinh v VVIVVVV.IVIII.......
atan v VVIVVVV.IVIII.......
atanh v VVIVVVV.IVIII.......
cos v VVIVVVV.IVIII.......
cosh v VVIVVVV.IVIII.......
exp v VVIVVVV.IVIII.......
floor v VVIVVVV.IVIII.I.....
negative v VVIVVVV..VII........
round v VVIVVVV..VII..N.....
sigmoid v VVIVVVV.IVIII.......
sign v VVIVVVV..VII........
sin v VVIVVVV.IVIII.......
sinh v VVIVVVV.IVIII.......
sqrt v VVIVVVV.IVIII.......
square v VVIVVVV..VII........
tan v VVIVVVV.IVIII.......
tanh v VVIVVVV.IVIII.......
math.ceil v VVIVVVV.IVIII.I.....
math.digamma v VVIVVVV.IVIII.I.....
math.erf v VVIVVVV.IVIII.I.....
math.erfc v VVIVVVV.IVIII.I.....
math.erfinv v VVIVVVV.IVIII.I.....
math.expm1 v VVIVVVV.IVIII.......
math.is_finite v VVIVVVV.IVIII.I.....
math.is_inf v VVIVVVV.IVIII.I.....
math.is_nan v VVIVVVV.IVIII.I.....
math.lgamma v VVIVVVV.IVIII.I.....
math.log v VVIVVVV.IVIII.......
math.log1p v VVIVVVV.IVIII.......
math.log_sigmoid v VVIVVVV.IVIII.I.....
math.reciprocal v VVIVVVV.NVIIN.......
math.reciprocal_no_nan v VVTVVVV.IVTTI.......
math.rint v VVIVVVV.IVIII.I.....
math.rsqrt v VVIVVVV.IVIII.......
math.softplus v VVIVVVV.IVIII.I.....
nn.softsign v VVIVVVV.IVIII.I.....
nn.elu v VVIVVVV.IVIII.I.....
nn.relu v VVIVVVV..VII..I.....
nn.relu6 v VVIVVVV..VII..I.....
nn.selu v VVIVVVV.IVIII.I.....
nn.gelu v VVVVVVV.VVVVV.V.....
nn.silu v VVUVVVV.IVUII.......
nn.leaky_relu v VVIVVVV..VII..I.....
nn.softmax v VVIVVVVIIVIII.I...I.
nn.log_softmax v VVIVVVVIIVIII.I...I.
nn.l2_loss v VVIVVVV.IVIII.I.....
identity v VV.VVVV..V..........
stop_gradient v VV.VVVV..V..........
zeros_like v VV.VVVV..V..........
ones_like v VVIVVVV..VI.........
shape v VV.VVVV..V..........
size v VV.VVVV..V..........
rank v VV.VVVV..V..........
unstack v VVVVVVVVVV........V.
math.conj v VVTVVVV..VTT........
math.real v VVTVVVV..VTT........
math.imag v VV.VVVV..V..........
math.angle v VVTVVVV.TVTTT.......
nn.crelu v VVIVVVVIIVII..I...I.
add v,v VVIVVVV.IVIIIIIIII.. VVIVVVV...IIIIIIII..
subtract v,v VVTVVVT...IIIIIIII.. VVTVVVT...IIIIIIII..
multiply v,v VVTVVVT...IIIIIIII.. VVTVVVT...IIIIIIII..
divide v,v VVTVVVT...TTTTTIII.. VVTVVVV...TTTTTIII..
truediv v,v VVTVVVV.TVTTTTTIII.. VVTVVVV...TTTTTIII..
maximum v,v VVTVVVT...IIIIIIII.. VVTVVVT...IIIIIIII..
minimum v,v VVTVVVT...IIIIIIII.. VVTVVVT...IIIIIIII..
pow v,v VVTVVVT...IIIIIIII.. VVTVVVT...IIIIIIII..
atan2 v,v VVTVVVT...IIIIIIII.. VVTVVVT...IIIIIIII..
equal v,v VVTVVVT...IIIIIIII.. VVTVVVT...IIIIIIII..
not_equal v,v VVTVVVT...IIIIIIII.. VVTVVVT...IIIIIIII..
greater v,v VVTVVVT...IIIIIIII.. VVTVVVT...IIIIIIII..
greater_equal v,v VVTVVVT...IIIIIIII.. VVTVVVT...IIIIIIII..
less v,v VVTVVVT...IIIIIIII.. VVTVVVT...IIIIIIII..
less_equal v,v VVTVVVT...IIIIIIII.. VVTVVVT...IIIIIIII..
math.floordiv v,v VVTVVVT...IIIINIII.. VVTVVVT...IIIIIIII..
math.floormod v,v VVTVVVT...IIIIIIII.. VVTVVVT...IIIIIIII..
math.divide_no_nan v,v VVTVVVT...TTTTTIII.. VVTVVVV...TTTTTIII..
math.multiply_no_nan v,v VVVVVVV.VVVVVVVIII.. VVTVVVT...VVVVVIII..
math.squared_difference v,v VVTVVVT...IIIIIIII.. VVTVVVT...IIIIIIII..
math.xlogy v,v VVTVVVT...IIIIIIII.. VVTVVVT...IIIIIIII..
math.xdivy v,v VVTVVVT...IIIIIIII.. VVTVVVT...IIIIIIII..
reduce_sum m,i VVIVVVVIIVII......I. .VIVVVTTIVIIIIIIIIII
reduce_mean m,i VVIVVVVIIVII......I. .VIVVVTTIVIIIIIIIIII
reduce_prod m,i VVIVVVVIIVII......I. .VIVVVTTIVIIIIIIIIII
reduce_max m,i VVIVVVVIIVII..I...I. .VIVVVTTIVIIIIIIIIII
reduce_min m,i VVIVVVVIIVII..I...I. .VIVVVTTIVIIIIIIIIII
reduce_logsumexp m,i VVIVVVVIIVIII.I...I. .VIVVVTTIVIIIIIIIIII
math.reduce_variance m,i VVIVVVVIIVIIT.....I. .VIVVVTTIVIIIIIIIIII
math.reduce_std m,i VVIVVVVIIVIIT.....I. .VIVVVTTIVIIIIIIIIII
math.reduce_euclidean_norm m,i VVIVVVVIIVII......I. .VIVVVTTIVIIIIIIIIII
logical_and b,b VVTVVV.TTVI.IIIIIIII VVTVVV.TTVI.IIIIIIII
logical_or b,b VVTVVV.TTVI.IIIIIIII VVTVVV.TTVI.IIIIIIII
logical_not b VVTVVV.TTVI.IIIIIIII
math.logical_xor b,b VVTVVV.TTVI.IIIIIIII VVTVVV.TTVI.IIIIIIII
reduce_any b,i VVTVVV.TTVI.IIIIIIII .VIVVVTTIVIIIIIIIIII
reduce_all b,i VVTVVV.TTVI.IIIIIIII .VIVVVTTIVIIIIIIIIII
bitwise.bitwise_and iv,iv VVTVVVTT.VIIIIIIIIII VVTVVVTT.VIIIIIIIIII
bitwise.invert iv VVIVVVVI.VII.IIIIIII
argmax m,i VVIVVVVIIVI...III.I. .TTTTTTTIVTTITTTTTTT
argmin m,i VVIVVVVIIVI...III.I. .VIVVVTTIVIIIIIIIIII
sort v VVIVVVVIIVII..I...I.
argsort v VVIVVVVIIVII..I...I.
math.top_k v,i VVIVVVVIIVII..I...I. VVIVVVTTIVIIIIIIIIII
cumsum v,i VVIVVVVIIVII......I. VVIVVVTTIVIIIIIIIIII
math.cumprod v,i VVIVVVVIIVII......I. VVIVVVTTIVIIIIIIIIII
math.count_nonzero m,i VVIVVVVIIV........I. .VIVVVTTIVIIIIIIIIII
cast v,dt VVUVVVV..VU......... TTTTTTUTTTTTTTTTTTTT
reshape m,sh4 VVIVVVVIIVIIIIIIIIII VVIVVVTTIVIIIIIIIIII
transpose m,perm VVIVVVVIIVIIIIII.III .VIVVVTTIVIIIIIIIIII
expand_dims m,i VV.VVVV..V.......... VVIVVVTTIVIIIIIIIIII
squeeze m1,i VVIVVVVIIVIIIIIIIIII .TTTTTTIIOTTTTT..T?T
concat lm,i VV..VVV..V.......... VVIVVVTTIVIIIIIIIIII
stack lm,i TT.IKVV..T.......... TTTTTTT.VVTTVVVTTVTV
split m,two,i VVIVVVVIIV..I....II. VVVVVVVVIXIIIIIIIIVI VVTVVVTTIVIIIIIIIIII
tile v,sh1 VVIVVVVIIV......III. VVIVVVTTIVIIIIIIIIII
repeat v,two VV.VVVV..V.......... VVTVVVVTIVTTVTTTTTTT
broadcast_to v,sh22 VV.VVVV..V..I..III.. VVIVVVTTIVIIIIIIIIII
pad v,pad VVIVVVVIIV......III. VVIVVVTTIVIIIIIIIIII
reverse m,axes VV.VVVV..V.......... VVIVVVTTIVIIIIIIIIII
roll m,i,i VVIVVVVIIV........I. VVIVVVVI.VIIIIIIIIII VVIVVVVIIVIIIIIIIIII
gather v,iv VVIVVVVIIV.....II.I. VVIVVVVIIVIIIIIIIIII
gather_nd m,idx VVIVVVVIIVIIIIIIIIII VVIVVVVIIVIIIIIIIIII
scatter_nd idx1,v,sh4b VVTVVVVIIVTTIIIIIIII VVIVVVVIIV..I..IIII. VVTVVVTTIVTTIIIIIIII
boolean_mask v,b VVVVVVVVVV..V..VVVV. VVVVVVVVVVI.V..VVVV.
where b,v,v VVTVVV.TTVI.IIIIIIII VVTVVVT...IIIIIIII.. VVTVVVT...IIIIIIII..
one_hot iv,two VVIVVVTT.VII.IIIIIII VVTVVVTTIVIIIIIIIIII
slice m,beg,szs VVIVVVVIIVIIIIIIIIII VVTVVVVIIVTTIIIIIIII VVTVVVTTIVTTIIIIIIII
strided_slice m,beg,szs VVIVVVVIIVIIIIII..II VVTVVVVIIVTTIIIIIIII VVTVVVTTIVTTIVVVVVVV
tensor_scatter_nd_update v,idx1,v VVTVVVTIIIIIIIIIIII. VVIVVVVIIVIIIIIIIIII VVTVVVTIIIIIIIIIIII.
fill sh1,s VVIVVVTTIVII.IIIIIII VV.VVVV..VIIIIIIII.I
zeros sh1 VVTVVVTTIVII.IIIIIII
ones sh1 VVTVVVTTIVII.IIIIIII
eye two TTTTTTTTIOIIIIIIIIII
range two VVSVVVV.IVSSIISIIIII
linspace s,s,two VVTVVVV.TVTTT....... VVTVVVT...VVVVV..... VVTVVVVTIVTTITTTTTTT
meshgrid v,v TTTIKVV.ITT.III..... TTIIKVV.ITI.III.....
clip_by_value v,s,s VVTVVVV.TVTTT.I..... VVTVVVT...IIIIIIII.. VVTVVVT...IIIIIIII..
clip_by_norm v,s VVIVVVV.IVIII.I..... VVTVVVV...TTI.IIII..
clip_by_global_norm lv,s TTT.T.TTTTTTTTTTTTTT VVTVVVV...TTTTTIII..
matmul m,m VVIVVVVIIVIIIIIIIIII VVIVVVVIIIIIIIIIIIII
linalg.matvec m,v VVIVVVVIIVIIIIIIIIII VVIVVVVIIVIIIIIIIII.
tensordot m,m,one VVVVVVVVVVIIIIIIIIV. VVKVVVVKKVIIIIIIIIK. VVTVVTTTVVVVIVVVVVVV
einsum eq,m,m AAVAAAAAAAAAAAAAAAAA AAAAAATAAANNIIIIIIII AAAAAATAAAIIIIIIIIII
linalg.inv m VVIVVVVIIVIIIIIIIIII
linalg.det m VVIVVVVIIVIIIIIIIIII
linalg.trace m VVTVVVVIIVTIIIII..II
linalg.solve m,m VVTVVVTIIIIIIIIIIIII VVTVVVTIIIIIIIIIIIII
linalg.svd m VVIVVVVIIVIIIIII..II
linalg.diag v VVTVVVVIIVT.......I.
linalg.diag_part m VVTVVVVIIVTIIIII..II
norm v VVTVVVV.IVTTI.......
nn.bias_add m,v VVTVVVTIIIIIIIIIIIII VVTVVVTIIIIIIIIIIII.
nn.dropout v,rate VVVVVVV.VVVVV.V..... VVVVVVVVVVVVVVVVVV.V
nn.softmax_cross_entropy_with_logits m,m VVUVVVVIIVU.I..IIII. VVUVVVVIIVUIIIIIIIII
nn.sparse_softmax_cross_entropy_with_logits iv,m VVVVVVVVVVIIVIIVVVVI VVVVVVVVVVVVVVVVVVVV
nn.sigmoid_cross_entropy_with_logits v,v VVVVVVVVVVIIVIIVVVV. VVVVVVVVVVIIVIIVVVV.
nn.moments m,axes AAAAAAVAAAII......I. .VIVVVTTIVIIIIIIIIII
nn.embedding_lookup m,iv VVIIVKVIIV.....II.I. VVIVVVVIIVIIIIIIIIII
nn.l2_normalize v VVIVVVV.TVIIT.......
image.adjust_contrast img,s VVAVVVVIIVAAIIAII.II VVTVVVT...IIIIIIII.I
random.normal sh1 VVIVVVVIIVII.IIIIIII
random.uniform sh1 VVIVVVVIIVII.IIIIIII
random.truncated_normal sh1 VVIVVVVIIVII.IIIIIII
random.shuffle v VV.VVVV..V..........
complex v,v VVTVVVV.TVTTTTTIII.. VVTVVVV.TVTTTTTIII..
add_n lv TTII.VVTTTII...VV.T.
identity_n lv TT...VVTTT.....II.T.
convert_to_tensor v VV.VVVV..V..........
constant lst VV.VVVV..V..........
Variable v VV.VVVV..V..........
map_fn fn,v AAAAAAAAAAAAAAAAAAAA VTVVVVVVVTII......V.
searchsorted v,v VVIVVVVIIVNNIIN.III. VVIVVVVIIVIIIII.III.
math.bincount iv VVUVVVV.IVU.......II
math.unsorted_segment_sum v,iv,two VVIVVVVIIVIII..IIII. VVIVVVVI.VIIIIIIIIII VVIVVVTTIVIIIIIIIIII
sequence_mask iv VVIVVVV..VII..I...II
ensure_shape v,sh2 VVIVVVVIIV..I..IIII. .TTTTTTTVOTTITTIITTT
math.polyval lv,s VVV.VVVVVVVVVVVVVVVV VVIVVVV.IVIIIIIIII..
debugging.check_numerics v,msg VVIVVVV.IVIII.I...II TT.TTTTTTTTTTTTTTTTT
math.cumulative_logsumexp v VVIVVVVIIVIII.I...I.
unique iv VVIVVVVIIV....N.III.
data.Dataset.from_tensor_slices v VVVVVVVVVV........V.
nest.flatten lst ....................
Variable.assign var,v VVTVVVTVVVVVVVVVVVV.
Variable.assign_add var,v VVTVVVTIIIVVVVVIIII.
Variable.assign_sub var,v VVTVVVTIIIVVVVVIIII.
Variable.scatter_nd_add var,idx1,v VVIVVVVIIVIIIIIIIIII VVTVVVTIIIVVVVVIIII.
GradientTape.watch tape,v VVVVVVVVVV..........
GradientTape.gradient tape,v,v TTTAATATTT.......... TTTAATATTT..........
GradientTape.jacobian tape,v,v AAAAAAVAAA.......... TTTAATATTT..........
keras.layers.Dense two VVVVVVVVV.VVVVVVVVVV
keras.optimizers.SGD rate VVVVVVV.VVVVVVVVVVVV
"""
