//! Which letters of other alphabets are being passed off as Latin ones?
//!
//! A Cyrillic "а" in a Cyrillic word is just a letter; in a word that also has Latin letters or digits it is a disguise.
//! So a word is folded only when it mixes alphabets and every foreign letter in it has a Latin double.

use super::view::Builder;

/// Pairs of a foreign letter and the Latin letter it looks like.
const DOUBLES: &str = "аa вb еe ѕs іi јj кk мm нh оo рp сc тt уy хx ԁd ѵv һh ӏl ԛq ԝw гr пn иu ьb \
    АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT УY ХX Ԁd ԚQ ԜW ҮY \
    αa βb εe ηn ιi κk νv οo ρp τt υu χx γy ωw ϲc ϳj ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX \
    օo ոn սu հh ցg ɡg ɑa ɩi ʀR ᴀa ᴄc ᴅd ᴇe ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz ʙb ꞵb";

fn latin_double(character: char) -> Option<char> {
    DOUBLES.split_ascii_whitespace().find_map(|pair| {
        let mut pair = pair.chars();
        (pair.next() == Some(character)).then(|| pair.next()).flatten()
    })
}

/// Replaces foreign letters by their Latin doubles in words that mix alphabets.
pub(super) fn replace(builder: &mut Builder) {
    let disguised: Vec<_> = words(&builder.text).filter(|word| is_disguised(&builder.text[word.clone()])).collect();
    if disguised.is_empty() {
        return;
    }
    let mut ahead = disguised.into_iter().peekable();
    builder.map_chars(|at, character| {
        while ahead.next_if(|word| word.end <= at).is_some() {}
        let in_disguise = !character.is_ascii() && ahead.peek().is_some_and(|word| word.contains(&at));
        if in_disguise { latin_double(character).unwrap_or(character) } else { character }
    });
}

/// The stretches of letters, digits, hyphens and underscores.
fn words(text: &str) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
    let belongs = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + text[from..].find(belongs)?;
        let end = text[start..].find(|c| !belongs(c)).map_or(text.len(), |length| start + length);
        from = end;
        Some(start..end)
    })
}

fn is_disguised(word: &str) -> bool {
    let foreign = || word.chars().filter(|c| !c.is_ascii());
    let plain = word.bytes().filter(u8::is_ascii_alphanumeric).count();
    plain > 0 && foreign().next().is_some() && foreign().all(|c| latin_double(c).is_some())
}
