//! What the checkout charges and grants, from the owner's values.

use courses::{CourseType, Slug};
use kernel::Cents;
use orders::{PlanCourses, PlanKey, PlanOpens, PriceList, SalesAbroad, Seller, WithdrawalPeriod};

use crate::{
    OpenedCourses, Plan, SiteValues,
    country_rates::{basis_points, country_rates},
};

/// The price list.
///
/// # Errors
/// What is wrong, in a sentence that begins with the key; values that keep the rules of [`crate::KEYS`] have no error.
pub fn price_list(values: &SiteValues) -> Result<PriceList, String> {
    let SiteValues {
        brand,
        company,
        support,
        plans,
        vat,
        ..
    } = values;
    let of = |key: PlanKey, plan: &Plan| plan_of(key, plan);
    Ok(PriceList {
        currency: values.currency.code().to_owned(),
        vat: orders::Vat {
            basis_points: basis_points(vat.percent),
            included: vat.included,
            reverse_charge: vat.reverse_charge,
            abroad: SalesAbroad {
                oss: vat.oss,
                rates: country_rates(values).map_err(|problems| {
                    let first = problems.first().map(ToString::to_string);
                    first.unwrap_or_default()
                })?,
            },
        },
        course_term: read("course_term", &values.course_term)?,
        withdrawal: WithdrawalPeriod::from_days(values.withdrawal_days)
            .map_err(|error| format!("withdrawal_days: {error}"))?,
        seller: Seller {
            brand: brand.name.clone(),
            legal_name: company.legal_name.clone(),
            address: vec![
                company.street.clone(),
                company.town.clone(),
                company.country.clone(),
            ],
            vat_number: company.vat_number.clone(),
            email: support.email.clone(),
        },
        e_invoices: company.e_invoices.clone(),
        plans: vec![
            of(PlanKey::Basic, &plans.basic)?,
            of(PlanKey::Premium, &plans.premium)?,
            of(PlanKey::Mentorship, &plans.mentorship)?,
        ],
    })
}

fn plan_of(key: PlanKey, plan: &Plan) -> Result<orders::Plan, String> {
    let price = plan.price.checked_mul(100).filter(|cents| *cents >= 0);
    let opens = plan.opens.as_ref().map(|opens| {
        Ok::<_, String>(PlanOpens {
            courses: match &opens.courses {
                OpenedCourses::OfType(name) => {
                    PlanCourses::OfType(read::<CourseType>(&format!("plans.{key}.opens.courses"), name)?)
                }
                OpenedCourses::Named(slugs) => PlanCourses::Named(
                    slugs
                        .iter()
                        .map(|slug| read::<Slug>(&format!("plans.{key}.opens.courses"), slug))
                        .collect::<Result<_, _>>()?,
                ),
            },
            also: None,
            term: read(&format!("plans.{key}.opens.term"), &opens.term)?,
        })
    });
    Ok(orders::Plan {
        key,
        name: plan.name.clone(),
        price: Cents(price.ok_or_else(|| format!("plans.{key}.price: is too large"))?),
        opens: opens.transpose()?,
    })
}

fn read<T: std::str::FromStr<Err: std::fmt::Display>>(key: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|error| format!("{key}: {error}"))
}
