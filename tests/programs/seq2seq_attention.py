"""Translation with Bahdanau's attention, as in the tutorial: Tokenizer, GRU with state, teacher forcing."""

import re
import unicodedata

import numpy as np
import tensorflow as tf

pairs = [
    ("Go.", "¡Ve!"),
    ("I see.", "Ya veo."),
    ("Who are you?", "¿Quién eres?"),
    ("It is cold.", "Hace frío."),
    ("We are here.", "Estamos aquí."),
    ("I am cold.", "Tengo frío."),
]


def unicode_to_ascii(s):
    return "".join(c for c in unicodedata.normalize("NFD", s) if unicodedata.category(c) != "Mn")


def preprocess_sentence(w):
    w = unicode_to_ascii(w.lower().strip())
    w = re.sub(r"([?.!,¿])", r" \1 ", w)
    w = re.sub(r'[" "]+', " ", w)
    w = re.sub(r"[^a-zA-Z?.!,¿]+", " ", w)
    return "<start> " + w.strip() + " <end>"


def tokenize(lang):
    lang_tokenizer = tf.keras.preprocessing.text.Tokenizer(filters="")
    lang_tokenizer.fit_on_texts(lang)
    tensor = lang_tokenizer.texts_to_sequences(lang)
    tensor = tf.keras.preprocessing.sequence.pad_sequences(tensor, padding="post")
    return tensor, lang_tokenizer


targ_lang, inp_lang = zip(*[[preprocess_sentence(w) for w in pair] for pair in pairs])
input_tensor, inp_tokenizer = tokenize(inp_lang)
target_tensor, targ_tokenizer = tokenize(targ_lang)
print(input_tensor.shape, target_tensor.shape, targ_lang[2])

BATCH_SIZE, embedding_dim, units = 3, 4, 8
vocab_inp_size = len(inp_tokenizer.word_index) + 1
vocab_tar_size = len(targ_tokenizer.word_index) + 1
dataset = tf.data.Dataset.from_tensor_slices((input_tensor, target_tensor))
dataset = dataset.batch(BATCH_SIZE, drop_remainder=True)


class Encoder(tf.keras.Model):
    def __init__(self, vocab_size, embedding_dim, enc_units, batch_sz):
        super(Encoder, self).__init__()
        self.batch_sz = batch_sz
        self.enc_units = enc_units
        self.embedding = tf.keras.layers.Embedding(vocab_size, embedding_dim)
        self.gru = tf.keras.layers.GRU(
            self.enc_units,
            return_sequences=True,
            return_state=True,
            recurrent_initializer="glorot_uniform",
        )

    def call(self, x, hidden):
        x = self.embedding(x)
        output, state = self.gru(x, initial_state=hidden)
        return output, state

    def initialize_hidden_state(self):
        return tf.zeros((self.batch_sz, self.enc_units))


class BahdanauAttention(tf.keras.layers.Layer):
    def __init__(self, units):
        super(BahdanauAttention, self).__init__()
        self.W1 = tf.keras.layers.Dense(units)
        self.W2 = tf.keras.layers.Dense(units)
        self.V = tf.keras.layers.Dense(1)

    def call(self, query, values):
        query_with_time_axis = tf.expand_dims(query, 1)
        score = self.V(tf.nn.tanh(self.W1(query_with_time_axis) + self.W2(values)))
        attention_weights = tf.nn.softmax(score, axis=1)
        context_vector = tf.reduce_sum(attention_weights * values, axis=1)
        return context_vector, attention_weights


class Decoder(tf.keras.Model):
    def __init__(self, vocab_size, embedding_dim, dec_units):
        super(Decoder, self).__init__()
        self.embedding = tf.keras.layers.Embedding(vocab_size, embedding_dim)
        self.gru = tf.keras.layers.GRU(dec_units, return_sequences=True, return_state=True)
        self.fc = tf.keras.layers.Dense(vocab_size)
        self.attention = BahdanauAttention(dec_units)

    def call(self, x, hidden, enc_output):
        context_vector, attention_weights = self.attention(hidden, enc_output)
        x = self.embedding(x)
        x = tf.concat([tf.expand_dims(context_vector, 1), x], axis=-1)
        output, state = self.gru(x)
        output = tf.reshape(output, (-1, output.shape[2]))
        return self.fc(output), state, attention_weights


