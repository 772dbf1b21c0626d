//! Which plain character does a typographic variant stand for?

use unicode_normalization::char::decompose_compatible;

/// What becomes of one character on the way into a view.
pub(super) enum Fold {
    Same,
    /// Invisible, or an accent on the letter before it.
    Dropped,
    To(char),
    Spelled(&'static str),
}

/// Folds one character of the original text.
pub(super) fn fold(character: char) -> Fold {
    if character.is_ascii() {
        return Fold::Same;
    }
    match character {
        c if is_invisible(c) || is_accent(c) => Fold::Dropped,
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{2800}' | '\u{3000}' => Fold::To(' '),
        '\u{85}' | '\u{2028}' | '\u{2029}' => Fold::To('\n'),
        '\u{2010}'..='\u{2015}' | '\u{2043}' | '\u{2212}' | '\u{fe58}' => Fold::To('-'),
        '‘' | '’' | '‚' | '‛' | '′' | '´' => Fold::To('\''),
        '“' | '”' | '„' | '‟' | '«' | '»' | '‹' | '›' | '「' | '」' | '『' | '』' | '″' => {
            Fold::To('"')
        }
        '【' | '〔' | '〖' => Fold::To('['),
        '】' | '〕' | '〗' => Fold::To(']'),
        '→' | '⇒' | '➡' | '⟶' | '➜' => Fold::Spelled("->"),
        '…' | '⋯' => Fold::Spelled("..."),
        '•' | '●' | '∙' | '◦' | '⁎' | '∗' | '✱' | '＊' | '▪' | '■' | '█' => Fold::To('*'),
        '·' | '⋅' | '・' | '。' | '｡' => Fold::To('.'),
        '、' => Fold::To(','),
        '×' => Fold::To('x'),
        '⁄' | '∕' => Fold::To('/'),
        'ı' => Fold::To('i'),
        'ł' => Fold::To('l'),
        'Ł' => Fold::To('L'),
        'ø' => Fold::To('o'),
        'đ' => Fold::To('d'),
        '\u{1f150}'..='\u{1f169}' => letter(character, '\u{1f150}'),
        '\u{1f170}'..='\u{1f189}' => letter(character, '\u{1f170}'),
        '\u{1f130}'..='\u{1f149}' => letter(character, '\u{1f130}'),
        c if has_plain_form(c) => decomposed(c),
        c => digit(c).map_or_else(
            || {
                if is_symbol(c) { Fold::To(' ') } else { Fold::Same }
            },
            Fold::To,
        ),
    }
}

fn letter(character: char, first: char) -> Fold {
    let offset = (character as u32 - first as u32) as u8;
    Fold::To((b'A' + offset) as char)
}

/// The first plain character a compatibility form breaks down into, without its accents.
fn decomposed(character: char) -> Fold {
    let mut plain = None;
    decompose_compatible(character, |part| {
        if plain.is_none() && !is_accent(part) {
            plain = Some(part);
        }
    });
    match plain {
        Some(part) if part != character => Fold::To(part),
        _ => Fold::Same,
    }
}

/// Blocks whose characters are another way to write a plain letter, digit or sign.
fn has_plain_form(character: char) -> bool {
    matches!(character,
        '\u{aa}' | '\u{b2}' | '\u{b3}' | '\u{b9}' | '\u{ba}'
        | '\u{c0}'..='\u{24f}' // Latin letters with accents
        | '\u{386}'..='\u{3ce}' // Greek letters with accents
        | '\u{1e00}'..='\u{1eff}'
        | '\u{2070}'..='\u{209c}' // superscripts and subscripts
        | '\u{2100}'..='\u{214f}' // letter-like symbols
        | '\u{2460}'..='\u{24ff}' // letters and digits in circles
        | '\u{fe50}'..='\u{fe6b}'
        | '\u{ff01}'..='\u{ff5e}' // full width
        | '\u{1d400}'..='\u{1d7ff}') // mathematical alphabets
}

fn is_accent(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Characters that take no place on the line.
pub(super) fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180e}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Arrows, dingbats, emoji and the like: they separate words and mean nothing here.
fn is_symbol(character: char) -> bool {
    matches!(character, '\u{2010}'..='\u{2bff}' | '\u{3001}'..='\u{303f}' | '\u{1f000}'..='\u{1faff}')
}

/// Digits of other scripts.
fn digit(character: char) -> Option<char> {
    const ZEROES: [u32; 18] = [
        0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20,
        0x1040, 0x17e0, 0x1810,
    ];
    let code = character as u32;
    let zero = ZEROES.iter().find(|&&zero| (zero..zero + 10).contains(&code))?;
    char::from_digit(code - zero, 10)
}
