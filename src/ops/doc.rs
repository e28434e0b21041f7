//! Documentation comments as text, so that one sentence documents a function in Rust and in Python.

/// The text of a documentation comment: its lines without the space in front of each.
macro_rules! docs {
    ($($line:literal)+) => {{
        const LINES: &[&str] = &[$($line),+];
        const TEXT: [u8; $crate::ops::doc::length(LINES)] = $crate::ops::doc::joined(LINES);
        match std::str::from_utf8(&TEXT) {
            Ok(text) => text,
            Err(_) => unreachable!(),
        }
    }};
}
pub(in crate::ops) use docs;

/// The line without the space in front.
const fn stripped(line: &str) -> &[u8] {
    match line.as_bytes() {
        [b' ', rest @ ..] => rest,
        line => line,
    }
}

/// How long these lines are with a line break between each two.
pub(in crate::ops) const fn length(lines: &[&str]) -> usize {
    let (mut total, mut i) = (lines.len() - 1, 0);
    while i < lines.len() {
        total += stripped(lines[i]).len();
        i += 1;
    }
    total
}

/// The lines with a line break between each two; `N` is their [`length`].
pub(in crate::ops) const fn joined<const N: usize>(lines: &[&str]) -> [u8; N] {
    let (mut text, mut at, mut i) = ([b'\n'; N], 0, 0);
    while i < lines.len() {
        let (line, mut j) = (stripped(lines[i]), 0);
        while j < line.len() {
            text[at + j] = line[j];
            j += 1;
        }
        at += line.len() + 1;
        i += 1;
    }
    text
}
