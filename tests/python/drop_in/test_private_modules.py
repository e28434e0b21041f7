"""Private modules that libraries import: what they do is what TensorFlow's do."""

import functools
import importlib
import logging

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, ours, tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")

import_module = importlib.import_module


def private(path):
    return import_module(f"tensorflow.python.{path}")


@pytest.fixture
def warnings(caplog):
    """What is logged, the logger's own handlers included."""
    logger = logging.getLogger("tensorflow")
    before, logger.propagate = logger.propagate, True
    yield lambda: [record.getMessage() for record in caplog.records]
    logger.propagate = before


class TestDeprecation:
    def test_a_function_warns_once(self, warnings):
        deprecation = private("util.deprecation")

        @deprecation.deprecated("2030-01-01", "Use twice.")
        def double(x):
            """Doubles."""
            return 2 * x

        assert [double(2), double(3)] == [4, 6]
        (text,) = warnings()
        assert "double" in text
        assert "Use twice." in text
        assert double.__name__ == "double"

    def test_a_program_may_silence_it(self, warnings):
        deprecation = private("util.deprecation")

        @deprecation.deprecated_args(None, "It means nothing.", "scale", ("bias", None))
        def scaled(x, scale=1, bias=None):
            return x * scale

        with deprecation.silence():
            assert scaled(2, scale=3) == 6
        assert scaled(2, bias=None) == 2
        assert warnings() == []
        before = deprecation._PRINT_DEPRECATION_WARNINGS
        deprecation._PRINT_DEPRECATION_WARNINGS = False
        assert scaled(2, 3) == 6
        deprecation._PRINT_DEPRECATION_WARNINGS = before
        assert warnings() == []

    def test_values_and_other_names(self, warnings):
        deprecation = private("util.deprecation")

        @deprecation.deprecated_arg_values(None, "Leave it out.", slow=True)
        def run(slow=False):
            return slow

        assert (run(), run(slow=True)) == (False, True)
        old = deprecation.deprecated_alias("old_run", "run", run)
        assert old() is False
        assert len(warnings()) == 2
        assert deprecation.deprecated_argument_lookup("axis", None, "dim", 3) == 3
        with pytest.raises(ValueError, match="Cannot specify both 'dim' and 'axis'"):
            deprecation.deprecated_argument_lookup("axis", 1, "dim", 3)

    def test_a_class_warns_when_an_object_is_made(self, warnings):
        @private("util.deprecation").deprecated(None, "Use Better.")
        class Good:
            def __init__(self, x):
                self.x = x

        assert Good(3).x == 3
        assert len(warnings()) == 1


class TestInspection:
    def test_wrappers_are_seen_through(self):
        decorator, inspect = private("util.tf_decorator"), private("util.tf_inspect")

        def target(a, b=2, *, c=3):
            """Says so."""

        wrapped = decorator.make_decorator(target, lambda *args, **kwargs: 7, "seven")
        assert wrapped(1) == 7
        assert inspect.getfullargspec(wrapped).args == ["a", "b"]
        assert inspect.getfullargspec(wrapped).kwonlydefaults == {"c": 3}
        (seen,), inner = decorator.unwrap(wrapped)
        assert (seen.decorator_name, inner) == ("seven", target)
        assert inspect.getcallargs(wrapped, 1) == {"a": 1, "b": 2, "c": 3}
        assert inspect.isfunction(wrapped)
        assert not inspect.isclass(wrapped)
        assert wrapped.__doc__.startswith("Says so.")

    def test_functions_tell_their_parameters(self):
        inspect = private("util.tf_inspect")
        assert inspect.getfullargspec(tf.linspace).args == ["start", "stop", "num", "name", "axis"]
        assert inspect.getfullargspec(tf.sets.difference).annotations == {}


class TestBranches:
    def test_smart_cond(self):
        smart = private("framework.smart_cond")
        assert smart.smart_cond(True, lambda: 1, lambda: 2) == 1
        assert int(smart.smart_cond(tf.constant(False), lambda: 1, lambda: 2)) == 2
        assert smart.smart_constant_value(tf.constant(True))
        with pytest.raises(TypeError, match="must be a Tensor, or a Python bool"):
            smart.smart_constant_value("yes")

    def test_case_by_another_function(self):
        case = private("ops.control_flow_case")._case_helper
        taken = []

        def cond(pred, true_fn, false_fn):
            taken.append(bool(pred))
            return true_fn() if pred else false_fn()

        pairs = [(tf.constant(False), lambda: 1), (tf.constant(True), lambda: 2)]
        assert case(cond, pairs, lambda: 3, False, "case") == 2
        assert taken == [False, True]

    def test_turns_of_a_loop_are_stacked(self):
        pfor = private("ops.parallel_for.control_flow_ops").pfor
        x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
        found = pfor(lambda turn: {"row": 2.0 * tf.gather(x, turn), "turn": turn}, 2)
        assert found["row"].numpy().tolist() == [[2.0, 4.0], [6.0, 8.0]]
        assert found["turn"].numpy().tolist() == [0, 1]

    def test_nothing_is_compiled(self):
        util = private("ops.control_flow_util")
        assert util.ENABLE_CONTROL_FLOW_V2
        assert not util.GraphOrParentsInXlaContext(None if not AGAINST_TENSORFLOW else tf.Graph())


