//! Finding things by their words, keys, ids and times.

use cofio_domain::axes::Status;
use cofio_domain::domains::DomainName;
use cofio_domain::id::Id as _;
use cofio_domain::id::{IdPart, JobId, MemoryId, OperationId, suffix};
use cofio_domain::memory::Memory;
use cofio_domain::operation::OperationKind;
use cofio_domain::policy::fingerprint::Fingerprint;
use cofio_domain::ports::{IdLookup, OperationFilter, Store};
use cofio_domain::record::Row;
use cofio_domain::scope::{Suppression, SuppressionReason};
use cofio_domain::space::Actor;

use crate::fixtures::{OWNER, commit, day, memory_id, personal, saving, version};

/// Duplicates are looked for among what is believed and active, and nowhere else.
pub fn words_and_keys_are_looked_up_among_what_is_active(store: &dyn Store) {
    let space = personal(store);
    let mut keyed = saving(1, "Shops at Kroger", day(1));
    if let Row::Version(version) = &mut keyed.record[0].row {
        version.claim.key = Some("preferred_store".into());
    }
    let first = store.commit(&space, keyed).unwrap();
    let salt = store.state(&space).unwrap().salt;
    let by_words = |text: &str| store.by_fingerprint(&space, Fingerprint::of(salt, text)).unwrap().len();
    let by_key = |key: &str| store.by_key(&space, &DomainName::GENERAL, key).unwrap().len();
    assert_eq!((by_words("shops at  KROGER."), by_words("Shops at Aldi")), (1, 0));
    assert_eq!((by_key("preferred_store"), by_key("Preferred_Store")), (1, 0));

    let mut forget = commit(2, OperationKind::Forget, day(2));
    forget.retire = first.operation.after.clone();
    let ended = version(memory_id(1), "Shops at Kroger", day(1)).ended(Status::Forgotten, day(2));
    forget.record.push(ended.into());
    let suppression =
        Suppression { fingerprint: Fingerprint::of(salt, "Shops at Kroger"), reason: SuppressionReason::Forgotten };
    forget.record.push(suppression.clone().into());
    store.commit(&space, forget).unwrap();
    assert_eq!((by_words("Shops at Kroger"), by_key("preferred_store")), (0, 0));
    let suppressed = store.suppressions_of(&space, suppression.fingerprint).unwrap();
    assert_eq!(suppressed.into_iter().map(|record| record.body).collect::<Vec<_>>(), [suppression]);
}

/// R0-059: any unique beginning or end of an id will do.
pub fn ids_are_found_by_either_end(store: &dyn Store) {
    let space = personal(store);
    let ids =
        [0x0123_4567_89ab_cdef_0000_0000_0000_1111_u128, 0x0123_4567_89ab_cdef_0000_0000_0000_2222, 0x7fff << 100];
    for (place, bits) in ids.into_iter().enumerate() {
        let mut commit = commit(place as u128 + 1, OperationKind::Remember, day(1));
        let memory = MemoryId::from_bits(bits);
        commit.memories.push(Memory { id: memory, owner: OWNER, created_at: day(1) });
        commit.record.push(version(memory, "x", day(1)).into());
        store.commit(&space, commit).unwrap();
    }
    let like = |text: &str| {
        let part = IdPart::parse(text, "mem").unwrap();
        store.ids_like(&space, IdLookup::Memory, &part, 10).unwrap()
    };
    let shown_as = |bits: u128, letters: usize| format!("…{}", suffix(MemoryId::from_bits(bits), letters));
    let shown: Vec<String> = ids.iter().map(|bits| MemoryId::from_bits(*bits).to_string()).collect();
    for (bits, id) in ids.iter().zip(&shown) {
        assert_eq!(like(id), [*bits], "the whole id");
        let telling = store.telling_letters(&space, IdLookup::Memory, *bits).unwrap();
        assert_eq!(like(&shown_as(*bits, telling)), [*bits], "the shortest telling suffix");
        if telling > 1 {
            assert!(like(&shown_as(*bits, telling - 1)).len() > 1, "a letter less does not tell");
        }
    }
    assert_eq!(like(&shown[0][..14]), [ids[0], ids[1]], "a shared beginning finds both");
    assert_eq!(like("…00000000000000"), [ids[2]], "a long shared end is compared to its last letter");
    let operations = store.operations(&space, &OperationFilter::default()).unwrap();
    let newest = operations[0].id;
    let part = IdPart::parse(&suffix(newest, 26), "op").unwrap();
    assert_eq!(store.ids_like(&space, IdLookup::Operation, &part, 9).unwrap(), [newest.bits()]);
}

/// RX-10: one log of everything, with what took back what.
pub fn the_log_is_newest_first_and_can_be_narrowed(store: &dyn Store) {
    let space = personal(store);
    for number in 1..=4 {
        let mut commit = saving(number, "x", day(number as i64));
        if number == 2 {
            commit.operation.actor = Actor::Automation("decay".into());
            commit.operation.job = Some(JobId::from_bits(8));
        }
        if number == 4 {
            commit.operation.undoes = vec![OperationId::from_bits(3)];
        }
        store.commit(&space, commit).unwrap();
    }
    let ids = |filter: OperationFilter| -> Vec<u128> {
        let found = store.operations(&space, &filter).unwrap();
        found.into_iter().filter(|op| op.kind != OperationKind::CreateSpace).map(|op| op.id.bits()).collect()
    };
    let any = OperationFilter::default;
    assert_eq!(ids(any()), [4, 3, 2, 1]);
    assert_eq!(ids(OperationFilter { limit: Some(2), ..any() }), [4, 3]);
    assert_eq!(ids(OperationFilter { since: Some(day(3)), ..any() }), [4, 3]);
    assert_eq!(ids(OperationFilter { actor: Some(Actor::Automation("decay".into())), ..any() }), [2]);
    assert_eq!(ids(OperationFilter { job: Some(JobId::from_bits(8)), ..any() }), [2]);
    let undos = store.undos_of(&space, OperationId::from_bits(3)).unwrap();
    assert_eq!(undos.into_iter().map(|op| op.id.bits()).collect::<Vec<_>>(), [4]);
}
