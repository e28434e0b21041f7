//! Memory whose size a program can choose is never taken for granted: the ways to make a list that end the process where
//! memory ends do not occur in what runs on tensors, but for lists that are short whatever the program does.
//!
//! A list with an entry for each axis is collected by `few`, which says so and is checked where tests run. What is short
//! for another reason has the reason behind it, or in the line above: `// bounded: by ...`.

use source::{File, files, none};

mod source;

/// Where tensors are worked on, and Python's objects are looked through.
const GUARDED: &[&str] = &["src/array", "src/kernels", "src/ops", "src/python"];

/// Ways to get memory that do not fail, and what is meant instead.
const PLAIN: &[(&str, &str)] = &[
    (".collect(", "few, or memory::try_collect"),
    (".collect::<", "few, or memory::try_collect"),
    (".to_vec()", "few, or memory::try_copy"),
    ("::with_capacity(", "memory::try_with_capacity"),
    (".reserve(", "memory::try_reserve"),
    (".resize(", "memory::try_vec"),
    (".resize_with(", "memory::try_reserve"),
    (".sort(", "sort_unstable"),
    (".sort_by(", "sort_unstable_by"),
    (".sort_by_key(", "sort_unstable_by_key"),
    ("PyList::new(", "items::list_of"),
    ("PyTuple::new(", "items::tuple_of"),
    (".try_iter(", "items::items"),
];

const REASON: &str = "// bounded: by ";

/// The plain ways that a line of code goes; `above` is the line before it.
fn plain<'a>(line: &'a str, above: &str) -> Option<(&'a str, &'static str)> {
    let is_example = line.contains(">>> ");
    if is_example || line.contains(REASON) || above.trim_start().starts_with(REASON) {
        return None;
    }
    // Functions of our own that have the same name, and may fail.
    let fallible = |way: &str, rest: &str| {
        way == ".to_vec()" && rest.starts_with('?') || way == ".reserve(" && rest.ends_with(")?;")
    };
    let found = PLAIN.iter().find_map(|(way, instead)| {
        let rest = line.split_once(way)?.1;
        (!fallible(way, rest)).then_some((*way, *instead))
    });
    found.or_else(|| repeated(line).then_some(("vec![_; n]", "memory::try_vec")))
}

/// Whether the line has a `vec![value; n]` or a `from_elem(value, n)` whose `n` is no constant and no rank.
fn repeated(line: &str) -> bool {
    let list = line.split_once("vec![").and_then(|(_, inside)| inside.split_once("; "));
    let short = || line.split_once("::from_elem(").and_then(|(_, inside)| inside.rsplit_once(", "));
    let Some((_, count)) = list.or_else(short) else {
        return false;
    };
    let count = count.split([']', ';']).next().unwrap_or_default().trim_end_matches(')');
    let is_constant = count.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || "_:".contains(c));
    !is_constant && !count.contains("rank")
}

/// The code of a file before its tests, with line numbers.
fn code_of(file: &File) -> Vec<(usize, &str, &str)> {
    let lines: Vec<&str> = file.text.lines().collect();
    let is_end = |i: usize| lines[i] == "#[cfg(test)]" && lines.get(i + 1).is_some_and(|next| next.ends_with('{'));
    let end = (0..lines.len()).find(|&i| is_end(i)).unwrap_or(lines.len());
    let code = (0..end).filter(|&i| !lines[i].trim_start().starts_with("//"));
    code.map(|i| (i + 1, lines[i], if i > 0 { lines[i - 1] } else { "" })).collect()
}

/// Files that hold tests and nothing else.
fn is_test(name: &str) -> bool {
    ["tests", "testing.rs", "tests.rs"].iter().any(|part| name.split('/').any(|p| p == *part))
}

#[test]
fn no_size_that_a_program_chooses_ends_the_process() {
    let all = GUARDED.iter().flat_map(|folder| files(folder));
    let guarded = all.filter(|f| !is_test(&f.name));
    let mut found = Vec::new();
    for file in guarded {
        let plain = code_of(&file).into_iter().filter_map(|(n, line, above)| plain(line, above).map(|what| (n, what)));
        found.extend(plain.map(|(n, (way, instead))| format!("{}:{n} {way}: use {instead}", file.name)));
    }
    none("plain ways to get memory", found);
}

#[test]
fn plain_ways_are_seen_and_others_are_not() {
    for seen in [
        "let a: Vec<i64> = x.iter().collect();",
        "let a = x.collect::<Result<Vec<_>>>()?;",
        "let a = vec![0.0; n];",
        "let a = vec![T::ZERO; rows * columns];",
        "let a = Vec::with_capacity(n);",
        "let a = values.to_vec();",
        "let a = SmallVec::from_elem(0, n);",
        "PyList::new(py, all)?",
        "for item in object.try_iter()? {",
        "all.sort_by_key(|x| x.len());",
    ] {
        assert!(plain(seen, "").is_some(), "{seen}");
        assert!(plain(seen, "    // bounded: by the number of threads").is_none(), "{seen}");
        assert!(plain(&format!("{seen} // bounded: by the rank"), "").is_none(), "{seen}");
    }
    for fine in [
        "let a = vec![0; 4];",
        "let a = vec![0; MAX_RANK];",
        "let a = vec![1; x.rank() - 1];",
        "let a = vec![first, second];",
        "let a = Paddings::from_elem((0, 0), x.rank());",
        ">>> tf.sort([3., 1.]).numpy()",
        "let a = array.to_vec()?;",
        "reflectors.reserve(n)?;",
        "let a = array.to_vec::<i64>()?;",
        "let a: Vec<usize> = (0..rank).few();",
        "let a = try_with_capacity(n)?;",
    ] {
        assert_eq!(plain(fine, ""), None, "{fine}");
    }
}
