//! Assistants that can be given a memory: where each keeps its settings, and how it wants to be told.

use std::path::{Path, PathBuf};

use cofio_domain::axes::axis;
use serde_json::{Value, json};

axis! {
    /// An assistant.
    Client {
        /// Claude on the desktop.
        ClaudeDesktop = "claude-desktop",
        /// Claude Code.
        ClaudeCode = "claude-code",
        /// OpenAI's Codex.
        Codex = "codex",
        /// Cursor.
        Cursor = "cursor",
        /// Visual Studio Code.
        Vscode = "vscode",
        /// Windsurf.
        Windsurf = "windsurf",
        /// Zed.
        Zed = "zed",
        /// Goose.
        Goose = "goose",
    }
}

/// How a file of settings is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// JSON, perhaps with comments; servers are under this name.
    Json(&'static str),
    /// TOML, as Codex has it.
    Toml,
    /// YAML, as Goose has it.
    Yaml,
}

/// The folders of this person.
#[derive(Debug, Clone)]
pub struct Home {
    /// The home folder.
    pub home: PathBuf,
    /// Where programs keep settings.
    pub config: PathBuf,
}

impl Home {
    /// Those of this machine.
    pub fn of_this_machine() -> Home {
        let set = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let home = set("HOME").or_else(|| set("USERPROFILE")).unwrap_or_default();
        let config = if cfg!(target_os = "macos") {
            home.join("Library/Application Support")
        } else if cfg!(windows) {
            set("APPDATA").unwrap_or_else(|| home.join("AppData/Roaming"))
        } else {
            set("XDG_CONFIG_HOME").unwrap_or_else(|| home.join(".config"))
        };
        Home { home, config }
    }
}

impl Client {
    /// What people call it.
    pub fn title(self) -> &'static str {
        match self {
            Client::ClaudeDesktop => "Claude Desktop",
            Client::ClaudeCode => "Claude Code",
            Client::Codex => "Codex",
            Client::Cursor => "Cursor",
            Client::Vscode => "VS Code",
            Client::Windsurf => "Windsurf",
            Client::Zed => "Zed",
            Client::Goose => "Goose",
        }
    }

    /// Returns where it keeps its settings.
    pub fn file(self, at: &Home) -> PathBuf {
        let plain = |name: &str| if cfg!(windows) { at.config.join(name) } else { at.home.join(".config").join(name) };
        match self {
            Client::ClaudeDesktop => at.config.join("Claude/claude_desktop_config.json"),
            Client::ClaudeCode => at.home.join(".claude.json"),
            Client::Codex => {
                let own = std::env::var_os("CODEX_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
                own.unwrap_or_else(|| at.home.join(".codex")).join("config.toml")
            }
            Client::Cursor => at.home.join(".cursor/mcp.json"),
            Client::Vscode => at.config.join("Code/User/mcp.json"),
            Client::Windsurf => at.home.join(".codeium/windsurf/mcp_config.json"),
            Client::Zed if cfg!(target_os = "linux") => at.config.join("zed/settings.json"),
            Client::Zed => plain("zed/settings.json"),
            Client::Goose if cfg!(windows) => at.config.join("Block/goose/config/config.yaml"),
            Client::Goose if cfg!(target_os = "linux") => at.config.join("goose/config.yaml"),
            Client::Goose => plain("goose/config.yaml"),
        }
    }

    /// Returns how that file is written.
    pub fn format(self) -> Format {
        match self {
            Client::Codex => Format::Toml,
            Client::Goose => Format::Yaml,
            Client::Vscode => Format::Json("servers"),
            Client::Zed => Format::Json("context_servers"),
            Client::ClaudeDesktop | Client::ClaudeCode | Client::Cursor | Client::Windsurf => {
                Format::Json("mcpServers")
            }
        }
    }

    /// Returns what it is told: how to start us.
    pub fn entry(self, program: &Path, arguments: &[String]) -> Value {
        let program = program.display().to_string();
        match self {
            Client::ClaudeCode | Client::Vscode => json!({"type": "stdio", "command": program, "args": arguments}),
            Client::Zed => json!({"source": "custom", "command": program, "args": arguments, "env": {}}),
            Client::Goose => json!({
                "type": "stdio", "name": "Cofio", "enabled": true, "timeout": 300, "cmd": program, "args": arguments,
                "envs": {},
            }),
            _ => json!({"command": program, "args": arguments}),
        }
    }
}
