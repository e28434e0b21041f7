"""What the variables are called that an optimizer of the program's own makes, in Keras 3."""

import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_3


class Mine(keras.optimizers.Optimizer):
    def build(self, variables):
        if self.built:
            return
        super().build(variables)
        self.momenta = [self.add_variable_from_reference(v, "momentum") for v in variables]
        self.others = [self.add_variable_from_reference(reference_variable=v) for v in variables]
        (self.speeds,) = self.add_optimizer_variables(variables, ["speed"])
        self.alone = self.add_variable((2,), name="alone")
        self.counter = self.add_variable((), "ones", dtype="int64", name="counter")

    def update_step(self, gradient, variable, learning_rate):
        self.assign_sub(variable, gradient * learning_rate)


def test_they_have_the_names_of_the_optimizer_and_of_the_weights():
    model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1, name="line")], name="all")
    optimizer = Mine(0.1, name="mine")
    optimizer.build(model.trainable_variables)
    assert [v.path for v in optimizer.variables] == [
        "mine/iteration",
        "mine/learning_rate",
        "mine/all_line_kernel_momentum",
        "mine/all_line_bias_momentum",
        "mine/all_line_kernel_var",
        "mine/all_line_bias_var",
        "mine/all_line_kernel_speed",
        "mine/all_line_bias_speed",
        "mine/alone",
        "mine/counter",
    ]
    assert [v.dtype for v in optimizer.variables[-2:]] == ["float32", "int64"]


@pytest.mark.parametrize("kind", [Mine, keras.optimizers.SGD])
def test_those_of_a_variable_without_a_model_have_its_whole_name(kind):
    optimizer = kind(0.1, name="mine", **({} if kind is Mine else {"momentum": 0.9}))
    optimizer.build([tf.Variable([1.0, 2.0], name="free")])
    assert optimizer.variables[2].path == "mine/free_0_momentum"
