"""Graph networks: Kipf's GCN over a SparseTensor, attention by segments, masked loss."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(9)
n_nodes, n_features, n_classes = 14, 6, 3
edges = np.array(sorted({(i, j) for i, j in rng.randint(0, n_nodes, (30, 2)) if i != j}))
edges = np.unique(np.concatenate([edges, edges[:, ::-1]]), axis=0)


def normalize_adj(edges, n):
    loops = np.stack([np.arange(n)] * 2, axis=1)
    indices = np.concatenate([edges, loops]).astype(np.int64)
    adj = tf.sparse.reorder(tf.SparseTensor(indices, tf.ones([len(indices)]), dense_shape=[n, n]))
    degree = tf.sparse.reduce_sum(adj, axis=1)
    d = tf.math.pow(degree, -0.5)
    values = adj.values * tf.gather(d, adj.indices[:, 0]) * tf.gather(d, adj.indices[:, 1])
    return tf.SparseTensor(adj.indices, values, adj.dense_shape)


class GraphConvolution(tf.keras.layers.Layer):
    def __init__(self, units, activation=None, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.activation = tf.keras.activations.get(activation)

    def build(self, input_shape):
        self.kernel = self.add_weight(
            name="kernel",
            shape=(int(input_shape[-1]), self.units),
            initializer=tf.keras.initializers.RandomUniform(-0.5, 0.5, seed=1),
        )
        self.built = True

    def call(self, x, adj):
        return self.activation(tf.sparse.sparse_dense_matmul(adj, tf.matmul(x, self.kernel)))


class GraphAttention(tf.Module):
    def __init__(self, n_in, units, name=None):
        super(GraphAttention, self).__init__(name=name)
        init = tf.random_uniform_initializer(-0.5, 0.5, seed=3)
        self.kernel = tf.Variable(init([n_in, units]), name="kernel")
        self.attention = tf.Variable(init([2 * units, 1]), name="attention")

    @tf.Module.with_name_scope
    def __call__(self, x, edges):
        h = x @ self.kernel
        pairs = tf.reshape(tf.gather(h, edges), (tf.shape(edges)[0], -1))
        scores = tf.squeeze(tf.nn.leaky_relu(tf.matmul(pairs, self.attention)), -1)
        scores = tf.math.exp(tf.clip_by_value(scores, -2, 2))
        sums = tf.math.unsorted_segment_sum(scores, edges[:, 0], tf.reduce_max(edges[:, 0]) + 1)
        repeats = tf.math.bincount(tf.cast(edges[:, 0], "int32"))
        norm = scores / tf.repeat(sums, repeats)
        gathered = tf.gather(h, edges[:, 1]) * norm[:, tf.newaxis]
        return tf.math.unsorted_segment_sum(gathered, edges[:, 0], tf.shape(x)[0])


def masked_softmax_cross_entropy(preds, labels, mask):
    loss = tf.nn.softmax_cross_entropy_with_logits(logits=preds, labels=labels)
    mask = tf.cast(mask, dtype=tf.float32)
    mask /= tf.reduce_mean(mask)
    return tf.reduce_mean(loss * mask)


def masked_accuracy(preds, labels, mask):
    correct = tf.equal(tf.argmax(preds, 1), tf.argmax(labels, 1))
    mask = tf.cast(mask, tf.float32) / tf.reduce_mean(tf.cast(mask, tf.float32))
    return tf.reduce_mean(tf.cast(correct, tf.float32) * mask)


adj = normalize_adj(edges, n_nodes)
features = tf.constant(rng.binomial(1, 0.4, size=(n_nodes, n_features)), tf.float32)
features = tf.math.divide_no_nan(features, tf.reduce_sum(features, 1, keepdims=True))
labels = tf.keras.utils.to_categorical(rng.randint(0, n_classes, n_nodes), n_classes)
mask = np.arange(n_nodes) < 10
layer = GraphConvolution(5, "relu")
attention = GraphAttention(5, n_classes, name="gat")
layer(features, adj)
print([v.name for v in attention.trainable_variables], adj.shape, len(edges))
layer.kernel.assign(rng.uniform(-0.5, 0.5, layer.kernel.shape))
for v in attention.trainable_variables:
    v.assign(rng.uniform(-0.5, 0.5, v.shape))
variables = layer.trainable_variables + list(attention.trainable_variables)
optimizer = tf.keras.optimizers.Adam(learning_rate=0.05)
for epoch in range(6):
    with tf.GradientTape() as tape:
        hidden = layer(features, adj)
        output = attention(hidden, tf.constant(edges))
        loss = masked_softmax_cross_entropy(output, labels, mask)
        loss += 5e-4 * tf.nn.l2_loss(layer.kernel)
    grads = tape.gradient(loss, variables)
    optimizer.apply_gradients(zip(grads, variables))
    print("epoch %d loss %.5f acc %.4f" % (epoch, loss, masked_accuracy(output, labels, mask)))
pooled = tf.math.segment_mean(output, tf.sort(tf.constant(rng.randint(0, 3, n_nodes))))
print("pooled", pooled.numpy().round(4).tolist())
