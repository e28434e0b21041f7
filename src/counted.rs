//! Shared ownership, as `std::sync::Arc`, of small values that come and go by the million: the memory of a dropped one is
//! handed to the next that the same thread makes, which costs a tenth of what the allocator does.
//!
//! Invariants: `strong` counts the handles; `weak` counts the weak handles and one more for all handles together. The value
//! lives until `strong` reaches 0, the memory until `weak` does. While [`Counted::get_mut`] looks, `weak` is [`LOCKED`],
//! so that no weak handle can be made unseen.

use std::alloc::Layout;
use std::cell::Cell;
use std::cell::UnsafeCell;
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Acquire;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::Ordering::Release;
use std::sync::atomic::fence;

/// A type whose memory is handed on.
pub(crate) trait Recycled: Sized + 'static {
    /// Calls `f` with the memory that this thread keeps for this type and for no other; `None` once it is gone.
    fn with_spare<R>(f: impl FnOnce(&Spare<Self>) -> R) -> Option<R>;
}

/// Blocks that a thread keeps at most.
const MOST: usize = 1024;

/// More handles than memory has bytes for: only forgetting them in a loop leads there.
const TOO_MANY: usize = isize::MAX as usize;

/// In `weak` while a handle looks whether it is the only one.
const LOCKED: usize = usize::MAX;

#[repr(C)]
struct Block<T> {
    strong: AtomicUsize,
    weak: AtomicUsize,
    value: UnsafeCell<ManuallyDrop<T>>,
}

/// A handle.
pub(crate) struct Counted<T: Recycled>(NonNull<Block<T>>, PhantomData<T>);

/// A handle that keeps the memory but not the value.
pub(crate) struct Weak<T: Recycled>(NonNull<Block<T>>);

// SAFETY: handles share one value across threads, and the last one drops it wherever it is.
unsafe impl<T: Recycled + Send + Sync> Send for Counted<T> {}
// SAFETY: as above.
unsafe impl<T: Recycled + Send + Sync> Sync for Counted<T> {}
// SAFETY: as above.
unsafe impl<T: Recycled + Send + Sync> Send for Weak<T> {}
// SAFETY: as above.
unsafe impl<T: Recycled + Send + Sync> Sync for Weak<T> {}

impl<T: Recycled> Counted<T> {
    /// A value in memory of [`Spare::pop`], or in new memory.
    #[inline]
    pub(crate) fn new_in(memory: Option<Memory<T>>, value: T) -> Counted<T> {
        let (strong, weak) = (AtomicUsize::new(1), AtomicUsize::new(1));
        let place = memory.map_or_else(allocate, |m| m.0);
        // SAFETY: memory of this layout that is ours alone.
        unsafe { place.write(Block { strong, weak, value: UnsafeCell::new(ManuallyDrop::new(value)) }) };
        Counted(place, PhantomData)
    }

    /// A value in memory that held one of this type before: the old one.
    ///
    /// # Safety
    /// What dropping the old value has left behind must be a value.
    #[inline]
    pub(crate) unsafe fn revive(memory: Memory<T>) -> Counted<T> {
        let place = memory.0;
        // SAFETY: memory of this layout that is ours alone; the counts lie in front of the value.
        unsafe {
            (&raw mut (*place.as_ptr()).strong).write(AtomicUsize::new(1));
            (&raw mut (*place.as_ptr()).weak).write(AtomicUsize::new(1));
        }
        Counted(place, PhantomData)
    }

    #[inline]
    fn block(&self) -> &Block<T> {
        // SAFETY: a block lives as long as there is a handle.
        unsafe { self.0.as_ref() }
    }

    /// The number of handles.
    #[inline]
    pub(crate) fn strong_count(&self) -> usize {
        self.block().strong.load(Relaxed)
    }

    /// Whether both are handles of one value.
    #[inline]
    pub(crate) fn is(&self, other: &Counted<T>) -> bool {
        self.0 == other.0
    }

    /// Where the value lies: the same for all its handles.
    #[inline]
    pub(crate) fn address(&self) -> usize {
        self.0.as_ptr() as usize
    }

    /// The value for writing, if this is the only handle and there is no weak one.
    #[inline]
    pub(crate) fn get_mut(&mut self) -> Option<&mut T> {
        let block = self.block();
        // A weak count of 1 says that there is no weak handle; the lock keeps it so while handles are counted.
        block.weak.compare_exchange(1, LOCKED, Acquire, Relaxed).ok()?;
        let alone = block.strong.load(Acquire) == 1;
        block.weak.store(1, Release);
        // SAFETY: no other handle of either kind, and this one is borrowed for as long as the result.
        alone.then(|| unsafe { &mut **block.value.get() })
    }

