//! Where a link or a picture of a text leads: to the web, to this site, to a place of the text, or to a file of the course's folder.

use percent_encoding::percent_decode_str;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    /// `http:`, `https:`, `mailto:` or `tel:`.
    Web,
    /// A path of this site, from its root.
    Site,
    /// A file of the course's folder, by its path from the text's own folder.
    Folder(String),
    /// A place within the text, by the id of its heading.
    Place(String),
    /// Any other scheme, another host without a scheme.
    Nowhere,
}

/// Reads the destination of a link or a picture.
#[must_use]
pub fn destination(text: &str) -> Destination {
    let scheme = text.split_once(':').map(|(scheme, _)| scheme).filter(|scheme| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"+.-".contains(&byte))
    });
    if let Some(scheme) = scheme {
        let is_known = ["http", "https", "mailto", "tel"]
            .iter()
            .any(|known| scheme.eq_ignore_ascii_case(known));
        return if is_known {
            Destination::Web
        } else {
            Destination::Nowhere
        };
    }
    if text.is_empty() || text.starts_with('?') || text.contains(|sign: char| sign.is_control()) {
        return Destination::Nowhere;
    }
    if let Some(id) = text.strip_prefix('#') {
        return match percent_decode_str(id).decode_utf8() {
            Ok(id) if !id.is_empty() => Destination::Place(id.into_owned()),
            _ => Destination::Nowhere,
        };
    }
    if let Some(path) = text.strip_prefix('/') {
        return if path.starts_with(['/', '\\']) {
            Destination::Nowhere
        } else {
            Destination::Site
        };
    }
    match percent_decode_str(text).decode_utf8() {
        Ok(path) => Destination::Folder(path.into_owned()),
        Err(_) => Destination::Nowhere,
    }
}

/// The path within the course's folder of what a text refers to; `None` if it leaves the folder.
#[must_use]
pub fn path_in_folder(text_file: &str, reference: &str) -> Option<String> {
    let mut parts: Vec<&str> = text_file.split('/').collect();
    parts.pop();
    for part in reference.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("https://example.com/a", Destination::Web)]
    #[case("HTTP://example.com", Destination::Web)]
    #[case("mailto:help@example.com", Destination::Web)]
    #[case("/courses/3?lesson=4", Destination::Site)]
    #[case("pictures/a%20b.png", Destination::Folder("pictures/a b.png".into()))]
    #[case("javascript:alert(1)", Destination::Nowhere)]
    #[case("JaVaScRiPt:alert(1)", Destination::Nowhere)]
    #[case("java\tscript:alert(1)", Destination::Nowhere)]
    #[case("\u{1}javascript:alert(1)", Destination::Nowhere)]
    #[case("data:text/html,x", Destination::Nowhere)]
    #[case("//example.com/a.png", Destination::Nowhere)]
    #[case("/\\example.com/a.png", Destination::Nowhere)]
    #[case("tel:+3225550100", Destination::Web)]
    #[case("#here", Destination::Place("here".into()))]
    #[case("#%C3%BCber", Destination::Place("über".into()))]
    #[case("#", Destination::Nowhere)]
    #[case("", Destination::Nowhere)]
    #[case("%ff.png", Destination::Nowhere)]
    fn a_destination_is_one_of_five(#[case] text: &str, #[case] expected: Destination) {
        assert_eq!(destination(text), expected);
    }

    #[rstest]
    #[case("01.md", "a.png", Some("a.png"))]
    #[case("texts/01.md", "a.png", Some("texts/a.png"))]
    #[case("texts/01.md", "../pictures/./a.png", Some("pictures/a.png"))]
    #[case("texts/01.md", "../../a.png", None)]
    #[case("01.md", "..", None)]
    #[case("01.md", ".", None)]
    fn a_path_stays_within_the_folder(
        #[case] text: &str,
        #[case] reference: &str,
        #[case] expected: Option<&str>,
    ) {
        assert_eq!(path_in_folder(text, reference).as_deref(), expected);
    }
}
