"""Types of one's own in the manner of the guide: a masked tensor, a batch of networks, dispatch."""
# keras: 3

# tensorflow/docs site/en/guide/extension_type.ipynb (all but Keras and SavedModel)
import tensorflow as tf
import numpy as np
from typing import Tuple, List, Mapping, Union, Optional
import tempfile


def show(v):
    print(repr(v))


class LabeledGraph(tf.experimental.ExtensionType):
    """A collection of labeled nodes connected by weighted edges."""

    edge_weights: tf.Tensor  # shape=[num_nodes, num_nodes]
    node_labels: Mapping[str, tf.Tensor]  # shape=[num_nodes]; dtype=any


class MaskedTensorSketch(tf.experimental.ExtensionType):
    """A tensor paired with a boolean mask, indicating which values are valid."""

    values: tf.Tensor
    mask: tf.Tensor  # shape=values.shape; false for missing/invalid values.


class CSRSparseMatrix(tf.experimental.ExtensionType):
    """Compressed sparse row matrix (https://en.wikipedia.org/wiki/Sparse_matrix)."""

    values: tf.Tensor  # shape=[num_nonzero]; dtype=any
    col_index: tf.Tensor  # shape=[num_nonzero]; dtype=int64
    row_index: tf.Tensor  # shape=[num_rows+1]; dtype=int64


class MaskedTensorMethods(tf.experimental.ExtensionType):
    values: tf.Tensor
    mask: tf.Tensor

    def replace_mask(self, new_mask):
        self.values.shape.assert_is_compatible_with(new_mask.shape)
        return MaskedTensorMethods(self.values, new_mask)


class MaskedTensor(tf.experimental.ExtensionType):
    values: tf.Tensor
    mask: tf.Tensor


# Constructor takes one parameter for each field.
mt = MaskedTensor(values=[[1, 2, 3], [4, 5, 6]], mask=[[True, True, False], [True, False, True]])
print(mt.values)
try:
    MaskedTensor([1, 2, 3], None)
except TypeError as e:
    print(f"Got expected TypeError: {e}")


class Pencil(tf.experimental.ExtensionType):
    color: str = "black"
    has_erasor: bool = True
    length: tf.Tensor = 1.0


show(Pencil())
show(Pencil(length=0.5, color="blue"))
print(MaskedTensor(values=[1, 2, 3], mask=[True, True, False]))

a = MaskedTensor([1, 2], [True, False])
b = MaskedTensor([[3, 4], [5, 6]], [[False, True], [True, True]])
print(f"a == a: {a == a}")
print(f"a == b: {a == b}")
print(f"a == a.values: {a == a.values}")


class MaskedTensor(tf.experimental.ExtensionType):
    """A tensor paired with a boolean mask, indicating which values are valid."""

    values: tf.Tensor
    mask: tf.Tensor

    def __validate__(self):
        self.values.shape.assert_is_compatible_with(self.mask.shape)
        assert self.mask.dtype.is_bool, "mask.dtype must be bool"


try:
    MaskedTensor([1, 2, 3], [0, 1, 0])  # wrong dtype for mask.
except AssertionError as e:
    print(f"Got expected AssertionError: {e}")
try:
    MaskedTensor([1, 2, 3], [True, False])  # shapes don't match.
except ValueError as e:
    print(f"Got expected ValueError: {e}")

mt = MaskedTensor([1, 2, 3], [True, False, True])
try:
    mt.mask = [True, True, True]
except AttributeError as e:
    print(f"Got expected AttributeError: {e}")
try:
    del mt.mask
except AttributeError as e:
    print(f"Got expected AttributeError: {e}")


class Player(tf.experimental.ExtensionType):
    name: tf.Tensor
    attributes: Mapping[str, tf.Tensor]


anne = Player("Anne", {"height": 8.3, "speed": 28.1})
anne_spec = tf.type_spec_from_value(anne)
print(anne_spec.name)  # Records dtype and shape, but not the string value.
print(anne_spec.attributes)  # Records keys and TensorSpecs for values.
spec1 = Player.Spec(name=tf.TensorSpec([], tf.float32), attributes={})
spec2 = tf.type_spec_from_value(anne)
show(spec1)
show(spec2)


