use cofio_language::grounding::detect;

use crate::corpus::{assert_share_right, rows};

/// R4-022.
#[test]
fn a_permission_to_act_is_told_from_everything_else() {
    let rows = rows(include_str!("../corpus/grounding.tsv"));
    assert_share_right("grounding", 0.97, &rows, |text| detect(text).to_string());
}
