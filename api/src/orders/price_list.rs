//! The price list, from the settings file that the frontend was built with (`frontend/src/settings/site.ts`).

use std::str::FromStr;

use ::courses::{CourseType, Slug};
use kernel::{AccessTerm, Cents};
use orders::{Plan, PlanCourses, PlanKey, PlanOpens, PriceList, Seller, Vat, WithdrawalPeriod};
use serde::Deserialize;

use crate::frontend::assets::FrontendBuild;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct PriceListFile {
    currency: String,
    vat: VatFile,
    course_term: String,
    withdrawal_days: Option<u16>,
    seller: Seller,
    plans: Vec<PlanFile>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct VatFile {
    percent: f64,
    included: bool,
    reverse_charge: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanFile {
    key: String,
    name: String,
    price: i32,
    opens: Option<OpensFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OpensFile {
    courses: CoursesFile,
    term: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum CoursesFile {
    OfType(String),
    Named(Vec<String>),
}

/// The price list that the frontend was built with; none in a build without the frontend.
///
/// # Errors
/// One line that names the wrong setting.
pub fn of(frontend: &FrontendBuild) -> Result<Option<PriceList>, String> {
    frontend.price_list.map(parse).transpose()
}

fn parse(json: &str) -> Result<PriceList, String> {
    let file: PriceListFile = serde_json::from_str(json).map_err(|error| wrong("the price list", error))?;
    let plans = file.plans.into_iter().map(plan);
    Ok(PriceList {
        currency: file.currency,
        vat: Vat {
            // Two decimals at most, so nothing is lost.
            basis_points: (file.vat.percent * 100.0).round().clamp(0.0, 10_000.0) as i32,
            included: file.vat.included,
            reverse_charge: file.vat.reverse_charge,
        },
        course_term: read::<AccessTerm>("courseTerm", &file.course_term)?,
        withdrawal: match file.withdrawal_days {
            Some(days) => {
                WithdrawalPeriod::from_days(days).map_err(|error| wrong("withdrawalDays", error))?
            }
            None => WithdrawalPeriod::default(),
        },
        seller: file.seller,
        plans: plans.collect::<Result<_, _>>()?,
    })
}

fn plan(file: PlanFile) -> Result<Plan, String> {
    let key = read::<PlanKey>("plans", &file.key)?;
    if file.price < 0 {
        return Err(wrong(&file.key, "a price is not negative"));
    }
    let opens = file.opens.map(|opens| {
        Ok::<_, String>(PlanOpens {
            courses: match opens.courses {
                CoursesFile::OfType(name) => PlanCourses::OfType(read::<CourseType>("opens.courses", &name)?),
                CoursesFile::Named(slugs) => {
                    let named = slugs.iter().map(|slug| read::<Slug>("opens.courses", slug));
                    let named = named.collect::<Result<Vec<_>, _>>()?;
                    if let Some((_, twice)) = (1..)
                        .zip(&named)
                        .find(|(rest, slug)| named[*rest..].contains(slug))
                    {
                        return Err(wrong("opens.courses", format!("{twice} is named twice")));
                    }
                    PlanCourses::Named(named)
                }
            },
            term: read::<AccessTerm>("opens.term", &opens.term)?,
        })
    });
    Ok(Plan {
        key,
        name: file.name,
        price: Cents(file.price),
        opens: opens.transpose()?,
    })
}

fn read<T: FromStr<Err: std::fmt::Display>>(what: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|error| wrong(what, error))
}

fn wrong(what: &str, problem: impl std::fmt::Display) -> String {
    format!("frontend/src/settings/site.ts: {what}: {problem}; correct it and build again")
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"{"currency":"usd","vat":{"percent":5.5,"included":true,"reverseCharge":false},
        "courseTerm":"lifetime","seller":{"brand":"B","legal_name":"B BV","address":["a"],"vat_number":"BE","email":"e"},
        "plans":[{"key":"basic","name":"Basic","price":30000,"opens":{"courses":"futures","term":"3m"}},
                 {"key":"premium","name":"Premium","price":42000,"opens":{"courses":["first-steps","second-steps"],"term":"90d"}},
                 {"key":"mentorship","name":"Mentor","price":25000,"opens":null}]}"#;

    #[test]
    fn the_settings_are_read_as_they_are_written() {
        let price_list = parse(GOOD).unwrap();
        assert_eq!(price_list.vat.basis_points, 550);
        let (plan, opens) = price_list.plan(PlanKey::Premium).unwrap();
        assert_eq!((plan.price, opens.term), (Cents(42_000), AccessTerm::Days(90)));
        assert!(matches!(&opens.courses, PlanCourses::Named(slugs) if slugs.len() == 2));
        assert!(price_list.plan(PlanKey::Mentorship).is_none());
        assert_eq!(price_list.withdrawal, WithdrawalPeriod::default());
        let longer = GOOD.replace(r#""courseTerm":"#, r#""withdrawalDays":30,"courseTerm":"#);
        assert_eq!(
            parse(&longer).unwrap().withdrawal,
            WithdrawalPeriod::from_days(30).unwrap()
        );
        let shorter = GOOD.replace(r#""courseTerm":"#, r#""withdrawalDays":13,"courseTerm":"#);
        assert!(parse(&shorter).unwrap_err().contains("withdrawalDays"));
    }

    #[test]
    fn a_setting_that_cannot_be_right_is_named() {
        for (right, wrong) in [
            ("futures", "bonds"),
            ("90d", "soon"),
            ("basic", "gold"),
            ("lifetime", "ever"),
        ] {
            let problem = parse(&GOOD.replace(right, wrong)).unwrap_err();
            assert!(problem.starts_with("frontend/src/settings/site.ts"), "{problem}");
        }
        assert!(parse(&GOOD.replace("\"currency\"", "\"curency\"")).is_err());
    }
}
