//! Verb forms, as far as they tell the past from what is still to come.

use std::collections::HashMap;

use super::{Meaning, Verb, Words, enter};

const VERBS: &[(&str, Verb)] = &[
    (
        "was were did had ate became began blew bought broke brought built came caught chose dealt drank drew \
         drove dug fed fell felt flew forgave forgot fought found froze gave got grew heard held hid hung kept \
         knew laid led left lent lost made meant met mistook overcame paid ran rang rebuilt rode rose said sang \
         sank sat saw sent shook slept slid sold spent spoke stole stood stuck struck swam swore taught threw \
         told took tore understood went withdrew woke won wore wrote learnt burnt dreamt spelt spilt forbade \
         sought thought bent bled crept fled leapt sprang stank strove swept swung wept wasn weren didn hadn used \
         redid undid outran oversaw",
        Verb::Past,
    ),
    (
        "been seen gone done eaten begun broken chosen drawn driven drunk fallen flown forgotten frozen given \
         gotten grown hidden known ridden risen shown spoken stolen sung swum taken thrown torn woken worn \
         written born supposed",
        Verb::Participle,
    ),
    (
        "am is are 'm 're do does have has 've don doesn isn aren need needs prefer starts begins leaves arrives \
         opens closes ends turns moves goes comes happens takes runs lands departs think",
        Verb::Present,
    ),
    (
        "will 'll shall gonna should must might would could can shouldn wouldn ll wanna gotta cannot plan plans \
         planning want wants hope hopes hoping wish expect expects intend intends thinking",
        Verb::Future,
    ),
    ("scheduled planned due expected booked slated postponed rescheduled reserved arranged", Verb::Planned),
];

/// Past forms whose infinitive is still to come: "promised to finish by Friday".
pub(crate) static COMMITMENTS: Words = Words::new(
    "agreed asked decided forgot hoped intended meant needed offered planned promised reminded started told tried \
     wanted",
);

/// Past forms that set a new time: "moved to Friday".
pub(crate) static RETIMED: Words =
    Words::new("asked bumped changed delayed invited moved pushed registered set shifted signed");

/// Participles that look like infinitives: "has run".
pub(crate) static BARE_PARTICIPLES: Words = Words::new("become come overcome run");

/// Verb forms that are also infinitives, so that what stands before them tells: "did you have".
pub(crate) static BASE_FORMS: Words = Words::new("do expect have hope intend need plan prefer think want wish");

/// Verbs that have others do something: "get it finished".
pub(crate) static CAUSATIVES: Words = Words::new("get getting need needs want wants");

/// What may follow "going to" when it is a way and not a plan: "going to the sea".
pub(crate) static AFTER_A_PLACE_WORD: Words =
    Words::new("a an bed church her his my our school some that the their this work your");

/// Short forms whose full stop ends no sentence.
pub(crate) static ABBREVIATIONS: Words = Words::new("dr etc mr mrs ms st vs");

/// Verbs whose past looks like the present: "I quit today".
pub(crate) static SAME_IN_THE_PAST: Words = Words::new(
    "beat bet burst cast cost cut fit hit hurt let put quit read reset rid set shut split spread thrust upset",
);

/// Words in -ed that are no past.
pub(crate) static UNCHANGING_ED: Words = Words::new(
    "bed bleed breed exceed feed freed greed heed hundred indeed kindred kneed naked need worried concerned stressed \
     scared thrilled pleased bored relieved surprised confused exhausted disappointed frustrated overwhelmed prepared \
     determined motivated dedicated ashamed newlywed proceed rugged sacred seed shed sled speed steed succeed \
     talented ted unwed weed wed wicked wretched embed tired excited interested red med united beloved aged",
);

/// Words that may stand between an auxiliary and its verb.
pub(crate) static ADVERBS: Words = Words::new(
    "'t a actually all already also always been being be both ever even finally first getting just kind kinda little maybe \
     never not now officially only originally perhaps probably pretty quite really recently so sorta still super then \
     too very",
);

pub(super) fn add(words: &mut HashMap<&'static str, Meaning>) {
    enter(words, VERBS, |meaning, verb| meaning.verb = Some(verb));
}
