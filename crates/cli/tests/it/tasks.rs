//! Tasks and projects.

use serde_json::json;

use crate::support::{Cofio, text_of};

/// A task is due by its own words, moves through its states, and leaves the list when it is finished.
#[test]
fn a_task_goes_from_open_to_done_and_back() {
    let cofio = Cofio::fresh().clock("2026-03-01T09:00:00Z");
    let task = cofio.json(["tasks", "add", "Renew", "the", "passport", "by", "May 2027", "--next", "find the old one"]);
    let memory = &task["event"]["memory"];
    assert_eq!((&memory["kind"], &memory["state"]), (&json!("task"), &json!("open")));
    assert!(text_of(&memory["due_at"]).starts_with("2027-05-31"), "{memory}");
    assert_eq!(memory["expires_at"], json!(null), "a task is kept until it is done");
    let listed = cofio.ok(["tasks"]);
    assert!(
        listed.contains("□") && listed.contains("due 31 May 2027") && listed.contains("next: find the old one"),
        "{listed}"
    );

    cofio.ok(["tasks", "wait", "passport"]);
    assert!(cofio.ok(["tasks"]).contains("◷"));
    cofio.ok(["tasks", "done", "passport"]);
    assert!(cofio.ok(["tasks"]).contains("Nothing to do"));
    assert!(cofio.ok(["tasks", "--all"]).contains("✓"));
    cofio.ok(["tasks", "reopen", "passport"]);
    assert!(cofio.ok(["tasks"]).contains("□"));
    cofio.ok(["tasks", "drop", "passport"]);
    cofio.ok(["undo"]);
    assert_eq!(cofio.json(["tasks"])[0]["state"], "open");
}

#[test]
fn a_task_can_be_put_off_and_is_overdue_when_its_day_is_over() {
    let cofio = Cofio::fresh().clock("2026-03-01T09:00:00Z");
    cofio.ok(["tasks", "add", "Call the bank", "--due", "2026-03-05"]);
    cofio.ok(["tasks", "add", "Water the plants"]);
    cofio.set_clock("2026-03-06T09:00:00Z");
    let listed = cofio.ok(["tasks"]);
    assert!(listed.contains("overdue since 5 Mar 2026"), "{listed}");
    assert!(
        listed.starts_with("□") && listed.lines().next().unwrap().contains("bank"),
        "what is due comes first: {listed}"
    );
    cofio.ok(["tasks", "set", "bank", "--due", "10d", "--next", "find the number"]);
    let task = cofio.json(["show", "bank"]);
    assert_eq!((&task["due_at"], &task["next_step"]), (&json!("2026-03-16T09:00:00Z"), &json!("find the number")));
    cofio.ok(["tasks", "set", "bank", "--due", "never", "--next", ""]);
    let task = cofio.json(["show", "bank"]);
    assert_eq!((&task["due_at"], &task["next_step"]), (&json!(null), &json!(null)));
}

#[test]
fn what_is_wrong_about_a_task_is_said() {
    let cofio = Cofio::fresh();
    cofio.ok(["tasks", "add", "Call the bank"]);
    cofio.ok(["tasks", "add", "Call the dentist"]);
    cofio.ok(["remember", "I like tea"]);
    cofio.fails(2, ["tasks", "add"]);
    cofio.fails(2, ["tasks", "add", "Call", "--due", "whenever"]);
    cofio.fails(2, ["tasks", "set", "bank"]);
    cofio.fails(2, ["tasks", "done", "tea"]);
    for verb in ["done", "wait", "drop", "reopen"] {
        cofio.fails(3, ["tasks", verb, "unicorn"]);
        let asked = cofio.fails(4, ["tasks", verb, "Call the"]);
        assert!(asked.stderr.contains("bank") && asked.stderr.contains("dentist"), "{verb}: {}", asked.stderr);
    }
    assert_eq!(cofio.json(["tasks"]).as_array().unwrap().len(), 2);
}

/// R1-071: memories belong to projects, which can be renamed and put away without losing them.
#[test]
fn a_project_keeps_its_memories_whatever_it_is_called() {
    let cofio = Cofio::fresh();
    cofio.ok(["projects", "add", "kitchen"]);
    cofio.ok(["remember", "The counter is 62 cm deep", "--project", "kitchen"]);
    cofio.ok(["remember", "I like tea"]);
    assert_eq!(cofio.lists(["--project", "kitchen"]), ["The counter is 62 cm deep"]);
    assert!(cofio.ok(["projects"]).contains("1 memory"));

    cofio.ok(["projects", "rename", "kitchen", "new kitchen"]);
    assert_eq!(cofio.lists(["--project", "new kitchen"]), ["The counter is 62 cm deep"]);
    cofio.fails(3, ["list", "--project", "kitchen"]);
    cofio.ok(["projects", "archive", "new kitchen"]);
    assert!(cofio.ok(["projects"]).contains("put away"));
    assert_eq!(cofio.knows().len(), 2, "its memories stay");
    cofio.ok(["projects", "reopen", "new kitchen"]);
    cofio.ok(["undo"]);
    cofio.ok(["undo"]);
    cofio.ok(["undo"]);
    assert_eq!(cofio.json(["projects"])[0]["name"], "kitchen");
}

/// The project one stands in is the project of what one says there.
#[test]
fn the_project_of_the_folder_is_the_project_of_what_is_said_there() {
    let cofio = Cofio::fresh();
    cofio.ok(["projects", "add", "kitchen"]);
    cofio.write("work/.cofio.toml", "project = \"kitchen\"\n");
    let inside = cofio.home().join("work");
    cofio.call(["remember", "The counter is 62 cm deep"]).standing_in(&inside).run().expect(0);
    cofio.ok(["remember", "I like tea"]);
    assert_eq!(cofio.lists(["--project", "kitchen"]), ["The counter is 62 cm deep"]);
    cofio.call(["update", "tea", "I like coffee"]).standing_in(&inside).run().expect(0);
    assert_eq!(cofio.json(["show", "coffee"])["project"], json!(null), "a correction does not move a memory");
}

#[test]
fn what_is_wrong_about_a_project_is_said() {
    let cofio = Cofio::fresh();
    assert!(cofio.ok(["projects"]).contains("No projects"));
    cofio.ok(["projects", "add", "kitchen"]);
    cofio.fails(2, ["projects", "add", " "]);
    cofio.fails(3, ["projects", "rename", "garden", "yard"]);
    cofio.fails(3, ["projects", "archive", "garden"]);
    let missing = cofio.fails(3, ["remember", "I like tea", "--project", "garden"]);
    assert!(missing.stderr.contains("cofio projects add"), "{}", missing.stderr);
    assert_eq!(cofio.knows(), Vec::<String>::new());
}
