//! Vectors of a length that a program can choose: to make one may fail, and then it is an error, not the end of the process.
//!
//! Whatever grows with the elements of a tensor, or with a number among an operation's arguments, is made here; a shape
//! may describe far more elements than memory holds, since views repeat them and empty axes hide them. The plain ways to
//! make a vector, which abort the process when memory runs out, are for lists that are short whatever the program does: an
//! entry for each axis, for each argument, for each thread.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};
use std::mem::needs_drop;

use smallvec::SmallVec;

use crate::error::{Error, Result};
use crate::interrupt;
use crate::interrupt::grain;
use crate::interrupt::in_chunks;

/// `len` times `value`.
///
/// Errors, of this and the other functions here: `ResourceExhausted` where memory is not to be had; where elements are made,
/// also what [`interrupt::check`] answers, which is asked while a vector gets long.
///
/// ```
/// use gradtape::memory::try_vec;
///
/// assert_eq!(try_vec(2, 0.5)?, [0.5, 0.5]);
/// assert!(try_vec(1 << 60, 0.5).is_err());
/// # Ok::<(), gradtape::error::Error>(())
/// ```
pub fn try_vec<T: Clone>(len: usize, value: T) -> Result<Vec<T>> {
    let mut all = try_with_capacity(len)?;
    while len - all.len() > grain::COMPUTED {
        all.resize(all.len() + grain::COMPUTED, value.clone());
        interrupt::check()?;
    }
    all.resize(len, value);
    Ok(all)
}

/// No element yet, and room for `capacity`.
pub fn try_with_capacity<T>(capacity: usize) -> Result<Vec<T>> {
    let mut all = Vec::new();
    try_reserve(&mut all, capacity)?;
    Ok(all)
}

/// What the iterator gives.
///
/// ```
/// use gradtape::memory::try_collect;
///
/// assert_eq!(try_collect((0..3).map(|i| i * i))?, [0, 1, 4]);
/// assert!(try_collect(0..1u64 << 60).is_err());
/// # Ok::<(), gradtape::error::Error>(())
/// ```
pub fn try_collect<T>(items: impl IntoIterator<Item = T>) -> Result<Vec<T>> {
    let mut all = Vec::new();
    try_extend(&mut all, items)?;
    Ok(all)
}

/// As [`try_collect`], of what may fail itself.
pub fn try_collect_ok<T, E: From<Error>>(
    items: impl IntoIterator<Item = std::result::Result<T, E>>,
) -> std::result::Result<Vec<T>, E> {
    let mut failed = None;
    let fine = items.into_iter().map_while(|item| item.map_err(|error| failed = Some(error)).ok());
    let all = try_collect(fine)?;
    failed.map_or(Ok(all), Err)
}

/// A copy of the slice.
pub fn try_copy<T: Clone>(items: &[T]) -> Result<Vec<T>> {
    let mut all = try_with_capacity(items.len())?;
    in_chunks(items.len(), grain::COMPUTED, |chunk| all.extend_from_slice(&items[chunk]))?;
    Ok(all)
}

/// Appends what the iterator gives.
pub fn try_extend<T>(all: &mut Vec<T>, items: impl IntoIterator<Item = T>) -> Result<()> {
    let mut items = items.into_iter();
    let (least, most) = items.size_hint();
    try_reserve(all, least)?;
    let grain = const { if needs_drop::<T>() { grain::OBJECTS } else { grain::COMPUTED } };
    if most == Some(least) {
        for _ in 0..least / grain {
            all.extend(items.by_ref().take(grain));
            between::<T>()?;
        }
        all.extend(items);
        return Ok(());
    }
    // Nobody knows how many there are.
    items.try_for_each(|item| {
        if all.len() % grain == grain - 1 {
            between::<T>()?;
        }
        try_push(all, item)
    })
}

/// What is asked while a vector of `T` gets long.
#[cold]
fn between<T>() -> Result<()> {
    interrupt::check()?;
    if const { needs_drop::<T>() } { room_for_objects() } else { Ok(()) }
}

