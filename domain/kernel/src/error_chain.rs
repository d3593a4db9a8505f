//! An error as the log shows it.

/// An error with what lies beneath it, in one line. A cause whose words its parent already ends with is not said twice.
#[must_use]
pub fn error_chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let words = error.to_string();
        if !text.ends_with(&words) {
            text.push_str(": ");
            text.push_str(&words);
        }
        cause = error.source();
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("{text}")]
    struct Layer {
        text: &'static str,
        source: Option<Box<Layer>>,
    }

    fn layers(texts: &[&'static str]) -> Layer {
        let source = (texts.len() > 1).then(|| Box::new(layers(&texts[1..])));
        Layer {
            text: texts[0],
            source,
        }
    }

    #[test]
    fn every_cause_is_said_once_and_in_one_line() {
        assert_eq!(error_chain(&layers(&["a", "b\nc", "d"])), "a: b c: d");
        assert_eq!(error_chain(&layers(&["a: b", "b", "c"])), "a: b: c");
    }
}
