//! The elements of string arrays.

use std::ops::Deref;
use std::sync::Arc;

use crate::error::Result;
use crate::memory::try_copy;

/// A string of bytes; clones share them, so that arrays of strings are copied without copying the strings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Text(Arc<Vec<u8>>);

impl Text {
    /// A copy of these bytes.
    ///
    /// Errors: `ResourceExhausted` where memory is not to be had.
    pub fn copy(bytes: &[u8]) -> Result<Text> {
        try_copy(bytes).map(Text::from)
    }
}

impl From<Vec<u8>> for Text {
    fn from(bytes: Vec<u8>) -> Text {
        Text(Arc::new(bytes))
    }
}

impl Deref for Text {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.0
    }
}