class TestNest:
    def test_up_to_a_shallow_structure(self):
        nest = private("util.nest")
        shallow, deep = {"a": 0, "b": [0, 0]}, {"a": (1, 2), "b": [{"x": 3}, 4]}
        assert nest.flatten_up_to(shallow, deep) == [(1, 2), {"x": 3}, 4]
        assert nest.map_structure_up_to(shallow, str, deep) == {
            "a": "(1, 2)",
            "b": ["{'x': 3}", "4"],
        }
        with pytest.raises(ValueError, match="same sequence length"):
            nest.assert_shallow_structure([0], [1, 2])
        with pytest.raises(TypeError, match="must also be a sequence"):
            nest.assert_shallow_structure([0], 1)
        with pytest.raises(TypeError, match="same sequence type"):
            nest.assert_shallow_structure([0], (1,))

    def test_paths(self):
        nest = private("util.nest")
        structure = {"b": [1, (2,)], "a": 3}
        assert nest.flatten_with_tuple_paths(structure) == [
            (("a",), 3),
            (("b", 0), 1),
            (("b", 1, 0), 2),
        ]
        assert nest.flatten_with_joined_string_paths(structure)[2] == ("b/1/0", 2)
        assert list(nest.yield_flat_paths([1, [2]])) == [(0,), (1, 0)]
        named = nest.map_structure_with_paths(lambda path, x: f"{path}={x}", structure)
        assert named == {"b": ["b/0=1", ("b/1/0=2",)], "a": "a=3"}

    def test_how_far_to_go(self):
        nest = private("util.nest")

        def go(structure):
            return not isinstance(structure, tuple)

        assert nest.get_traverse_shallow_structure(go, [1, (2, 3)]) == [True, False]
        assert nest.list_to_tuple([1, {"a": [2]}]) == (1, {"a": (2,)})
        assert (nest.is_mapping({}), nest.is_nested_or_composite(tf.constant(1))) == (True, False)


class TestTensors:
    def test_what_is_known(self):
        util = private("framework.tensor_util")
        assert util.constant_value(tf.constant([1, 2])).tolist() == [1, 2]
        assert util.constant_value_as_shape(tf.constant([1, -1])).as_list() == [1, None]
        assert util.is_tf_type(tf.Variable(1.0))
        assert not util.is_tf_type(1.0)

    def test_what_is_a_variable(self):
        module = private("ops.resource_variable_ops")
        assert module.is_resource_variable(tf.Variable(1.0))
        assert not module.is_resource_variable(tf.constant(1.0))
        assert isinstance(tf.Variable(1.0), module.ResourceVariable)
        spec = module.VariableSpec([2], tf.float32)
        assert (spec.shape.as_list(), spec.dtype, spec.trainable) == ([2], tf.float32, True)

    def test_shapes_of_version_1(self):
        shapes = private("framework.tensor_shape")
        assert shapes.as_shape([2, None]).as_list() == [2, None]
        assert shapes.unknown_shape(rank=2).as_list() == [None, None]
        assert shapes.dimension_value(shapes.Dimension(3)) == 3
        two, open_ = shapes.Dimension(2), shapes.Dimension(None)
        assert [int(two + 1), int(1 + two), int(two * two), int(5 - two)] == [3, 3, 4, 3]
        assert ((two + open_).value, two == 2, two == open_, two < 3) == (None, True, None, True)
        assert two.merge_with(open_).value == 2
        with pytest.raises(ValueError, match="not compatible"):
            two.merge_with(3)

    def test_a_gradient_is_prevented(self):
        x = tf.constant(2.0)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = private("ops.array_ops").prevent_gradient(x, message="no way")
        assert float(y) == 2.0
        with pytest.raises(LookupError, match="no way"):
            tape.gradient(y, x)

    def test_raw_operations(self):
        r0, r1 = tf.raw_ops.BroadcastGradientArgs(s0=[2, 1, 3], s1=[4, 3])
        assert (r0.numpy().tolist(), r1.numpy().tolist()) == ([1], [0])
        r0, r1 = tf.raw_ops.BroadcastGradientArgs(s0=[2, 1], s1=[1, 1])
        assert (r0.numpy().tolist(), r1.numpy().tolist()) == ([1], [0, 1])
        alpha, sample = tf.constant([0.5, 2.0, 9.0]), tf.constant([0.1, 3.0, 8.0])
        moved = tf.raw_ops.RandomGammaGrad(alpha=alpha, sample=sample)
        np.testing.assert_allclose(moved, [0.509766, 1.321799, 0.959875], rtol=1e-5)
        diagonal = tf.raw_ops.MatrixDiagPartV2(input=[[1, 2], [3, 4]], k=(0, 1), padding_value=9)
        assert diagonal.numpy().tolist() == [[2, 9], [1, 4]]

    def test_operators_of_tensors(self):
        assert {"__add__", "__getitem__", "__matmul__"} <= tf.Tensor.OVERLOADABLE_OPERATORS


