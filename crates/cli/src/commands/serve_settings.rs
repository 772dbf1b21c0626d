//! Settings as a server shows and changes them: what it was started with, and what its owner's file says since.

use cofio_server::{NotSet, SettingView};

use crate::config::{self, Config, Key, Origin, Paths, Value, set_in_file, unset_in_file};

/// Returns every setting as the server was started with it, and what it will be where that has changed since.
pub(super) fn views(started_with: &Config, paths: &Paths) -> Vec<SettingView> {
    let next = Config::load(paths, Vec::new()).ok();
    let view = |key: &Key| {
        let setting = started_with.setting(key.name)?;
        let later = next.as_ref().and_then(|next| next.setting(key.name));
        // What a flag or a variable says now is said at the next start, or is not: nobody knows.
        let later = later.filter(|later| {
            later.value != setting.value && !matches!(setting.origin, Origin::Flag(_) | Origin::Environment(_))
        });
        Some(SettingView {
            name: key.name.to_owned(),
            value: as_json(&setting.value),
            origin: setting.origin.to_string(),
            about: key.about.to_owned(),
            next: later.map(|later| as_json(&later.value)),
        })
    };
    started_with.keys().into_iter().filter_map(view).collect()
}

/// Says whether a setting would be taken.
pub(super) fn check(name: &str, value: &serde_json::Value) -> Result<(), NotSet> {
    wanted(name, value).map(drop)
}

/// Changes a setting in the owner's file.
pub(super) fn change(paths: &Paths, name: &str, value: &serde_json::Value) -> Result<(), NotSet> {
    let path = paths.user_file();
    let (key, value) = wanted(name, value)?;
    let done = match value {
        Some(value) => set_in_file(&path, key, &value),
        None => unset_in_file(&path, key).map(drop),
    };
    done.map_err(|error| NotSet::Failed(error.to_string()))
}

fn as_json(value: &Value) -> serde_json::Value {
    match value {
        Value::Text(text) => text.as_str().into(),
        Value::Number(number) => (*number).into(),
        Value::Integer(number) => (*number).into(),
        Value::Flag(flag) => (*flag).into(),
    }
}

/// Reads what a setting is to be; nothing where it is to be taken away.
fn wanted(name: &str, value: &serde_json::Value) -> Result<(&'static Key, Option<Value>), NotSet> {
    let key = config::key(name).ok_or_else(|| NotSet::Unknown(name.to_owned()))?;
    if !key.is_open() {
        return Err(NotSet::Closed(key.name.to_owned()));
    }
    let text = match value {
        serde_json::Value::Null => return Ok((key, None)),
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    key.parse(&text).map(|value| (key, Some(value))).map_err(NotSet::Wrong)
}
