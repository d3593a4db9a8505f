//! The known name that is nearest to a misspelt one.

/// Names that differ in more than a third of their letters are not alike.
const ALIKE: usize = 3;

/// The nearest of the known names, if one is near.
pub fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let known = known.into_iter();
    let distances = known.map(|other| (strsim::damerau_levenshtein(name, other), other));
    let (distance, other) = distances.min_by_key(|(distance, _)| *distance)?;
    let most = name.chars().count().max(other.chars().count()).div_ceil(ALIKE);
    (distance <= most).then_some(other)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::nearest;

    #[rstest]
    #[case("titel", Some("title"))]
    #[case("prise", Some("price"))]
    #[case("discription", Some("description"))]
    #[case("videos", None)]
    #[case("", None)]
    fn only_a_near_name_is_offered(#[case] name: &str, #[case] expected: Option<&str>) {
        assert_eq!(nearest(name, ["title", "price", "description"]), expected);
    }
}
