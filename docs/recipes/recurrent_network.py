# %% [markdown]
# # A recurrent network goes on with a wave
#
# An LSTM learns to tell the next value of a sum of two sines, and then continues it from its own answers.

# %%
import matplotlib.pyplot as plt
import numpy as np

import gradtape as tf

tf.random.set_seed(0)
time = np.arange(400) * 0.2
wave = (np.sin(time) + 0.5 * np.sin(2.3 * time)).astype("float32")
window = 24
inputs = np.stack([wave[n : n + window] for n in range(250)])[..., None]
targets = np.stack([wave[n + window] for n in range(250)])[:, None]

# %%
model = tf.keras.Sequential([tf.keras.layers.LSTM(16), tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.Adam(0.02), "mse")
history = model.fit(inputs, targets, epochs=12, batch_size=50, verbose=0)

known = list(wave[250 : 250 + window])
for _ in range(60):
    known.append(float(model(tf.constant(known[-window:], shape=[1, window, 1]))[0, 0]))
error = np.sqrt(np.mean((np.array(known[window:]) - wave[250 + window : 250 + window + 60]) ** 2))
print(f"last loss {history.history['loss'][-1]:.4f}, error of the continuation {error:.2f}")
assert history.history["loss"][-1] < 0.02

# %%
plt.plot(wave[250 : 250 + window + 60], linewidth=4, alpha=0.4, label="the wave")
plt.plot(range(window, window + 60), known[window:], label="continued")
plt.axvline(window, color="gray", linewidth=0.8)
plt.legend()
