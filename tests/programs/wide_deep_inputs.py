"""Structured data with preprocessing layers, in a functional model of named inputs."""

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

rng = np.random.RandomState(2)
n = 32
data = {
    "age": rng.randint(20, 80, n).astype("float32"),
    "fare": rng.lognormal(2, 1, n).astype("float32"),
    "port": rng.choice(["S", "C", "Q"], n),
    "deck": rng.choice([1, 2, 3, 7], n),
}
labels = (data["age"] + 5 * (data["port"] == "C") > 50).astype("float32")


def df_to_dataset(features, labels, batch_size=8):
    ds = tf.data.Dataset.from_tensor_slices((dict(features), labels))
    ds = ds.map(lambda f, y: ({k: tf.expand_dims(v, -1) for k, v in f.items()}, y))
    return ds.batch(batch_size).prefetch(batch_size)


def get_normalization_layer(name, dataset):
    normalizer = layers.Normalization(axis=None)
    feature_ds = dataset.map(lambda x, y: x[name])
    normalizer.adapt(feature_ds)
    return normalizer


def get_category_encoding_layer(name, dataset, dtype, max_tokens=None):
    if dtype == "string":
        index = layers.StringLookup(max_tokens=max_tokens)
    else:
        index = layers.IntegerLookup(max_tokens=max_tokens)
    feature_ds = dataset.map(lambda x, y: x[name])
    index.adapt(feature_ds)
    print(name, *index.get_vocabulary())
    encoder = layers.CategoryEncoding(num_tokens=index.vocabulary_size(), output_mode="one_hot")
    return lambda feature: encoder(index(feature))


train_ds = df_to_dataset(data, labels)
[(train_features, label_batch)] = train_ds.take(1)
print("Every feature:", sorted(train_features.keys()))
print("A batch of ages:", train_features["age"][:3, 0].numpy())
layer = get_normalization_layer("fare", train_ds)
print("normalized", layer(train_features["fare"])[:3, 0].numpy().round(4))

all_inputs, encoded_features = {}, []
for header in ["age", "fare"]:
    numeric_col = tf.keras.Input(shape=(1,), name=header)
    all_inputs[header] = numeric_col
    encoded_features.append(get_normalization_layer(header, train_ds)(numeric_col))
deck_col = tf.keras.Input(shape=(1,), name="deck", dtype="int64")
all_inputs["deck"] = deck_col
encoded_features.append(get_category_encoding_layer("deck", train_ds, "int64", 5)(deck_col))
port_col = tf.keras.Input(shape=(1,), name="port", dtype="string")
all_inputs["port"] = port_col
encoded_features.append(get_category_encoding_layer("port", train_ds, "string", 5)(port_col))

all_features = layers.concatenate(encoded_features)
x = layers.Dense(8, activation="relu")(all_features)
x = layers.Dropout(0.0)(x)
deep = layers.Dense(1)(x)
wide = layers.Dense(1, use_bias=False)(all_features)
output = layers.Add()([deep, wide])
model = tf.keras.Model(all_inputs, output)
count = 0
for v in model.trainable_variables:
    v.assign(rng.normal(scale=0.3, size=v.shape))
    count += int(tf.size(v))
print("trainable", count)
model.compile(
    optimizer=tf.keras.optimizers.Ftrl(0.05, l1_regularization_strength=0.001),
    loss=tf.keras.losses.BinaryCrossentropy(from_logits=True),
    metrics=[
        tf.keras.metrics.BinaryAccuracy(threshold=0.0),
        tf.keras.metrics.AUC(name="auc", from_logits=True),
    ],
)
history = model.fit(train_ds, epochs=3, verbose=0)
for name, values in sorted(history.history.items()):
    print(name, [round(v, 4) for v in values])
sample = {"age": 60.0, "fare": 7.5, "port": "C", "deck": 3}
input_dict = {name: tf.convert_to_tensor([[value]]) for name, value in sample.items()}
predictions = model.predict(input_dict, verbose=0)
print("This one: %.4f percent" % (100 * tf.nn.sigmoid(predictions[0])[0]))
