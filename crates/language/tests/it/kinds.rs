use cofio_language::kinds::guess;

use crate::corpus::{assert_share_right, rows};

#[test]
fn a_claim_is_of_the_kind_it_reads_as() {
    let rows = rows(include_str!("../corpus/kinds.tsv"));
    assert_share_right("kinds", 0.95, &rows, |text| guess(text).to_string());
}