@tf.function
def anonymize_player(player):
    return Player("<anonymous>", player.attributes)


# Function gets traced (first time the function has been called):
show(anonymize_player(Player("Anne", {"height": 8.3, "speed": 28.1})))
# Function does NOT get traced (same TypeSpec: just tensor values changed)
show(anonymize_player(Player("Bart", {"height": 8.1, "speed": 25.3})))
# Function gets traced (new TypeSpec: keys for attributes changed):
show(anonymize_player(Player("Chuck", {"height": 11.0, "jump": 5.3})))


class MaskedTensor(tf.experimental.ExtensionType):
    """A tensor paired with a boolean mask, indicating which values are valid."""

    values: tf.Tensor
    mask: tf.Tensor  # shape=values.shape; false for invalid values.

    def __repr__(self):
        return masked_tensor_str(self.values, self.mask)


def masked_tensor_str(values, mask):
    if isinstance(values, tf.Tensor):
        if hasattr(values, "numpy") and hasattr(mask, "numpy"):
            return f"<MaskedTensor {masked_tensor_str(values.numpy(), mask.numpy())}>"
        else:
            return f"MaskedTensor(values={values}, mask={mask})"
    if len(values.shape) == 1:
        items = [repr(v) if m else "_" for (v, m) in zip(values, mask)]
    else:
        items = [masked_tensor_str(v, m) for (v, m) in zip(values, mask)]
    return "[%s]" % ", ".join(items)


mt = MaskedTensor(values=[[1, 2, 3], [4, 5, 6]], mask=[[True, True, False], [True, False, True]])
print(mt)


class MaskedTensor(tf.experimental.ExtensionType):
    values: tf.Tensor
    mask: tf.Tensor

    def with_default(self, default):
        return tf.where(self.mask, self.values, default)


show(MaskedTensor([1, 2, 3], [True, False, True]).with_default(0))


class MaskedTensor(tf.experimental.ExtensionType):
    values: tf.Tensor
    mask: tf.Tensor

    def __repr__(self):
        return masked_tensor_str(self.values, self.mask)

    @staticmethod
    def from_tensor_and_value_to_mask(values, value_to_mask):
        return MaskedTensor(values, values == value_to_mask)


x = tf.constant([[1, 0, 2], [3, 0, 0]])
show(MaskedTensor.from_tensor_and_value_to_mask(x, 0))


class MaskedTensor(tf.experimental.ExtensionType):
    values: tf.Tensor
    mask: tf.Tensor

    @property
    def dtype(self):
        return self.values.dtype


show(MaskedTensor([1, 2, 3], [True, False, True]).dtype)


class Toy(tf.experimental.ExtensionType):
    name: str
    price: tf.Tensor

    def __init__(self, name, price, discount=0):
        self.name = name
        self.price = price * (1 - discount)


print(Toy("ball", 5.0, discount=0.2))  # On sale -- 20% off!


class Toy(tf.experimental.ExtensionType):
    name: str
    price: tf.Tensor

    @staticmethod
    def new_toy_with_discount(name, price, discount):
        return Toy(name, price * (1 - discount))


print(Toy.new_toy_with_discount("ball", 5.0, discount=0.2))


class MaskedTensor(tf.experimental.ExtensionType):
    values: tf.Tensor
    mask: tf.Tensor

    def __repr__(self):
        return masked_tensor_str(self.values, self.mask)

    def __eq__(self, other):
        result = tf.math.equal(self.values, other.values)
        result = result | ~(self.mask & other.mask)
        return tf.reduce_all(result)


x = MaskedTensor([1, 2, 3, 4], [True, True, False, True])
y = MaskedTensor([5, 2, 0, 4], [False, True, False, True])
print(x == y)


class Node(tf.experimental.ExtensionType):
    value: tf.Tensor
    children: Tuple["Node", ...] = ()


show(Node(3, [Node(5), Node(2)]))


class TensorGraph(tf.experimental.ExtensionType):
    num_nodes: tf.Tensor
    edge_src: tf.Tensor  # edge_src[e] = index of src node for edge e.
    edge_dst: tf.Tensor  # edge_dst[e] = index of dst node for edge e.


