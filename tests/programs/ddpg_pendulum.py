"""DDPG in Keras's example style: actor, critic, soft targets; a pendulum of its own."""

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

num_states, num_actions, upper_bound = 3, 1, 2.0
gamma, tau = 0.99, 0.05
rng = np.random.RandomState(21)


class Pendulum:
    def reset(self):
        self.theta, self.speed = np.pi * 0.9, 0.2
        return self.observe()

    def observe(self):
        return np.array([np.cos(self.theta), np.sin(self.theta), self.speed])

    def step(self, u):
        u = float(np.clip(u, -2, 2))
        cost = self.theta**2 + 0.1 * self.speed**2 + 0.001 * u**2
        self.speed += (15 * np.sin(self.theta) + 3 * u) * 0.05
        self.theta = ((self.theta + self.speed * 0.05 + np.pi) % (2 * np.pi)) - np.pi
        return self.observe(), -cost


def set_random(model):
    model.set_weights([rng.normal(scale=0.2, size=w.shape) for w in model.get_weights()])
    return model


def get_actor():
    last_init = tf.random_uniform_initializer(minval=-0.003, maxval=0.003, seed=1)
    inputs = layers.Input(shape=(num_states,))
    out = layers.Dense(16, activation="relu")(inputs)
    outputs = layers.Dense(1, activation="tanh", kernel_initializer=last_init)(out)
    outputs = layers.Lambda(lambda x: x * upper_bound)(outputs)
    return keras.Model(inputs, outputs)


def get_critic():
    state_input = layers.Input(shape=(num_states,))
    action_input = layers.Input(shape=(num_actions,))
    state_out = layers.Dense(8, activation="relu")(state_input)
    action_out = layers.Dense(8, activation="relu")(action_input)
    concat = layers.Concatenate()([state_out, action_out])
    outputs = layers.Dense(1)(layers.Dense(16, activation="relu")(concat))
    return keras.Model([state_input, action_input], outputs)


actor_model, critic_model = set_random(get_actor()), set_random(get_critic())
target_actor, target_critic = get_actor(), get_critic()
target_actor.set_weights(actor_model.get_weights())
target_critic.set_weights(critic_model.get_weights())
critic_optimizer = keras.optimizers.Adam(0.01)
actor_optimizer = keras.optimizers.Adam(0.005)


@tf.function
def update(state_batch, action_batch, reward_batch, next_state_batch):
    with tf.GradientTape() as tape:
        target_actions = target_actor(next_state_batch, training=True)
        y = reward_batch + gamma * target_critic([next_state_batch, target_actions], training=True)
        critic_value = critic_model([state_batch, action_batch], training=True)
        critic_loss = tf.math.reduce_mean(tf.math.square(y - critic_value))
    critic_grad = tape.gradient(critic_loss, critic_model.trainable_variables)
    critic_optimizer.apply_gradients(zip(critic_grad, critic_model.trainable_variables))
    with tf.GradientTape() as tape:
        actions = actor_model(state_batch, training=True)
        actor_loss = -tf.math.reduce_mean(critic_model([state_batch, actions], training=True))
    actor_grad = tape.gradient(actor_loss, actor_model.trainable_variables)
    actor_optimizer.apply_gradients(zip(actor_grad, actor_model.trainable_variables))
    return critic_loss, actor_loss


def update_target(target, original):
    target.set_weights(
        [a * tau + b * (1 - tau) for a, b in zip(original.get_weights(), target.get_weights())]
    )


env = Pendulum()
state = env.reset()
memory = []
for i in range(20):
    action = (
        float(tf.squeeze(actor_model(tf.constant(state[None], tf.float32)))) + 0.3 * rng.normal()
    )
    next_state, reward = env.step(action)
    memory.append((state, [action], [reward], next_state))
    state = next_state
    if i % 4 == 3:
        picks = rng.choice(len(memory), 4, replace=False)
        batch = [
            tf.cast(tf.convert_to_tensor(np.array(part)), tf.float32)
            for part in zip(*[memory[p] for p in picks])
        ]
        losses = update(*batch)
        update_target(target_actor, actor_model)
        update_target(target_critic, critic_model)
        print("step %d reward %.4f critic %.5f actor %.5f" % (i, reward, *losses))
