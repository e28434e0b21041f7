"""`keras.wrappers`: models as estimators of scikit-learn, as in Keras 2 and in Keras 3."""

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

pytest.importorskip("sklearn")
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

keras = tf.keras
keras2 = pytest.mark.ours("Keras 3 leaves it out")
X = np.array([[0.0, 1.0], [1.0, 0.0], [2.0, 1.0], [3.0, 3.0], [4.0, 1.0], [5.0, 2.0]] * 2)
Y = (X[:, 0] > 2).astype(int)
if not AGAINST_TENSORFLOW:
    from gradtape.keras.wrappers.scikit_learn import KerasClassifier, KerasRegressor


def binary(units=1, rate=0.1):
    layer = keras.layers.Dense(units, "sigmoid", kernel_initializer="ones")
    model = keras.Sequential([keras.Input([2]), layer])
    optimizer = keras.optimizers.SGD(rate)
    model.compile(optimizer, "binary_crossentropy", metrics=["accuracy"])
    return model


def several(outputs=3):
    model = keras.Sequential([keras.Input([2]), keras.layers.Dense(outputs, "softmax")])
    model.compile("sgd", "categorical_crossentropy", metrics=["accuracy"])
    return model


@keras2
def test_a_classifier_knows_its_labels():
    classifier = KerasClassifier(build_fn=binary, epochs=2, verbose=0)
    labels = np.array(["no", "yes"])[Y]
    history = classifier.fit(X, labels)
    assert len(history.epoch) == 2
    assert classifier.classes_.tolist() == ["no", "yes"]
    proba = classifier.predict_proba(X)
    np.testing.assert_allclose(proba.sum(axis=1), np.ones(12), rtol=1e-6)
    outputs = classifier.predict(X)
    np.testing.assert_array_equal(outputs[:, 0] == "yes", proba[:, 1] > 0.5)
    assert classifier.score(X, labels) == pytest.approx((outputs[:, 0] == labels).mean())


@keras2
def test_labels_become_rows_where_the_loss_wants_them():
    classifier = KerasClassifier(build_fn=several, epochs=1, verbose=0)
    labels = np.arange(12) % 3 + 5
    classifier.fit(X, labels)
    assert set(classifier.predict(X)) <= {5, 6, 7}
    assert classifier.score(X, labels) == pytest.approx((classifier.predict(X) == labels).mean())
    classifier.fit(X, keras.utils.to_categorical(labels - 5))
    assert classifier.classes_.tolist() == [0, 1, 2]


@keras2
def test_arguments_go_where_they_are_taken():
    classifier = KerasClassifier(build_fn=binary, rate=0.5, epochs=3, batch_size=4, verbose=0)
    history = classifier.fit(X, Y, epochs=1)
    assert len(history.epoch) == 1
    assert float(classifier.model.optimizer.learning_rate) == 0.5
    assert classifier.get_params()["batch_size"] == 4
    assert clone(classifier).get_params() == classifier.get_params()
    classifier.set_params(epochs=2)
    assert len(classifier.fit(X, Y).epoch) == 2
    with pytest.raises(ValueError, match="nonsense is not a legal parameter"):
        KerasClassifier(build_fn=binary, nonsense=1)
    bare = KerasClassifier(build_fn=lambda: keras.Sequential([keras.layers.Dense(1)]))
    with pytest.raises((ValueError, RuntimeError), match="compile"):
        bare.fit(X, Y)


@keras2
def test_a_grid_of_numbers_is_searched():
    search = GridSearchCV(
        KerasClassifier(binary, verbose=0), {"epochs": [1, 2], "rate": [0.1]}, cv=2
    )
    search.fit(X, Y)
    assert search.best_params_["epochs"] in (1, 2)
    assert search.best_estimator_.predict(X).shape == (12, 1)


@keras2
def test_a_regressor_in_a_pipeline():
    def line():
        model = keras.Sequential([keras.layers.Dense(1, input_dim=2)])
        model.compile("sgd", "mse")
        return model

    pipeline = make_pipeline(StandardScaler(), KerasRegressor(line, epochs=1, verbose=0))
    scores = cross_val_score(pipeline, X, X.sum(axis=1), cv=2)
    assert scores.shape == (2,)
    assert (scores < 0).all()
    regressor = KerasRegressor(line, epochs=1, verbose=0)
    regressor.fit(X, X.sum(axis=1))
    assert regressor.predict(X).shape == (12,)
    error = np.mean((regressor.predict(X) - X.sum(axis=1)) ** 2)
    assert regressor.score(X, X.sum(axis=1)) == pytest.approx(-error, rel=1e-4)


def dynamic(X, y, loss="categorical_crossentropy"):
    outputs = y.shape[1] if y.ndim > 1 else 1
    end = "softmax" if loss == "categorical_crossentropy" else None
    model = keras.Sequential([keras.Input([X.shape[1]]), keras.layers.Dense(outputs, end)])
    model.compile(loss=loss, optimizer="sgd")
    return model


def test_keras_3_classifies():
    labels = np.array(["a", "b", "c"])[np.arange(12) % 3]
    estimator = keras.wrappers.SKLearnClassifier(dynamic, fit_kwargs={"verbose": 0})
    assert estimator.fit(X, labels, epochs=2) is estimator
    assert estimator.classes_.tolist() == ["a", "b", "c"]
    assert estimator.decision_function(X).shape == (12, 3)
    assert len(estimator.history_.epoch) == 2
    again = clone(keras.wrappers.SKLearnClassifier(dynamic))
    assert again.model is dynamic
    with pytest.raises(ValueError, match="only one class"):
        estimator.fit(X, np.ones(12, int))


@pytest.mark.ours("the model's rows stay rows in Keras 3")
def test_keras_3_predicts_classes():
    estimator = keras.wrappers.SKLearnClassifier(dynamic).fit(X, Y + 4, epochs=50, verbose=0)
    assert (estimator.predict(X) == Y + 4).mean() > 0.6


def test_keras_3_regresses_and_transforms():
    def line(X, y):
        return dynamic(X, y, loss="mse")

    estimator = keras.wrappers.SKLearnRegressor(line)
    estimator.fit(X, X.sum(axis=1), epochs=1, verbose=0)
    assert estimator.predict(X).shape == (12,)
    with pytest.raises(RuntimeError, match="compiled"):
        keras.wrappers.SKLearnRegressor(
            lambda X, y: keras.Sequential([keras.Input([2]), keras.layers.Dense(1)])
        ).fit(X, Y)
    features = keras.wrappers.SKLearnTransformer(line).fit(X, X.sum(axis=1), verbose=0)
    assert features.transform(X).shape == (12, 1)


def test_keras_3_clones_a_model():
    model = dynamic(X, X, loss="mse")
    before = [w.copy() for w in model.get_weights()]
    estimator = keras.wrappers.SKLearnRegressor(model)
    if AGAINST_TENSORFLOW:
        return  # Keras 3 forgets to compile the clone of some versions
    estimator.fit(X, X, epochs=1, verbose=0)
    for was, now in zip(before, model.get_weights(), strict=True):
        np.testing.assert_array_equal(was, now)
    warm = keras.wrappers.SKLearnRegressor(model, warm_start=True).fit(X, X, verbose=0)
    assert warm.model_ is model
