//! Gradients that users register for operation types that have none.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use crate::error::{Error, ErrorKind, Result};
use crate::op::OpRef;
use crate::tensor::Tensor;

/// A gradient that came from outside the crate.
pub trait UserGradient: Send + Sync {
    /// The gradients of the inputs, given all inputs and outputs of the operation and the outputs' gradients.
    fn grad(&self, op: &OpRef, inputs: &[Tensor], outputs: &[Tensor], g: &[Tensor]) -> Result<Vec<Option<Tensor>>>;
}

type Entry = Option<Arc<dyn UserGradient>>;

static REGISTERED: RwLock<Option<HashMap<String, Entry>>> = RwLock::new(None);

/// Registers a gradient for operation type `op_type`, or (`None`) that it is not differentiable.
///
/// Errors: `KeyError` when something is registered already.
pub fn register(op_type: &str, gradient: Entry) -> Result<()> {
    let mut map = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    let map = map.get_or_insert_default();
    if map.contains_key(op_type) {
        return Err(duplicate(op_type));
    }
    map.insert(op_type.into(), gradient);
    Ok(())
}

/// The error for a second registration of one operation type.
pub fn duplicate(op_type: &str) -> Error {
    Error::new(ErrorKind::Key, format!("Registering two gradient with name '{op_type}'!"))
}

/// What users have registered for `op_type`: nothing, that it is not differentiable, or a gradient.
pub fn registered(op_type: &str) -> Option<Entry> {
    let map = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    map.as_ref().and_then(|map| map.get(op_type).cloned())
}
