//! Shared ownership, as `std::sync::Arc`, of small values that come and go by the million: the memory of a dropped one is
//! handed to the next that the same thread makes, which costs a tenth of what the allocator does.
//!
//! Invariants: `strong` counts the handles; `weak` counts the weak handles and one more for all handles together. The value
//! lives until `strong` reaches 0, the memory and the tag in it until `weak` does. Handles of either kind are made
//! from handles, never from weak ones. So who has the only handle learns that from a load, and nobody can change it
//! meanwhile: it needs no atomic subtraction, which costs more than all else that is done for a scalar here.

use std::alloc::Layout;
use std::cell::{Cell, UnsafeCell};
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicUsize, fence};

/// A type whose memory is handed on.
pub(crate) trait Recycled: Sized + 'static {
    /// What lies beside the value, and outlives it while there are weak handles. Plain data: it is never dropped.
    type Tag;

    /// Calls `f` with the memory that this thread keeps for this type and for no other; `None` once it is gone.
    fn with_free_list<R>(f: impl FnOnce(&FreeList<Self>) -> R) -> Option<R>;
}

/// Blocks that a thread keeps at most.
const MOST: usize = 1024;

/// More handles than memory has bytes for: only forgetting them in a loop leads there.
const TOO_MANY: usize = isize::MAX as usize;

#[repr(C)]
struct Block<T: Recycled> {
    strong: AtomicUsize,
    weak: AtomicUsize,
    tag: T::Tag,
    value: UnsafeCell<ManuallyDrop<T>>,
}

/// A handle.
pub(crate) struct PooledArc<T: Recycled>(NonNull<Block<T>>, PhantomData<T>);

/// A handle that keeps the memory but not the value.
pub(crate) struct Weak<T: Recycled>(NonNull<Block<T>>);

// SAFETY: handles share one value across threads, and the last one drops it wherever it is.
unsafe impl<T: Recycled<Tag: Send + Sync> + Send + Sync> Send for PooledArc<T> {}
// SAFETY: as above.
unsafe impl<T: Recycled<Tag: Send + Sync> + Send + Sync> Sync for PooledArc<T> {}
// SAFETY: as above.
unsafe impl<T: Recycled<Tag: Send + Sync> + Send + Sync> Send for Weak<T> {}
// SAFETY: as above.
unsafe impl<T: Recycled<Tag: Send + Sync> + Send + Sync> Sync for Weak<T> {}

impl<T: Recycled> PooledArc<T> {
    /// A value in memory of [`FreeList::pop`], or in new memory.
    #[inline]
    pub(crate) fn new_in(memory: Option<Memory<T>>, tag: T::Tag, value: T) -> PooledArc<T> {
        const { assert!(!std::mem::needs_drop::<T::Tag>()) };
        let (strong, weak) = (AtomicUsize::new(1), AtomicUsize::new(1));
        let place = memory.map_or_else(allocate, |m| m.0);
        // SAFETY: memory of this layout that is ours alone.
        unsafe { place.write(Block { strong, weak, tag, value: UnsafeCell::new(ManuallyDrop::new(value)) }) };
        PooledArc(place, PhantomData)
    }

    /// A value in memory that held one of this type before: the old one, with the old tag.
    ///
    /// # Safety
    /// What dropping the old value has left behind must be a value.
    #[inline]
    pub(crate) unsafe fn revive(memory: Memory<T>) -> PooledArc<T> {
        let place = memory.0;
        // SAFETY: memory of this layout that is ours alone; the counts lie in front of the tag and the value.
        unsafe {
            (&raw mut (*place.as_ptr()).strong).write(AtomicUsize::new(1));
            (&raw mut (*place.as_ptr()).weak).write(AtomicUsize::new(1));
        }
        PooledArc(place, PhantomData)
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
    pub(crate) fn is(&self, other: &PooledArc<T>) -> bool {
        self.0 == other.0
    }

    /// Where the value lies: the same for all its handles.
    #[inline]
    pub(crate) fn address(&self) -> usize {
        self.0.as_ptr() as usize
    }

    /// What lies beside the value.
    #[inline]
    pub(crate) fn tag(&self) -> &T::Tag {
        &self.block().tag
    }

    /// The value for writing, if this is the only handle and there is no weak one.
    #[inline]
    pub(crate) fn get_mut(&mut self) -> Option<&mut T> {
        // SAFETY: no other handle of either kind, and this one is borrowed for as long as the result.
        self.is_alone().then(|| unsafe { &mut **self.block().value.get() })
    }

    /// A weak handle.
    #[inline]
    pub(crate) fn downgrade(&mut self) -> Weak<T> {
        let block = self.block();
        if self.is_alone() {
            // Nobody else can count anything, and this handle is borrowed.
            block.weak.store(2, Relaxed);
        } else if block.weak.fetch_add(1, Relaxed) > TOO_MANY {
            std::process::abort();
        }
        Weak(self.0)
    }

    /// Whether there is no other handle of either kind. It stays so while this one is borrowed for writing.
    ///
    /// Handles are looked for first: a weak one that another has made before it went counts by then.
    #[inline]
    fn is_alone(&self) -> bool {
        let block = self.block();
        block.strong.load(Acquire) == 1 && block.weak.load(Acquire) == 1
    }
}

impl<T: Recycled> std::ops::Deref for PooledArc<T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: the value lives as long as there is a handle, and is written only through `get_mut`.
        unsafe { &*self.block().value.get() }
    }
}

