//! A person with a terminal: runs the real `cofio` in a home folder of their own and looks at what comes back.

mod answer;
mod files;

use std::cell::RefCell;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

pub use answer::{Answer, json_of};
pub use files::{files_below, mode_of};

/// The program under test.
pub const BINARY: &str = env!("CARGO_BIN_EXE_cofio");

/// Someone's `cofio`: a home folder nobody else uses, and what their environment says.
pub struct Cofio {
    home: TempDir,
    environment: RefCell<Vec<(String, String)>>,
}

impl Cofio {
    /// Somebody who never used it before. Nothing of the machine's own environment reaches the program.
    pub fn fresh() -> Cofio {
        let home = TempDir::new().expect("a temporary folder can be made");
        let cofio = Cofio { home, environment: RefCell::default() };
        let at = |name: &str| cofio.home().join(name).to_string_lossy().into_owned();
        for (name, value) in [
            ("HOME", at("")),
            ("XDG_CONFIG_HOME", at("config")),
            ("XDG_DATA_HOME", at("share")),
            ("XDG_RUNTIME_DIR", at("")),
            ("PATH", std::env::var("PATH").unwrap_or_default()),
            ("TZ", "UTC".to_owned()),
            // The reserve for a full disk is small here, so that looking through every byte stays quick.
            ("COFIO_STORE_BALLAST_MIB", "1".to_owned()),
        ] {
            cofio.set_variable(name, &value);
        }
        cofio
    }

    /// The same with the clock fixed.
    pub fn clock(self, at: &str) -> Cofio {
        self.set_clock(at);
        self
    }

    /// The same with a variable set.
    pub fn variable(self, name: &str, value: &str) -> Cofio {
        self.set_variable(name, value);
        self
    }

    /// Moves the clock to another time.
    pub fn set_clock(&self, at: &str) {
        self.set_variable("COFIO_CLOCK", at);
    }

    /// Sets a variable for all that follows.
    pub fn set_variable(&self, name: &str, value: &str) {
        let mut environment = self.environment.borrow_mut();
        environment.retain(|(known, _)| known != name);
        environment.push((name.to_owned(), value.to_owned()));
    }

    /// The home folder.
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// The folder that memories are kept in.
    pub fn data(&self) -> PathBuf {
        self.home().join("share/cofio")
    }

    /// The settings file.
    pub fn settings(&self) -> PathBuf {
        self.home().join("config/cofio/config.toml")
    }

    /// Writes a file below the home folder, and those folders it needs.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.home().join(name);
        std::fs::create_dir_all(path.parent().expect("it lies in the home folder")).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    /// Prepares a command.
    pub fn call<A: Into<OsString>>(&self, arguments: impl IntoIterator<Item = A>) -> Call {
        let mut command = Command::new(BINARY);
        command.env_clear().envs(self.environment.borrow().iter().cloned()).current_dir(self.home());
        command.args(arguments.into_iter().map(Into::into));
        Call { command, stdin: Vec::new() }
    }

    /// Types a command.
    pub fn run<A: Into<OsString>>(&self, arguments: impl IntoIterator<Item = A>) -> Answer {
        self.call(arguments).run()
    }

    /// Types a command that works, and returns what it wrote.
    pub fn ok<A: Into<OsString>>(&self, arguments: impl IntoIterator<Item = A>) -> String {
        self.run(arguments).expect(0).stdout
    }

    /// Types a command that ends with this code.
    pub fn fails<A: Into<OsString>>(&self, code: i32, arguments: impl IntoIterator<Item = A>) -> Answer {
        self.run(arguments).expect(code)
    }

    /// Types a command that works, and reads what it wrote as data.
    pub fn json<A: Into<OsString>>(&self, arguments: impl IntoIterator<Item = A>) -> Value {
        let arguments = arguments.into_iter().map(Into::into).chain(["--json".into()]);
        json_of(&self.run(arguments).expect(0).stdout)
    }

    /// Tells it something, and returns the event.
    pub fn remember(&self, text: &str) -> Value {
        self.json(["remember", text])["event"].clone()
    }

    /// Tells it something, and returns the id of the memory.
    pub fn memory(&self, text: &str) -> String {
        text_of(&self.remember(text)["memory"]["id"])
    }

    /// What `list` shows with these flags, as words.
    pub fn lists<'a>(&self, flags: impl IntoIterator<Item = &'a str>) -> Vec<String> {
        let listed = self.json(["list"].into_iter().chain(flags));
        listed.as_array().expect("a list").iter().map(|item| text_of(&item["content"])).collect()
    }

    /// What is in force, as words.
    pub fn knows(&self) -> Vec<String> {
        self.lists([])
    }

    /// What a question finds, as words.
    pub fn recalls(&self, question: &str) -> Vec<String> {
        let hits = self.json(["recall", question]);
        hits.as_array().expect("a list").iter().map(|hit| text_of(&hit["content"])).collect()
    }

    /// Everything that can be known: all records and all that was done.
    pub fn state(&self) -> (Value, Value) {
        (self.json(["list", "--all"]), self.json(["activity", "--limit", "100000"]))
    }

    /// The kinds of operations that were done, newest first.
    pub fn done(&self) -> Vec<String> {
        let activity = self.json(["activity"]);
        activity.as_array().expect("a list").iter().map(|item| text_of(&item["kind"])).collect()
    }

    /// The files below the home folder that hold these bytes.
    pub fn files_with(&self, needle: &str) -> Vec<PathBuf> {
        let holds = |bytes: &[u8]| bytes.windows(needle.len()).any(|part| part == needle.as_bytes());
        files_below(self.home()).into_iter().filter(|(_, bytes)| holds(bytes)).map(|(path, _)| path).collect()
    }
}

/// A command that is about to be run.
pub struct Call {
    command: Command,
    stdin: Vec<u8>,
}

impl Call {
    /// With this on its standard input.
    pub fn stdin(mut self, text: impl AsRef<[u8]>) -> Call {
        self.stdin = text.as_ref().to_vec();
        self
    }

    /// With this variable.
    pub fn env(mut self, name: &str, value: impl Into<OsString>) -> Call {
        self.command.env(name, value.into());
        self
    }

    /// Standing in this folder.
    pub fn standing_in(mut self, folder: &Path) -> Call {
        self.command.current_dir(folder);
        self
    }

    /// Starts it.
    pub fn start(mut self) -> Child {
        self.command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        self.command.spawn().expect("the program is there")
    }

    /// Runs it to its end.
    pub fn run(self) -> Answer {
        let (input, shown) = (self.stdin.clone(), format!("{:?}", self.command.get_args().collect::<Vec<_>>()));
        let mut child = self.start();
        // A program that does not read what it is given is no failure of the test.
        let _ = child.stdin.take().expect("it is piped").write_all(&input);
        Answer::of(&shown, child.wait_with_output().expect("it ends"))
    }

    /// Runs it below another program: `["sh", "-c", "umask 000; exec \"$@\"", "sh"]`.
    pub fn under<'a>(self, wrapper: impl IntoIterator<Item = &'a str>) -> Call {
        let mut words = wrapper.into_iter();
        let mut command = Command::new(words.next().expect("a program"));
        command.args(words).arg(self.command.get_program()).args(self.command.get_args()).env_clear();
        command.envs(self.command.get_envs().filter_map(|(name, value)| Some((name, value?))));
        if let Some(folder) = self.command.get_current_dir() {
            command.current_dir(folder);
        }
        Call { command, stdin: self.stdin }
    }
}

/// A text that is there.
pub fn text_of(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("a text, not {value}")).to_owned()
}
