//! Memory for short arrays: 256 bytes that a thread hands from a dropped array to the next, without a lock or an allocation.
//!
//! Invariant, as for blocks: every byte is initialised.

use std::cell::UnsafeCell;

use crate::pooled_arc::{FreeList, PooledArc, Recycled};

/// Bytes in a chunk.
pub(super) const CHUNK_BYTES: usize = 256;

/// The bytes, aligned like blocks.
#[repr(align(64))]
pub(super) struct Chunk(UnsafeCell<[u8; CHUNK_BYTES]>);

// SAFETY: plain memory, written only by an array that is the only one to hold it.
unsafe impl Sync for Chunk {}

thread_local!(static SPARE: FreeList<Chunk> = const { FreeList::new() });

impl Recycled for Chunk {
    type Tag = ();

    #[inline]
    fn with_free_list<R>(f: impl FnOnce(&FreeList<Chunk>) -> R) -> Option<R> {
        SPARE.try_with(f).ok()
    }
}

impl Chunk {
    /// A chunk with unspecified contents.
    #[inline]
    pub(super) fn scratch() -> PooledArc<Chunk> {
        match Chunk::with_free_list(FreeList::pop).flatten() {
            // SAFETY: memory in the list held a chunk, which has no bytes that may not be used as they are.
            Some(memory) => unsafe { PooledArc::revive(memory) },
            None => PooledArc::new_in(None, (), Chunk(UnsafeCell::new([0; CHUNK_BYTES]))),
        }
    }

    /// The first byte.
    #[inline]
    pub(super) fn as_ptr(&self) -> *mut u8 {
        self.0.get().cast()
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use crate::array::Array;
    use crate::shape::Shape;

    /// Elements of arrays of each kind of storage: within the array, in a chunk, in a block.
    const LENGTHS: [usize; 4] = [1, 8, 20, 200];

    fn filled(length: usize, value: f32) -> Array {
        let mut array = Array::scratch_of::<f32>(Shape::from([length])).unwrap();
        array.slice_mut::<f32>().fill(value);
        array
    }

    #[test]
    fn arrays_are_written_and_read_and_their_memory_is_used_again() {
        for length in LENGTHS {
            let mut first = filled(length, 1.0);
            let second = filled(length, 2.0);
            first.slice_mut::<f32>()[0] = 3.0;
            assert_eq!((first.slice::<f32>()[0], second.slice::<f32>()[length - 1]), (3.0, 2.0));
            drop(first);
            assert!(filled(length, 4.0).slice::<f32>().iter().all(|&x| x == 4.0));
            assert!(second.slice::<f32>().iter().all(|&x| x == 2.0));
        }
    }

    #[test]
    fn threads_share_arrays_and_drop_each_others() {
        for length in LENGTHS {
            let shared = filled(length, 1.0);
            let mine = shared.clone();
            assert_eq!(thread::spawn(move || mine.slice::<f32>().iter().sum::<f32>()).join().unwrap(), length as f32);
            let made = thread::spawn(move || filled(length, 5.0)).join().unwrap();
            assert_eq!((shared.slice::<f32>()[0], made.slice::<f32>()[length - 1]), (1.0, 5.0));
        }
    }

    #[test]
    fn chunks_that_are_shared_are_not_written() {
        for length in LENGTHS {
            let mut array = filled(length, 1.0);
            let other = array.clone();
            assert_eq!(array.is_unique(), length <= 8);
            drop(other);
            assert!(array.is_unique());
            array.slice_mut::<f32>()[0] = 7.0;
            assert_eq!(array.slice::<f32>()[0], 7.0);
        }
    }
}
