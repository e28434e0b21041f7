//! Special functions against reference values, and what they are at the ends of their domains.

mod bessel;
mod derivatives;
mod ends;
mod gamma;
mod other;
mod values;
