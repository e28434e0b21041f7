"""Speech: waves to spectrograms, mel features, a small recurrent net with CTC, decoding, error rates."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(20)
vocab = [x for x in "abcd "]
char_to_num = tf.keras.layers.StringLookup(vocabulary=vocab, oov_token="")
num_to_char = tf.keras.layers.StringLookup(
    vocabulary=char_to_num.get_vocabulary(), oov_token="", invert=True
)
print("The vocabulary is:", *char_to_num.get_vocabulary(), char_to_num.vocabulary_size())
texts = ["ab", "cad", "b a", "dd"]
waves = np.stack(
    [np.sin(np.arange(512) * (0.1 + 0.05 * i)) + 0.1 * rng.randn(512) for i in range(4)]
)
frame_length, frame_step, fft_length = 64, 32, 64


def encode_single_sample(wave, label):
    audio = tf.cast(wave, tf.float32)
    spectrogram = tf.signal.stft(
        audio, frame_length=frame_length, frame_step=frame_step, fft_length=fft_length
    )
    spectrogram = tf.math.pow(tf.abs(spectrogram), 0.5)
    means = tf.math.reduce_mean(spectrogram, 1, keepdims=True)
    stddevs = tf.math.reduce_std(spectrogram, 1, keepdims=True)
    spectrogram = (spectrogram - means) / (stddevs + 1e-10)
    label = tf.strings.lower(label)
    label = tf.strings.unicode_split(label, input_encoding="UTF-8")
    return spectrogram, char_to_num(label)


dataset = tf.data.Dataset.from_tensor_slices((waves, [t.upper() for t in texts]))
dataset = dataset.map(encode_single_sample, num_parallel_calls=tf.data.AUTOTUNE)
dataset = dataset.padded_batch(2, padded_shapes=([None, None], [None]))
batch = next(iter(dataset))
print([tuple(x.shape) for x in batch], batch[1].numpy().tolist())
mel = tf.signal.linear_to_mel_weight_matrix(8, frame_length // 2 + 1, 8000, 80.0, 3000.0)


class Acoustic(tf.keras.Model):
    def __init__(self, units, vocab_size):
        super().__init__()
        self.norm = tf.keras.layers.LayerNormalization()
        self.rnn = tf.keras.layers.Bidirectional(tf.keras.layers.GRU(units, return_sequences=True))
        self.out = tf.keras.layers.Dense(vocab_size + 1)

    def call(self, x):
        return self.out(self.rnn(self.norm(tf.tensordot(x, mel, 1))))


model = Acoustic(5, char_to_num.vocabulary_size())
model(batch[0])
model.set_weights([rng.normal(scale=0.4, size=w.shape) for w in model.get_weights()])
optimizer = tf.keras.optimizers.RMSprop(0.01)


def ctc(labels, logits):
    lengths = tf.reduce_sum(tf.cast(tf.not_equal(labels, 0), tf.int32), axis=-1)
    times = tf.fill([tf.shape(logits)[0]], tf.shape(logits)[1])
    return tf.nn.ctc_loss(
        labels=tf.cast(labels, tf.int32),
        logits=logits,
        label_length=lengths,
        logit_length=times,
        logits_time_major=False,
        blank_index=-1,
    )


for epoch in range(3):
    total = 0.0
    for spectrogram, label in dataset:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(ctc(label, model(spectrogram)))
        grads = tape.gradient(loss, model.trainable_variables)
        grads = [tf.clip_by_norm(g, 1.0) for g in grads]
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        total += loss
    print("epoch %d loss %.5f" % (epoch, total / 2))

logits = tf.transpose(model(batch[0]), [1, 0, 2])
decoded, log_probs = tf.nn.ctc_greedy_decoder(logits, [logits.shape[0]] * 2)
dense = tf.sparse.to_dense(decoded[0], default_value=0)
text = [tf.strings.reduce_join(num_to_char(row)).numpy().decode("utf-8") for row in dense]
print("greedy", text, log_probs.numpy().ravel().round(3).tolist())
beams, scores = tf.nn.ctc_beam_search_decoder(
    logits, [logits.shape[0]] * 2, beam_width=4, top_paths=2
)
print(
    "beam",
    [tf.sparse.to_dense(b).numpy().tolist() for b in beams][0],
    scores.numpy().round(3).tolist(),
)
truth = tf.sparse.from_dense(tf.cast(batch[1], tf.int64))
distance = tf.edit_distance(decoded[0], truth, normalize=True)
print("distance", distance.numpy().round(4).tolist())
inverse = tf.signal.inverse_stft(
    tf.signal.stft(tf.constant(waves[0], tf.float32), 64, 32),
    64,
    32,
    window_fn=tf.signal.inverse_stft_window_fn(32),
)
print(
    "inverse",
    inverse.shape,
    bool(np.allclose(inverse[64:-64], waves[0][64 : len(inverse) - 64], atol=1e-4)),
)
