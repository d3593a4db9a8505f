//! The texts of the owner's folder: Markdown, and the questions of `faq.toml`.

use std::path::Path;

use ::site::{FaqGroup, FaqQuestion, LegalText, OwnerTexts};
use serde::Deserialize;
use toml::Spanned;

use super::{problem::SiteProblem, read_text, walk::line_at};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FaqFile {
    groups: Vec<GroupTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupTable {
    title: Spanned<String>,
    questions: Vec<QuestionTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct QuestionTable {
    question: Spanned<String>,
    answer: Spanned<String>,
}

const FAQ_EXAMPLE: &str =
    "[[groups]], title = \"Courses\", [[groups.questions]], question = \"…\", answer = \"…\"";

pub(super) fn read_texts(folder: &Path, problems: &mut Vec<SiteProblem>) -> OwnerTexts {
    let mut legal = |name: &str| {
        let path = folder.join(name);
        let text = read_text(&path, problems).flatten()?;
        if text.trim().is_empty() {
            problems.push(SiteProblem::of_file(
                &path,
                "is empty; without the file the built-in text is shown",
            ));
        }
        Some(LegalText::of(&text))
    };
    let [terms, privacy, about] = ["terms.md", "privacy.md", "about.md"].map(&mut legal);
    OwnerTexts {
        terms,
        privacy,
        about,
        faq: read_faq(&folder.join("faq.toml"), problems),
    }
}

fn read_faq(path: &Path, problems: &mut Vec<SiteProblem>) -> Option<Vec<FaqGroup>> {
    let text = read_text(path, problems).flatten()?;
    let mut refuse = |line: Option<usize>, problem: String| {
        problems.push(SiteProblem {
            file: path.to_owned(),
            line,
            problem,
            example: Some(FAQ_EXAMPLE.to_owned()),
        });
    };
    let file: FaqFile = match toml::from_str(&text) {
        Ok(file) => file,
        Err(error) => {
            let line = error.span().map(|span| line_at(&text, span.start));
            refuse(
                line,
                error.message().split_whitespace().collect::<Vec<_>>().join(" "),
            );
            return None;
        }
    };
    if file.groups.is_empty() || file.groups.iter().any(|group| group.questions.is_empty()) {
        let empty = |line: &str| {
            line.split_once('=')
                .is_some_and(|(_, value)| value.trim().starts_with("[]"))
        };
        let line = text.lines().position(empty).map(|line| line + 1);
        refuse(line, String::from("needs a group, and each group a question"));
    }
    let line_of = |value: &Spanned<String>| Some(line_at(&text, value.span().start));
    let mut number = 0;
    let mut groups = Vec::new();
    for group in file.groups {
        let mut questions = Vec::new();
        for asked in group.questions {
            number += 1;
            for text in [&asked.question, &asked.answer] {
                if text.as_ref().trim().is_empty() {
                    refuse(
                        line_of(text),
                        format!("question {number} of the file has an empty text"),
                    );
                }
            }
            let question = asked.question.as_ref().trim();
            questions.push(FaqQuestion::of(number, question, asked.answer.as_ref()));
        }
        if group.title.as_ref().trim().is_empty() {
            refuse(line_of(&group.title), String::from("a group has no title"));
        }
        groups.push(FaqGroup {
            title: group.title.into_inner(),
            questions,
        });
    }
    Some(groups)
}
