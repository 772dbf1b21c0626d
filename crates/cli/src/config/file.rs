//! Configuration files: TOML, read whole and changed in place so that comments stay.

use std::path::Path;

use toml_edit::{DocumentMut, Item};

use super::keys::suggestion;
use super::{ConfigError, Key, Origin, Value};

/// Reads a file into settings by their full names.
pub(super) fn read(path: &Path, origin: &Origin) -> Result<Vec<(String, Value)>, ConfigError> {
    let wrong = |message: String| ConfigError { origin: origin.clone(), message };
    let text = std::fs::read_to_string(path).map_err(|error| wrong(format!("cannot be read: {error}")))?;
    let document: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| wrong(placed(&text, &error)))?;
    let mut found = Vec::new();
    flatten(document.as_item(), String::new(), &mut found).map_err(wrong)?;
    Ok(found)
}

fn placed(text: &str, error: &toml_edit::TomlError) -> String {
    let start = error.span().map_or(0, |span| span.start);
    let line = text.get(..start).map_or(1, |before| before.lines().count().max(1));
    format!("line {line}: {}", error.message().replace('\n', "; "))
}

fn flatten(item: &Item, name: String, found: &mut Vec<(String, Value)>) -> Result<(), String> {
    if let Some(table) = item.as_table_like() {
        for (key, item) in table.iter() {
            let inner = if name.is_empty() { key.to_owned() } else { format!("{name}.{key}") };
            flatten(item, inner, found)?;
        }
        return Ok(());
    }
    let value = match item.as_value() {
        Some(toml_edit::Value::String(text)) => Value::Text(text.value().clone()),
        Some(toml_edit::Value::Integer(number)) => Value::Integer(*number.value()),
        Some(toml_edit::Value::Float(number)) => Value::Number(*number.value()),
        Some(toml_edit::Value::Boolean(flag)) => Value::Flag(*flag.value()),
        _ => return Err(format!("`{name}` takes a single value")),
    };
    found.push((name, value));
    Ok(())
}

/// Fails on a text that would be no valid settings file.
pub fn check_text(text: &str) -> Result<(), String> {
    let document: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| placed(text, &error))?;
    let mut found = Vec::new();
    flatten(document.as_item(), String::new(), &mut found)?;
    for (name, value) in found {
        let key = super::key(&name).ok_or_else(|| format!("there is no setting `{name}`{}", suggestion(&name)))?;
        key.check(value)?;
    }
    Ok(())
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
        match key.name.split_once('.') {
            None => document[key.name] = value,
            Some((table, field)) => {
                let entry = document.entry(table).or_insert_with(toml_edit::table);
                if let Some(inner) = entry.as_table_like_mut() {
                    inner.insert(field, value);
                }
            }
        }
        true
    })
    .map(drop)
}

/// Takes a value out of a file. Returns whether it was there.
pub fn unset_in_file(path: &Path, key: &Key) -> anyhow::Result<bool> {
    if !path.exists() {
        return Ok(false);
    }
    change(path, |document| match key.name.split_once('.') {
        None => document.remove(key.name).is_some(),
        Some((table, field)) => {
            document.get_mut(table).and_then(Item::as_table_like_mut).is_some_and(|inner| inner.remove(field).is_some())
        }
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