class TestHelpers:
    def test_functions_are_told(self):
        util = private("util.function_utils")

        def f(a, b, **others):
            return a

        assert (util.fn_args(f), util.has_kwargs(f)) == (("a", "b"), True)
        assert util.get_func_name(f) == "f"
        assert util.get_func_code(f) is f.__code__

    def test_contexts_and_arguments(self):
        @private("util.tf_contextlib").contextmanager
        def opened(value):
            yield value + 1

        with opened(2) as value:
            assert value == 3
        only = private("util.keyword_args").keyword_args_only(lambda x: x)
        assert only(x=3) == 3
        with pytest.raises(ValueError, match="only accepts keyword arguments"):
            only(3)

    def test_specs_have_bounds(self):
        Bounded = private("framework.tensor_spec").BoundedTensorSpec
        spec = Bounded([2, 3], tf.float32, 0.0, [1.0, 2.0, 3.0], "a")
        assert (float(spec.minimum), spec.maximum.tolist()) == (0.0, [1.0, 2.0, 3.0])
        assert spec == Bounded([2, 3], tf.float32, 0.0, [1.0, 2.0, 3.0], "a")
        assert spec != Bounded([2, 3], tf.float32, 0.5, [1.0, 2.0, 3.0], "a")
        assert isinstance(spec, tf.TensorSpec)
        assert spec.is_compatible_with(tf.zeros([2, 3]))
        assert int(Bounded.from_spec(tf.TensorSpec([2], tf.int32)).maximum) == 2**31 - 1
        assert Bounded.from_spec(spec) == spec
        with pytest.raises(ValueError, match="can not be None"):
            Bounded([2], tf.float32, None, 1.0)


class TestRest:
    def test_counters(self):
        monitoring = private("eager.monitoring")
        counter = monitoring.Counter("/mine/count", "Counts.", "kind")
        counter.get_cell("a").increase_by(3)
        counter.get_cell("a").increase_by(2)
        assert (counter.get_cell("a").value(), counter.get_cell("b").value()) == (5, 0)
        gauge = monitoring.BoolGauge("/mine/gauge", "Says yes.")
        gauge.get_cell().set(True)
        assert gauge.get_cell().value() is True

    def test_the_context(self):
        context = private("eager.context")
        assert context.executing_eagerly()
        assert context.context().executing_eagerly()
        assert context.num_gpus() == 0
        with context.eager_mode():
            assert context.context().num_gpus() == 0

    def test_exports_change_nothing(self):
        export = private("util.tf_export").tf_export

        @export("mine.thing")
        def thing():
            return 3

        assert thing() == 3

    def test_containers(self):
        structures = private("trackable.data_structures")
        assert list(structures.ListWrapper([1, 2])) == [1, 2]
        assert structures.wrap_or_unwrap(structures.NoDependency([1])) == [1]

    def test_names_of_specs(self):
        registry = private("framework.type_spec_registry")

        class Spec(tf.TypeSpec):
            value_type = property(lambda self: int)
            _component_specs = property(lambda self: ())
            _to_components = _from_components = _serialize = lambda self, *args: ()

        assert registry.register("mine.SpecOfThisTest")(Spec) is Spec
        assert registry.lookup("mine.SpecOfThisTest") is Spec
        assert registry.get_name(Spec) == "mine.SpecOfThisTest"
        with pytest.raises(ValueError, match="already been registered"):
            registry.register("mine.SpecOfThisTest")(Spec)

    def test_internal_names(self):
        internal = import_module("tensorflow").__internal__
        assert isinstance(tf.ragged.constant([[1]]), internal.CompositeTensor)
        assert isinstance(tf.Variable(1.0), internal.CompositeTensor)
        assert not isinstance(tf.constant(1.0), internal.CompositeTensor)
        assert internal.nest.is_mapping({})

    @ours("there are no graphs to rewrite functions for")
    def test_what_rewrites_programs_fails_when_it_is_used(self):
        transformer = private("autograph.pyct.transformer")
        parser = private("autograph.pyct.parser")

        class Mine(transformer.Base):
            pass

        for use in (Mine, functools.partial(parser.parse_entity, int), parser.a.b):
            with pytest.raises(NotImplementedError, match="functions run as they are written"):
                use()


