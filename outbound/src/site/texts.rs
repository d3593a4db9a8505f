//! The texts of the owner's folder: Markdown, and the questions of `faq.toml`.

use std::path::Path;

use ::site::{FaqGroup, FaqQuestion, LegalText, OwnerTexts};
use serde::Deserialize;

use super::{problem::SiteProblem, read_text, walk::line_at};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FaqFile {
    groups: Vec<GroupTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupTable {
    title: String,
    questions: Vec<QuestionTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct QuestionTable {
    question: String,
    answer: String,
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
        refuse(None, String::from("needs a group, and each group a question"));
    }
    let mut number = 0;
    let mut groups = Vec::new();
    for group in file.groups {
        let mut questions = Vec::new();
        for asked in group.questions {
            number += 1;
            if asked.question.trim().is_empty() || asked.answer.trim().is_empty() {
                refuse(None, format!("question {number} of the file has an empty text"));
            }
            questions.push(FaqQuestion::of(number, asked.question.trim(), &asked.answer));
        }
        if group.title.trim().is_empty() {
            refuse(None, String::from("a group has no title"));
        }
        groups.push(FaqGroup {
            title: group.title,
            questions,
        });
    }
    Some(groups)
}
