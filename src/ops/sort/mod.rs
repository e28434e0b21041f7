//! Sorting, searching, counting.
//!
//! Values that were moved carry their gradients back to where they came from; indices, counts and truth values have
//! none.

mod along;
mod confusion;
mod count;
mod permutation;
mod search;
mod top_k;
mod unique;

pub use confusion::*;
pub use count::*;
pub use permutation::*;
pub use search::*;
pub use top_k::*;
pub use unique::*;

use super::def::OpDef;
use crate::dtype::DType;
use crate::error::{Error, Result};

pub(super) const TABLES: &[&[OpDef]] =
    &[confusion::OPS, count::OPS, permutation::OPS, search::OPS, top_k::OPS, unique::OPS];

/// Refuses a dtype for attribute `attr` that is not in `allowed`.
fn check_attr(op: &'static str, attr: &str, dtype: DType, allowed: &[DType]) -> Result<()> {
    if allowed.contains(&dtype) {
        return Ok(());
    }
    let names: Vec<&str> = allowed.iter().map(|d| d.kernel_name()).collect();
    let text = format!(
        "Value for attr '{attr}' of {} is not in the list of allowed values: {}",
        dtype.kernel_name(),
        names.join(", ")
    );
    Err(Error::invalid(op, text))
}
