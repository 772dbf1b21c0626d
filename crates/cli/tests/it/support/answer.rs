//! What a command said, and how it ended.

use std::process::Output;

use serde_json::Value;

/// What came back.
#[derive(Debug)]
pub struct Answer {
    /// What was typed.
    pub typed: String,
    /// The exit code; none where a signal ended it.
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Answer {
    pub fn of(typed: &str, output: Output) -> Answer {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes UTF-8");
        Answer {
            typed: typed.to_owned(),
            code: output.status.code(),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }

    /// Fails the test unless it ended with this code.
    #[track_caller]
    pub fn expect(self, code: i32) -> Answer {
        assert_eq!(self.code, Some(code), "{}\nstdout: {}\nstderr: {}", self.typed, self.stdout, self.stderr);
        self
    }

    /// Reads the results as data.
    #[track_caller]
    pub fn json(&self) -> Value {
        json_of(&self.stdout)
    }

    /// Everything that was written.
    pub fn said(&self) -> String {
        format!("{}{}", self.stdout, self.stderr)
    }
}

/// Reads a text as data.
#[track_caller]
pub fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("not JSON ({error}): {text}"))
}
