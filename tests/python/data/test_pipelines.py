"""data.Dataset: what mixes, groups, pads, scans and stores; files of text."""

import collections
import gzip
import os

import numpy as np
import pytest
from library import ours, tf

Dataset = tf.data.Dataset
Invalid, DataLoss = tf.errors.InvalidArgumentError, tf.errors.DataLossError
numbers = Dataset.range
PROCESSORS = os.cpu_count()


def plain(tensor):
    return tensor.numpy() if tensor.dtype == tf.string else tensor.numpy().tolist()


def values(dataset):
    return [tf.nest.map_structure(lambda t: np.asarray(t.numpy()).tolist(), e) for e in dataset]


def rows():
    spec = tf.TensorSpec([None], tf.int32)
    return Dataset.from_generator(
        lambda: iter([[1], [2, 2], [3, 3, 3], [4]]), output_signature=spec
    )


# --- interleave -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "repeat", "options", "expected"),
    [
        (6, lambda x: x, {"cycle_length": 2, "block_length": 2}, "122333445544555"),
        (7, lambda x: 7 - x, {"cycle_length": 3}, "123123123123121454654"),
        (4, lambda x: 2, {"cycle_length": 1}, "112233"),
        (6, lambda x: x, {"cycle_length": 2, "block_length": 2, "num_parallel_calls": 2},
         "122333445544555"),
    ],
)  # fmt: skip
def test_interleave(count, repeat, options, expected):
    dataset = numbers(1, count).interleave(
        lambda x: Dataset.from_tensors(x).repeat(repeat(x)), **options
    )
    assert "".join(map(str, values(dataset))) == expected


