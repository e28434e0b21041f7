//! How much of a thread's stack is left, where the core calls the program and the program may call the core again.
//!
//! Python's own limit counts calls, not bytes, and a program may raise it; an overflow would end the process. So the core
//! asks before it calls a gradient function, a conversion or an iterator, and refuses as Python does. Nobody asks on a path
//! that calls no Python code.

use std::cell::Cell;

use pyo3::exceptions::PyRecursionError;
use pyo3::prelude::*;

/// Bytes that must be left: for the core and for what Python does before it asks again. A small stack keeps half.
const RESERVE: usize = 256 << 10;

/// The part of a stack in which nobody is called any more.
#[derive(Clone, Copy)]
struct Reserve {
    start: usize,
    end: usize,
}

thread_local!(static KNOWN: Cell<Option<Reserve>> = const { Cell::new(None) });

/// An error where the stack might not suffice for a call into the program.
#[inline]
pub fn check() -> PyResult<()> {
    let marker = 0u8;
    let here = (&raw const marker).addr();
    match KNOWN.get() {
        Some(reserve) if here >= reserve.end => Ok(()),
        Some(reserve) if here >= reserve.start => Err(exhausted()),
        // Another stack than the thread's own: one that a program switched to.
        Some(_) => Ok(()),
        None => {
            let (start, size) = bounds().unwrap_or_else(|| assumed(here));
            KNOWN.set(Some(Reserve { start, end: start + RESERVE.min(size / 2) }));
            check()
        }
    }
}

#[cold]
fn exhausted() -> PyErr {
    PyRecursionError::new_err(
        "maximum recursion depth exceeded: functions that gradtape calls, such as gradient functions or conversions, call it \
         again too often for the stack of this thread",
    )
}

/// Where the system does not tell: half a megabyte from here on, which every system gives.
fn assumed(here: usize) -> (usize, usize) {
    const LEAST: usize = 512 << 10;
    (here.saturating_sub(LEAST), LEAST)
}

/// The lowest address of this thread's stack, and its size.
#[cfg(any(target_os = "linux", target_os = "android"))]
#[cold]
fn bounds() -> Option<(usize, usize)> {
    let mut attributes = std::mem::MaybeUninit::<libc::pthread_attr_t>::uninit();
    let (mut start, mut size) = (std::ptr::null_mut(), 0);
    // SAFETY: the attributes are read after they were filled, and destroyed once.
    unsafe {
        if libc::pthread_getattr_np(libc::pthread_self(), attributes.as_mut_ptr()) != 0 {
            return None;
        }
        let told = libc::pthread_attr_getstack(attributes.as_ptr(), &mut start, &mut size);
        libc::pthread_attr_destroy(attributes.as_mut_ptr());
        (told == 0).then_some((start.addr(), size))
    }
}

/// As above.
#[cfg(target_os = "macos")]
#[cold]
fn bounds() -> Option<(usize, usize)> {
    // SAFETY: asked of the thread that is running.
    let (end, size) = unsafe {
        let me = libc::pthread_self();
        (libc::pthread_get_stackaddr_np(me).addr(), libc::pthread_get_stacksize_np(me))
    };
    Some((end - size, size))
}

/// As above.
#[cfg(windows)]
#[cold]
fn bounds() -> Option<(usize, usize)> {
    #[link(name = "kernel32")]
    unsafe extern "system" {
        fn GetCurrentThreadStackLimits(low: *mut usize, high: *mut usize);
    }
    let (mut low, mut high) = (0, 0);
    // SAFETY: two places to write to.
    unsafe { GetCurrentThreadStackLimits(&mut low, &mut high) };
    Some((low, high - low))
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_os = "macos", windows)))]
fn bounds() -> Option<(usize, usize)> {
    None
}
