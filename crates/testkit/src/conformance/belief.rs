//! What is believed when.

use cofio_domain::operation::{NewRow, OperationKind};
use cofio_domain::ports::Store;
use cofio_domain::record::Belief;
use cofio_domain::time::Timestamp;

use super::contents;
use crate::fixtures::{commit, day, memory_id, personal, saving, version};

/// R0-005, R0-046, R0-047: nothing is rewritten; the past answers as it would have then.
pub fn what_is_retired_is_history_and_not_the_present(store: &dyn Store) {
    let space = personal(store);
    let first = store.commit(&space, saving(1, "retire at 50", day(1))).unwrap();
    let mut change = commit(2, OperationKind::Update, day(5));
    change.retire = first.operation.after.clone();
    let mut second = version(memory_id(1), "retire at 55", day(5));
    second.n = 2;
    change.record = vec![second.into()];
    let changed = store.commit(&space, change).unwrap();

    assert_eq!(contents(store, &space, None), ["retire at 55"]);
    assert_eq!(contents(store, &space, Some(day(4))), ["retire at 50"]);
    assert_eq!(
        contents(store, &space, Some(day(5))),
        ["retire at 55"],
        "at the instant itself the new one is believed"
    );
    assert_eq!(contents(store, &space, Some(day(0))), Vec::<String>::new());
    let records = store.records_of(&space, memory_id(1)).unwrap();
    let retired = records[0].retired.unwrap();
    assert_eq!((retired.at, retired.by), (changed.operation.at, changed.operation.id));
    assert_eq!(records.len(), 2);
    assert_eq!(store.versions(&space, Belief::Ever).unwrap().records, records);
    assert_eq!(changed.operation.before, first.operation.after);
}

/// Two writes never share a recorded time, whatever the clock does.
pub fn recorded_time_never_runs_backwards(store: &dyn Store) {
    let space = personal(store);
    let times: Vec<Timestamp> = [day(5), day(5), day(1), day(6)]
        .into_iter()
        .enumerate()
        .map(|(place, at)| store.commit(&space, saving(place as u128 + 1, "x", at)).unwrap().operation.at)
        .collect();
    assert_eq!(times, [day(5), day(5).next(), day(5).next().next(), day(6)]);
}

/// PRODUCT §1.19: memories come in as they are, with the time they were recorded elsewhere; never from the future.
pub fn an_import_may_bring_its_own_recorded_time(store: &dyn Store) {
    let space = personal(store);
    let mut import = saving(1, "long known", day(9));
    import.record[0].recorded_at = Some(day(2));
    let mut future = version(memory_id(1), "from the future", day(9));
    future.n = 2;
    import.record.push(NewRow { recorded_at: Some(day(99)), ..future.into() });
    store.commit(&space, import).unwrap();
    assert_eq!(contents(store, &space, Some(day(3))), ["long known"]);
    assert_eq!(contents(store, &space, Some(day(9))).len(), 2);
}
