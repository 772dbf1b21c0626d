//! STS-B: pairs of sentences, and how alike people found them on a scale of 0 to 5.

use std::path::Path;

use anyhow::{Context, bail};

/// Two sentences and people's judgement.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    pub one: String,
    pub other: String,
    pub alike: f64,
}

pub fn pairs(path: &Path) -> anyhow::Result<Vec<Pair>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot open {}", path.display()))?;
    let pair = |row: Vec<String>| {
        let [one, other, alike] = row.try_into().map_err(|row| anyhow::anyhow!("not three fields: {row:?}"))?;
        let alike = alike.parse().with_context(|| format!("`{alike}` is no judgement"))?;
        Ok(Pair { one, other, alike })
    };
    rows(&text)?.into_iter().map(pair).collect()
}

/// Cuts comma-separated values into rows: fields may be in quotes, and a quote inside them is doubled.
fn rows(text: &str) -> anyhow::Result<Vec<Vec<String>>> {
    let (mut rows, mut row, mut field, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                field.push('"');
            }
            '"' if quoted || field.is_empty() => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut field)),
            '\r' if !quoted => {}
            '\n' if !quoted => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            other => field.push(other),
        }
    }
    if quoted {
        bail!("a quote is not closed");
    }
    if !field.is_empty() || !row.is_empty() {
        row.push(field);
        rows.push(row);
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_read_with_quotes_and_without() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("dev.csv");
        std::fs::write(&path, "A man runs.,\"A \"\"man\"\", running\",4.5\nx,y,0.0\n").unwrap();
        let pair = |one: &str, other: &str, alike| Pair { one: one.into(), other: other.into(), alike };
        assert_eq!(pairs(&path).unwrap(), [pair("A man runs.", "A \"man\", running", 4.5), pair("x", "y", 0.0)]);
    }

    #[test]
    fn a_row_of_another_shape_is_told() {
        assert!(rows("\"open").is_err());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("dev.csv");
        std::fs::write(&path, "only,two\n").unwrap();
        assert!(pairs(&path).unwrap_err().to_string().contains("not three fields"));
    }
}
