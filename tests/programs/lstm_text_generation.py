"""Shakespeare by characters, as in the tutorial: StringLookup, windows of a stream, a subclassed GRU."""
# keras: 3

import numpy as np
import tensorflow as tf

text = "First Citizen:\nBefore we proceed any further, hear me speak.\n\nAll:\nSpeak, speak.\n" * 3
vocab = sorted(set(text))
print(f"Length of text: {len(text)} characters, {len(vocab)} unique")

ids_from_chars = tf.keras.layers.StringLookup(vocabulary=list(vocab), mask_token=None)
chars_from_ids = tf.keras.layers.StringLookup(
    vocabulary=ids_from_chars.get_vocabulary(), invert=True, mask_token=None
)


def text_from_ids(ids):
    return tf.strings.reduce_join(chars_from_ids(ids), axis=-1)


all_ids = ids_from_chars(tf.strings.unicode_split(text, "UTF-8"))
ids_dataset = tf.data.Dataset.from_tensor_slices(all_ids)
for ids in ids_dataset.take(5):
    print(chars_from_ids(ids).numpy().decode("utf-8"), end="|")
print()
seq_length = 12
sequences = ids_dataset.batch(seq_length + 1, drop_remainder=True)
for seq in sequences.take(2):
    print(text_from_ids(seq).numpy())


def split_input_target(sequence):
    return sequence[:-1], sequence[1:]


dataset = sequences.map(split_input_target)
dataset = dataset.batch(4, drop_remainder=True).prefetch(tf.data.experimental.AUTOTUNE)
vocab_size = len(ids_from_chars.get_vocabulary())


class MyModel(tf.keras.Model):
    def __init__(self, vocab_size, embedding_dim, rnn_units):
        super().__init__()
        self.embedding = tf.keras.layers.Embedding(vocab_size, embedding_dim)
        self.gru = tf.keras.layers.GRU(rnn_units, return_sequences=True, return_state=True)
        self.dense = tf.keras.layers.Dense(vocab_size)

    def call(self, inputs, states=None, return_state=False, training=False):
        x = self.embedding(inputs, training=training)
        if states is None:
            x, states = self.gru(x, training=training)
        else:
            x, states = self.gru(x, initial_state=states, training=training)
        x = self.dense(x, training=training)
        if return_state:
            return x, states
        return x


model = MyModel(vocab_size=vocab_size, embedding_dim=6, rnn_units=8)
for input_example_batch, target_example_batch in dataset.take(1):
    predictions = model(input_example_batch)
    print(predictions.shape, "# (batch_size, sequence_length, vocab_size)")
rng = np.random.RandomState(2)
model.set_weights([rng.uniform(-0.3, 0.3, w.shape) for w in model.get_weights()])
loss = tf.losses.SparseCategoricalCrossentropy(from_logits=True)
mean_loss = loss(target_example_batch, model(input_example_batch))
print("Mean loss: %.5f" % mean_loss.numpy(), "exp %.4f" % tf.exp(mean_loss).numpy())
model.compile(optimizer=tf.keras.optimizers.Adam(0.01), loss=loss)
history = model.fit(dataset, epochs=2, verbose=0)
print(["%.5f" % v for v in history.history["loss"]])


class OneStep(tf.keras.Model):
    def __init__(self, model, chars_from_ids, ids_from_chars, temperature=1.0):
        super().__init__()
        self.temperature = temperature
        self.model = model
        self.chars_from_ids = chars_from_ids
        self.ids_from_chars = ids_from_chars
        skip_ids = self.ids_from_chars(["[UNK]"])[:, None]
        sparse_mask = tf.SparseTensor(
            values=[-float("inf")] * len(skip_ids),
            indices=skip_ids,
            dense_shape=[len(ids_from_chars.get_vocabulary())],
        )
        self.prediction_mask = tf.sparse.to_dense(sparse_mask)

    @tf.function
    def generate_one_step(self, inputs, states=None):
        input_chars = tf.strings.unicode_split(inputs, "UTF-8")
        input_ids = self.ids_from_chars(input_chars).to_tensor()
        logits, states = self.model(inputs=input_ids, states=states, return_state=True)
        logits = logits[:, -1, :] / self.temperature
        logits = logits + self.prediction_mask
        predicted_ids = tf.argmax(logits, axis=-1)
        return self.chars_from_ids(predicted_ids), states


one_step_model = OneStep(model, chars_from_ids, ids_from_chars)
states = None
next_char = tf.constant(["All:", "We:\n"])
result = [next_char]
for n in range(6):
    next_char, states = one_step_model.generate_one_step(next_char, states=states)
    result.append(next_char)
result = tf.strings.join(result)
print([r.decode("utf-8") for r in result.numpy()], tf.strings.length(result).numpy())


class CustomTraining(MyModel):
    @tf.function
    def train_step(self, inputs):
        inputs, labels = inputs
        with tf.GradientTape() as tape:
            predictions = self(inputs, training=True)
            loss = self.loss(labels, predictions)
        grads = tape.gradient(loss, model.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, model.trainable_variables))
        return {"loss": loss}


custom = CustomTraining(vocab_size, 6, 8)
custom.compile(tf.keras.optimizers.SGD(0.1), tf.keras.losses.SparseCategoricalCrossentropy(True))
custom(input_example_batch)
custom.set_weights(model.get_weights())
model = custom
mean = tf.metrics.Mean()
for batch_n, (inp, target) in enumerate(dataset):
    logs = custom.train_step([inp, target])
    mean.update_state(logs["loss"])
    print(f"Batch {batch_n} Loss {logs['loss']:.4f}")
print(f"Epoch Loss: {mean.result().numpy():.4f}")
