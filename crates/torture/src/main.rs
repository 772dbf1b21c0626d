//! `cofio-torture`: breaks a store on purpose and counts what is left.
//!
//! Each scenario prints one line of figures and fails if a single acknowledged write is missing, a single unfinished one
//! is half there, or a single wrong word is read.

mod chance;
mod crowd;
mod disk;
mod flips;
mod kill;
mod room;
mod serve;
mod writer;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cofio-torture SCENARIO [NUMBER]

  kill [TIMES]     kill -9 a writing process in the middle, look at what is left   (200)
  crowd [WRITES]   eight processes write to one folder at once                     (500 each)
  flips [FLIPS]    flip single bits of the database file                           (500)
  fsync            let every seventh flush fail
  full             fill the disk up, then erase
  serve [WRITES]   kill -9 the server that sixteen clients write to, again and again    (5000)
  all              everything above
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let number = |usual: u32| words.get(1).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let result = match words.first().copied() {
        Some("kill") => kill::run(number(200)),
        Some("crowd") => crowd::run(number(500)),
        Some("flips") => flips::run(number(500)),
        Some("fsync") => disk::failing_flushes(),
        Some("full") => disk::full(),
        Some("serve") => serve::run(number(5_000)),
        Some("all") => all(),
        Some(writer::MODE) => writer::run(&words[1..]),
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("FAILED: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn all() -> anyhow::Result<()> {
    kill::run(200)?;
    crowd::run(500)?;
    flips::run(500)?;
    disk::failing_flushes()?;
    disk::full()?;
    serve::run(5_000)
}
