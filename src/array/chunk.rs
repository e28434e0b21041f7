//! Memory for short arrays: 256 bytes that a thread hands from a dropped array to the next, without a lock or an allocation.
//!
//! Invariant, as for blocks: every byte is initialised.

use std::cell::UnsafeCell;

use crate::counted::{Counted, Recycled, Spare};

/// Bytes in a chunk.
pub(super) const CHUNK_BYTES: usize = 256;

/// The bytes, aligned like blocks.
#[repr(align(64))]
pub(super) struct Chunk(UnsafeCell<[u8; CHUNK_BYTES]>);

// SAFETY: plain memory, written only by an array that is the only one to hold it.
unsafe impl Sync for Chunk {}

thread_local!(static SPARE: Spare<Chunk> = const { Spare::new() });

impl Recycled for Chunk {
    type Tag = ();

    #[inline]
    fn with_spare<R>(f: impl FnOnce(&Spare<Chunk>) -> R) -> Option<R> {
        SPARE.try_with(f).ok()
    }
}

impl Chunk {
    /// A chunk with unspecified contents.
    #[inline]
    pub(super) fn scratch() -> Counted<Chunk> {
        match Chunk::with_spare(Spare::pop).flatten() {
            // SAFETY: memory in the list held a chunk, which has no bytes that may not be used as they are.
            Some(memory) => unsafe { Counted::revive(memory) },
            None => Counted::new_in(None, (), Chunk(UnsafeCell::new([0; CHUNK_BYTES]))),
        }
    }

    /// The first byte.
    #[inline]
    pub(super) fn as_ptr(&self) -> *mut u8 {
        self.0.get().cast()
    }
}
