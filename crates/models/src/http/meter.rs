//! What was spent on a model: counted, logged without a word of anybody's, and held under a ceiling.
//!
//! A command lives for a moment, so a count that lived as long would be no ceiling: the log of the day is the count. Two
//! processes that ask at the same moment may each overstep it by their one call.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use cofio_domain::ports::{Clock, Tokens};
use serde::{Deserialize, Serialize};

/// One call: what it took, and how it went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spending {
    /// Which model.
    pub model: String,
    /// The tokens of the prompt.
    pub read: u64,
    /// The tokens of the answer.
    pub written: u64,
    /// How long it took.
    pub milliseconds: u64,
    /// `ok`, or what sort of error.
    pub outcome: String,
}

/// Counts what is spent in a day.
pub trait Meter: Send + Sync {
    /// Returns how many tokens were read and written today.
    fn spent_today(&self) -> io::Result<u64>;

    /// Notes a call.
    fn note(&self, spending: &Spending) -> io::Result<()>;
}

/// Counts for as long as the process lives, where nothing is kept anyway.
#[derive(Default)]
pub struct ProcessMeter(Mutex<u64>);

impl Meter for ProcessMeter {
    fn spent_today(&self) -> io::Result<u64> {
        Ok(*self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn note(&self, spending: &Spending) -> io::Result<()> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) += spending.read + spending.written;
        Ok(())
    }
}

/// Keeps a file a day, a line a call, for as many days as the log of uses is kept.
pub struct FileMeter {
    folder: PathBuf,
    clock: Arc<dyn Clock>,
    keep_days: u32,
    /// What its files are called before their day.
    name: &'static str,
}

#[derive(Serialize, Deserialize)]
struct Line {
    at: String,
    #[serde(flatten)]
    spending: Spending,
}

impl FileMeter {
    /// Counts in this folder, by this clock.
    pub fn new(folder: impl Into<PathBuf>, clock: Arc<dyn Clock>, keep_days: u32) -> FileMeter {
        FileMeter { folder: folder.into(), clock, keep_days, name: "llm" }
    }

    /// Counts in files of another name, apart from what is spent on learning.
    pub fn in_files_called(self, name: &'static str) -> FileMeter {
        FileMeter { name, ..self }
    }

    /// The file of the day so many days ago. A day begins at midnight in Greenwich, as at most who charge for tokens.
    fn file(&self, days_ago: u32) -> PathBuf {
        let day = self.clock.now().plus_days(-i64::from(days_ago)).to_jiff().to_zoned(jiff::tz::TimeZone::UTC).date();
        self.folder.join(format!("{}-{day}.jsonl", self.name))
    }

    /// Takes away the files that are too old, when a day's first line is written.
    fn sweep(&self) {
        let oldest = self.file(self.keep_days);
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten().map(|entry| entry.path());
        // Their names are in the order of their days.
        let is_ours = |path: &PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str());
            name.and_then(|name| name.strip_prefix(self.name)).is_some_and(|day| day.starts_with('-'))
        };
        for old in files.filter(|path| is_ours(path) && *path < oldest) {
            let _ = fs::remove_file(old);
        }
    }
}

impl Meter for FileMeter {
    fn spent_today(&self) -> io::Result<u64> {
        let text = match fs::read_to_string(self.file(0)) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
            Err(error) => return Err(error),
        };
        // A line that was torn by a crash is one call that is not counted.
        let lines = text.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok());
        Ok(lines.map(|line| line.spending.read + line.spending.written).sum())
    }

    fn note(&self, spending: &Spending) -> io::Result<()> {
        make_private_folder(&self.folder)?;
        let path = self.file(0);
        if !path.exists() {
            self.sweep();
        }
        let line = Line { at: self.clock.now().to_string(), spending: spending.clone() };
        let mut bytes = serde_json::to_vec(&line)?;
        bytes.push(b'\n');
        let mut options = fs::OpenOptions::new();
        options.append(true).create(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        // One write, so that lines of several processes do not mix.
        options.open(path)?.write_all(&bytes)
    }
}

fn make_private_folder(folder: &std::path::Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// About how many tokens a prompt has, before it is sent: four characters are a token (R0-031).
pub(crate) fn estimated(characters: usize) -> u64 {
    characters.div_ceil(4) as u64
}

impl Spending {
    pub(crate) fn of(model: &str, tokens: Tokens, milliseconds: u64, outcome: &str) -> Spending {
        let (model, outcome) = (model.to_owned(), outcome.to_owned());
        Spending { model, read: tokens.read, written: tokens.written, milliseconds, outcome }
    }
}

#[cfg(test)]
mod tests {
    use cofio_testkit::{FixedClock, day};

    use super::*;

    fn call(tokens: u64) -> Spending {
        Spending::of("some-model", Tokens { read: tokens, written: 1 }, 7, "ok")
    }

    #[test]
    fn what_one_process_spent_the_next_one_knows() {
        let folder = tempfile::tempdir().unwrap();
        let clock = Arc::new(FixedClock::at(day(1)));
        let meter = || FileMeter::new(folder.path().join("usage"), clock.clone(), 2);
        assert_eq!(meter().spent_today().unwrap(), 0);
        meter().note(&call(10)).unwrap();
        meter().note(&call(20)).unwrap();
        assert_eq!(meter().spent_today().unwrap(), 32);
        clock.set(day(2));
        assert_eq!(meter().spent_today().unwrap(), 0, "another day");
        meter().note(&call(5)).unwrap();
        clock.set(day(4));
        meter().note(&call(5)).unwrap();
        let mut left: Vec<_> = fs::read_dir(folder.path().join("usage")).unwrap().flatten().collect();
        left.sort_by_key(fs::DirEntry::file_name);
        assert_eq!(left.len(), 2, "old days go: {left:?}");
    }

    #[test]
    fn a_torn_line_does_not_stop_the_count() {
        let folder = tempfile::tempdir().unwrap();
        let meter = FileMeter::new(folder.path(), Arc::new(FixedClock::at(day(1))), 90);
        meter.note(&call(10)).unwrap();
        let path = meter.file(0);
        let mut text = fs::read_to_string(&path).unwrap();
        assert!(text.contains("\"outcome\":\"ok\""), "{text}");
        text.push_str("{\"at\":\"20");
        fs::write(&path, text).unwrap();
        assert_eq!(meter.spent_today().unwrap(), 11);
    }

    #[test]
    fn a_process_counts_for_itself_where_nothing_is_kept() {
        let meter = ProcessMeter::default();
        meter.note(&call(10)).unwrap();
        assert_eq!(meter.spent_today().unwrap(), 11);
    }
}
