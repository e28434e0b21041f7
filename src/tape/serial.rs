//! Serial numbers of tapes, and which of them are alive.
//!
//! A tensor's tape tag names a tape by its serial. A tape tag of a dead tape may be overwritten, one of a living tape
//! never; the table here answers that question with one load. A tape that finds no free place in the table gets serial
//! 0: it never tags tensors and keeps all of them in its map.

use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};

const PLACES: usize = 1024;
static NEXT: AtomicU32 = AtomicU32::new(1);
static ALIVE: [AtomicU32; PLACES] = [const { AtomicU32::new(0) }; PLACES];

/// The serial number of a living tape, given back when dropped.
#[derive(Debug)]
pub(super) struct Serial(u32);

impl Serial {
    pub(super) fn new() -> Serial {
        for _ in 0..PLACES {
            let serial = NEXT.fetch_add(1, Relaxed);
            let place = &ALIVE[serial as usize % PLACES];
            if serial != 0 && place.compare_exchange(0, serial, AcqRel, Relaxed).is_ok() {
                return Serial(serial);
            }
        }
        Serial::none()
    }

    /// Serial 0, which tags nothing.
    pub(super) fn none() -> Serial {
        Serial(0)
    }

    #[inline]
    pub(super) fn number(&self) -> u32 {
        self.0
    }
}

impl Drop for Serial {
    fn drop(&mut self) {
        if self.0 != 0 {
            ALIVE[self.0 as usize % PLACES].store(0, Release);
        }
    }
}

/// Whether the tape with this serial number is alive.
#[inline]
pub(super) fn is_alive(serial: u32) -> bool {
    serial != 0 && ALIVE[serial as usize % PLACES].load(Acquire) == serial
}
