//! What is held back for the moment when memory ends: small allocations that cannot fail, of which every operation makes
//! some, are given it, and the next tensor is refused instead.
//!
//! Invariant: a small allocation fails only after the reserve is spent, and no object of a tensor or variable is made until
//! it is whole again; what one call allocates in between is less than the reserve, since loops ask for room themselves
//! (`memory::room_for_objects`).

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr::null_mut;
use std::sync::atomic::AtomicPtr;
use std::sync::atomic::Ordering::{AcqRel, Acquire};

use pyo3::exceptions::PyMemoryError;
use pyo3::{PyResult, ffi};

/// Large enough to come from the system and to go back there, whoever needs it next.
const RESERVE: Layout = match Layout::from_size_align(1 << 20, 64) {
    Ok(layout) => layout,
    Err(_) => unreachable!(),
};

/// Larger allocations have a way to fail.
const SMALL: usize = 64 << 10;

/// More than an object, its dictionary and what the collector needs to look for others.
const OBJECT: usize = 16 << 10;

static HELD: AtomicPtr<u8> = AtomicPtr::new(null_mut());

/// The system's allocator, and the reserve behind it.
pub struct WithReserve;

/// Whether the reserve is there, or can be had again.
#[inline]
pub fn is_whole() -> bool {
    !HELD.load(Acquire).is_null() || hold()
}

/// As [`is_whole`], for what makes objects that are no tensors.
///
/// Errors: `MemoryError`.
pub fn check() -> PyResult<()> {
    if is_whole() { Ok(()) } else { Err(PyMemoryError::new_err(())) }
}

/// As [`check`], for what has a dictionary as well: CPython 3.11 and 3.12 make it with the object, and take an object apart
/// that has none yet, and nothing else either, where there is no memory for it.
///
/// Errors: `MemoryError`.
pub fn check_object() -> PyResult<()> {
    check()?;
    // SAFETY: given back at once to the allocator that gave it, which takes null as well.
    let room = unsafe {
        let memory = ffi::PyMem_RawMalloc(OBJECT);
        ffi::PyMem_RawFree(memory);
        !memory.is_null()
    };
    if room { Ok(()) } else { Err(PyMemoryError::new_err(())) }
}

#[cold]
fn hold() -> bool {
    // SAFETY: the layout is not of size zero.
    let fresh = unsafe { System.alloc(RESERVE) };
    if !fresh.is_null() && HELD.compare_exchange(null_mut(), fresh, AcqRel, Acquire).is_err() {
        // Another thread was first.
        // SAFETY: allocated above, and known to nobody else.
        unsafe { System.dealloc(fresh, RESERVE) };
    }
    !fresh.is_null()
}

/// Gives the reserve to whoever allocates next; false if it is spent, or not meant for so much.
#[cold]
fn spend(size: usize) -> bool {
    if size > SMALL {
        return false;
    }
    let held = HELD.swap(null_mut(), AcqRel);
    if !held.is_null() {
        // SAFETY: allocated with this layout, and taken out by this thread alone.
        unsafe { System.dealloc(held, RESERVE) };
    }
    !held.is_null()
}

/// What `allocate` gives, the second time if it must be.
#[inline(always)]
fn or_spend(size: usize, allocate: impl Fn() -> *mut u8) -> *mut u8 {
    match allocate() {
        null if null.is_null() && spend(size) => allocate(),
        memory => memory,
    }
}

// SAFETY: all is left to the system's allocator, under the same promises of the caller.
unsafe impl GlobalAlloc for WithReserve {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        or_spend(layout.size(), || unsafe { System.alloc(layout) })
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        or_spend(layout.size(), || unsafe { System.alloc_zeroed(layout) })
    }

    #[inline]
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's promise; where it fails the old memory is as it was.
        or_spend(size, || unsafe { System.realloc(memory, layout, size) })
    }

    #[inline]
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(memory, layout) }
    }
}
