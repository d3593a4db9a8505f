//! The metrics and labels that an expression of Prometheus' language asks for: as much of the language as `deploy/` uses.

/// A metric, with what it is narrowed to and what is grouped by near it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Selector {
    pub name: String,
    /// Label and value, for any comparison.
    pub matchers: Vec<(String, String)>,
    pub grouped_by: Vec<String>,
}

/// Words of the language. A function that is not among them is taken for a metric, and the test says so.
const FUNCTIONS: [&str; 9] = [
    "sum",
    "min",
    "max",
    "count",
    "topk",
    "rate",
    "increase",
    "changes",
    "histogram_quantile",
];
const OPERATORS: [&str; 3] = ["and", "or", "unless"];

/// What an expression asks for, in its order.
pub fn selectors(expression: &str) -> Vec<Selector> {
    let mut found = Vec::new();
    let mut grouped = Vec::new();
    let mut rest = expression.trim_start();
    while let Some(first) = rest.chars().next() {
        rest = match first {
            '[' => after(rest, ']'),
            '"' => after(&rest[1..], '"'),
            first if first.is_ascii_digit() => &rest[end_of_word(rest)..],
            first if is_word(first) => {
                let (word, next) = rest.split_at(end_of_word(rest));
                let next = next.trim_start();
                if word == "by" {
                    let (labels, next) = enclosed(next, '(', ')');
                    grouped.extend(labels.split(',').map(|label| label.trim().to_owned()));
                    next
                } else if FUNCTIONS.contains(&word) || OPERATORS.contains(&word) {
                    next
                } else {
                    let (matchers, next) = match next.starts_with('{') {
                        true => enclosed(next, '{', '}'),
                        false => ("", next),
                    };
                    found.push(Selector {
                        name: word.to_owned(),
                        matchers: parse_matchers(matchers),
                        grouped_by: std::mem::take(&mut grouped),
                    });
                    next
                }
            }
            _ => &rest[first.len_utf8()..],
        };
        rest = rest.trim_start();
    }
    found
}

fn is_word(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || sign == '_' || sign == ':'
}

fn end_of_word(text: &str) -> usize {
    text.find(|sign| !is_word(sign)).unwrap_or(text.len())
}

fn after(text: &str, end: char) -> &str {
    text.split_once(end)
        .unwrap_or_else(|| panic!("no {end} in {text}"))
        .1
}

fn enclosed(text: &str, open: char, close: char) -> (&str, &str) {
    let text = text
        .strip_prefix(open)
        .unwrap_or_else(|| panic!("no {open} before {text}"));
    text.split_once(close)
        .unwrap_or_else(|| panic!("no {close} in {text}"))
}

fn parse_matchers(text: &str) -> Vec<(String, String)> {
    let parts = text.split("\",").map(str::trim).filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let (label, value) = part
                .split_once('"')
                .unwrap_or_else(|| panic!("no value in {part}"));
            let label = label.trim_end_matches(['=', '~', '!']);
            (label.to_owned(), value.trim_end_matches('"').to_owned())
        })
        .collect()
}

#[test]
fn names_labels_and_groups_are_found() {
    let found = selectors(
        "histogram_quantile(0.99, sum by (le, queue) (rate(a_bucket{x=~\"b|c\", y!=\"d\"}[5m]))) > 1 and b == 0",
    );
    let a = Selector {
        name: String::from("a_bucket"),
        matchers: vec![
            (String::from("x"), String::from("b|c")),
            (String::from("y"), String::from("d")),
        ],
        grouped_by: vec![String::from("le"), String::from("queue")],
    };
    let b = Selector {
        name: String::from("b"),
        ..Selector::default()
    };
    assert_eq!(found, [a, b]);
}
