"""SciPy's matrices as data of `fit`, and what a layer's gradient is for sparse rows."""

import numpy as np
import pytest
from library import tf

sparse = pytest.importorskip("scipy.sparse")
ROWS = np.float32([[1, 0, 2, 0], [1, 3, 0, 0], [0, 0, 0, 0], [0, 4, 0, 5], [0, 0, 1, 0]])
TARGETS = np.float32([[0], [1], [0], [1], [1]])


def model():
    made = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones")])
    made.compile(tf.keras.optimizers.SGD(0.01), "mse")
    return made


@pytest.mark.parametrize("form", ["csr", "coo"])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_matrices_are_trained_on_as_the_rows_that_they_stand_for(form, dtype):
    matrix = sparse.csr_matrix(ROWS.astype(dtype)).asformat(form)
    of_matrix, of_rows = model(), model()
    options = {"batch_size": 2, "epochs": 2, "verbose": 0, "shuffle": False}
    found = of_matrix.fit(matrix, TARGETS, **options).history["loss"]
    expected = of_rows.fit(ROWS, TARGETS, **options).history["loss"]
    np.testing.assert_allclose(found, expected, rtol=1e-5)
    loss = of_matrix.evaluate(matrix, TARGETS, verbose=0)
    np.testing.assert_allclose(loss, of_rows.evaluate(ROWS, TARGETS, verbose=0), rtol=1e-5)
    outputs = of_matrix.predict(matrix, verbose=0)
    np.testing.assert_allclose(outputs, of_rows.predict(ROWS, verbose=0), rtol=1e-5)


def test_matrices_are_shuffled_and_validated_on():
    matrix, trained = sparse.csr_matrix(ROWS), model()
    history = trained.fit(matrix, TARGETS, verbose=0, validation_data=(matrix, TARGETS)).history
    assert set(history) == {"loss", "val_loss"}


@pytest.mark.keras_3
@pytest.mark.parametrize("form", [sparse.csr_matrix, sparse.coo_matrix, tf.sparse.from_dense])
def test_the_last_sparse_rows_are_held_out(form):
    of_sparse, of_rows = model(), model()
    options = {"verbose": 0, "shuffle": False, "validation_split": 0.4}
    found = of_sparse.fit(form(ROWS), TARGETS, **options).history
    expected = of_rows.fit(ROWS, TARGETS, **options).history
    np.testing.assert_allclose(found["val_loss"], expected["val_loss"], rtol=1e-5)


@pytest.mark.keras_2
def test_sparse_rows_are_not_held_out_in_keras_2():
    with pytest.raises(ValueError, match="`validation_split` is only supported for"):
        model().fit(sparse.csr_matrix(ROWS), TARGETS, validation_split=0.4, verbose=0)


def test_a_gradient_for_sparse_rows_has_each_column_once():
    layer = tf.keras.layers.Dense(1, kernel_initializer="ones", use_bias=False)
    rows = tf.sparse.from_dense(ROWS[:3])
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(layer(rows))
    gradient = tape.gradient(loss, layer.trainable_variables)[0]
    assert gradient.indices.numpy().tolist() == [0, 2, 1]
    assert gradient.values.numpy().tolist() == [[2.0], [2.0], [3.0]]


@pytest.mark.keras_3
def test_the_squares_of_adam_are_those_of_whole_gradients():
    trained = {}
    for form in (np.asarray, tf.sparse.from_dense):
        trained[form] = tf.keras.Sequential(
            [tf.keras.layers.Dense(1, kernel_initializer="ones", use_bias=False)]
        )
        trained[form].compile(tf.keras.optimizers.Adam(0.1), "mse")
        for _ in range(2):
            trained[form].train_on_batch(form(ROWS[:2]), TARGETS[:2])
    dense, of_sparse = (one.get_weights()[0] for one in trained.values())
    np.testing.assert_allclose(of_sparse, dense, rtol=1e-5)
