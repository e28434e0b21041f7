//! Warnings: what a caller should know and no result can say. The Python layer installs a hook that logs them; without
//! one they go nowhere.

use std::sync::OnceLock;

static HOOK: OnceLock<fn(&str)> = OnceLock::new();

/// Installs where warnings go; only the first call counts.
pub fn set_hook(hook: fn(&str)) {
    let _ = HOOK.set(hook);
}

/// Hands a warning to the hook.
#[cold]
pub fn warn(text: &str) {
    if let Some(hook) = HOOK.get() {
        hook(text);
    }
}
