//! A few rounds of every scenario; `make torture` does many.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::process::Command;

fn scenario(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_cofio-torture")).args(arguments).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    said
}

/// An acknowledged write survives, an unfinished one is wholly there or wholly absent.
#[test]
fn a_killed_writer_loses_nothing_it_was_promised() {
    assert!(scenario(&["kill", "25"]).contains("0 lost"));
}

/// servers#4797, mem0#7196: nobody is refused and nobody's write is discarded.
#[test]
fn eight_processes_write_to_one_folder() {
    assert!(scenario(&["crowd", "60"]).contains("480 memories, none refused, none lost"));
}

#[test]
fn a_flipped_bit_is_never_read_as_something_else() {
    assert!(scenario(&["flips", "120"]).contains("0 wrong words read"));
}

#[test]
fn after_a_failed_flush_nothing_more_is_promised() {
    assert!(scenario(&["fsync"]).contains("0 lost"));
}

#[test]
fn a_full_disk_refuses_to_save_and_still_erases() {
    let said = scenario(&["full"]);
    assert!(said.contains("erasing worked") || said.contains("not run"), "{said}");
}
