"""Words that mean an optimizer, in whatever letters they are written."""

import pytest
from library import tf

WORDS = {
    "SGD": "sgd SGD Sgd",
    "Adam": "adam ADAM Adam aDaM",
    "AdamW": "adamw AdamW Adamw ADAMW",
    "RMSprop": "rmsprop RMSprop RMSProp RMSPROP Rmsprop",
    "Adagrad": "adagrad AdaGrad ADAGRAD",
    "Adadelta": "adadelta AdaDelta",
    "Adamax": "adamax AdaMax",
    "Nadam": "nadam NAdam NADAM",
    "Ftrl": "ftrl FTRL Ftrl",
}


@pytest.mark.parametrize("name", WORDS)
def test_letters_of_any_case(name: str) -> None:
    for word in WORDS[name].split():
        assert type(tf.keras.optimizers.get(word)).__name__ == name


@pytest.mark.keras_2
@pytest.mark.parametrize("name", WORDS)
def test_letters_of_any_case_in_keras_2(name: str) -> None:
    for word in WORDS[name].split():
        assert type(tf.keras.optimizers.get(word)).__name__ == name


def test_a_model_is_compiled_by_such_a_word() -> None:
    model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
    model.compile("RMSProp", "mse")
    assert type(model.optimizer).__name__ == "RMSprop"


def test_the_class_of_a_configuration() -> None:
    made = tf.keras.optimizers.get({"class_name": "ADAM", "config": {"learning_rate": 0.25}})
    assert float(made.learning_rate) == 0.25


def test_other_words_are_refused() -> None:
    with pytest.raises(ValueError, match="optimizer"):
        tf.keras.optimizers.get("adams")
