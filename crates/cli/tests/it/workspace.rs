//! The workspace itself: who may use whom, under which licences, and whether the documents tell the truth.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// What cargo knows about the workspace, and with `Everything` about all it is built from.
fn metadata(of: Of) -> Value {
    let ask = |flags: &[&str]| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["metadata", "--format-version", "1", "--locked"]).args(flags).current_dir(root()).output().unwrap()
    };
    let mut output = match of {
        Of::Workspace => ask(&["--offline", "--no-deps"]),
        Of::Everything => ask(&["--offline"]),
    };
    if !output.status.success() {
        // What other platforms need may not have been downloaded yet.
        output = ask(&[]);
    }
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

enum Of {
    Workspace,
    Everything,
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_default()
}

/// The arrows of ARCHITECTURE.md: what each crate may use outside its tests.
const MAY_USE: [(&str, &[&str]); 13] = [
    ("domain", &[]),
    ("language", &["domain"]),
    ("index", &[]),
    ("models", &["domain"]),
    ("engine", &["domain", "language", "index"]),
    ("store-sqlite", &["domain"]),
    ("gateway", &["models"]),
    ("mcp", &["domain", "engine"]),
    ("server", &["domain", "engine", "gateway", "mcp"]),
    ("testkit", &["domain"]),
    ("torture", &["domain", "engine", "store-sqlite"]),
    // It measures each of them.
    ("eval", &["domain", "language", "index", "engine", "store-sqlite", "models"]),
    ("cli", &["domain", "language", "engine", "gateway", "store-sqlite", "models", "server", "mcp"]),
];

/// R0-088: modules are separable, because the arrows between them are few and known.
#[test]
fn no_crate_uses_another_that_it_should_not_know() {
    let metadata = metadata(Of::Workspace);
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in metadata["packages"].as_array().unwrap() {
        let Some(name) = text(package, "name").strip_prefix("cofio-").filter(|_| package["source"].is_null()) else {
            continue;
        };
        let used = package["dependencies"].as_array().unwrap().iter().filter(|dependency| dependency["kind"].is_null());
        let used = used.filter_map(|dependency| text(dependency, "name").strip_prefix("cofio-").map(str::to_owned));
        found.insert(name.to_owned(), used.collect());
    }
    let allowed: BTreeMap<&str, BTreeSet<&str>> =
        MAY_USE.into_iter().map(|(name, used)| (name, used.iter().copied().collect())).collect();
    for (name, used) in &found {
        let allowed = allowed.get(name.as_str()).unwrap_or_else(|| panic!("{name} is not in the picture"));
        let strange: Vec<_> = used.iter().filter(|other| !allowed.contains(other.as_str())).collect();
        assert!(strange.is_empty(), "{name} must not use {strange:?}");
    }
    assert_eq!(found.len(), allowed.len(), "the picture has a crate that is not there");
}

/// Licences that ask for nothing but their own text.
const PERMISSIVE: [&str; 13] = [
    "MIT",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "Unlicense",
    "CC0-1.0",
    "0BSD",
    "Unicode-3.0",
    "MIT-0",
    // The certificates of those who sign for addresses.
    "CDLA-Permissive-2.0",
    "Apache-2.0 WITH LLVM-exception",
];

#[test]
fn every_dependency_has_a_permissive_licence() {
    for package in metadata(Of::Everything)["packages"].as_array().unwrap() {
        let licence = text(package, "license").replace('/', " OR ");
        assert!(is_permissive(&licence), "{} {}: `{licence}`", text(package, "name"), text(package, "version"));
    }
}

/// Reads a licence expression: one side of every `OR` must do, both sides of every `AND`.
fn is_permissive(expression: &str) -> bool {
    let bare = expression.trim();
    if let Some((one, other)) = split(bare, " AND ") {
        return is_permissive(one) && is_permissive(other);
    }
    if let Some((one, other)) = split(bare, " OR ") {
        return is_permissive(one) || is_permissive(other);
    }
    match bare.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        Some(inner) => is_permissive(inner),
        None => PERMISSIVE.contains(&bare),
    }
}

/// Splits at the first word that is not inside parentheses.
fn split<'a>(expression: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    expression.match_indices(word).find_map(|(at, _)| {
        let before = &expression[..at];
        let outside = before.matches('(').count() == before.matches(')').count();
        outside.then(|| (before, &expression[at + word.len()..]))
    })
}

#[test]
fn licence_expressions_are_understood() {
    for fine in
        ["MIT", "GPL-3.0 OR MIT", "(MIT OR Apache-2.0) AND Unicode-3.0", "Apache-2.0 WITH LLVM-exception OR GPL-2.0"]
    {
        assert!(is_permissive(fine), "{fine}");
    }
    for wrong in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT OR Apache-2.0) AND MPL-2.0"] {
        assert!(!is_permissive(wrong), "{wrong}");
    }
}

fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            files(&path, ending, found);
        } else if name.ends_with(ending) {
            found.push(path);
        }
    }
}

/// A requirement that is claimed is named by a test, which is the doc comment of a function marked `#[test]` or a case
/// of the conformance suite.
#[test]
fn every_requirement_that_is_claimed_is_named_by_a_test() {
    let list = std::fs::read_to_string(root().join("docs/requirements.md")).unwrap();
    let claimed: Vec<&str> =
        list.lines().filter_map(|line| line.strip_prefix("| R")).filter_map(|line| line.split(' ').next()).collect();
    assert!(claimed.len() >= 40, "{claimed:?}");
    let mut sources = Vec::new();
    files(&root().join("crates"), ".rs", &mut sources);
    let mut named = String::new();
    for source in sources {
        let text = std::fs::read_to_string(source).unwrap();
        let mut comment = String::new();
        for line in text.lines().map(str::trim) {
            if let Some(words) = line.strip_prefix("///") {
                comment.push_str(words);
                comment.push('\n');
            } else if ["#[test]", "#[tokio::test", "pub fn"].iter().any(|begin| line.starts_with(begin)) {
                named.push_str(&comment);
            } else {
                comment.clear();
            }
        }
    }
    let missing: Vec<_> = claimed.iter().filter(|id| !named.contains(&format!("R{id}"))).collect();
    assert!(missing.is_empty(), "no test names {missing:?}");
}

/// R0-090: decisions are recorded, and everything the documents point to is there.
#[test]
fn every_link_in_the_documents_leads_somewhere() {
    let mut pages = Vec::new();
    files(&root(), ".md", &mut pages);
    let (mut links, mut broken) = (0, Vec::new());
    for page in pages {
        let text = std::fs::read_to_string(&page).unwrap();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if target.contains("://") || target.starts_with('#') {
                continue;
            }
            links += 1;
            let path = page.parent().unwrap().join(target.split('#').next().unwrap_or_default());
            if !path.exists() {
                broken.push(format!("{} -> {target}", page.display()));
            }
        }
    }
    assert!(links > 10, "the documents link to each other");
    assert!(broken.is_empty(), "{broken:#?}");
    let decisions = std::fs::read_to_string(root().join("docs/decisions/README.md")).unwrap();
    for entry in std::fs::read_dir(root().join("docs/decisions")).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        assert!(name == "README.md" || decisions.contains(&name), "{name} is not listed in docs/decisions/README.md");
    }
}
