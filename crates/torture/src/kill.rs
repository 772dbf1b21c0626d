//! Kill -9 in the middle of a write storm.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};

use crate::chance::Chance;
use crate::room::{Room, must_be_sound};
use crate::writer::{Orders, Said, phase_file, text_of};

/// What was counted.
#[derive(Debug, Default)]
struct Count {
    inside: u32,
    committing: u32,
    acknowledged: usize,
    unfinished_kept: u32,
    unfinished_gone: u32,
    slowest: Duration,
}

/// Kills a writer so many times and looks at what is left each time.
pub fn run(times: u32) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    let mut chance = Chance::new(u64::from(std::process::id()));
    let mut count = Count::default();
    let mut promised: BTreeSet<(String, u32)> = BTreeSet::new();
    for round in 0..times {
        let seed = chance.below(u64::MAX);
        let orders = Orders { folder: data.clone(), name: format!("r{round}"), writes: None, seed };
        let said = storm(&orders, Duration::from_micros(2_000 + chance.below(60_000)))?;
        let phase = std::fs::read(phase_file(&data, &orders.name)).unwrap_or_default();
        count.inside += u32::from(matches!(phase.as_slice(), b"w" | b"c"));
        count.committing += u32::from(phase == b"c");

        let opened = Instant::now();
        let room = Room::open(&data)?;
        count.slowest = count.slowest.max(opened.elapsed());
        let there: BTreeSet<String> = room.contents()?.into_iter().collect();
        let unfinished = settle(&said, &mut promised);
        for (write, parts) in &promised {
            for part in 0..*parts {
                let text = text_of(write, part);
                ensure!(there.contains(&text), "round {round}, seed {seed}: acknowledged and lost: {text}");
            }
        }
        if let Some((write, parts)) = unfinished {
            let kept = (0..parts).filter(|part| there.contains(&text_of(&write, *part))).count();
            ensure!(
                kept == 0 || kept == parts as usize,
                "round {round}, seed {seed}: {kept} of {parts} parts of {write} are there"
            );
            // It was not acknowledged, but what is there is there for good.
            if kept > 0 {
                count.unfinished_kept += 1;
                promised.insert((write, parts));
            } else {
                count.unfinished_gone += 1;
            }
        }
        drop(room);
        must_be_sound(&data).with_context(|| format!("round {round}, seed {seed}"))?;
    }
    count.acknowledged = promised.len();
    println!(
        "kill: {times} kills, {} inside a transaction ({} of them while committing); {} writes acknowledged, 0 lost; \
         unfinished ones wholly there {}, wholly absent {}; slowest reopening {:.0} ms",
        count.inside,
        count.committing,
        count.acknowledged,
        count.unfinished_kept,
        count.unfinished_gone,
        count.slowest.as_secs_f64() * 1e3,
    );
    Ok(())
}

/// Lets a writer write for a while after its first acknowledgement, then kills it. Returns all it said.
fn storm(orders: &Orders, patience: Duration) -> anyhow::Result<Vec<Said>> {
    let mut writer = orders.start()?;
    let mut lines = BufReader::new(writer.stdout.take().context("a writer talks")?);
    let mut said = Vec::new();
    let mut line = String::new();
    while !said.iter().any(|said| matches!(said, Said::Ack(_))) {
        line.clear();
        ensure!(lines.read_line(&mut line)? > 0, "the writer ended before its first write");
        said.extend(Said::read(line.trim_end()));
    }
    let reader = std::thread::spawn(move || {
        let mut rest = Vec::new();
        // A line that was cut off by the kill was not said.
        for line in lines.split(b'\n').map_while(Result::ok) {
            rest.extend(Said::read(&String::from_utf8_lossy(&line)));
        }
        rest
    });
    std::thread::sleep(patience);
    writer.kill()?;
    writer.wait()?;
    said.extend(reader.join().map_err(|_| anyhow::anyhow!("reading the writer failed"))?);
    Ok(said)
}

/// Adds what was acknowledged to what is promised; returns what was begun and not.
fn settle(said: &[Said], promised: &mut BTreeSet<(String, u32)>) -> Option<(String, u32)> {
    let mut begun: Option<(String, u32)> = None;
    for said in said {
        match said {
            Said::Try(write, parts) => begun = Some((write.clone(), *parts)),
            Said::Ack(write) => {
                if let Some(done) = begun.take().filter(|(begun, _)| begun == write) {
                    promised.insert(done);
                }
            }
            Said::Refused(_) => begun = None,
        }
    }
    begun
}
