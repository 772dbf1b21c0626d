use cofio_language::kinds::guess;

use crate::corpus::{assert_share_right, rows};

const KINDS: [&str; 2] = [include_str!("../corpus/kinds.tsv"), include_str!("../corpus/kinds_everyday.tsv")];

#[test]
fn a_claim_is_of_the_kind_it_reads_as() {
    let rows: Vec<_> = KINDS.into_iter().flat_map(rows).collect();
    assert_share_right("kinds", 0.95, &rows, |text| guess(text).to_string());
}
