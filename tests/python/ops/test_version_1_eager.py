"""What version 1 has of functions and types that mean something where execution is eager."""

import pytest
from library import AGAINST_TENSORFLOW, tf

V = tf.compat.v1


def lists(values):
    return [value.numpy().tolist() for value in values]


def test_types_of_graphs_can_be_named():
    assert not isinstance(tf.constant(1.0), (tf.Operation, tf.Graph, V.Operation, V.Graph))
    with pytest.raises(RuntimeError, match="not compatible with eager execution"):
        V.placeholder(tf.float32, [None])
    if not AGAINST_TENSORFLOW:
        with pytest.raises(NotImplementedError, match="write a Python function"):
            tf.Graph()


def test_variables_have_their_values():
    v = tf.Variable([1.0, 2.0])
    assert V.is_variable_initialized(v).numpy().item() is True
    assert V.report_uninitialized_variables().shape == (0,)
    assert V.assert_variables_initialized() is None
    assert V.initializers.variables([v]) is None
    assert V.initialize_all_tables() is None
    assert V.model_variables() == V.moving_average_variables() == []
    assert V.resource_variables_enabled()
    assert V.executing_eagerly_outside_functions()


def test_variables_change_where_they_are_told():
    v = tf.Variable([1.0, 2.0, 3.0])
    assert V.scatter_nd_add(v, [[0]], [5.0]).numpy().tolist() == [6.0, 2.0, 3.0]
    assert V.scatter_nd_sub(v, [[0]], [5.0]).numpy().tolist() == [1.0, 2.0, 3.0]
    assert V.scatter_nd_update(v, [[2]], [0.5]).numpy().tolist() == [1.0, 2.0, 0.5]


def test_rows_change_at_indices_of_any_shape():
    v = tf.Variable([1.0, 2.0, 3.0])
    assert V.scatter_update(v, 0, 5).numpy().tolist() == [5.0, 2.0, 3.0]
    assert V.scatter_add(v, [[0, 1]], [[1.0, 1.0]]).numpy().tolist() == [6.0, 3.0, 3.0]
    table = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
    assert V.scatter_update(table, 1, [7.0, 8.0]).numpy().tolist() == [[1.0, 2.0], [7.0, 8.0]]
    assert V.scatter_sub(table, [0, 1], 1.0).numpy().tolist() == [[0.0, 1.0], [6.0, 7.0]]


def test_a_counter_ends():
    counter = tf.Variable(1)
    assert V.count_up_to(counter, 2).numpy() == 1
    with pytest.raises(tf.errors.OutOfRangeError):
        V.count_up_to(counter, 2)
    assert counter.numpy() == 2


def test_a_local_variable_is_not_trained():
    made = V.get_local_variable("local", [2], initializer=tf.ones_initializer())
    assert (made.trainable, made.numpy().tolist()) == (False, [1.0, 1.0])


def test_older_functions():
    assert V.batch_gather([[1, 2], [3, 4]], [[1], [0]]).numpy().tolist() == [[2], [3]]
    clipped = V.clip_by_average_norm([3.0, 4.0], 1.0).numpy().tolist()
    assert clipped == pytest.approx([1.2, 1.6])
    assert lists(V.setdiff1d([1, 2, 3, 4], [2, 3])) == [[1, 4], [0, 3]]
    assert lists(V.setdiff1d(["a", "b"], ["a"])) == [[b"b"], [1]]
    assert V.global_norm([tf.constant([3.0, 4.0])]).numpy() == 5.0
    assert V.matrix_solve_ls(tf.eye(2), tf.ones([2, 1])).numpy().tolist() == [[1.0], [1.0]]
    assert V.sparse_matmul(tf.eye(2), tf.ones([2, 1])).numpy().tolist() == [[1.0], [1.0]]
    assert V.no_regularizer(tf.ones([2])) is None
    assert V.spectral.fft(tf.ones(2, tf.complex64)).numpy().tolist() == [2.0, 0.0]


def test_what_is_not_dense_stays_so():
    sparse = tf.sparse.from_dense([[0.0, 1.0]])
    slices = tf.IndexedSlices([[1.0]], [0])
    assert V.convert_to_tensor_or_sparse_tensor(sparse) is sparse
    assert V.convert_to_tensor_or_indexed_slices(slices) is slices
    assert V.convert_to_tensor_or_sparse_tensor([1.0]).shape == (1,)


def test_images():
    x = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
    assert V.image.resize_area(x, [2, 2])[0, :, :, 0].numpy().tolist() == [[2.5, 4.5], [10.5, 12.5]]
    assert V.image.transpose_image(tf.ones([2, 3, 1])).shape == (3, 2, 1)
    windows = [1, 2, 2, 1], [1, 2, 2, 1], [1, 1, 1, 1], "VALID"
    assert V.extract_image_patches(x, *windows).shape == (1, 2, 2, 4)
    assert V.image.extract_image_patches(x, *windows).shape == (1, 2, 2, 4)


def test_print_passes_its_input(capfd):
    data = [tf.constant([[1, 2], [3, 4]]), tf.constant(2.5)]
    assert V.Print(tf.constant(1.0), data, "values ").numpy() == 1.0
    assert "values [[1 2][3...]...][2.5]" in capfd.readouterr().err


def test_a_name_scope_has_a_name_for_when_none_is_given():
    with V.name_scope(None, "default", [tf.constant(1.0)]) as scope:
        assert scope == "default/"
    with V.name_scope("given", "default") as scope:
        assert scope == "given/"
    with V.name_scope("given"), V.name_scope(None, None, [1.0]) as scope:
        assert scope == ""


def test_random_numbers_and_initializers_have_older_names():
    V.random.set_random_seed(1)
    first = V.random.normal([2]).numpy().tolist()
    V.random.set_random_seed(1)
    assert V.random.normal([2]).numpy().tolist() == first
    assert V.random.multinomial(tf.zeros([1, 3]), 2).shape == (1, 2)
    assert V.initializers.zeros()([2]).numpy().tolist() == [0.0, 0.0]


def test_the_default_graph_gives_names():
    graph = V.get_default_graph()
    assert isinstance(graph, tf.Graph)
    assert (graph.building_function, graph.get_operations()) == (False, [])
    names = [graph.unique_name(name) for name in ("own", "own", "Own", "own_1", "own")]
    assert names[:3] == ["own", "own_1", "Own_2"]
    assert len({name.lower() for name in names}) == 5
    assert graph.unique_name("own", mark_as_used=False) == graph.unique_name("own")
