//! What a text is about, as single words: those left when everything is taken away that could stand in any text.

use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Words of any conversation. What is on this list is never a topic; what is missing may be one by mistake only if
/// somebody says it in most of their conversations.
const ANYWHERE: &str = "
    able about above absolutely actually advice after again against agree ahead almost along already also although always
    amazing among amount another answer anybody anymore anyone anything anyway around asked asking away awesome back
    based basically became because become been before began begin behind being believe below best better between bring
    brought busy called came can't cannot cause certain chance change check clear close come coming common completely
    consider continue could couldn't couple course create curious currently days deal decided definitely describe despite
    detail details didn't difference different difficult does doesn't doing done don't down during each early easier
    easily easy either else email ended enjoy enough especially even evening eventually ever every everyone everything
    exactly example excellent excited expect experience explain extra fact fair feel feeling feels felt figure final
    finally find fine finish first focus follow following found free friend from full fully general getting give given
    gives giving goes going gone good gotten great guess haha half happen happened happens happy hard hasn't have haven't
    having hear heard hello help helped helpful helping helps here higher hope hoping hour hours however huge idea ideas
    imagine important improve include including information instead interested interesting into isn't issue issues it's
    itself just keep keeping kind kinda knew know known large last late lately later learn learned learning least leave
    left less let's life like liked likely line list listen little lived living long longer look looked looking looks lots
    love loved lovely made main make makes making many matter maybe mean means meant mention mentioned message might mind
    mine minute minutes moment month months more morning most mostly move much must myself name near nearly need needed
    needs never next nice night nobody none normal nothing notice number often okay once only open option options order
    other others otherwise ourselves outside over overall part particular past people perfect perhaps person place plan
    planning plans please plenty point possible prefer pretty previous probably problem problems properly provide
    question questions quick quickly quite rather read reading ready real realize really reason reasons recent recently
    recommend related remember remind reply request response rest result results right said same save saying says second
    seem seemed seems seen sense sent set several share shared she's should shouldn't show showed side similar simple
    simply since situation slightly small some somebody someone something sometimes somewhere soon sorry sort sound sounds
    specific specifically spend spent start started starting starts stay step steps still stop story strong stuff such
    suggest suggestion suggestions super suppose sure take taken takes taking talk talked talking tell tells than thank
    thanks that that's their them themselves then there there's these they they're thing things think thinking this those
    though thought thoughts through time times tips today together told tomorrow tonight took total totally toward tried
    true trying turn turned type under understand unless until update upon used useful user uses using usually various
    version very wait want wanted wants wasn't watch ways we'll we're we've week weekend weeks welcome well went were
    weren't what what's whatever when where whether which while who's whole whose will wish with within without won't
    wonder wonderful wondering word words work worked working works world worry worth would wouldn't write writing wrong
    year years yeah yesterday you'd you'll you're you've young your yours yourself
    balance engage engagement explore exploring goal growth image impact journey personal perspective photo picture
    positive professional shares social support supportive value";

static COMMON: LazyLock<BTreeSet<&str>> = LazyLock::new(|| ANYWHERE.split_ascii_whitespace().collect());

/// Shorter words name nothing.
const SHORTEST: usize = 4;

/// Returns the words a text is about, each once, in the singular where that is a matter of one letter.
pub fn topics(text: &str) -> BTreeSet<String> {
    text.split(|letter: char| !letter.is_alphabetic() && letter != '\'' && letter != '’')
        .map(|word| word.to_lowercase().replace('’', "'"))
        .map(|word| word.trim_matches('\'').trim_end_matches("'s").to_owned())
        // "I'll" and the like are short for words of any conversation.
        .filter(|word| word.chars().count() >= SHORTEST && !word.contains('\''))
        .filter(|word| !COMMON.contains(word.as_str()))
        .map(singular)
        .filter(|word| !COMMON.contains(word.as_str()))
        .collect()
}

fn singular(word: String) -> String {
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| stem.len() > 2) {
        return format!("{stem}y");
    }
    if let Some(stem) = word.strip_suffix("oes") {
        return format!("{stem}o");
    }
    let plural = word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us") && !word.ends_with("is");
    if plural && word.chars().count() > SHORTEST { word[..word.len() - 1].to_owned() } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_stand_anywhere_is_no_topic() {
        let of = |text| topics(text).into_iter().collect::<Vec<_>>();
        assert_eq!(of("Thanks, that's really helpful! I'd like to know more about my tomatoes."), ["tomato"]);
        assert_eq!(of("What do you think about sourdough? Sourdoughs!"), ["sourdough"]);
        assert_eq!(of("The bus is late, ok? I'll support their growth, y'all"), [""; 0]);
        assert_eq!(of("日本語 and naïve café’s"), ["café", "naïve"]);
    }
}
