"""The transformer tutorial's attention, written out, with its learning rate schedule and masks."""

import numpy as np
import tensorflow as tf

d_model, num_heads, dff, vocab = 8, 2, 16, 11
rng = np.random.RandomState(12)


def get_angles(pos, i, d_model):
    angle_rates = 1 / np.power(10000, (2 * (i // 2)) / np.float32(d_model))
    return pos * angle_rates


def positional_encoding(position, d_model):
    angle_rads = get_angles(
        np.arange(position)[:, np.newaxis], np.arange(d_model)[np.newaxis, :], d_model
    )
    angle_rads[:, 0::2] = np.sin(angle_rads[:, 0::2])
    angle_rads[:, 1::2] = np.cos(angle_rads[:, 1::2])
    return tf.cast(angle_rads[np.newaxis, ...], dtype=tf.float32)


def create_padding_mask(seq):
    seq = tf.cast(tf.math.equal(seq, 0), tf.float32)
    return seq[:, tf.newaxis, tf.newaxis, :]


def create_look_ahead_mask(size):
    return 1 - tf.linalg.band_part(tf.ones((size, size)), -1, 0)


def scaled_dot_product_attention(q, k, v, mask):
    matmul_qk = tf.matmul(q, k, transpose_b=True)
    dk = tf.cast(tf.shape(k)[-1], tf.float32)
    scaled_attention_logits = matmul_qk / tf.math.sqrt(dk)
    if mask is not None:
        scaled_attention_logits += mask * -1e9
    attention_weights = tf.nn.softmax(scaled_attention_logits, axis=-1)
    return tf.matmul(attention_weights, v), attention_weights


def dense(units, seed, activation=None):
    init = tf.keras.initializers.GlorotUniform(seed=seed)
    return tf.keras.layers.Dense(units, activation=activation, kernel_initializer=init)


class MultiHeadAttention(tf.keras.layers.Layer):
    def __init__(self, d_model, num_heads):
        super(MultiHeadAttention, self).__init__()
        self.num_heads, self.d_model = num_heads, d_model
        assert d_model % self.num_heads == 0
        self.depth = d_model // self.num_heads
        self.wq, self.wk, self.wv, self.dense = [dense(d_model, seed) for seed in range(1, 5)]

    def split_heads(self, x, batch_size):
        x = tf.reshape(x, (batch_size, -1, self.num_heads, self.depth))
        return tf.transpose(x, perm=[0, 2, 1, 3])

    def call(self, v, k, q, mask):
        batch_size = tf.shape(q)[0]
        q, k, v = [
            self.split_heads(w(x), batch_size)
            for w, x in ((self.wq, q), (self.wk, k), (self.wv, v))
        ]
        scaled_attention, attention_weights = scaled_dot_product_attention(q, k, v, mask)
        scaled_attention = tf.transpose(scaled_attention, perm=[0, 2, 1, 3])
        concat_attention = tf.reshape(scaled_attention, (batch_size, -1, self.d_model))
        return self.dense(concat_attention), attention_weights


class Block(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.embedding = tf.Variable(
            rng.normal(size=(vocab, d_model)), dtype=tf.float32, name="embedding"
        )
        self.mha = MultiHeadAttention(d_model, num_heads)
        self.ffn1, self.ffn2 = dense(dff, 5, "relu"), dense(d_model, 6)
        self.layernorm1 = tf.keras.layers.LayerNormalization(epsilon=1e-6)
        self.layernorm2 = tf.keras.layers.LayerNormalization(epsilon=1e-6)
        self.final_layer = dense(vocab, 7)

    def call(self, tokens, mask):
        x = tf.gather(self.embedding, tokens) * tf.math.sqrt(tf.cast(d_model, tf.float32))
        x += positional_encoding(20, d_model)[:, : tf.shape(tokens)[1], :]
        attn_output, weights = self.mha(x, x, x, mask)
        out1 = self.layernorm1(x + attn_output)
        out2 = self.layernorm2(out1 + self.ffn2(self.ffn1(out1)))
        return self.final_layer(out2), weights


class CustomSchedule(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, d_model, warmup_steps=10):
        super(CustomSchedule, self).__init__()
        self.d_model = tf.cast(d_model, tf.float32)
        self.warmup_steps = warmup_steps

    def __call__(self, step):
        step = tf.cast(step, tf.float32)
        return (
            0.1
            * tf.math.rsqrt(self.d_model)
            * tf.math.minimum(tf.math.rsqrt(step + 1.0), (step + 1.0) * (self.warmup_steps**-1.5))
        )


loss_object = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")


def loss_function(real, pred):
    mask = tf.cast(tf.math.logical_not(tf.math.equal(real, 0)), tf.float32)
    loss_ = loss_object(real, pred) * mask
    return tf.reduce_sum(loss_) / tf.reduce_sum(mask)


model = Block()
optimizer = tf.keras.optimizers.Adam(CustomSchedule(d_model), beta_1=0.9, beta_2=0.98, epsilon=1e-9)
tokens = tf.constant(rng.randint(1, vocab, size=(6, 9)))
tokens = tokens * tf.cast(tf.sequence_mask([9, 7, 8, 9, 5, 9], 9), tokens.dtype)
inp, target = tokens[:, :-1], tokens[:, 1:]
for step in range(5):
    mask = tf.maximum(create_padding_mask(inp), create_look_ahead_mask(tf.shape(inp)[1]))
    with tf.GradientTape() as tape:
        predictions, weights = model(inp, mask)
        loss = loss_function(target, predictions)
    variables = model.trainable_variables + (
        [] if any(v is model.embedding for v in model.trainable_variables) else [model.embedding]
    )
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    print(f"Batch {step} Loss {loss:.5f} attention {tf.reduce_max(weights[0, :, 1]):.5f}")