class TensorGraphWithNodeFeature(TensorGraph):
    node_features: tf.Tensor  # node_features[n] = feature value for node n.

    def propagate_features(self, weight=1.0) -> "TensorGraphWithNodeFeature":
        updates = tf.gather(self.node_features, self.edge_src) * weight
        new_node_features = tf.tensor_scatter_nd_add(
            self.node_features, tf.expand_dims(self.edge_dst, 1), updates
        )
        return TensorGraphWithNodeFeature(
            self.num_nodes, self.edge_src, self.edge_dst, new_node_features
        )


g = TensorGraphWithNodeFeature(  # Edges: 0->1, 4->3, 2->2, 2->1
    num_nodes=5,
    edge_src=[0, 4, 2, 2],
    edge_dst=[1, 3, 2, 1],
    node_features=[10.0, 0.0, 2.0, 5.0, -1.0, 0.0],
)

print("Original features:", g.node_features)
print("After propagating:", g.propagate_features().node_features)


class MaskedTensor(tf.experimental.ExtensionType):
    values: tf.Tensor
    mask: tf.Tensor

    shape = property(lambda self: self.values.shape)
    dtype = property(lambda self: self.values.dtype)

    def __repr__(self):
        return masked_tensor_str(self.values, self.mask)

    def with_values(self, new_values):
        return MaskedTensor(new_values, self.mask)

    class Spec:
        def __init__(self, shape, dtype=tf.float32):
            self.values = tf.TensorSpec(shape, dtype)
            self.mask = tf.TensorSpec(shape, tf.bool)

        def __repr__(self):
            return f"MaskedTensor.Spec(shape={self.shape}, dtype={self.dtype})"

        shape = property(lambda self: self.values.shape)
        dtype = property(lambda self: self.values.dtype)


show(MaskedTensor.Spec([2, None]))


@tf.experimental.dispatch_for_api(tf.stack)
def masked_stack(values: List[MaskedTensor], axis=0):
    return MaskedTensor(
        tf.stack([v.values for v in values], axis), tf.stack([v.mask for v in values], axis)
    )


x = MaskedTensor([1, 2, 3], [True, True, False])
y = MaskedTensor([4, 5, 6], [False, True, True])
show(tf.stack([x, y]))

tf.experimental.unregister_dispatch_for(masked_stack)


def convert_to_masked_tensor(x):
    if isinstance(x, MaskedTensor):
        return x
    else:
        return MaskedTensor(x, tf.ones_like(x, tf.bool))


@tf.experimental.dispatch_for_api(tf.stack)
def masked_stack_v2(values: List[Union[MaskedTensor, tf.Tensor]], axis=0):
    values = [convert_to_masked_tensor(v) for v in values]
    return MaskedTensor(
        tf.stack([v.values for v in values], axis), tf.stack([v.mask for v in values], axis)
    )


x = MaskedTensor([1, 2, 3], [True, True, False])
y = tf.constant([4, 5, 6])
show(tf.stack([x, y, x]))


@tf.experimental.dispatch_for_unary_elementwise_apis(MaskedTensor)
def masked_tensor_unary_elementwise_api_handler(api_func, x):
    return MaskedTensor(api_func(x.values), x.mask)


x = MaskedTensor([1, -2, -3], [True, False, True])
print(tf.abs(x))
print(tf.ones_like(x, dtype=tf.float32))


@tf.experimental.dispatch_for_binary_elementwise_apis(MaskedTensor, MaskedTensor)
def masked_tensor_binary_elementwise_api_handler(api_func, x, y):
    return MaskedTensor(api_func(x.values, y.values), x.mask & y.mask)


x = MaskedTensor([1, -2, -3], [True, False, True])
y = MaskedTensor([[4], [5]], [[True], [False]])
show(tf.math.add(x, y))


class Network(tf.experimental.ExtensionType):  # This version is not batchable.
    work: tf.Tensor  # work[n] = work left to do at node n
    bandwidth: tf.Tensor  # bandwidth[n1, n2] = bandwidth from n1->n2


