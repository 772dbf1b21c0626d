//! Verbs in the past, by which a question shows that it looks back.

/// The past of English verbs that do not end in "-ed", and their participles. Those that are the same in the present are
/// left out: "how should I set it up" does not look back.
const IRREGULAR: &str = "
    arisen arose ate awoke became bent blew blown bore born bought broke broken brought built came caught chose
    chosen clung crept dealt did done drank drawn dreamt drew driven drove drunk dug eaten fallen fed fell felt fled
    flew flown forbade forbidden forgave forgiven forgot forgotten fought found froze frozen gave given got gotten
    grew grown had heard held hid hidden hung kept knelt knew known laid lain leant leapt learnt led left lent lit
    lost made meant met misunderstood overcame paid proved proven ran rang redid rewritten rewrote ridden risen rode
    rose said sang sat saw seen sent sewn shaken shone shook shot showed shown shrank slept slid sold sought spelt
    spent spoke spoken sprang stole stolen stood struck stuck stung swam swept swore sworn swung taken taught
    thought threw thrown told took tore torn understood undertook undid was went wept were woke woken won wore worn
    wove woven written wrote";

/// Returns a pattern for one such verb.
pub(super) fn pattern() -> String {
    let words: Vec<&str> = IRREGULAR.split_ascii_whitespace().collect();
    format!(r"(?:\w+ed|{})", words.join("|"))
}
