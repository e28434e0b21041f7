"""Recommendation: embeddings, dot products, sparse gradients, sampled negatives, a ranking metric."""

import collections

import numpy as np
import tensorflow as tf
from tensorflow.keras.layers import Dense, Dot, Embedding, Flatten, Input
from tensorflow.keras.models import Model

rng = np.random.RandomState(0)
n_users, n_items, n_ratings = 12, 15, 80
users = rng.randint(0, n_users, n_ratings)
items = rng.randint(0, n_items, n_ratings)
ratings = np.clip(np.round(3 + (users % 3 - 1) * (items % 2) + rng.normal(size=n_ratings)), 1, 5)
counts = collections.Counter(items.tolist())


def biased_model(n_latent=4):
    user_input = Input(shape=[1], name="User-Input")
    item_input = Input(shape=[1], name="Item-Input")
    reg = tf.keras.regularizers.l2(1e-4)
    user = Flatten(name="Flatten-Users")(
        Embedding(n_users, n_latent, embeddings_regularizer=reg, name="user")(user_input)
    )
    item = Flatten(name="Flatten-Items")(
        Embedding(n_items, n_latent, embeddings_regularizer=reg, name="item")(item_input)
    )
    user_bias = Flatten()(Embedding(n_users, 1, embeddings_initializer="zeros")(user_input))
    item_bias = Flatten()(Embedding(n_items, 1, embeddings_initializer="zeros")(item_input))
    product = Dot(axes=1, name="dot")([item, user])
    total = tf.keras.layers.Add()([product, user_bias, item_bias])
    output = tf.keras.layers.Lambda(lambda x: x * 4 + 1)(
        tf.keras.layers.Activation("sigmoid")(total)
    )
    return Model([user_input, item_input], output)


model = biased_model()
model.set_weights([rng.normal(scale=0.3, size=w.shape) for w in model.get_weights()])
model.compile(
    tf.keras.optimizers.Adam(0.02),
    "mean_squared_error",
    metrics=[tf.keras.metrics.RootMeanSquaredError(name="rmse")],
)
history = model.fit([users, items], ratings, epochs=3, batch_size=20, shuffle=False, verbose=0)
print({k: [round(v, 4) for v in vs] for k, vs in sorted(history.history.items())})
embedding = model.get_layer("item").get_weights()[0]
embedding = embedding / np.linalg.norm(embedding, axis=1).reshape((-1, 1))
print("closest", np.argsort(-(embedding @ embedding[3]))[:4].tolist())


class BPR(tf.keras.Model):
    def __init__(self, n_users, n_items, k):
        super().__init__()
        init = tf.initializers.RandomUniform(-0.1, 0.1, seed=1)
        self.P = tf.Variable(init([n_users, k]), name="P")
        self.Q = tf.Variable(init(shape=(n_items, k)), name="Q")
        self.b = tf.Variable(tf.zeros([n_items]), name="b")

    def call(self, inputs):
        u, i, j = inputs
        pu = tf.nn.embedding_lookup(self.P, u)
        qi, qj = tf.nn.embedding_lookup(self.Q, i), tf.gather(self.Q, j)
        xi = tf.reduce_sum(pu * qi, 1) + tf.gather(self.b, i)
        return xi - (tf.reduce_sum(pu * qj, 1) + tf.gather(self.b, j))


bpr = BPR(n_users, n_items, 3)
bpr.P.assign(rng.normal(scale=0.2, size=bpr.P.shape))
bpr.Q.assign(rng.normal(scale=0.2, size=bpr.Q.shape))
optimizer = tf.keras.optimizers.Adagrad(0.3)
variables = [bpr.P, bpr.Q, bpr.b]
for step in range(5):
    picks = rng.randint(0, n_ratings, 12)
    u, i, j = users[picks], items[picks], rng.randint(0, n_items, 12)
    with tf.GradientTape() as tape:
        loss = -tf.reduce_mean(tf.math.log_sigmoid(bpr((u, i, j))))
    grads = tape.gradient(loss, variables)
    kinds = [type(g).__name__ == "IndexedSlices" for g in grads]
    dense = tf.convert_to_tensor(grads[1])
    optimizer.apply_gradients(zip(grads, variables))
    print(
        "step %d loss %.5f" % (step, loss), kinds, grads[0].indices.shape, "%.5f" % tf.norm(dense)
    )
scores = tf.linalg.matmul(bpr.P, bpr.Q, transpose_b=True) + bpr.b
values, top = tf.nn.top_k(scores, k=3)
print(top[:3].numpy().tolist(), values[0].numpy().round(4).tolist())
hits = tf.reduce_mean(
    tf.cast(tf.reduce_any(top == tf.constant(items[:n_users, None], tf.int32), -1), tf.float32)
)
print("hits %.4f common %s" % (hits, counts.most_common(2)))
