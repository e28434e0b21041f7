"""Text classification with a bidirectional LSTM: ragged reviews padded, masked, compile and fit."""
# keras: 3

import numpy as np
from tensorflow.keras.layers import LSTM, Bidirectional, Dense, Dropout, Embedding
from tensorflow.keras.models import Sequential
from tensorflow.keras.preprocessing.sequence import pad_sequences

max_features, maxlen = 30, 8
rng = np.random.RandomState(3)
lengths = rng.randint(3, 12, size=32)
x = [rng.randint(1, max_features, size=n).tolist() for n in lengths]
y = np.array([int(np.mean(s) > max_features / 2) for s in x])
x_train, y_train = x[:24], y[:24]
x_test, y_test = x[24:], y[24:]
x_train = pad_sequences(x_train, maxlen=maxlen, truncating="post", padding="post")
x_test = pad_sequences(x_test, maxlen=maxlen)
print("x_train shape:", x_train.shape, "x_test shape:", x_test.shape)

model = Sequential(
    [
        Embedding(max_features, 6, mask_zero=True),
        Bidirectional(LSTM(5, return_sequences=True)),
        Bidirectional(LSTM(4), merge_mode="sum"),
        Dropout(0.0),
        Dense(1, activation="sigmoid"),
    ]
)
model.build((None, maxlen))
model.set_weights([rng.normal(scale=0.3, size=w.shape) for w in model.get_weights()])
model.compile(loss="binary_crossentropy", optimizer="adam", metrics=["accuracy"])
history = model.fit(
    x_train,
    y_train,
    batch_size=8,
    epochs=3,
    shuffle=False,
    verbose=0,
    validation_data=(x_test, y_test),
)
for key in sorted(history.history):
    print(key, ["%.5f" % v for v in history.history[key]])
score, acc = model.evaluate(x_test, y_test, batch_size=8, verbose=0)
print("Test score: %.5f" % score, "Test accuracy: %.5f" % acc)
print(model.predict(x_test[:3], verbose=0).ravel().round(5))
print("params", model.count_params(), [tuple(w.shape) for w in model.weights[:4]])
