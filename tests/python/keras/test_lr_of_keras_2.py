"""`lr` under Keras 2: it warns of the old name and trains with its default rate."""

import pytest
from library import AGAINST_TENSORFLOW, tf

pytestmark = pytest.mark.keras_2
optimizers = tf.keras.optimizers


@pytest.mark.filterwarnings("ignore:`lr` is deprecated")
@pytest.mark.parametrize(
    ("name", "rate"), [("Adam", 0.001), ("SGD", 0.01), ("RMSprop", 0.001), ("Nadam", 0.001)]
)
def test_lr_is_not_read(name, rate):
    optimizer = getattr(optimizers, name)(lr=0.5)
    assert float(optimizer.learning_rate) == pytest.approx(rate)
    optimizer.lr = 0.25
    assert float(optimizer.learning_rate) == float(optimizer.lr) == 0.25


@pytest.mark.filterwarnings("ignore:`lr` is deprecated")
def test_the_learning_rate_beside_it_is():
    assert float(optimizers.Adam(learning_rate=0.5, lr=0.25).learning_rate) == 0.5
    assert float(optimizers.Adam(0.5, lr=0.25).learning_rate) == 0.5


@pytest.mark.filterwarnings("ignore:`lr` is deprecated", "ignore:The `lr` argument")
def test_legacy_optimizers_read_it():
    assert float(optimizers.legacy.Adam(lr=0.5).learning_rate) == 0.5


@pytest.mark.filterwarnings("ignore:`lr` is deprecated")
def test_optimizers_of_ones_own_hand_it_on():
    class Mine(optimizers.SGD):
        def __init__(self, lr=0.5, **kwargs):
            super().__init__(lr=lr, **kwargs)

    assert float(Mine().learning_rate) == pytest.approx(0.01)


@pytest.mark.skipif(AGAINST_TENSORFLOW, reason="it logs the same text")
def test_it_is_warned_of():
    with pytest.warns(UserWarning, match=r"please use `learning_rate` .*legacy\.Adam\."):
        optimizers.Adam(lr=0.5)