@pytest.mark.parametrize(
    ("calls", "cycle"),
    [(None, PROCESSORS), (1, 1), (tf.data.AUTOTUNE, -(-PROCESSORS // 3)), (PROCESSORS, PROCESSORS)],
)
def test_interleave_takes_as_many_in_turn_as_there_are_threads(calls, cycle):
    def numbers_from(i):
        return tf.data.Dataset.range(10 * i, 10 * i + 3)

    told = tf.data.Dataset.range(4).interleave(numbers_from, cycle_length=cycle)
    left = tf.data.Dataset.range(4).interleave(numbers_from, num_parallel_calls=calls)
    assert [int(x) for x in left] == [int(x) for x in told]


@pytest.mark.parametrize(("reads", "cycle"), [(tf.data.AUTOTUNE, None), (2, 2), (7, 7)])
def test_lines_of_files_come_in_turn_as_interleaved(tmp_path, reads, cycle):
    for name in "abcd":
        (tmp_path / name).write_text("".join(f"{name}{i}\n" for i in range(3)))
    paths = [str(tmp_path / name) for name in "abcd"]
    calls = tf.data.AUTOTUNE
    names = Dataset.from_tensor_slices(paths)
    told = names.interleave(tf.data.TextLineDataset, cycle_length=cycle, num_parallel_calls=calls)
    found = tf.data.TextLineDataset(paths, num_parallel_reads=reads)
    assert [x.numpy() for x in found] == [x.numpy() for x in told]


def test_interleave_refuses():
    make = Dataset.from_tensors
    with pytest.raises(Invalid, match="cycle_length must be greater than zero"):
        numbers(3).interleave(lambda x: make(x), cycle_length=0)
    with pytest.raises(Invalid, match="block_length must be greater than zero"):
        numbers(3).interleave(lambda x: make(x), cycle_length=1, block_length=0)
    with pytest.raises(Invalid, match="num_parallel_calls must be greater than zero"):
        numbers(3).interleave(lambda x: make(x), num_parallel_calls=0)


# --- padded batches -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [[[1, 0], [2, 2]], [[3, 3, 3], [4, 0, 0]]]),
        ({"padded_shapes": [4]}, [[[1, 0, 0, 0], [2, 2, 0, 0]], [[3, 3, 3, 0], [4, 0, 0, 0]]]),
        ({"padded_shapes": [-1]}, [[[1, 0], [2, 2]], [[3, 3, 3], [4, 0, 0]]]),
        ({"padding_values": -1}, [[[1, -1], [2, 2]], [[3, 3, 3], [4, -1, -1]]]),
    ],
)
def test_padded_batch(options, expected):
    assert values(rows().padded_batch(2, **options)) == expected


def test_padded_batches_of_structures():
    pairs = Dataset.zip((rows(), numbers(4)))
    expected = [([[1, -1], [2, 2]], [0, 1]), ([[3, 3, 3], [4, -1, -1]], [2, 3])]
    assert values(pairs.padded_batch(2, padding_values=(-1, None))) == expected
    assert values(pairs.padded_batch(2, ([None], []), (-1, np.int64(7)))) == expected
    dicts = rows().map(lambda x: {"a": x, "b": tf.size(x)})
    (found,) = values(dicts.padded_batch(4, {"a": [3], "b": []}))
    assert found == {"a": [[1, 0, 0], [2, 2, 0], [3, 3, 3], [4, 0, 0]], "b": [1, 2, 3, 1]}
    words = Dataset.from_generator(
        lambda: iter([["a"], ["b", "c"]]), output_signature=tf.TensorSpec([None], tf.string)
    )
    assert values(words.padded_batch(2)) == [[[b"a", b""], [b"b", b"c"]]]
    spec = rows().padded_batch(3, [5], drop_remainder=True).element_spec
    assert spec == tf.TensorSpec([3, 5], tf.int32)


def test_padded_batch_refuses():
    with pytest.raises(DataLoss, match="pad to a smaller size than the input element"):
        values(rows().padded_batch(2, [1]))
    with pytest.raises(TypeError, match="does not match type"):
        rows().padded_batch(2, padding_values=1.5)
    with pytest.raises(ValueError, match="is not compatible with the shape"):
        rows().padded_batch(2, [None, None])
    with pytest.raises(Invalid, match="Batch size must be greater than zero"):
        values(rows().padded_batch(0))
    with pytest.raises(TypeError, match="If shallow structure is a sequence"):
        Dataset.zip((rows(), numbers(4))).padded_batch(2, [[None], []])


# --- groups ---------------------------------------------------------------------------------------


def test_group_by_window():
    def grouped(**size):
        return values(numbers(10).group_by_window(lambda x: x % 2, lambda k, w: w.batch(3), **size))

    assert grouped(window_size=3) == [[0, 2, 4], [1, 3, 5], [6, 8], [7, 9]]
    assert grouped(window_size=5) == [[0, 2, 4], [6, 8], [1, 3, 5], [7, 9]]
    by_key = grouped(window_size_func=lambda k: k + 2)
    assert by_key == [[0, 2], [1, 3, 5], [4, 6], [8], [7, 9]]
    for size in ({}, {"window_size": 1, "window_size_func": lambda k: k}):
        with pytest.raises(ValueError, match="must be specified"):
            grouped(**size)
    with pytest.raises(ValueError, match=r"must return a single `tf.int64` scalar"):
        values(numbers(3).group_by_window(lambda x: [x], lambda k, w: w, window_size=1))


ELEMENTS = [[0], [1, 2, 3, 4], [5, 6, 7], [7, 8, 9, 10, 11], [13, 14, 15, 16, 19, 20], [21, 22]]


def bucketed(boundaries, **options):
    dataset = Dataset.from_generator(
        lambda: iter(ELEMENTS), output_signature=tf.TensorSpec([None], tf.int64)
    )
    length = lambda x: tf.shape(x)[0]  # noqa: E731
    return values(dataset.bucket_by_sequence_length(length, boundaries, [2, 2, 2], **options))


def test_buckets():
    long = [[7, 8, 9, 10, 11, 0], [13, 14, 15, 16, 19, 20]]
    assert bucketed([3, 5]) == [[[1, 2, 3, 4], [5, 6, 7, 0]], long, [[0, 0], [21, 22]]]
    to_boundary = bucketed([4, 7], pad_to_bucket_boundary=True)
    assert to_boundary[0] == [[0, 0, 0], [5, 6, 7]]
    assert to_boundary[1] == [[1, 2, 3, 4, 0, 0], [7, 8, 9, 10, 11, 0]]
    with pytest.raises(ValueError, match="must equal `len"):
        bucketed([3])


@ours("TensorFlow's error is an InternalError around this one")
def test_no_bucket_to_pad_to():
    with pytest.raises(Invalid, match="elements must have length"):
        bucketed([3, 5], pad_to_bucket_boundary=True)


def test_rebatch():
    assert values(numbers(6).batch(2).rebatch(3)) == [[0, 1, 2], [3, 4, 5]]
    assert values(numbers(8).batch(4).rebatch([2, 1, 1])) == [[0, 1], [2], [3], [4, 5], [6], [7]]
    assert values(numbers(7).batch(2).rebatch(3, True)) == [[0, 1, 2], [3, 4, 5]]
    with pytest.raises(ValueError, match="adding the `batch` transformation"):
        numbers(3).rebatch(2)


# --- one after the other --------------------------------------------------------------------------


def test_scan():
    dataset = numbers(1, 5).scan(np.int64(0), lambda s, x: (s + x, s + x))
    assert values(dataset) == [1, 3, 6, 10]
    pair = numbers(1, 4).scan((np.int64(0), 1.0), lambda s, x: ((s[0] + x, s[1]), (s[0], x)))
    assert values(pair) == [(0, 1), (1, 2), (3, 3)]
    with pytest.raises(TypeError, match="should return a pair"):
        values(numbers(3).scan(np.int64(0), lambda s, x: s))
    with pytest.raises(TypeError, match="must match the initial state"):
        values(numbers(3).scan(np.int64(0), lambda s, x: (tf.cast(s, tf.float32), x)))


def test_unique():
    assert values(Dataset.from_tensor_slices([1, 37, 2, 37, 2, 1]).unique()) == [1, 37, 2]
    assert values(Dataset.from_tensor_slices([[1, 1], [1, 1]]).unique()) == [[1, 1]]
    assert len(values(Dataset.from_tensor_slices(["a", "b", "a"]).unique())) == 2
    with pytest.raises(TypeError, match="does not support type"):
        Dataset.from_tensor_slices([1.0]).unique()


def inverses():
    dataset = Dataset.from_tensor_slices([1.0, 2.0, 0.0, 4.0])
    return dataset.map(lambda x: tf.debugging.check_numerics(1.0 / x, "e"))


def test_errors():
    assert values(inverses().ignore_errors()) == [1.0, 0.5, 0.25]
    iterator, found = iter(inverses()), []
    for _ in range(4):
        try:
            found.append(float(next(iterator)))
        except Invalid:
            found.append("error")
    assert found == [1.0, 0.5, "error", 0.25]


def test_endless_numbers():
    assert values(Dataset.counter(5, -2).take(3)) == [5, 3, 1]
    assert Dataset.counter(dtype=tf.int32).element_spec.dtype == tf.int32
    one, two = (values(Dataset.random(seed=4).take(3)) for _ in range(2))
    assert one == two
    assert int(Dataset.random(seed=4).cardinality()) == tf.data.INFINITE_CARDINALITY


# --- several datasets -----------------------------------------------------------------------------


def test_choose():
    parts = [numbers(3), numbers(10, 13)]
    choice = Dataset.from_tensor_slices(np.array([0, 1, 1, 0, 0, 0, 1], np.int64))
    choose = Dataset.choose_from_datasets
    assert values(choose(parts, choice)) == [0, 10, 11, 1, 2]
    short = [numbers(2), numbers(10, 13)]
    assert values(choose(short, choice)) == [0, 10, 11, 1]
    assert values(choose(short, choice, stop_on_empty_dataset=False)) == [0, 10, 11, 1, 12]
    drawn = Dataset.from_generator(lambda: iter([1, 0]), output_types=tf.int64)  # of any shape
    assert values(choose(parts, drawn)) == [10, 0]
    with pytest.raises(Invalid, match=r"Selector index out of range: 2 >= 2"):
        values(choose(parts, numbers(5)))
    with pytest.raises(TypeError, match=r"must be scalar `tf.int64` tensors"):
        choose(parts, Dataset.from_tensor_slices([0, 1]))


def test_sample():
    sample = Dataset.sample_from_datasets
    parts = [numbers(30), numbers(100, 130)]
    found = values(sample(parts, seed=1))
    assert sorted(found) == [*range(30), *range(100, 130)]
    assert [x for x in found if x < 50] == list(range(30))
    assert values(sample(parts, weights=[0.0, 1.0])) == list(range(100, 130))
    assert len(values(sample(parts, stop_on_empty_dataset=True, seed=1))) < 60
    always = Dataset.from_tensors([1.0, 0.0]).repeat()
    assert values(sample(parts, weights=always).take(3)) == [0, 1, 2]
    with pytest.raises(ValueError, match="should have the same length"):
        sample(parts, weights=[1.0])
    with pytest.raises(ValueError, match="should not be empty"):
        sample([])
    with pytest.raises(TypeError, match="must have compatible element specs"):
        sample([numbers(3), Dataset.from_tensors(1.0)])


def test_rejection_resample():
    labels = Dataset.from_tensor_slices(np.array([0] * 90 + [1] * 10, np.int32)).repeat(30)
    for initial in (None, [0.9, 0.1]):
        found = values(labels.rejection_resample(lambda x: x, [0.5, 0.5], initial, seed=1))
        share = np.mean([label for label, _ in found])
        assert 0.4 < share < 0.6
        assert all(label == element for label, element in found)


# --- files ----------------------------------------------------------------------------------------


def test_list_files(tmp_path):
    for name in "cab":
        (tmp_path / name).write_text(name)
    pattern = str(tmp_path / "*")
    found = [x.numpy()[-1:] for x in Dataset.list_files(pattern, shuffle=False)]
    assert found == [b"a", b"b", b"c"]
    assert sorted(x.numpy()[-1:] for x in Dataset.list_files(pattern)) == found
    with pytest.raises(Invalid, match="No files matched pattern"):
        Dataset.list_files(str(tmp_path / "no*"))


def lines(*args, **kwargs):
    return [line.numpy() for line in tf.data.TextLineDataset(*args, **kwargs)]


def test_lines(tmp_path):
    path = str(tmp_path / "a")
    for text, expected in ((b"a\r\nb\n\nc", [b"a", b"b", b"", b"c"]), (b"a\n", [b"a"]), (b"", [])):
        (tmp_path / "a").write_bytes(text)
        assert lines(path) == expected
    (tmp_path / "a").write_bytes(b"x" * 300_000 + b"\ny")
    assert [len(line) for line in lines([path, path])] == [300_000, 1, 300_000, 1]
    (tmp_path / "z").write_bytes(gzip.compress(b"a\nb"))
    assert lines(str(tmp_path / "z"), compression_type="GZIP") == [b"a", b"b"]
    with pytest.raises(tf.errors.NotFoundError):
        lines(str(tmp_path / "no"))


def test_records_of_a_fixed_length(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"HHabcdefFF")
    make = tf.data.FixedLengthRecordDataset
    assert [x.numpy() for x in make(str(path), 2, 2, 2)] == [b"ab", b"cd", b"ef"]
    assert [x.numpy() for x in make([str(path)] * 2, 5)] == [b"HHabc", b"defFF"] * 2
    with pytest.raises(Invalid, match="not an exact multiple of the record length"):
        list(make(str(path), 3))


@pytest.fixture
def table(tmp_path):
    (tmp_path / "a.csv").write_text('a,b,c,label\n1,2.5,x,0\n2,3.5,y,1\n3,,z,0\n4,5.5,"w,w",1\n')
    return str(tmp_path / "a.csv")


def test_make_csv_dataset(table):
    make = lambda *args, **kw: [  # noqa: E731
        tf.nest.map_structure(lambda t: t.numpy().tolist(), e)
        for e in tf.data.experimental.make_csv_dataset(
            table, *args, **{"shuffle": False, "num_epochs": 1, **kw}
        )
    ]
    one, two = make(2)
    assert list(one) == ["a", "b", "c", "label"]
    assert dict(one) == {"a": [1, 2], "b": [2.5, 3.5], "c": [b"x", b"y"], "label": [0, 1]}
    assert dict(two) == {"a": [3, 4], "b": [0.0, 5.5], "c": [b"z", b"w,w"], "label": [0, 1]}
    features, label = make(3, label_name="label", select_columns=["a", "label"])[0]
    assert (dict(features), label) == ({"a": [1, 2, 3]}, [0, 1, 0])
    assert [dict(e) for e in make(4, select_columns=[0])] == [{"a": [1, 2, 3, 4]}]
    assert list(make(4, column_names=["w", "x", "y", "z"])[0]) == ["w", "x", "y", "z"]
    assert len(make(2, shuffle=True)) == 2
    with pytest.raises(ValueError, match="`label_name` provided must be one of the columns"):
        make(4, label_name="q")
    with pytest.raises(ValueError, match="No files match `file_pattern`"):
        tf.data.experimental.make_csv_dataset(table + "no", 2)


def test_csv_dataset(table):
    make = lambda *args, **kw: [  # noqa: E731
        [x.numpy() for x in row]
        for row in tf.data.experimental.CsvDataset(table, *args, header=True, **kw)
    ]
    rows = make([tf.float32, tf.constant([0.0]), tf.string, tf.int32])
    assert rows[2] == [3.0, 0.0, b"z", 0]
    assert make([tf.int32], select_cols=[3]) == [[0], [1], [0], [1]]
    assert make([tf.int32, tf.string, tf.int32], exclude_cols=[1])[3] == [4, b"w,w", 1]
    with pytest.raises(Invalid, match="is required but missing"):
        make([tf.int32, tf.float32, tf.string, tf.int32])


# --- stored elements ------------------------------------------------------------------------------


def test_saved_datasets(tmp_path):
    pairs = Dataset.zip(
        (numbers(5), rows().repeat().map(lambda x: {"a": x, "s": tf.constant("t")}))
    )
    pairs.save(str(tmp_path / "d"))
    found = Dataset.load(str(tmp_path / "d"))
    assert [int(x) for x, _ in found] == [0, 1, 2, 3, 4]
    assert [e["a"].numpy().tolist() for _, e in found][:2] == [[1], [2, 2]]
    assert next(iter(found))[1]["s"].numpy() == b"t"
    assert found.element_spec[1]["a"] == tf.TensorSpec([None], tf.int32)
    with pytest.raises(tf.errors.NotFoundError):
        list(Dataset.load(str(tmp_path / "no")))


def test_a_cache_in_files(tmp_path):
    path = str(tmp_path / "c")
    half = iter(numbers(4).cache(path))
    next(half)
    del half
    assert values(numbers(3).cache(path + "2")) == [0, 1, 2]
    assert values(numbers(5).cache(path + "2")) == [0, 1, 2]  # what was found first


@pytest.mark.parametrize("in_files", [False, True])
@pytest.mark.parametrize("make", [numbers, lambda n: Dataset.from_tensor_slices(list(range(n)))])
def test_a_cache_is_complete_with_the_last_of_a_known_number(tmp_path, make, in_files):
    source = make(60).shuffle(60, seed=3)
    cached = source.cache(str(tmp_path / "c") if in_files else "")

    def first(count):
        elements = iter(cached)
        return [int(next(elements)) for _ in range(count)]

    partial = first(3)
    whole = first(60)  # nobody asks for the end, as in an epoch of `fit`
    assert whole[:3] != partial
    assert first(60) == [int(x) for x in cached] == whole


def test_an_empty_cache_in_files(tmp_path):
    path = str(tmp_path / "c")
    assert values(numbers(0).cache(path)) == values(numbers(3).cache(path)) == []


def test_snapshots(tmp_path):
    path, calls = str(tmp_path / "s"), []

    def noted(x):
        return tf.py_function(lambda y: calls.append(1) or y, [x], tf.int64)

    for _ in range(2):
        assert values(numbers(3).map(noted).snapshot(path)) == [0, 1, 2]
    assert values(numbers(4).snapshot(path)) == [0, 1, 2, 3]


@ours("TensorFlow's own files have another layout")
def test_damaged_stores(tmp_path):
    numbers(3).save(tmp_path)
    part = tmp_path / "dataset.00000"
    part.write_bytes(part.read_bytes()[:-1])
    with pytest.raises(DataLoss):
        list(Dataset.load(tmp_path))
    assert calls_once(tmp_path / "s") == 3


CALLS = []


def calls_once(path):
    def noted(x):
        CALLS.append(1)
        return x

    for _ in range(2):
        assert len(list(numbers(3).filter(lambda x: noted(x) >= 0).snapshot(path))) == 3
    return len(CALLS)


# --- options, experimental ------------------------------------------------------------------------


def test_options():
    options = tf.data.Options()
    assert options.deterministic is None
    options.threading.private_threadpool_size = 3
    options.experimental_distribute.auto_shard_policy = tf.data.experimental.AutoShardPolicy.DATA
    options.deterministic = False
    found = numbers(3).with_options(options).map(lambda x: x).options()
    assert found.deterministic is False
    assert numbers(3).options().deterministic is None
    with pytest.raises(AttributeError, match="Cannot set the property zzz on Options"):
        options.zzz = 1


def test_experimental():
    exp = tf.data.experimental
    assert values(numbers(3).apply(exp.unique())) == [0, 1, 2]
    assert values(numbers(3).apply(exp.enumerate_dataset(5))) == [(5, 0), (6, 1), (7, 2)]
    assert len(values(numbers(4).apply(exp.shuffle_and_repeat(3, 2)))) == 8
    assert len(numbers(4).filter(lambda x: True).apply(exp.assert_cardinality(4))) == 4
    with pytest.raises(tf.errors.FailedPreconditionError, match="expected to contain 5 elements"):
        values(numbers(4).apply(exp.assert_cardinality(5)))
    zero = lambda key: np.int64(0)  # noqa: E731
    reducer = exp.Reducer(zero, lambda s, x: s + x, lambda s: s)
    assert values(numbers(6).apply(exp.group_by_reducer(lambda x: x % 2, reducer))) == [6, 9]
    iterator = iter(numbers(1))
    assert bool(iterator.get_next_as_optional().has_value())
    assert not bool(iterator.get_next_as_optional().has_value())


def test_an_iterator_asked_by_its_methods():
    iterator = iter(Dataset.from_tensor_slices({"x": np.zeros([2, 3], np.float32)}))
    assert iterator.next()["x"].shape == [3]
    assert iterator.get_next()["x"].shape == [3]
    with pytest.raises(StopIteration):
        iterator.next()
    assert iterator.output_types == {"x": tf.float32}
    assert iterator.output_shapes == {"x": tf.TensorShape([3])}
    assert iterator.output_classes == {"x": tf.Tensor}


def test_lists_within_what_a_function_returns_are_tensors():
    rows = Dataset.from_tensor_slices(np.arange(6, dtype=np.float32).reshape([2, 3]))
    pairs = rows.map(lambda row: ([row, row + 1], {"x": [row, row]}))
    spec = tf.TensorSpec([2, 3], tf.float32)
    assert pairs.element_spec == (spec, {"x": spec})
    whole = rows.map(lambda row: [row, row])
    assert whole.element_spec == (tf.TensorSpec([3], tf.float32),) * 2
    cut = rows.map(lambda row: ([row, row + 1], [row, row])).flat_map(
        lambda x, y: Dataset.from_tensor_slices((x, y))
    )
    assert values(cut)[1] == ([1.0, 2.0, 3.0], [0.0, 1.0, 2.0])
    scanned = rows.scan([0.0, 0.0], lambda state, row: (state + row[:2], [row[0], row[1]]))
    assert values(scanned) == [[0.0, 1.0], [3.0, 4.0]]
    assert rows.reduce([0.0, 0.0], lambda state, row: state + row[:2]).numpy().tolist() == [3, 5]


# --- checkpoints ----------------------------------------------------------------------------------


def test_an_iterator_in_a_checkpoint(tmp_path):
    iterator = iter(numbers(9))
    checkpoint = tf.train.Checkpoint(iterator=iterator)
    first = [int(next(iterator)) for _ in range(2)]
    path = checkpoint.save(str(tmp_path / "c"))
    assert [int(next(iterator)) for _ in range(3)] == [2, 3, 4]
    checkpoint.restore(path)
    assert [int(next(iterator)) for _ in range(2)] == [2, 3]
    other = tf.train.Checkpoint(iterator=iter(numbers(9)))
    other.restore(path).assert_consumed()
    assert first == [0, 1]
    assert int(next(other.iterator)) == 2


def test_an_iterator_of_a_shuffled_dataset_goes_on_as_it_would(tmp_path):
    make = lambda: iter(numbers(20).shuffle(20).repeat(2).batch(3))  # noqa: E731
    iterator = make()
    for _ in range(9):
        next(iterator)
    path = tf.train.Checkpoint(iterator=iterator).save(str(tmp_path / "c"))
    rest = values(iterator)
    other = tf.train.Checkpoint(iterator=make())
    other.restore(path)
    assert values(other.iterator) == rest


def test_shapes_of_a_generator_s_structure():
    def generate():
        yield {"b": [1], "a": [1, 2]}, [0.0]

    dataset = Dataset.from_generator(
        generate,
        output_types=({"b": tf.int32, "a": tf.int32}, tf.float32),
        output_shapes=({"b": tf.TensorShape((1,)), "a": (2,)}, tf.TensorShape((1,))),
    )
    features, target = next(iter(dataset))
    assert features["a"].numpy().tolist() == [1, 2]
    assert (features["b"].shape, target.shape) == ([1], [1])


def test_text_reaches_numpy_functions_as_bytes():
    def read(path, scale):
        return np.float32(len(path.decode()) * scale)

    def load(path):
        return tf.numpy_function(read, [path, tf.constant(2.0)], tf.float32)

    found = Dataset.from_tensor_slices(["ab", "c"]).map(load)
    assert [float(x) for x in found] == [4.0, 2.0]


def test_named_tuples_reach_functions_whole():
    Point = collections.namedtuple("Point", "x y")
    points = tf.data.Dataset.from_tensor_slices(Point(tf.range(4), tf.range(4) * 2))
    assert [int(s) for s in points.map(lambda p: p.x + p.y)] == [0, 3, 6, 9]
    assert [int(p.y) for p in points.filter(lambda p: p.x > 1)] == [4, 6]
    assert [int(p.x.shape[0]) for p in points.batch(3).map(lambda p: p)] == [3, 1]
    pairs = tf.data.Dataset.from_tensor_slices((tf.range(4), tf.range(4)))
    assert [int(s) for s in pairs.map(lambda x, y: x + y)] == [0, 2, 4, 6]


def test_a_number_is_a_padded_shape():
    rows = tf.data.Dataset.range(1, 3).map(lambda n: tf.fill([n], n))
    batch = next(iter(rows.padded_batch(2, padded_shapes=3)))
    assert batch.numpy().tolist() == [[1, 0, 0], [2, 2, 0]]
