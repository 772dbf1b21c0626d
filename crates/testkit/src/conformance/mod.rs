//! One suite for every store: what the ports promise, shown on whatever stands behind them.
//!
//! A store's tests invoke [`conformance_tests!`](crate::conformance_tests) with a way to make an empty one.

mod access;
mod belief;
mod commits;
mod derived;
mod entities;
mod erasing;
mod feeds;
mod jobs;
mod log;
mod lookup;
mod nouns;
mod sessions;
mod spaces;

use cofio_domain::ports::Store;
use cofio_domain::record::Belief;
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;

pub use access::{
    a_request_is_carried_out_once, a_revoked_key_stays_known_and_works_no_more, keys_read_back_as_they_were_written,
    nothing_erased_stays_in_a_kept_answer, what_is_kept_for_a_while_is_each_persons_own,
};
pub use belief::{
    an_import_may_bring_its_own_recorded_time, recorded_time_never_runs_backwards,
    what_is_retired_is_history_and_not_the_present,
};
pub use commits::{
    a_commit_that_fails_halfway_changes_nothing, a_stale_commit_changes_nothing, many_writers_lose_nothing,
};
pub use derived::{
    segments_are_kept_and_replaced_by_number, uses_are_noted_and_folded_into_counts, vectors_are_kept_by_text_and_model,
};
pub use entities::{clusters_go_when_one_of_theirs_is_erased, entities_go_with_what_they_were_read_in};
pub use erasing::erasing_leaves_a_tombstone_and_nothing_else;
pub use feeds::{
    a_feed_gives_what_came_after_a_place_and_nothing_twice, citations_of_messages_are_found_among_all_evidence,
    the_sweeps_find_what_is_long_in_the_trash_or_expired, what_ceased_to_be_believed_is_told_once,
};
pub use jobs::{
    a_job_asked_for_while_it_runs_is_run_once_more, a_job_can_be_done_out_of_turn,
    a_job_that_was_left_is_taken_over_and_keeps_its_run, asking_for_a_job_twice_makes_one,
    failing_is_tried_again_until_it_is_given_up, two_never_hold_one_job,
};
pub use log::{
    a_chain_holds_through_shredding_and_says_what_went, a_message_is_not_recorded_twice,
    appending_is_all_or_nothing_and_in_order, erased_words_do_not_come_back_with_a_second_recording,
    many_speakers_lose_nothing, nothing_is_recorded_by_rules_that_changed, spaces_never_hear_each_other,
};
pub use lookup::{
    ids_are_found_by_either_end, the_log_is_newest_first_and_can_be_narrowed,
    words_and_keys_are_looked_up_among_what_is_active,
};
pub use nouns::every_noun_reads_back_as_it_was_written;
pub use sessions::{
    a_deleted_session_is_out_of_sight_until_it_is_restored, a_message_wakes_a_session,
    a_session_is_changed_as_it_was_seen_or_not_at_all, a_step_of_learning_is_taken_once_and_with_what_was_learned,
    everybody_in_a_shared_space_has_their_own_sessions, shredding_a_session_is_for_good,
};
pub use spaces::{
    a_person_has_one_personal_space, a_reader_cannot_write, a_reader_may_change_how_their_own_seat_is_read,
    members_come_and_go, one_space_never_sees_another, private_memories_of_a_shared_space_are_for_their_owner,
};

/// Makes a test of every case for one kind of store. Takes an expression that makes an empty one, and whatever must live
/// as long as it does.
#[macro_export]
macro_rules! conformance_tests {
    ($make:expr) => {
        $crate::conformance_tests!(@each $make;
            every_noun_reads_back_as_it_was_written,
            what_is_retired_is_history_and_not_the_present,
            recorded_time_never_runs_backwards,
            an_import_may_bring_its_own_recorded_time,
            a_stale_commit_changes_nothing,
            a_commit_that_fails_halfway_changes_nothing,
            one_space_never_sees_another,
            private_memories_of_a_shared_space_are_for_their_owner,
            words_and_keys_are_looked_up_among_what_is_active,
            ids_are_found_by_either_end,
            erasing_leaves_a_tombstone_and_nothing_else,
            the_log_is_newest_first_and_can_be_narrowed,
            a_reader_cannot_write,
            a_reader_may_change_how_their_own_seat_is_read,
            a_person_has_one_personal_space,
            members_come_and_go,
            many_writers_lose_nothing,
            a_chain_holds_through_shredding_and_says_what_went,
            a_message_is_not_recorded_twice,
            appending_is_all_or_nothing_and_in_order,
            erased_words_do_not_come_back_with_a_second_recording,
            many_speakers_lose_nothing,
            nothing_is_recorded_by_rules_that_changed,
            spaces_never_hear_each_other,
            a_deleted_session_is_out_of_sight_until_it_is_restored,
            a_message_wakes_a_session,
            a_session_is_changed_as_it_was_seen_or_not_at_all,
            a_step_of_learning_is_taken_once_and_with_what_was_learned,
            everybody_in_a_shared_space_has_their_own_sessions,
            shredding_a_session_is_for_good,
            a_feed_gives_what_came_after_a_place_and_nothing_twice,
            citations_of_messages_are_found_among_all_evidence,
            the_sweeps_find_what_is_long_in_the_trash_or_expired,
            what_ceased_to_be_believed_is_told_once,
            segments_are_kept_and_replaced_by_number,
            uses_are_noted_and_folded_into_counts,
            vectors_are_kept_by_text_and_model,
            entities_go_with_what_they_were_read_in,
            clusters_go_when_one_of_theirs_is_erased,
            a_job_asked_for_while_it_runs_is_run_once_more,
            a_job_can_be_done_out_of_turn,
            a_job_that_was_left_is_taken_over_and_keeps_its_run,
            asking_for_a_job_twice_makes_one,
            failing_is_tried_again_until_it_is_given_up,
            two_never_hold_one_job,
            keys_read_back_as_they_were_written,
            a_revoked_key_stays_known_and_works_no_more,
            a_request_is_carried_out_once,
            nothing_erased_stays_in_a_kept_answer,
            what_is_kept_for_a_while_is_each_persons_own,
        );
    };
    (@each $make:expr; $($case:ident,)+) => {$(
        #[test]
        fn $case() {
            let (store, _kept_until_the_end) = $make;
            $crate::conformance::$case(&store);
        }
    )+};
}

fn contents(store: &dyn Store, space: &SpaceHandle, known_at: Option<Timestamp>) -> Vec<String> {
    let listing = store.versions(space, Belief::at(known_at)).unwrap();
    assert_eq!(listing.damaged, []);
    listing.records.into_iter().map(|record| record.body.claim.content).collect()
}