net1 = Network([5.0, 3, 8], [[0.0, 2, 0], [2, 0, 3], [0, 3, 0]])
net2 = Network([3.0, 4, 2], [[0.0, 2, 2], [2, 0, 2], [2, 2, 0]])


class Network(tf.experimental.BatchableExtensionType):
    shape: tf.TensorShape  # batch shape.  A single network has shape=[].
    work: tf.Tensor  # work[*shape, n] = work left to do at node n
    bandwidth: tf.Tensor  # bandwidth[*shape, n1, n2] = bandwidth from n1->n2

    def __init__(self, work, bandwidth):
        self.work = tf.convert_to_tensor(work)
        self.bandwidth = tf.convert_to_tensor(bandwidth)
        work_batch_shape = self.work.shape[:-1]
        bandwidth_batch_shape = self.bandwidth.shape[:-2]
        self.shape = work_batch_shape.merge_with(bandwidth_batch_shape)

    def __repr__(self):
        return network_repr(self)


def network_repr(network):
    work = network.work
    bandwidth = network.bandwidth
    if hasattr(work, "numpy"):
        work = " ".join(str(work.numpy()).split())
    if hasattr(bandwidth, "numpy"):
        bandwidth = " ".join(str(bandwidth.numpy()).split())
    return f"<Network shape={network.shape} work={work} bandwidth={bandwidth}>"


net1 = Network([5.0, 3, 8], [[0.0, 2, 0], [2, 0, 3], [0, 3, 0]])
net2 = Network([3.0, 4, 2], [[0.0, 2, 2], [2, 0, 2], [2, 2, 0]])
batch_of_networks = Network(
    work=tf.stack([net1.work, net2.work]), bandwidth=tf.stack([net1.bandwidth, net2.bandwidth])
)
print(f"net1={net1}")
print(f"net2={net2}")
print(f"batch={batch_of_networks}")

dataset = tf.data.Dataset.from_tensor_slices(batch_of_networks)
for i, network in enumerate(dataset):
    print(f"Batch element {i}: {network}")


def balance_work_greedy(network):
    delta = tf.expand_dims(network.work, -1) - tf.expand_dims(network.work, -2)
    delta /= 4
    delta = tf.maximum(tf.minimum(delta, network.bandwidth), -network.bandwidth)
    new_work = network.work + tf.reduce_sum(delta, -1)
    return Network(new_work, network.bandwidth)


show(tf.map_fn(balance_work_greedy, batch_of_networks))


class Pastry(tf.experimental.ExtensionType):
    sweetness: tf.Tensor  # 2d embedding that encodes sweetness
    chewiness: tf.Tensor  # 2d embedding that encodes chewiness


@tf.function
def combine_pastry_features(x: Pastry):
    return (x.sweetness + x.chewiness) / 2


cookie = Pastry(sweetness=[1.2, 0.4], chewiness=[0.8, 0.2])
show(combine_pastry_features(cookie))

pastry_spec = Pastry.Spec(tf.TensorSpec([2]), tf.TensorSpec(2))


@tf.function(input_signature=[pastry_spec])
def increase_sweetness(x: Pastry, delta=1.0):
    return Pastry(x.sweetness + delta, x.chewiness)


show(increase_sweetness(cookie))
cf = combine_pastry_features.get_concrete_function(pastry_spec)
show(cf(cookie))

a = MaskedTensor([1.0, 2, 3], [True, False, True])
b = MaskedTensor([22.0, 33, 108, 55], [True, True, True, False])
condition = tf.constant(True)
print(tf.cond(condition, lambda: a, lambda: b))

cond = lambda i, _: i < 10


def body(i, mt):
    return i + 1, mt.with_values(mt.values + 3 / 7)


print(tf.while_loop(cond, body, [0, b])[1])


@tf.function
def fn(x, b):
    if b:
        x = MaskedTensor(x, tf.less(x, 0))
    else:
        x = MaskedTensor(x, tf.greater(x, 0))
    for i in tf.range(5 if b else 7):
        x = x.with_values(x.values + 1 / 2)
    return x


print(fn(tf.constant([1.0, -2, 3]), tf.constant(True)))
print(fn(tf.constant([1.0, -2, 3]), tf.constant(False)))
