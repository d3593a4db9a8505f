//! The texts of the owner's folder: Markdown, and the questions of `faq.toml`.

use std::path::Path;

use ::site::{FaqGroup, FaqQuestion, LegalText, OwnerTexts};

use super::{problem::SiteProblem, read_text};
use crate::{
    line_problem::LineProblem,
    toml_file::{
        kind::{Kind, KindKey, needed},
        read::read_toml,
        table::FileTable,
    },
};

const FAQ_KEYS: &[KindKey] = &[
    needed("groups", Kind::Tables),
    needed("groups[].title", Kind::Text),
    needed("groups[].questions", Kind::Tables),
    needed("groups[].questions[].question", Kind::Text),
    needed("groups[].questions[].answer", Kind::Text),
];

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
    let mut found = Vec::new();
    let groups = match read_toml(&text, FAQ_KEYS) {
        Ok((file, wrong)) => {
            found.extend(wrong.into_iter().map(LineProblem::from));
            let mut refuse = |key: &str, problem: &str| {
                if !file.is_refused(key) {
                    let (line, problem) = (file.line_of(key), problem.to_owned());
                    found.push(LineProblem { line, problem });
                }
            };
            Some(read_groups(file.root(), &mut refuse))
        }
        Err(wrong) => {
            found.push(wrong);
            None
        }
    };
    found.sort_by_key(|found| found.line);
    let found = found.into_iter();
    problems.extend(found.map(|found| SiteProblem::in_line(path, found, Some(FAQ_EXAMPLE))));
    groups
}

fn read_groups(file: FileTable<'_>, refuse: &mut dyn FnMut(&str, &str)) -> Vec<FaqGroup> {
    let empty = "needs a group, and each group a question";
    let tables = file.tables("groups");
    if tables.is_empty() {
        refuse("groups", empty);
    }
    let mut number = 0;
    let mut groups = Vec::new();
    for (g, group) in tables.into_iter().enumerate() {
        let key = format!("groups[{g}]");
        let (title, asked) = (group.text("title"), group.tables("questions"));
        if title.trim().is_empty() {
            refuse(&format!("{key}.title"), "a group has no title");
        }
        if asked.is_empty() {
            refuse(&format!("{key}.questions"), empty);
        }
        let mut questions = Vec::new();
        for (q, table) in asked.into_iter().enumerate() {
            number += 1;
            let [question, answer] = ["question", "answer"].map(|name| {
                let text = table.text(name);
                if text.trim().is_empty() {
                    let problem = format!("question {number} of the file has an empty text");
                    refuse(&format!("{key}.questions[{q}].{name}"), &problem);
                }
                text
            });
            questions.push(FaqQuestion::of(number, question.trim(), &answer));
        }
        groups.push(FaqGroup { title, questions });
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_problem_of_the_questions_is_named_in_the_order_of_lines() {
        let folder = tempfile::tempdir().unwrap();
        let text = "[[groups]]\ntitel = \"Access\"\n[[groups.questions]]\nquestion = \"When?\"\nanswer = 3\n\
                    [[groups.questions]]\nquestion = \"How?\"\nanswer = \" \"\n\
                    [[groups]]\ntitle = \"\"\nquestions = []\n[[groups]]\ntitle = \"Last\"\nquestions = [{ answer = \"a\" }]\n";
        let path = folder.path().join("faq.toml");
        std::fs::write(&path, text).unwrap();
        let mut problems = Vec::new();
        read_faq(&path, &mut problems);
        let found: Vec<_> = problems
            .iter()
            .map(|found| (found.line.unwrap(), found.problem.as_str()))
            .collect();
        assert_eq!(
            found,
            [
                (2, "groups[0].titel: is an unknown key; the nearest is title"),
                (5, "groups[0].questions[0].answer: must be a text, not a number"),
                (8, "question 2 of the file has an empty text"),
                (10, "a group has no title"),
                (11, "needs a group, and each group a question"),
                (14, "groups[2].questions[0].question: is missing"),
            ]
        );
    }
}
