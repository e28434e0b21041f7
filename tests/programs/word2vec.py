"""Skip-gram with negative sampling over embeddings that are gathered."""

import collections

import numpy as np
import tensorflow as tf

text = """the quick brown fox jumps over the lazy dog while the small cat sleeps near the warm fire and
the old dog dreams of the quick fox""".split()
count = collections.Counter(text)
word2id = {
    word: i
    for i, (word, _) in enumerate(sorted(count.items(), key=lambda item: (-item[1], item[0])))
}
data = [word2id[word] for word in text]
vocabulary_size, embedding_size, num_sampled, skip_window = len(word2id), 8, 3, 2
rng = np.random.RandomState(17)

with tf.device("/cpu:0"):
    embedding = tf.Variable(
        rng.uniform(-1, 1, size=[vocabulary_size, embedding_size]), dtype=tf.float32
    )
    nce_weights = tf.Variable(
        rng.normal(scale=0.3, size=[vocabulary_size, embedding_size]), dtype=tf.float32
    )
    nce_biases = tf.Variable(tf.zeros([vocabulary_size]))


def batches():
    for i in range(skip_window, len(data) - skip_window):
        context = [data[i + o] for o in (-2, -1, 1, 2)]
        negatives = rng.randint(0, vocabulary_size, size=num_sampled)
        yield np.full(4, data[i]), np.array(context), negatives


def get_embedding(x):
    with tf.device("/cpu:0"):
        return tf.nn.embedding_lookup(embedding, x)


def loss_fn(center, context, negatives):
    e = get_embedding(center)
    w, b = tf.gather(nce_weights, context), tf.gather(nce_biases, context)
    positive = tf.reduce_sum(e * w, axis=1) + b
    negative = tf.matmul(e, tf.gather(nce_weights, negatives), transpose_b=True) + tf.gather(
        nce_biases, negatives
    )
    return -tf.reduce_mean(tf.math.log_sigmoid(positive)) - tf.reduce_mean(
        tf.reduce_sum(tf.math.log_sigmoid(-negative), 1)
    )


optimizer = tf.optimizers.SGD(0.1)
for step, batch in enumerate(batches()):
    with tf.GradientTape() as g:
        loss = loss_fn(*batch)
    gradients = g.gradient(loss, [embedding, nce_weights, nce_biases])
    optimizer.apply_gradients(zip(gradients, [embedding, nce_weights, nce_biases]))
    if step % 6 == 0:
        print("step: %i, loss: %f" % (step, loss))


def evaluate(x_embed):
    x_embed = tf.cast(x_embed, tf.float32)
    x_norm = x_embed / tf.sqrt(tf.reduce_sum(tf.square(x_embed), axis=-1, keepdims=True))
    all_norm = embedding / tf.sqrt(tf.reduce_sum(tf.square(embedding), 1, keepdims=True))
    return tf.matmul(x_norm, all_norm, transpose_b=True)


sims = evaluate(get_embedding([word2id["fox"]])).numpy()[0]
print("fox:", [list(word2id)[k] for k in (-sims).argsort()[:3]], "%.5f" % sims.sum())