encoder = Encoder(vocab_inp_size, embedding_dim, units, BATCH_SIZE)
decoder = Decoder(vocab_tar_size, embedding_dim, units)
sample_hidden = encoder.initialize_hidden_state()
sample_output, sample_hidden = encoder(input_tensor[:BATCH_SIZE], sample_hidden)
decoder(tf.ones((BATCH_SIZE, 1), tf.int32), sample_hidden, sample_output)
rng = np.random.RandomState(0)
for model in (encoder, decoder):
    model.set_weights([rng.uniform(-0.3, 0.3, w.shape) for w in model.get_weights()])

optimizer = tf.keras.optimizers.Adam(0.01)
loss_object = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")


def loss_function(real, pred):
    mask = tf.math.logical_not(tf.math.equal(real, 0))
    loss_ = loss_object(real, pred)
    mask = tf.cast(mask, dtype=loss_.dtype)
    loss_ *= mask
    return tf.reduce_mean(loss_)


@tf.function
def train_step(inp, targ, enc_hidden):
    loss = 0
    with tf.GradientTape() as tape:
        enc_output, enc_hidden = encoder(inp, enc_hidden)
        dec_hidden = enc_hidden
        dec_input = tf.expand_dims([targ_tokenizer.word_index["<start>"]] * BATCH_SIZE, 1)
        for t in range(1, targ.shape[1]):
            predictions, dec_hidden, _ = decoder(dec_input, dec_hidden, enc_output)
            loss += loss_function(targ[:, t], predictions)
            dec_input = tf.expand_dims(targ[:, t], 1)
    batch_loss = loss / int(targ.shape[1])
    variables = encoder.trainable_variables + decoder.trainable_variables
    gradients = tape.gradient(loss, variables)
    optimizer.apply_gradients(zip(gradients, variables))
    return batch_loss


for epoch in range(2):
    enc_hidden = encoder.initialize_hidden_state()
    total_loss = 0
    for batch, (inp, targ) in enumerate(dataset.take(2)):
        batch_loss = train_step(inp, targ, enc_hidden)
        total_loss += batch_loss
        print("Epoch {} Batch {} Loss {:.4f}".format(epoch + 1, batch, batch_loss.numpy()))
    print("Epoch {} Loss {:.4f}".format(epoch + 1, total_loss / 2))


def evaluate(sentence):
    attention_plot = np.zeros((8, input_tensor.shape[1]))
    inputs = [inp_tokenizer.word_index[i] for i in preprocess_sentence(sentence).split(" ")]
    inputs = tf.keras.preprocessing.sequence.pad_sequences(
        [inputs], maxlen=input_tensor.shape[1], padding="post"
    )
    inputs = tf.convert_to_tensor(inputs)
    enc_out, dec_hidden = encoder(inputs, [tf.zeros((1, units))])
    dec_input = tf.expand_dims([targ_tokenizer.word_index["<start>"]], 0)
    result = ""
    for t in range(8):
        predictions, dec_hidden, weights = decoder(dec_input, dec_hidden, enc_out)
        attention_plot[t] = tf.reshape(weights, (-1,)).numpy()
        predicted_id = tf.argmax(predictions[0]).numpy()
        result += targ_tokenizer.index_word[predicted_id] + " "
        if targ_tokenizer.index_word[predicted_id] == "<end>":
            break
        dec_input = tf.expand_dims([predicted_id], 0)
    return result, attention_plot


result, plot = evaluate("Hace frío.")
print(result, plot.sum(axis=1).round(4))