    /// A weak handle.
    #[inline]
    pub(crate) fn downgrade(&self) -> Weak<T> {
        let weak = &self.block().weak;
        let mut count = weak.load(Relaxed);
        loop {
            if count == LOCKED {
                std::hint::spin_loop();
                count = weak.load(Relaxed);
                continue;
            }
            assert!(count < TOO_MANY, "too many weak handles");
            match weak.compare_exchange_weak(count, count + 1, Acquire, Relaxed) {
                Ok(_) => return Weak(self.0),
                Err(now) => count = now,
            }
        }
    }
}

impl<T: Recycled> std::ops::Deref for Counted<T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: the value lives as long as there is a handle, and is written only through `get_mut`.
        unsafe { &*self.block().value.get() }
    }
}

impl<T: Recycled> Clone for Counted<T> {
    #[inline]
    fn clone(&self) -> Counted<T> {
        if self.block().strong.fetch_add(1, Relaxed) > TOO_MANY {
            std::process::abort();
        }
        Counted(self.0, PhantomData)
    }
}

impl<T: Recycled> Drop for Counted<T> {
    #[inline]
    fn drop(&mut self) {
        if self.is_alone() {
            self.end();
        } else if self.block().strong.fetch_sub(1, Release) == 1 {
            self.last();
        }
    }
}

impl<T: Recycled> Counted<T> {
    /// Whether there is no other handle of either kind, so that nobody can make one.
    ///
    /// Weak handles are looked for first: whatever one of them was turned into before it went counts as a handle then.
    #[inline]
    fn is_alone(&self) -> bool {
        let block = self.block();
        block.weak.load(Acquire) == 1 && block.strong.load(Acquire) == 1
    }

    /// Drops the value and gives the memory back, of a handle that is alone: without the atomic subtractions, which cost more
    /// than all else that is done for a scalar here.
    #[inline]
    fn end(&mut self) {
        // SAFETY: nobody else can reach the value, and it is dropped once.
        unsafe { ManuallyDrop::drop(&mut *self.block().value.get()) };
        give_back(self.0);
    }

    /// Drops the value, and the weak handle that all handles had together.
    fn last(&mut self) {
        fence(Acquire);
        let memory = Weak(self.0);
        // SAFETY: the last handle is going; nobody reads the value any more, and it is dropped once.
        unsafe { ManuallyDrop::drop(&mut *self.block().value.get()) };
        drop(memory);
    }
}

impl<T: Recycled> Weak<T> {
    #[inline]
    fn block(&self) -> &Block<T> {
        // SAFETY: a block's memory lives as long as there is a weak handle.
        unsafe { self.0.as_ref() }
    }

    /// A handle, if the value is still there.
    pub(crate) fn upgrade(&self) -> Option<Counted<T>> {
        let more = |n: usize| (0 < n && n < TOO_MANY).then_some(n + 1);
        self.block().strong.fetch_update(Acquire, Relaxed, more).ok().map(|_| Counted(self.0, PhantomData))
    }

    /// The number of handles.
    #[inline]
    pub(crate) fn strong_count(&self) -> usize {
        self.block().strong.load(Relaxed)
    }

    /// As [`Counted::address`].
    #[inline]
    pub(crate) fn address(&self) -> usize {
        self.0.as_ptr() as usize
    }
}

impl<T: Recycled> Drop for Weak<T> {
    #[inline]
    fn drop(&mut self) {
        let weak = &self.block().weak;
        // Who holds the only one needs no subtraction to know it.
        if weak.load(Acquire) == 1 {
            return give_back(self.0);
        }
        if weak.fetch_sub(1, Release) == 1 {
            fence(Acquire);
            give_back(self.0);
        }
    }
}

/// Memory that a thread keeps: a list through the blocks themselves.
pub(crate) struct Spare<T> {
    first: Cell<Option<NonNull<Link>>>,
    count: Cell<usize>,
    of: PhantomData<T>,
}

/// A block that nobody uses.
pub(crate) struct Memory<T>(NonNull<Block<T>>);

struct Link {
    next: Option<NonNull<Link>>,
}

impl<T> Spare<T> {
    pub(crate) const fn new() -> Spare<T> {
        Spare { first: Cell::new(None), count: Cell::new(0), of: PhantomData }
    }

