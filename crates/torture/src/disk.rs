//! Disks that fail or fill up.

use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail, ensure};
use cofio_engine::{Action, Draft};

use crate::room::{Room, must_be_sound};
use crate::writer::{Orders, Said, text_of};

/// Lets every seventh flush fail. After a failed one the store must take no more writes until it is opened again, and
/// nothing that was acknowledged may be missing.
pub fn failing_flushes() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    drop(Room::open(&data)?);
    let library = build_failing_flush(folder.path())?;
    let (mut acknowledged, mut refused) = (Vec::new(), 0);
    for round in 0..20_u32 {
        let orders =
            Orders { folder: data.clone(), name: format!("f{round}"), writes: Some(40), seed: u64::from(round) };
        let every = (7 + round % 5).to_string();
        let variables = [("LD_PRELOAD", library.display().to_string()), ("FAIL_EVERY", every)];
        let output = orders.start_with(&variables)?.wait_with_output()?;
        let mut broken = false;
        for said in output.stdout.lines().map_while(Result::ok).filter_map(|line| Said::read(&line)) {
            match said {
                Said::Ack(write) => {
                    ensure!(!broken, "{write} was acknowledged after a flush had failed");
                    acknowledged.push(write);
                }
                Said::Refused(_) => {
                    broken = true;
                    refused += 1;
                }
                Said::Try(..) => {}
            }
        }
    }
    let there: std::collections::BTreeSet<String> = Room::open(&data)?.contents()?.into_iter().collect();
    for write in &acknowledged {
        ensure!(there.contains(&text_of(write, 0)), "acknowledged and lost: {write}");
    }
    ensure!(refused > 0, "no flush failed: the test did not test anything");
    must_be_sound(&data)?;
    println!("fsync: {} writes acknowledged, {refused} refused after a failed flush, 0 lost", acknowledged.len());
    Ok(())
}

/// Builds a library that stands before the system's own flush and fails now and then.
fn build_failing_flush(folder: &Path) -> anyhow::Result<PathBuf> {
    const SOURCE: &str = r#"
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <stdlib.h>
        static int fails(void) {
            static int count = 0;
            const char *every = getenv("FAIL_EVERY");
            return every && ++count % atoi(every) == 0;
        }
        int fdatasync(int fd) {
            static int (*real)(int);
            if (!real) real = dlsym(RTLD_NEXT, "fdatasync");
            if (fails()) { errno = EIO; return -1; }
            return real(fd);
        }
        int fsync(int fd) {
            static int (*real)(int);
            if (!real) real = dlsym(RTLD_NEXT, "fsync");
            if (fails()) { errno = EIO; return -1; }
            return real(fd);
        }
    "#;
    let (source, library) = (folder.join("flush.c"), folder.join("flush.so"));
    std::fs::write(&source, SOURCE)?;
    let status = Command::new("cc")
        .args(["-shared", "-fPIC", "-o"])
        .arg(&library)
        .arg(&source)
        .arg("-ldl")
        .status()
        .context("a C compiler is needed for this scenario")?;
    ensure!(status.success(), "the library does not build");
    Ok(library)
}

/// Fills a small disk up. Saving then fails and loses nothing, reading goes on, and erasing still works, because room
/// was held back for it.
pub fn full() -> anyhow::Result<()> {
    const DISK: &str = "12m";
    const BALLAST: u64 = 4 << 20;
    let folder = tempfile::tempdir()?;
    let mounted = Mount::small_disk(folder.path(), DISK);
    let Ok(mounted) = mounted else {
        println!(
            "full: not run: a small disk can only be made by root ({})",
            mounted.err().map_or(String::new(), |e| e.to_string())
        );
        return Ok(());
    };
    let data = mounted.0.join("data");
    let room = Room::watched(&data, None, BALLAST)?;
    let canary = "the words that must go although the disk is full";
    let memory = room.engine.remember(&room.space, &Draft::said(canary))?.event.memory.context("it was saved")?;
    let mut saved = 1;
    let refused = loop {
        let text = format!("filler number f{saved} {}", "padding ".repeat(60));
        match room.engine.remember(&room.space, &Draft::said(text)) {
            Ok(written) => {
                ensure!(written.event.action == Action::Saved, "{:?}: {}", written.event.action, written.message);
                saved += 1;
            }
            Err(error) => break error,
        }
        ensure!(saved < 100_000, "the disk never filled up");
    };
    ensure!(refused.to_string().contains("full"), "the refusal does not say why: {refused}");
    let there = room.contents()?.len();
    ensure!(there == saved, "{there} of {saved} are there after: {refused}");
    fill_rest(&mounted.0)?;

    let erased = room.engine.erase(&room.space, &memory.id.to_string(), false)?;
    ensure!(room.contents()?.len() == saved - 1, "the memory is gone");
    let receipt = erased.event.receipt.context("an erasure has a receipt")?;
    drop(room);
    let reopened = Room::open(&data)?;
    let waiting = reopened.store.finish_erasures()?;
    drop(reopened);
    let left = count_in_files(&data, canary)?;
    ensure!(left == 0 || waiting.is_some(), "{left} copies of the erased words are left and nobody says so");
    must_be_sound_but_full(&data)?;
    println!(
        "full: {saved} saved before the disk was full, then a clear refusal, nothing lost; erasing worked (files {}), {left} copies left",
        receipt.files
    );
    Ok(())
}

/// The disk is full, and `doctor` says so; everything else must be sound.
fn must_be_sound_but_full(data: &Path) -> anyhow::Result<()> {
    for finding in cofio_store_sqlite::inspect(data).findings {
        let broken = finding.verdict == cofio_store_sqlite::Verdict::Broken && finding.check != "disk";
        ensure!(!broken, "{}: {}", finding.check, finding.detail);
    }
    Ok(())
}

fn fill_rest(disk: &Path) -> anyhow::Result<()> {
    use std::io::Write;
    let mut file = std::fs::File::create(disk.join("filler"))?;
    while file.write_all(&[0; 4096]).is_ok() {}
    Ok(())
}

fn count_in_files(folder: &Path, words: &str) -> anyhow::Result<usize> {
    let mut count = 0;
    for entry in std::fs::read_dir(folder)? {
        let bytes = std::fs::read(entry?.path())?;
        count += bytes.windows(words.len()).filter(|window| *window == words.as_bytes()).count();
    }
    Ok(count)
}

/// A small disk, taken away again at the end.
struct Mount(PathBuf);

impl Mount {
    fn small_disk(folder: &Path, size: &str) -> anyhow::Result<Mount> {
        let place = folder.join("disk");
        std::fs::create_dir(&place)?;
        let output =
            Command::new("mount").args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"]).arg(&place).output()?;
        if !output.status.success() {
            bail!("{}", String::from_utf8_lossy(&output.stderr).trim().to_owned());
        }
        Ok(Mount(place))
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}
