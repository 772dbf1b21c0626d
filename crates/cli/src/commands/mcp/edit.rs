//! Changing somebody's settings file: our entry goes in or is brought up to date, everything else stays as it was,
//! comments too. A file that cannot be read for what it is, is not touched.

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstRootNode};
use serde_json::Value;
use toml_edit::DocumentMut;
use yaml_rust2::{Yaml, YamlLoader};

use super::clients::Format;

/// What our entry is called.
pub const NAME: &str = "cofio";

/// Returns the text with our entry in it, or why that cannot be.
pub fn with_entry(text: &str, format: Format, entry: &Value) -> Result<String, String> {
    match format {
        Format::Json(servers) => json(text, servers, entry),
        Format::Toml => toml(text, entry),
        Format::Yaml => yaml(text, entry),
    }
}

/// Returns the program that our entry in a settings file starts, if there is one.
pub fn command_in(text: &str, format: Format) -> Option<String> {
    match format {
        Format::Json(servers) => {
            let root = CstRootNode::parse(text, &ParseOptions::default()).ok()?;
            let entry = root.object_value()?.object_value(servers)?.object_value(NAME)?;
            entry.get("command")?.value()?.as_string_lit()?.decoded_value().ok()
        }
        Format::Toml => {
            let document: DocumentMut = text.parse().ok()?;
            document.get("mcp_servers")?.get(NAME)?.get("command")?.as_str().map(str::to_owned)
        }
        Format::Yaml => one_document(text).ok()?["extensions"][NAME]["cmd"].as_str().map(str::to_owned),
    }
}

fn json(text: &str, servers: &str, entry: &Value) -> Result<String, String> {
    let text = if text.trim().is_empty() { "{}\n" } else { text };
    let root = CstRootNode::parse(text, &ParseOptions::default()).map_err(|error| error.to_string())?;
    let whole = root.object_value_or_create().ok_or("it is not an object")?;
    let servers = whole.object_value_or_create(servers).ok_or_else(|| format!("\"{servers}\" is not an object"))?;
    match servers.get(NAME) {
        Some(known) => known.set_value(input(entry)),
        None => {
            servers.append(NAME, input(entry));
        }
    }
    Ok(root.to_string())
}

fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(flag) => CstInputValue::Bool(*flag),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Array(items) => CstInputValue::Array(items.iter().map(input).collect()),
        Value::Object(fields) => {
            CstInputValue::Object(fields.iter().map(|(name, value)| (name.clone(), input(value))).collect())
        }
    }
}

fn toml(text: &str, entry: &Value) -> Result<String, String> {
    let mut document: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| error.to_string())?;
    let servers = document.entry("mcp_servers").or_insert_with(|| {
        let mut table = toml_edit::Table::new();
        table.set_implicit(true);
        toml_edit::Item::Table(table)
    });
    let servers = servers.as_table_like_mut().ok_or("mcp_servers is not a table")?;
    let mut table = toml_edit::Table::new();
    table["command"] = toml_edit::value(entry["command"].as_str().unwrap_or_default());
    let arguments = entry["args"].as_array().into_iter().flatten().filter_map(Value::as_str);
    table["args"] = toml_edit::value(arguments.collect::<toml_edit::Array>());
    servers.insert(NAME, toml_edit::Item::Table(table));
    Ok(document.to_string())
}

/// Puts the entry among the extensions of a YAML file, line by line, so that everything else stays. Afterwards the file
/// must say what it said before and our entry; if it would not, nothing is changed.
fn yaml(text: &str, entry: &Value) -> Result<String, String> {
    const PLACE: &str = "extensions";
    let before = one_document(text)?;
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let block = |indent: usize| {
        let space = " ".repeat(indent);
        let mut block = vec![format!("{space}{NAME}:")];
        for (name, value) in entry.as_object().into_iter().flatten() {
            // JSON is YAML.
            block.push(format!("{space}{space}{name}: {value}"));
        }
        block
    };
    let indent_of = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let is_plain = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let heading = lines.iter().position(|line| line.trim_end() == format!("{PLACE}:"));
    match heading {
        None if before[PLACE].is_badvalue() => {
            lines.push(format!("{PLACE}:"));
            lines.extend(block(2));
        }
        None => return Err(format!("\"{PLACE}\" is written in a way this program does not change")),
        Some(heading) => {
            let below = lines.iter().skip(heading + 1).find(|line| is_plain(line)).map_or(0, |line| indent_of(line));
            let indent = if below == 0 { 2 } else { below };
            let ours = lines
                .iter()
                .enumerate()
                .skip(heading + 1)
                .find(|(_, line)| indent_of(line) == indent && line.trim_end().trim_start() == format!("{NAME}:"));
            let start = match ours.map(|(place, _)| place) {
                Some(start) => {
                    let after = lines.iter().enumerate().skip(start + 1);
                    let end = after.into_iter().find(|(_, line)| is_plain(line) && indent_of(line) <= indent);
                    let end = end.map_or(lines.len(), |(place, _)| place);
                    lines.drain(start..end);
                    start
                }
                None => heading + 1,
            };
            lines.splice(start..start, block(indent));
        }
    }
    let changed = lines.join("\n") + "\n";
    let after = one_document(&changed)?;
    if without_ours(&before, PLACE) != without_ours(&after, PLACE) || after[PLACE][NAME].is_badvalue() {
        return Err("it is written in a way this program does not change".into());
    }
    Ok(changed)
}

