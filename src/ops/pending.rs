//! Functions that other families bring; this file goes when they have.
#![allow(missing_docs, unused_variables)]
pub fn has_gradient(n: &str) -> bool {
    false
}
