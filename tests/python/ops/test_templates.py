"""`tf.compat.v1.make_template`: a function whose variables are made once."""

import pytest
from library import tf

tf1 = tf.compat.v1


def scaled(x, size=2):
    return x * tf1.get_variable("w", [size], initializer=tf1.constant_initializer(3.0))


def names(template):
    return [variable.name for variable in template.variables]


def test_calls_share_variables():
    template = tf1.make_template("shared", scaled, size=3)
    assert template(2.0).numpy().tolist() == [6.0, 6.0, 6.0]
    template.variables[0].assign([1.0, 2.0, 3.0])
    assert template(2.0).numpy().tolist() == [2.0, 4.0, 6.0]
    assert names(template) == ["shared/w:0"]
    assert template.name == template.variable_scope.name == "shared"


def test_templates_of_one_name_have_variables_of_their_own():
    first, second = (tf1.make_template("twice", scaled) for _ in range(2))
    first(1.0), second(1.0)
    assert names(first) == ["twice/w:0"]
    assert names(second) == ["twice_1/w:0"]
    assert first.variables[0] is not second.variables[0]


def test_a_scope_may_be_entered_where_the_template_is_made():
    with tf1.variable_scope("outer_scope"):
        now = tf1.make_template("now", scaled, create_scope_now_=True)
        later = tf1.make_template("later", scaled)
    now(1.0), later(1.0)
    assert names(now) == ["outer_scope/now/w:0"]
    assert names(later) == ["later/w:0"]


def test_which_variables_there_are():
    def function():
        tf1.get_variable("a", [], trainable=False, initializer=tf1.zeros_initializer())
        return tf1.get_variable("b", [], initializer=tf1.zeros_initializer())

    template = tf1.make_template("kinds", function)
    template()
    assert names(template) == ["kinds/a:0", "kinds/b:0"]
    assert [v.name for v in template.trainable_variables] == ["kinds/b:0"]
    assert [v.name for v in template.non_trainable_variables] == ["kinds/a:0"]
    assert len(template.weights) == len(template.global_variables) == 2
    assert list(template.local_variables) == []


def test_a_template_within_a_template():
    def outer(x):
        inner = tf1.make_template("inner", scaled)
        return inner(x) + tf1.get_variable("b", [], initializer=tf1.zeros_initializer())

    template = tf1.make_template("holding", outer)
    template(1.0), template(1.0)
    assert names(template) == ["holding/b:0", "holding/inner/w:0"]


def test_names_that_are_refused():
    with pytest.raises(ValueError, match="name cannot be None"):
        tf1.make_template(None, scaled)
    with pytest.raises(ValueError, match="unique_name_ cannot be used when eager"):
        tf1.make_template("a", scaled, unique_name_="b")


def test_gradients_reach_what_a_template_has_made():
    template = tf1.make_template("trained", scaled)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(template(2.0) ** 2)
    assert tape.gradient(loss, template.variables)[0].numpy().tolist() == [24.0, 24.0]


@pytest.mark.ours("Keras 3 has no layers of version 1")
def test_layers_of_version_1_are_made_once():
    def network(x):
        x = tf1.layers.dense(x, 4, activation=tf.nn.relu)
        return tf1.layers.Dense(2, _scope=None, _reuse=None).apply(x)

    template = tf1.make_template("network", network)
    x = tf.ones([3, 2])
    assert template(x).numpy().tolist() == template(x).numpy().tolist()
    assert names(template) == [
        "network/dense/bias:0",
        "network/dense/kernel:0",
        "network/dense_1/bias:0",
        "network/dense_1/kernel:0",
    ]
    assert tf1.layers.dense(x, 4).shape == [3, 4]
