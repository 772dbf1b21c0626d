//! What languages other than English get: eight things a person might say, and a question about each, in eleven of them.
//!
//! A handful of sentences of our own, enough to see where meaning ends and only shared letters are left.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use cofio_domain::ports::{Cancel, Embedder, Mode};

use crate::roster::{Contender, Precision};

const TEXTS: &str = include_str!("../texts/languages.tsv");

/// Statements and questions of one language; the question in place i is about the statement in place i.
#[derive(Debug, Default)]
struct Said<'a> {
    statements: Vec<&'a str>,
    questions: Vec<&'a str>,
}

fn read(table: &str) -> anyhow::Result<BTreeMap<&str, Said<'_>>> {
    let mut languages: BTreeMap<&str, Said<'_>> = BTreeMap::new();
    for line in table.lines() {
        let mut cells = line.split('\t');
        let (Some(language), Some(statement), Some(question)) = (cells.next(), cells.next(), cells.next()) else {
            anyhow::bail!("a line has a language, a statement and a question: {line}");
        };
        let said = languages.entry(language).or_default();
        said.statements.push(statement);
        said.questions.push(question);
    }
    Ok(languages)
}

/// For how many questions the right statement is the nearest.
fn right(embedder: &dyn Embedder, questions: &[&str], statements: &[&str]) -> anyhow::Result<usize> {
    let cancel = Cancel::new();
    let asked = embedder.embed(Mode::Query, questions, &cancel)?;
    let told = embedder.embed(Mode::Document, statements, &cancel)?;
    let mut right = 0;
    for (place, question) in asked.iter().enumerate() {
        let near = told.iter().map(|vector| question.dot(vector)).collect::<Result<Vec<f32>, _>>()?;
        let best = near.iter().enumerate().max_by(|one, other| one.1.total_cmp(other.1)).map(|(place, _)| place);
        right += usize::from(best == Some(place));
    }
    Ok(right)
}

/// Prints a row a language: within it, and asked in English about what was said in it.
pub fn run(models: &Path) -> anyhow::Result<()> {
    let languages = read(TEXTS)?;
    let english = languages.get("en").context("there is English among the languages")?;
    println!("Of {} questions, how many find their statement first, by meaning alone.\n", english.questions.len());
    println!("| language | embedder | asked in it | asked in English |\n| --- | --- | --- | --- |");
    for contender in [Contender::Cofio, Contender::MiniLm] {
        let Ok(Some(embedder)) = contender.open(models, Precision::Int8) else { continue };
        for (language, said) in &languages {
            let own = right(&*embedder, &said.questions, &said.statements)?;
            let across = right(&*embedder, &english.questions, &said.statements)?;
            println!("| {language} | {} | {own} | {across} |", contender.title());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_says_the_same_things() {
        let languages = read(TEXTS).unwrap();
        assert!(languages.len() >= 10);
        for (language, said) in &languages {
            assert_eq!((said.statements.len(), said.questions.len()), (8, 8), "{language}");
        }
    }

    #[test]
    fn a_line_without_a_question_is_refused() {
        assert!(read("en\tI like tea.").is_err());
    }
}
