//! Special functions against reference values, recurrences, reflections and what they are at the ends of their domains.

mod bessel;
mod gamma;
mod other;
mod values;
