//! Eight processes that write to one folder at once, from the very first moment: it is not there before them.

use std::collections::BTreeSet;
use std::io::BufRead;
use std::time::Instant;

use anyhow::ensure;

use crate::room::{Room, must_be_sound};
use crate::writer::{Orders, Said, text_of};

const PROCESSES: u32 = 8;

/// Lets eight processes write so many memories each.
pub fn run(writes: u32) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    let began = Instant::now();
    let writers: Vec<_> = (0..PROCESSES)
        .map(|number| {
            let name = format!("p{number}");
            Orders { folder: data.clone(), name, writes: Some(writes), seed: u64::from(number) + 1 }.start()
        })
        .collect::<Result<_, _>>()?;
    let mut acknowledged = BTreeSet::new();
    for writer in writers {
        let output = writer.wait_with_output()?;
        ensure!(output.status.success(), "a writer failed: {}", output.status);
        for line in output.stdout.lines().map_while(Result::ok) {
            match Said::read(&line) {
                Some(Said::Ack(write)) => drop(acknowledged.insert(write)),
                Some(Said::Refused(why)) => anyhow::bail!("a write was refused: {line} {why}"),
                _ => {}
            }
        }
    }
    let elapsed = began.elapsed();
    let there: BTreeSet<String> = Room::open(&data)?.contents()?.into_iter().collect();
    for write in &acknowledged {
        ensure!(there.contains(&text_of(write, 0)), "acknowledged and lost: {write}");
    }
    ensure!(
        acknowledged.len() as u32 == PROCESSES * writes,
        "{} of {} were acknowledged",
        acknowledged.len(),
        PROCESSES * writes
    );
    must_be_sound(&data)?;
    println!(
        "crowd: {PROCESSES} processes x {writes} writes: {} memories, none refused, none lost, {:.1} s",
        acknowledged.len(),
        elapsed.as_secs_f64()
    );
    Ok(())
}
