"""Texts of objects whose methods, operators and protocols are tried, besides those that the
documentation makes."""

from __future__ import annotations

TENSORS = [
    *(
        "tf.constant(1.5)",
        "tf.constant([1, 2, 3])",
        "tf.ones([2, 3])",
        "tf.constant(['a', 'b'])",
        "tf.constant(2)",
    ),
    *(
        "tf.constant([True, False])",
        "tf.constant([1j, 2.])",
        "tf.zeros([0, 3])",
        "tf.eye(3)",
        "tf.constant('a')",
    ),
    *(
        "tf.cast([1., nan], tf.bfloat16)",
        "tf.transpose(tf.ones([3, 2]))",
        "tf.broadcast_to(1., [2**40])",
    ),
    *("tf.zeros([0, 2**58])", "tf.fill([300, 300], 0.5)", "tf.range(5)[::-1]"),
]
VARIABLES = [
    *(
        "tf.Variable(1.5)",
        "tf.Variable([1., 2., 3.])",
        "tf.Variable([[1., 2.], [3., 4.]])",
        "tf.Variable([1, 2])",
    ),
    *(
        "tf.Variable(['a', 'b'])",
        "tf.Variable(tf.ones([3, 2]), trainable=False)",
        "tf.Variable(True)",
    ),
    *(
        "tf.Variable([1.], shape=tf.TensorShape([None]))",
        "tf.Variable(1.).assign_add(1.)",
        "tf.Variable([1j])",
    ),
    *(
        "tf.Variable(tf.zeros([0, 2]))",
        "tf.Variable(tf.ones([2, 2], tf.float16))",
        "tf.Variable(tf.ones([70000]))",
    ),
]
OTHERS = [
    *(
        "tf.GradientTape()",
        "tf.GradientTape(persistent=True)",
        "tf.TensorShape([2, None])",
        "tf.TensorShape(None)",
    ),
    *(
        "tf.TensorSpec([2, None], tf.float32)",
        "tf.float32",
        "tf.Module()",
        "tf.train.Checkpoint(v=tf.Variable(1.))",
    ),
    *(
        "tf.IndexedSlices(tf.ones([2, 3]), tf.constant([0, 2]), tf.constant([4, 3]))",
        "tf.name_scope('a')",
    ),
    *(
        "tf.train.CheckpointManager(tf.train.Checkpoint(v=tf.Variable(1.)), 'c', 2)",
        "tf.function(lambda x: x * 2.)",
    ),
    *(
        "tf.custom_gradient(lambda x: (tf.square(x), lambda g: 2. * g))",
        "tf.recompute_grad(tf.square)",
    ),
    *("tf.errors.InvalidArgumentError(None, None, 'a')", "tf.UnconnectedGradients.ZERO"),
]
DATA = [
    *(
        "tf.data.Dataset.range(5)",
        "tf.data.Dataset.from_tensor_slices(([1., 2.], [3, 4]))",
        "tf.data.Dataset.range(4).batch(2)",
    ),
    *(
        "iter(tf.data.Dataset.range(3))",
        "tf.data.Dataset.range(3).map(lambda x: x * 2)",
        "tf.data.Dataset.range(9).shuffle(3)",
    ),
    *(
        "tf.data.Dataset.from_tensors({'a': [1., 2.]})",
        "tf.data.Dataset.range(3).repeat()",
        "tf.data.Dataset.range(6).window(2)",
    ),
]
KERAS = [
    *(
        "tf.keras.layers.Dense(3)",
        "tf.keras.layers.Dense(2, activation='relu', kernel_regularizer='l2')",
    ),
    *(
        "tf.keras.layers.Conv2D(2, 2)",
        "tf.keras.layers.Conv1D(2, 3, padding='same')",
        "tf.keras.layers.Flatten()",
    ),
    *(
        "tf.keras.layers.BatchNormalization()",
        "tf.keras.layers.LayerNormalization()",
        "tf.keras.layers.Dropout(0.5)",
    ),
    *(
        "tf.keras.layers.Embedding(5, 2)",
        "tf.keras.layers.MaxPooling2D()",
        "tf.keras.layers.Reshape([-1, 1])",
    ),
    *(
        "tf.keras.layers.Concatenate()",
        "tf.keras.layers.Add()",
        "tf.keras.layers.Layer()",
        "tf.keras.Input([3])",
    ),
    "tf.keras.Sequential([tf.keras.layers.Dense(3), tf.keras.layers.Dense(1)])",
    "(lambda m: m.compile('sgd', 'mse') or m)("
    "tf.keras.Sequential([tf.keras.Input([2]), tf.keras.layers.Dense(1)]))",
    "(lambda i: tf.keras.Model(i, tf.keras.layers.Dense(2)(i)))(tf.keras.Input([3]))",
    *(
        "tf.keras.optimizers.SGD(0.1, momentum=0.9)",
        "tf.keras.optimizers.Adam()",
        "tf.keras.optimizers.RMSprop()",
    ),
    *(
        "tf.keras.optimizers.schedules.ExponentialDecay(0.1, 10, 0.9)",
        "tf.keras.losses.MeanSquaredError()",
    ),
    *("tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)", "tf.keras.metrics.Mean()"),
    *(
        "tf.keras.metrics.SparseCategoricalAccuracy()",
        "tf.keras.initializers.GlorotUniform(seed=1)",
    ),
]
EVERY = [*TENSORS, *TENSORS, *VARIABLES, *VARIABLES, *VARIABLES, *OTHERS, *OTHERS, *DATA, *KERAS]

