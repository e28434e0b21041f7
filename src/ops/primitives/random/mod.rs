//! Random numbers on TensorFlow's streams: stateful functions that follow `set_seed`, and stateless ones.
//!
//! The draws themselves are registered as not differentiable; location and scale are applied by recorded operations, so
//! gradients flow to means, deviations and bounds (the reparametrisation trick).

mod discrete;
pub(in crate::ops) mod draw;
pub(in crate::ops) mod stateful;
pub(in crate::ops) mod stateless;

#[cfg(feature = "python")]
pub use draw::restart_streams;
pub use draw::{ask_for_functions, global_seed};
pub use stateful::*;

use crate::ops::prelude::*;

pub(super) const TABLES: &[&[OpDef]] = &[stateful::OPS, stateless::OPS, discrete::OPS];
