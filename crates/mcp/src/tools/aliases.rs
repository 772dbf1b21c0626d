//! Names by which other systems know our tools. They can be called and are not listed, so they cost no tokens.

use rmcp::model::JsonObject;
use serde_json::Value;

/// A tool under another name.
struct Alias {
    name: &'static str,
    tool: &'static str,
    /// What its arguments are called there, and here.
    arguments: &'static [(&'static str, &'static str)],
}

const fn alias(name: &'static str, tool: &'static str) -> Alias {
    Alias { name, tool, arguments: &[("category", "kind"), ("from_id", "from"), ("to_id", "to")] }
}

const ALIASES: &[Alias] = &[
    alias("recall_preferences", "recall"),
    alias("getUserMemories", "recall"),
    alias("query_memory", "recall"),
    alias("recall_memory", "recall"),
    alias("search_memory", "recall"),
    alias("save_preference", "remember"),
    alias("add_memory", "remember"),
    alias("update_preference", "update_memory"),
    alias("edit_memory", "update_memory"),
    alias("forget_preference", "forget"),
    alias("confirm_preference", "confirm_memory"),
    alias("list_preferences", "list_memories"),
    alias("show_memory", "list_memories"),
    alias("link_preferences", "link_memories"),
    alias("why", "explain"),
    alias("close", "end_session"),
];

/// Returns what a tool of that name is called here, with its arguments as they are called here.
pub(crate) fn meant(name: &str, mut arguments: JsonObject) -> Option<(&'static str, JsonObject)> {
    let alias = ALIASES.iter().find(|alias| alias.name == name)?;
    let same_everywhere = [("id", "id_or_substring"), ("memory_id", "id_or_substring"), ("content", "new_content")];
    let takes = |ours: &str| match ours {
        "new_content" => alias.tool == "update_memory",
        _ => ["update_memory", "forget", "confirm_memory"].contains(&alias.tool),
    };
    let named = same_everywhere.iter().filter(|(_, ours)| takes(ours));
    for (theirs, ours) in alias.arguments.iter().chain(named) {
        if let Some(value) = arguments.remove(*theirs) {
            arguments.entry(*ours).or_insert(value);
        }
    }
    if name == "recall_preferences" {
        // There it reaches what is not certain, too.
        arguments.entry("include_low_confidence").or_insert(Value::Bool(true));
    }
    Some((alias.tool, arguments))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::tools::TOOLS;

    /// PRODUCT C8: source names are hidden aliases.
    #[test]
    fn every_alias_means_a_tool_that_is_listed() {
        for alias in ALIASES {
            assert!(TOOLS.iter().any(|tool| tool.name == alias.tool), "{}", alias.tool);
            let own = TOOLS.iter().any(|tool| tool.name == alias.name && tool.profiles.contains(&crate::Profile::Core));
            assert!(!own, "{} is a tool of its own", alias.name);
        }
        let given = json!({"category": "fact", "content": "x"}).as_object().cloned().unwrap();
        let (tool, arguments) = meant("save_preference", given).unwrap();
        assert_eq!((tool, Value::Object(arguments)), ("remember", json!({"content": "x", "kind": "fact"})));
        let given = json!({"id": "mem_1", "content": "y"}).as_object().cloned().unwrap();
        let (tool, arguments) = meant("update_preference", given).unwrap();
        assert_eq!(
            (tool, Value::Object(arguments)),
            ("update_memory", json!({"id_or_substring": "mem_1", "new_content": "y"}))
        );
        assert_eq!(meant("remember", JsonObject::new()), None);
    }
}