class TestWeights:
    def test_they_become_as_large_as_the_values(self):
        ops = private("ops.weights_broadcast_ops")
        values = tf.zeros([2, 2])
        assert ops.broadcast_weights(2.0, values).numpy().tolist() == [[2.0, 2.0], [2.0, 2.0]]
        rows = ops.broadcast_weights([[1.0], [2.0]], values)
        assert rows.numpy().tolist() == [[1.0, 1.0], [2.0, 2.0]]

    @pytest.mark.parametrize("weights", [[1.0, 2.0], [[1.0, 2.0, 3.0]]])
    def test_those_that_do_not_fit_are_refused(self, weights):
        with pytest.raises(ValueError, match="weights can not be broadcast to values"):
            private("ops.weights_broadcast_ops").broadcast_weights(weights, tf.zeros([2, 2]))


def test_a_test_for_graphs_and_eager_execution_runs():
    test_util = private("framework.test_util")
    ran = []

    @test_util.run_all_in_graph_and_eager_modes
    class Case(tf.test.TestCase):
        @test_util.run_v2_only
        def test_values(self):
            ran.append(self.evaluate(tf.constant(1.0)))

        @test_util.run_in_graph_and_eager_modes()
        def test_others(self):
            ran.append(self.evaluate(tf.constant(1.0)))

    for name in ("test_values", "test_others"):
        assert Case(name).run().wasSuccessful()
    assert set(ran) == {1.0}


@ours("TensorFlow has graphs to run it with")
def test_a_test_for_graphs_alone_is_skipped():
    @private("framework.test_util").deprecated_graph_mode_only
    class Case(tf.test.TestCase):
        def test_values(self):
            raise AssertionError

    assert Case("test_values").run().skipped


def test_version_2_is_on():
    from tensorflow.python import tf2

    assert tf2.enabled()


def test_blocks_for_embeddings_of_a_tpu_change_nothing():
    from tensorflow.python.tpu import embedding_context_utils

    with embedding_context_utils.SequentialEmbeddingContext():
        assert tf.constant(1.0).numpy() == 1.0


def test_what_writes_structures_of_saved_models_can_be_imported():
    from tensorflow.core.protobuf import struct_pb2
    from tensorflow.python.saved_model import nested_structure_coder

    assert callable(nested_structure_coder.encode_structure)
    if not AGAINST_TENSORFLOW:
        with pytest.raises(NotImplementedError, match="saved models"):
            struct_pb2.StructuredValue()


def test_tensorflow_tells_what_it_was_built_from():
    found = import_module("tensorflow")
    assert found.__git_version__ == found.version.GIT_VERSION
    assert isinstance(found.__compiler_version__, str)


class TestTracking:
    def test_what_a_checkpoint_saves_is_trackable(self):
        base = private("trackable.base")
        assert isinstance(tf.Variable(1.0), base.Trackable)
        assert isinstance(tf.Module(), base.Trackable)
        assert not isinstance(1.0, base.Trackable)

    def test_parts_have_names(self):
        base = private("trackable.base")

        class Holder(base.Trackable):
            pass

        holder, part = Holder(), tf.Variable(1.0)
        assert holder._track_trackable(part, name="part") is part
        assert holder._lookup_dependency("part") is part
        with pytest.raises(ValueError, match="part"):
            holder._track_trackable(tf.Variable(2.0), name="part")

    def test_attributes_set_in_a_block_are_no_parts(self):
        base = private("trackable.base")
        layer = tf.keras.layers.Layer()
        with base.no_automatic_dependency_tracking_scope(layer):
            layer.other = tf.keras.layers.Dense(1)
        layer.other.build((None, 2))
        if not AGAINST_TENSORFLOW:  # Keras 3 tracks in its own way
            assert layer.weights == []


def test_parts_of_arrays_at_places_that_are_computed():
    xla = import_module("tensorflow.compiler.tf2xla.python.xla")
    x = tf.reshape(tf.range(12), [3, 4])
    assert xla.dynamic_slice(x, [1, 3], [2, 2]).numpy().tolist() == [[6, 7], [10, 11]]
    changed = xla.dynamic_update_slice(x, tf.zeros([2, 2], tf.int32), tf.constant([2, 1]))
    assert changed.numpy().tolist() == [[0, 1, 2, 3], [4, 0, 0, 7], [8, 0, 0, 11]]


def test_libraries_derive_what_stands_for_a_tensor():
    internal = import_module("tensorflow").__internal__

    class Own(internal.types.Tensor, internal.tracking.Trackable):
        pass

    assert isinstance(Own(), internal.types.Tensor)
    assert isinstance(tf.constant(1.0), internal.types.Tensor)
    assert not isinstance(tf.constant(1.0), Own)
