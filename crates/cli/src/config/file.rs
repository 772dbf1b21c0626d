//! Configuration files: TOML, read whole and changed in place so that comments stay.

use std::path::Path;

use toml_edit::{Document, DocumentMut, Item};

use super::keys::suggestion;
use super::{ConfigError, Key, Origin, Value};

/// Reads a file into settings.
pub(super) fn read(path: &Path, origin: &Origin) -> Result<Vec<(&'static Key, Value)>, ConfigError> {
    let wrong = |message: String| ConfigError { origin: origin.clone(), message };
    let text = std::fs::read_to_string(path).map_err(|error| wrong(format!("cannot be read: {error}")))?;
    settings_in(&text).map_err(wrong)
}

/// Reads settings, or says on which line something is wrong.
fn settings_in(text: &str) -> Result<Vec<(&'static Key, Value)>, String> {
    let at = |start: Option<usize>, message: String| {
        let before = start.and_then(|start| text.get(..start)).unwrap_or_default();
        format!("line {}: {message}", before.matches('\n').count() + 1)
    };
    let document = Document::parse(text)
        .map_err(|error| at(error.span().map(|span| span.start), error.message().replace('\n', "; ")))?;
    let mut found = Vec::new();
    flatten(document.as_item(), String::new(), &mut found);
    let checked = found.into_iter().map(|(name, item)| {
        let key = super::key(&name).ok_or_else(|| format!("there is no setting `{name}`{}", suggestion(&name)));
        key.and_then(|key| Ok((key, key.check(value_of(&name, item)?)?)))
            .map_err(|message| at(item.span().map(|span| span.start), message))
    });
    checked.collect()
}

/// Lists what a file sets by its full names.
fn flatten<'a>(item: &'a Item, name: String, found: &mut Vec<(String, &'a Item)>) {
    match item.as_table_like() {
        Some(table) => {
            for (key, item) in table.iter() {
                let inner = if name.is_empty() { key.to_owned() } else { format!("{name}.{key}") };
                flatten(item, inner, found);
            }
        }
        None => found.push((name, item)),
    }
}

fn value_of(name: &str, item: &Item) -> Result<Value, String> {
    match item.as_value() {
        Some(toml_edit::Value::String(text)) => Ok(Value::Text(text.value().clone())),
        Some(toml_edit::Value::Integer(number)) => Ok(Value::Integer(*number.value())),
        Some(toml_edit::Value::Float(number)) => Ok(Value::Number(*number.value())),
        Some(toml_edit::Value::Boolean(flag)) => Ok(Value::Flag(*flag.value())),
        _ => Err(format!("`{name}` takes a single value")),
    }
}

/// Fails on a text that would be no valid settings file.
pub fn check_text(text: &str) -> Result<(), String> {
    settings_in(text).map(drop)
}

/// Writes a whole settings file.
pub fn write_file(path: &Path, text: &str) -> anyhow::Result<()> {
    super::paths::create_private_folder(path.parent().unwrap_or(Path::new(".")))?;
    let draft = path.with_extension("toml.new");
    super::paths::write_private(&draft, text.as_bytes())?;
    std::fs::rename(&draft, path)?;
    Ok(())
}

/// Sets a value in a file, making the file if need be.
pub fn set_in_file(path: &Path, key: &Key, value: &Value) -> anyhow::Result<()> {
    let value = match value {
        Value::Text(text) => toml_edit::value(text.as_str()),
        Value::Number(number) => toml_edit::value(*number),
        Value::Integer(number) => toml_edit::value(*number),
        Value::Flag(flag) => toml_edit::value(*flag),
    };
    change(path, |document| {
        let (tables, field) = key.name.rsplit_once('.').unwrap_or(("", key.name));
        let mut place: &mut dyn toml_edit::TableLike = document.as_table_mut();
        for name in tables.split('.').filter(|name| !name.is_empty()) {
            match place.entry(name).or_insert(toml_edit::table()).as_table_like_mut() {
                Some(inner) => place = inner,
                None => return false,
            }
        }
        place.insert(field, value);
        true
    })
    .map(drop)
}

/// Takes a value out of a file. Returns whether it was there.
pub fn unset_in_file(path: &Path, key: &Key) -> anyhow::Result<bool> {
    if !path.exists() {
        return Ok(false);
    }
    change(path, |document| {
        let (tables, field) = key.name.rsplit_once('.').unwrap_or(("", key.name));
        let mut place: &mut dyn toml_edit::TableLike = document.as_table_mut();
        for name in tables.split('.').filter(|name| !name.is_empty()) {
            match place.get_mut(name).and_then(Item::as_table_like_mut) {
                Some(inner) => place = inner,
                None => return false,
            }
        }
        place.remove(field).is_some()
    })
}

/// Changes a file by writing a new one beside it and moving that into its place, so that it is never half written.
fn change(path: &Path, change: impl FnOnce(&mut DocumentMut) -> bool) -> anyhow::Result<bool> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error.into()),
    };
    let mut document: DocumentMut = text.parse()?;
    let changed = change(&mut document);
    if changed {
        write_file(path, &document.to_string())?;
    }
    Ok(changed)
}
