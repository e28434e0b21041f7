//! The source files as tests see them: their names, their lines of code, and the part of a file that is not its tests.

// Each of the tests that share this uses a part of it.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

pub struct File {
    /// From the root of the repository, with `/`.
    pub name: String,
    pub text: String,
}

impl File {
    /// The lines that are code, with their numbers; comments are left out.
    pub fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate().map(|(i, line)| (i + 1, line));
        lines.filter(|(_, line)| !line.trim_start().starts_with("//"))
    }

    /// The crate's module that the file belongs to: `src/array/view.rs` is part of `array`.
    pub fn module(&self) -> &str {
        let path = self.name.strip_prefix("src/").unwrap();
        path.split(['/', '.']).next().unwrap()
    }
}

/// The Rust files below a folder of the repository.
pub fn files(folder: &str) -> Vec<File> {
    fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, found);
            } else if path.extension().is_some_and(|e| e == "rs") {
                found.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    collect(&root.join(folder), &mut found);
    found.sort();
    let name = |path: &Path| path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
    found.iter().map(|path| File { name: name(path), text: std::fs::read_to_string(path).unwrap() }).collect()
}

/// Fails with a list of what was found.
pub fn none(what: &str, found: Vec<String>) {
    assert!(found.is_empty(), "{what}:\n{}", found.join("\n"));
}