fn one_document(text: &str) -> Result<Yaml, String> {
    let mut documents = YamlLoader::load_from_str(text).map_err(|error| error.to_string())?;
    match documents.len() {
        0 => Ok(Yaml::Hash(yaml_rust2::yaml::Hash::new())),
        1 => Ok(documents.remove(0)),
        _ => Err("it has several documents".into()),
    }
}

/// What a file says beside our entry.
fn without_ours(document: &Yaml, place: &str) -> Yaml {
    let mut whole = document.as_hash().cloned().unwrap_or_default();
    let key = Yaml::String(place.into());
    if let Some(Yaml::Hash(extensions)) = whole.get(&key) {
        let mut others = extensions.clone();
        others.remove(&Yaml::String(NAME.into()));
        if others.is_empty() {
            whole.remove(&key)
        } else {
            whole.insert(key, Yaml::Hash(others))
        };
    } else if whole.get(&key).is_some_and(Yaml::is_null) {
        whole.remove(&key);
    }
    Yaml::Hash(whole)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn entry() -> Value {
        json!({"command": "/bin/cofio", "args": ["mcp"]})
    }

    #[test]
    fn what_else_is_in_a_file_stays_with_its_comments() {
        let zed = "// mine\n{\n  \"theme\": \"One\", // dark\n  \"context_servers\": {\n    \"other\": {\"command\": \"x\"},\n  },\n}\n";
        let changed = with_entry(zed, Format::Json("context_servers"), &entry()).unwrap();
        for kept in ["// mine", "\"theme\": \"One\", // dark", "\"other\": {\"command\": \"x\"}", "/bin/cofio"] {
            assert!(changed.contains(kept), "{kept} in {changed}");
        }
        assert_eq!(with_entry(&changed, Format::Json("context_servers"), &entry()).unwrap(), changed, "a second time");

        let codex = "# my settings\nmodel = \"x\" # this one\n\n[mcp_servers.other]\ncommand = \"y\"\n";
        let changed = with_entry(codex, Format::Toml, &entry()).unwrap();
        assert!(changed.starts_with(codex), "{changed}");
        assert!(changed.contains("[mcp_servers.cofio]\ncommand = \"/bin/cofio\"\nargs = [\"mcp\"]"), "{changed}");
        assert_eq!(with_entry(&changed, Format::Toml, &entry()).unwrap(), changed);

        let goose = "# goose\nGOOSE_MODEL: x\nextensions:\n  developer: # built in\n    enabled: true\n    type: builtin\nother: 1\n";
        let changed = with_entry(goose, Format::Yaml, &entry()).unwrap();
        for kept in ["# goose\nGOOSE_MODEL: x\n", "  developer: # built in\n    enabled: true\n", "other: 1\n"] {
            assert!(changed.contains(kept), "{kept} in {changed}");
        }
        assert!(changed.contains("  cofio:\n"), "{changed}");
        assert_eq!(with_entry(&changed, Format::Yaml, &entry()).unwrap(), changed);
    }

    #[test]
    fn what_an_assistant_was_told_is_read_again() {
        let entry = json!({"command": "/bin/a \"b\"", "cmd": "/bin/a \"b\"", "args": []});
        for format in [Format::Json("servers"), Format::Toml, Format::Yaml] {
            let text = with_entry("", format, &entry).unwrap();
            assert_eq!(command_in(&text, format).as_deref(), Some("/bin/a \"b\""), "{text}");
            assert_eq!(command_in("", format), None);
            assert_eq!(command_in("{ [", format), None);
        }
    }

    #[test]
    fn new_files_are_begun() {
        let made = with_entry("", Format::Json("mcpServers"), &entry()).unwrap();
        let read: Value = serde_json::from_str(&made).unwrap();
        assert_eq!(read["mcpServers"]["cofio"], entry());
        assert!(with_entry("", Format::Toml, &entry()).unwrap().contains("[mcp_servers.cofio]"));
        assert!(with_entry("", Format::Yaml, &entry()).unwrap().starts_with("extensions:\n  cofio:\n"));
    }

    #[test]
    fn a_file_that_cannot_be_read_is_not_changed() {
        for (text, format) in [
            ("{\"a\": ", Format::Json("mcpServers")),
            ("[1, 2]", Format::Json("mcpServers")),
            ("{\"mcpServers\": []}", Format::Json("mcpServers")),
            ("a = = 1", Format::Toml),
            ("mcp_servers = 1", Format::Toml),
            ("a: [1\nb: }", Format::Yaml),
            ("extensions: {a: {type: x}}", Format::Yaml),
            ("a: 1\n---\nb: 2\n", Format::Yaml),
        ] {
            assert!(with_entry(text, format, &entry()).is_err(), "{text}");
        }
    }
}
