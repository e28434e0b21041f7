"""Module: names, the order of variables and submodules, scopes, containers."""

import pytest
from library import ours, tf


class Holder(tf.Module):
    """A module with one variable of a given name."""

    def __init__(self, name):
        super().__init__()
        self.v = tf.Variable(1.0, name=name)


class CamelCaseName(tf.Module):
    pass


class MyHTTPModule2D(tf.Module):
    pass


class Tree(tf.Module):
    """Variables everywhere: own ones, in containers, in submodules and below them."""

    def __init__(self):
        super().__init__()
        self.aa = Holder("aav")
        self.aa.child = Holder("childv")
        self.b = tf.Variable(1.0, name="b")
        self.c = Holder("cv")
        self.d = {"z": tf.Variable(1.0, name="dz"), "a": tf.Variable(1.0, name="da")}
        self.d["m"] = Holder("dm")
        self.l = [Holder("l0"), Holder("l1")]
        self.t = (tf.Variable(1.0, name="t0"),)
        self._x = tf.Variable(1.0, name="_x")
        self.Z = tf.Variable(1.0, name="Z", trainable=False)
        self.n = 3
        self.i = tf.Variable(1, name="i")


def names(variables):
    return [v.name.removesuffix(":0") for v in variables]


# --- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (CamelCaseName, "camel_case_name"),
        (MyHTTPModule2D, "my_http_module2_d"),
        (tf.Module, "module"),
        (lambda: CamelCaseName(name="x1_"), "x1_"),
        (lambda: [CamelCaseName(), CamelCaseName()][1], "camel_case_name"),
    ],
)
def test_the_name(make, name):
    assert make().name == name


@pytest.mark.parametrize("name", ["a b", "1a", "", "a-b"])
def test_a_name_is_an_identifier(name):
    with pytest.raises(ValueError, match=f"'{name}' is not a valid module name"):
        CamelCaseName(name=name)


# --- variables ------------------------------------------------------------------------------------


def test_variables_in_order_own_ones_first():
    tree = Tree()
    own = ["Z", "_x", "b", "da", "dz", "i", "t0"]
    assert names(tree.variables) == [*own, "aav", "childv", "cv", "dm", "l0", "l1"]
    assert names(tree.trainable_variables) == names(tree.variables)[1:]
    assert names(tree.non_trainable_variables) == ["Z"]
    assert isinstance(tree.variables, tuple)


def test_submodules_direct_ones_first():
    tree = Tree()
    assert names(s.v for s in tree.submodules) == ["aav", "cv", "dm", "l0", "l1", "childv"]
    assert isinstance(tree.submodules, tuple)


def test_containers_are_followed_when_they_change():
    tree = Tree()
    tree.l.append(Holder("l2"))
    tree.d["b"] = tf.Variable(1.0, name="db")
    assert "l2" in names(tree.variables)
    assert "db" in names(tree.variables)
    assert len(tree.submodules) == 7


def test_containers_in_containers():
    module = tf.Module()
    module.stuff = {"a": [Holder("x1"), {"k": Holder("x2")}], "b": (Holder("x3"),)}
    assert names(module.variables) == ["x1", "x2", "x3"]


def test_containers_stay_containers():
    tree = Tree()
    assert isinstance(tree.l, list)
    assert isinstance(tree.d, dict)
    assert isinstance(tree.t, tuple)


def test_an_object_is_listed_once_and_cycles_end():
    module = tf.Module()
    module.v = module.w = tf.Variable(1.0)
    module.me = module
    module.child = tf.Module()
    module.child.parent = module
    assert len(module.variables) == 1
    assert [m is module.child for m in module.submodules if m is not module] == [True]


def test_the_constructor_of_module_may_be_forgotten():
    class NoInit(tf.Module):
        def __init__(self):
            self.v = tf.Variable(1.0, name="v")

    assert names(NoInit().variables) == ["v"]


@pytest.mark.parametrize(
    "name", ["name", "variables", "trainable_variables", "non_trainable_variables", "submodules"]
)
def test_its_properties_are_read_only(name):
    with pytest.raises(AttributeError):
        setattr(Tree(), name, ())


def test_an_empty_module():
    assert tf.Module().variables == ()
    assert tf.Module().submodules == ()


# --- scopes ---------------------------------------------------------------------------------------


class Scoped(tf.Module):
    def __init__(self, name=None):
        super().__init__(name=name)
        with self.name_scope:
            self.v = tf.Variable(1.0, name="v")

    @tf.Module.with_name_scope
    def __call__(self):
        return tf.Variable(2.0, name="u")


def test_names_are_prefixed_within_the_scope_of_a_module():
    assert Scoped("n2").v.name == "n2/v:0"
    assert Scoped("n2")().name == "n2/u:0"
    assert Scoped().v.name == "scoped/v:0"
    assert Scoped("q").name_scope.name == "q/"


def test_scopes_of_modules_nest():
    class Outer(tf.Module):
        def __init__(self):
            super().__init__(name="outer")
            with self.name_scope:
                self.inner = Scoped("inner")

    assert Outer().inner.v.name == "outer/inner/v:0"


# --- with a tape ----------------------------------------------------------------------------------


def test_gradients_to_the_variables_of_a_module():
    class Line(tf.Module):
        def __init__(self):
            super().__init__()
            self.w, self.b = tf.Variable(2.0, name="w"), tf.Variable(1.0, name="b")

        def __call__(self, x):
            return self.w * x + self.b

    line = Line()
    with tf.GradientTape() as tape:
        loss = (line(3.0) - 5.0) ** 2
    g = tape.gradient(loss, line.trainable_variables)
    assert isinstance(g, tuple)
    assert [float(e) for e in g] == [4.0, 12.0]  # b before w


@ours("keras layers are modules, as the guides say; Keras 3 layers are not")
def test_layers_are_modules():
    module = tf.Module()
    module.dense = tf.keras.layers.Dense(2, name="dense")
    module.dense(tf.zeros([1, 3]))
    assert isinstance(module.dense, tf.Module)
    assert sorted(names(module.variables)) == ["dense/bias", "dense/kernel"]
    assert len(module.submodules) == 1
