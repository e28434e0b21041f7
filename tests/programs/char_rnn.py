"""A character RNN written out: embeddings by one_hot, backpropagation through time, clipping."""

import numpy as np
import tensorflow as tf

text = "hello tape, hello gradient. " * 3
chars = sorted(set(text))
char2idx = {c: i for i, c in enumerate(chars)}
vocab, hidden, seq_length = len(chars), 16, 12
encoded = np.array([char2idx[c] for c in text])


class RNN(tf.Module):
    def __init__(self, seed=0):
        super(RNN, self).__init__()
        rs = np.random.RandomState(seed)
        self.Wxh = tf.Variable(rs.randn(vocab, hidden) * 0.1, dtype=tf.float32)
        self.Whh = tf.Variable(rs.randn(hidden, hidden) * 0.1, dtype=tf.float32)
        self.Why = tf.Variable(rs.randn(hidden, vocab) * 0.1, dtype=tf.float32)
        self.bh = tf.Variable(tf.zeros([hidden]))
        self.by = tf.Variable(tf.zeros([vocab]))

    def step(self, h, x):
        return tf.tanh(tf.matmul(x, self.Wxh) + tf.matmul(h, self.Whh) + self.bh)

    def __call__(self, inputs, h):
        outputs = []
        for x in tf.unstack(inputs, axis=0):
            h = self.step(h, x)
            outputs.append(tf.matmul(h, self.Why) + self.by)
        return tf.stack(outputs), h

    def scanned(self, inputs, h):
        states = tf.scan(lambda h, x: self.step(h, x), inputs, initializer=h)
        return tf.tensordot(states, self.Why, axes=1) + self.by, states[-1]


model = RNN()
optimizer = tf.keras.optimizers.Adagrad(learning_rate=0.1)
state = tf.zeros([1, hidden])
for n, p in enumerate(range(0, 5 * seq_length, seq_length)):
    inputs, targets = encoded[p : p + seq_length], encoded[p + 1 : p + seq_length + 1]
    x = tf.expand_dims(tf.one_hot(inputs, vocab), 1)
    with tf.GradientTape() as tape:
        logits, new_state = model(x, state)
        loss = tf.reduce_sum(
            tf.nn.sparse_softmax_cross_entropy_with_logits(labels=targets, logits=logits[:, 0])
        )
    again, _ = model.scanned(x, state)
    difference = tf.reduce_max(tf.abs(again - logits)) < 1e-5
    grads = tape.gradient(loss, model.trainable_variables)
    grads, norm = tf.clip_by_global_norm(grads, 5.0)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    state = tf.stop_gradient(new_state)
    print("iter %d, loss: %.5f, norm: %.5f, same: %s" % (n, loss, norm, bool(difference)))