/// Asks whether there is memory for [`grain::OBJECTS`] more tensors, objects of Python or the like: each of them is a small
/// allocation of fixed size, for which there is no other failure than the end of the process. For loops that a program can
/// make long.
///
/// Errors: `ResourceExhausted` where there is none.
pub fn room_for_objects() -> Result<()> {
    // A tensor takes 152 bytes, its object 80.
    const OBJECT: usize = 1 << 10;
    room(OBJECT * grain::OBJECTS)
}

/// Asks whether `bytes` can be had, in front of what allocates them and cannot fail.
///
/// Errors: `ResourceExhausted` where they cannot.
pub fn room(bytes: usize) -> Result<()> {
    let mut room = Vec::<u8>::new();
    try_reserve(&mut room, bytes)?;
    // Or the compiler would see that nobody needs it.
    std::hint::black_box(room.as_mut_ptr());
    Ok(())
}

/// Appends one element to a vector that grows.
pub fn try_push<T>(all: &mut Vec<T>, item: T) -> Result<()> {
    if all.len() == all.capacity() {
        try_reserve(all, all.len().max(4))?;
    }
    all.push(item);
    Ok(())
}

/// Makes room for one more key in a map that grows.
pub fn try_room<K: Eq + Hash, V, S: BuildHasher>(map: &mut HashMap<K, V, S>) -> Result<()> {
    if map.len() < map.capacity() || map.try_reserve(map.len().max(4)).is_ok() {
        return Ok(());
    }
    super::empty_cache();
    map.try_reserve(1).map_err(|_| exhausted(map.len().saturating_mul(2), size_of::<(K, V)>()))
}

/// Makes room for that many more elements, and for no more than them.
pub fn try_reserve<T>(all: &mut Vec<T>, more: usize) -> Result<()> {
    if all.try_reserve_exact(more).is_ok() {
        return Ok(());
    }
    // What lies in the pool may be what is missing.
    super::empty_cache();
    all.try_reserve_exact(more).map_err(|_| exhausted(all.len().saturating_add(more), size_of::<T>()))
}

/// As [`try_reserve`], for a vector whose first elements need no allocation.
pub fn try_reserve_short<A: smallvec::Array>(all: &mut SmallVec<A>, more: usize) -> Result<()> {
    if all.try_reserve_exact(more).is_ok() {
        return Ok(());
    }
    super::empty_cache();
    all.try_reserve_exact(more).map_err(|_| exhausted(all.len().saturating_add(more), size_of::<A::Item>()))
}

/// As [`try_collect`], into such a vector.
pub fn try_collect_short<A: smallvec::Array>(
    items: impl IntoIterator<Item = A::Item, IntoIter: ExactSizeIterator>,
) -> Result<SmallVec<A>> {
    let (items, mut all) = (items.into_iter(), SmallVec::new());
    try_reserve_short(&mut all, items.len())?;
    all.extend(items);
    Ok(all)
}

#[cold]
fn exhausted(len: usize, size: usize) -> Error {
    let bytes = len as u128 * size as u128;
    Error::exhausted(format!("OOM when allocating {bytes} bytes of working memory on CPU"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_is_made_and_what_does_not_is_an_error() {
        assert_eq!(try_vec(3, 7).unwrap(), [7; 3]);
        assert_eq!(try_copy(&[1, 2]).unwrap(), [1, 2]);
        assert_eq!(try_collect((0..2000).filter(|i| i % 2 == 1)).unwrap().len(), 1000);
        for error in [
            try_vec(usize::MAX, 0.0f64).map(drop),
            try_with_capacity::<u8>(isize::MAX as usize).map(drop),
            try_collect((0u64..1 << 61).map(|i| i as u8)).map(drop),
        ] {
            assert_eq!(error.unwrap_err().kind(), crate::error::ErrorKind::ResourceExhausted);
        }
        let text = try_vec(1 << 62, 0.0f64).unwrap_err().to_string();
        assert_eq!(text, format!("OOM when allocating {} bytes of working memory on CPU", 1u128 << 65));
    }

    #[test]
    fn the_first_failure_ends_the_list() {
        let item = |i| if i < 3 { Ok(i) } else { Err(Error::value(format!("item {i}"))) };
        assert_eq!(try_collect_ok((0..3).map(item)).unwrap(), [0, 1, 2]);
        assert_eq!(try_collect_ok((0..9).map(item)).unwrap_err().to_string(), "item 3");
    }
}