impl<T: Recycled> Clone for PooledArc<T> {
    #[inline]
    fn clone(&self) -> PooledArc<T> {
        if self.block().strong.fetch_add(1, Relaxed) > TOO_MANY {
            std::process::abort();
        }
        PooledArc(self.0, PhantomData)
    }
}

impl<T: Recycled> Drop for PooledArc<T> {
    #[inline]
    fn drop(&mut self) {
        let strong = &self.block().strong;
        if strong.load(Acquire) == 1 {
            // Nobody else can count handles; weak ones read the count.
            strong.store(0, Relaxed);
        } else if strong.fetch_sub(1, Release) != 1 {
            return;
        } else {
            fence(Acquire);
        }
        // The weak handle that all handles had together: it goes after the value, whatever dropping that does.
        let _memory = Weak(self.0);
        // SAFETY: the last handle is going; nobody reads the value any more, and it is dropped once.
        unsafe { ManuallyDrop::drop(&mut *self.block().value.get()) };
    }
}

impl<T: Recycled> Weak<T> {
    #[inline]
    fn block(&self) -> &Block<T> {
        // SAFETY: a block's memory lives as long as there is a weak handle.
        unsafe { self.0.as_ref() }
    }

    /// What lies beside the value, whether that is still there or not.
    pub(crate) fn tag(&self) -> &T::Tag {
        &self.block().tag
    }

    /// The number of handles.
    #[inline]
    pub(crate) fn strong_count(&self) -> usize {
        self.block().strong.load(Relaxed)
    }

    /// As [`PooledArc::address`].
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
pub(crate) struct FreeList<T: Recycled> {
    first: Cell<Option<NonNull<Link>>>,
    count: Cell<usize>,
    of: PhantomData<T>,
}

/// A block that nobody uses.
pub(crate) struct Memory<T: Recycled>(NonNull<Block<T>>);

struct Link {
    next: Option<NonNull<Link>>,
}

impl<T: Recycled> FreeList<T> {
    pub(crate) const fn new() -> FreeList<T> {
        FreeList { first: Cell::new(None), count: Cell::new(0), of: PhantomData }
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

impl<T: Recycled> Drop for FreeList<T> {
    fn drop(&mut self) {
        while let Some(memory) = self.pop() {
            // SAFETY: the list owns its blocks, which were allocated with this layout.
            unsafe { std::alloc::dealloc(memory.0.as_ptr().cast(), Self::LAYOUT) };
        }
    }
}

#[cold]
fn allocate<T: Recycled>() -> NonNull<Block<T>> {
    // SAFETY: a block is not of size zero.
    let memory = unsafe { std::alloc::alloc(FreeList::<T>::LAYOUT) };
    NonNull::new(memory.cast()).unwrap_or_else(|| std::alloc::handle_alloc_error(FreeList::<T>::LAYOUT))
}

#[inline]
fn give_back<T: Recycled>(block: NonNull<Block<T>>) {
    if !T::with_free_list(|free| free.push(block)).unwrap_or(false) {
        // SAFETY: nobody uses the block any more, which was allocated with this layout.
        unsafe { std::alloc::dealloc(block.as_ptr().cast(), FreeList::<T>::LAYOUT) };
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::SeqCst;
    use std::thread;

    use super::*;

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

    thread_local!(static SPARE: FreeList<Value> = const { FreeList::new() });

    impl Recycled for Value {
        type Tag = u64;

        fn with_free_list<R>(f: impl FnOnce(&FreeList<Value>) -> R) -> Option<R> {
            SPARE.try_with(f).ok()
        }
    }

    fn value(n: u64) -> PooledArc<Value> {
        PooledArc::new_in(SPARE.with(FreeList::pop), n + 1, Value { number: n, copy: Box::new(n) })
    }

    #[test]
    fn a_value_lives_as_long_as_its_handles_and_its_memory_is_used_again() {
        let mut a = value(7);
        let (b, weak, address) = (a.clone(), a.downgrade(), a.address());
        assert!(a.is(&b) && a.strong_count() == 2 && weak.strong_count() == 2 && b.number == 7);
        drop((a, b));
        assert!(weak.strong_count() == 0 && *weak.tag() == 8 && weak.address() == address);
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
                let mine = made.clone();
                scope.spawn(move || {
                    for mut strong in mine {
                        let weak = strong.downgrade();
                        assert!(strong.get_mut().is_none());
                        let (tag, again) = (strong.number + 1, strong.clone());
                        drop(strong);
                        assert!(weak.strong_count() > 0 && *weak.tag() == tag);
                        drop(again);
                        assert_eq!(*weak.tag(), tag);
                    }
                });
            }
        });
        assert!(made.iter().all(|v| v.strong_count() == 1));
        drop(made);
        assert!(DROPPED.load(SeqCst) >= before + 200);
    }
}