# Protocols and operators: `o` is the object, `v` a value, `i` a subscript.
PROTOCOLS = [
    *(
        "repr(o)",
        "str(o)",
        "hash(o)",
        "len(o)",
        "list(itertools.islice(iter(o), 9))",
        "bool(o)",
        "float(o)",
        "int(o)",
    ),
    *(
        "complex(o)",
        "o == {v}",
        "o != {v}",
        "o < {v}",
        "o + {v}",
        "{v} + o",
        "o - {v}",
        "{v} - o",
        "o * {v}",
        "{v} * o",
    ),
    *(
        "o / {v}",
        "{v} / o",
        "o // {v}",
        "{v} // o",
        "o % {v}",
        "{v} % o",
        "o ** {v}",
        "{v} ** o",
        "o @ {v}",
        "{v} @ o",
    ),
    *(
        "o & {v}",
        "o | {v}",
        "o ^ {v}",
        "~o",
        "-o",
        "abs(o)",
        "round(o)",
        "divmod(o, {v})",
        "o[{i}]",
        "o[{i}]",
        "o[{i}]",
    ),
    *(
        "operator.setitem(o, {v}, {v})",
        "operator.delitem(o, {v})",
        "o[{i}].assign({v})",
        "o[{i}].assign_add({v})",
    ),
    *(
        "copy.copy(o)",
        "copy.deepcopy(o)",
        "pickle.loads(pickle.dumps(o))",
        "np.asarray(o)",
        "memoryview(o)",
        "next(o)",
    ),
    *(
        "np.asarray(o, {d})",
        "o.__array__({v})",
        "np.from_dlpack(o)",
        "tf.experimental.dlpack.from_dlpack(o.__dlpack__())",
    ),
    *(
        "tf.experimental.dlpack.from_dlpack(tf.experimental.dlpack.to_dlpack(o))",
        "o.__dlpack__({v})",
        "np.add(o, {v})",
    ),
    *(
        "o.__init__({v})",
        "o.__init__()",
        "o.__setstate__({v})",
        "o.__reduce__()",
        "o.__reduce_ex__({v})",
        "o.__exit__()",
    ),
    *(
        "type(o)({v})",
        "type(o)()",
        "o({v})",
        "o({v}, {v})",
        "type(o).__new__(type(o))",
        "type('S', (type(o),), {{}})()",
    ),
    *(
        "setattr(o, 'x', {v})",
        "setattr(o, {v}, {v})",
        "getattr(o, {v})",
        "delattr(o, 'x')",
        "vars(o).clear()",
        "vars(o)",
    ),
    *(
        "format(o, {v})",
        "{v} in o",
        "reversed(o)",
        "o.__enter__()",
        "o.__exit__(None, None, None)",
        "dir(o)",
        "gc.collect(1)",
    ),
    *(
        "weakref.ref(o)",
        "o.__class__",
        "setattr(o, '__class__', type({v}))",
        "iter(o)",
        "isinstance({v}, type(o))",
        "o.__call__()",
    ),
    *(
        "together(lambda: o + 1, lambda: repr(o))",
        "together(*[lambda: o.assign_add(o)] * 3)",
        "o.__iadd__({v})",
    ),
    *(
        "operator.iadd(o, {v})",
        "operator.imatmul(o, {v})",
        "o.__setattr__('a', o)",
        "np.array([o, {v}])",
        "sum(o)",
    ),
    *(
        "tf.convert_to_tensor(o)",
        "tf.nest.flatten(o)",
        "tf.constant(o)",
        "tf.Variable(o)",
        "tf.stack([o, {v}])",
    ),
    *(
        "tf.nest.map_structure(tf.square, [o, {v}])",
        "together(*[lambda: next(o)] * 3)",
        "tf.reduce_sum(o * o)",
    ),
]