    const LAYOUT: Layout = Layout::new::<Block<T>>();

    /// Memory for a value: whoever pops it has to use it.
    #[inline]
    pub(crate) fn pop(&self) -> Option<Memory<T>> {
        let first = self.first.get()?;
        // SAFETY: what is in the list is a link that this thread wrote.
        self.first.set(unsafe { first.as_ref() }.next);
        self.count.set(self.count.get() - 1);
        Some(Memory(first.cast()))
    }

    /// Whether there was room for it.
    #[inline]
    fn push(&self, block: NonNull<Block<T>>) -> bool {
        if self.count.get() == MOST {
            return false;
        }
        let link = block.cast::<Link>();
        // SAFETY: the memory of a block that nobody uses is large and aligned enough for a link: it begins with two words.
        unsafe { link.write(Link { next: self.first.get() }) };
        self.first.set(Some(link));
        self.count.set(self.count.get() + 1);
        true
    }
}

impl<T> Drop for Spare<T> {
    fn drop(&mut self) {
        while let Some(memory) = self.pop() {
            // SAFETY: the list owns its blocks, which were allocated with this layout.
            unsafe { std::alloc::dealloc(memory.0.as_ptr().cast(), Self::LAYOUT) };
        }
    }
}

#[cold]
fn allocate<T>() -> NonNull<Block<T>> {
    // SAFETY: a block is not of size zero.
    let memory = unsafe { std::alloc::alloc(Spare::<T>::LAYOUT) };
    NonNull::new(memory.cast()).unwrap_or_else(|| std::alloc::handle_alloc_error(Spare::<T>::LAYOUT))
}

#[inline]
fn give_back<T: Recycled>(block: NonNull<Block<T>>) {
    if !T::with_spare(|spare| spare.push(block)).unwrap_or(false) {
        // SAFETY: nobody uses the block any more, which was allocated with this layout.
        unsafe { std::alloc::dealloc(block.as_ptr().cast(), Spare::<T>::LAYOUT) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::SeqCst;
    use std::thread;

    static DROPPED: AtomicUsize = AtomicUsize::new(0);

    struct Value {
        number: u64,
        copy: Box<u64>,
    }

    impl Drop for Value {
        fn drop(&mut self) {
            assert_eq!(self.number, *self.copy);
            DROPPED.fetch_add(1, SeqCst);
        }
    }

    thread_local!(static SPARE: Spare<Value> = const { Spare::new() });

    impl Recycled for Value {
        fn with_spare<R>(f: impl FnOnce(&Spare<Value>) -> R) -> Option<R> {
            SPARE.try_with(f).ok()
        }
    }

    fn value(n: u64) -> Counted<Value> {
        Counted::new_in(SPARE.with(Spare::pop), Value { number: n, copy: Box::new(n) })
    }

    #[test]
    fn a_value_lives_as_long_as_its_handles_and_its_memory_is_used_again() {
        let a = value(7);
        let (b, weak, address) = (a.clone(), a.downgrade(), a.address());
        assert!(a.is(&b) && a.strong_count() == 2 && weak.upgrade().unwrap().number == 7);
        drop((a, b));
        assert!(weak.upgrade().is_none() && weak.strong_count() == 0 && weak.address() == address);
        let other = value(1);
        assert_ne!(other.address(), address);
        drop(weak);
        assert_eq!(value(2).address(), address);
    }

    #[test]
    fn only_a_handle_without_others_may_write() {
        let mut a = value(3);
        a.get_mut().unwrap().number = 3;
        let weak = a.downgrade();
        assert!(a.get_mut().is_none());
        drop(weak);
        let b = a.clone();
        assert!(a.get_mut().is_none());
        drop(b);
        assert!(a.get_mut().is_some());
    }

    #[test]
    fn threads_share_and_drop_in_any_order() {
        let before = DROPPED.load(SeqCst);
        let made: Vec<_> = (0..200).map(value).collect();
        thread::scope(|scope| {
            for _ in 0..4 {
                let mine: Vec<_> = made.iter().map(|v| (v.clone(), v.downgrade())).collect();
                scope.spawn(move || {
                    for (mut strong, weak) in mine {
                        assert!(strong.get_mut().is_none());
                        let again = weak.upgrade();
                        assert!(again.is_some_and(|a| a.is(&strong)));
                    }
                });
            }
        });
        drop(made);
        assert!(DROPPED.load(SeqCst) >= before + 200);
    }
}
