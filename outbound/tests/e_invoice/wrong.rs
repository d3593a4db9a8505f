//! Wrong files: each judge finds what is wrong, so a judge that finds nothing has looked.

use kernel::Cents;
use orders::{Discount, EInvoice};

use super::{
    documents::{Sold, receipt_of},
    judges::{Judgement, judge},
    text_of,
};

/// A change of a right file, and by which rule each judge refuses it; `None` where that judge has no such rule.
struct Wrong {
    what: &'static str,
    from: &'static str,
    to: &'static str,
    official: Option<&'static str>,
    schemas: Option<&'static str>,
}

const fn wrong(
    what: &'static str,
    (from, to): (&'static str, &'static str),
    official: Option<&'static str>,
    schemas: Option<&'static str>,
) -> Wrong {
    Wrong {
        what,
        from,
        to,
        official,
        schemas,
    }
}

/// Of [`good`], an invoice of 3 keys of 300.00 euros with 21 % in it and 10.00 off.
const WRONG: &[Wrong] = &[
    wrong(
        "no customization",
        (
            "<cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</cbc:CustomizationID>",
            "",
        ),
        Some("BR-01"),
        Some("BR-01"),
    ),
    wrong(
        "another customization",
        ("billing:3.0", "billing:2.0"),
        Some("PEPPOL-EN16931-R004"),
        None,
    ),
    wrong(
        "another process",
        ("billing:01:1.0", "billing"),
        Some("PEPPOL-EN16931-R007"),
        None,
    ),
    wrong(
        "no number",
        ("<cbc:ID>2026-000001</cbc:ID>", ""),
        Some("BR-02"),
        Some("XSD"),
    ),
    wrong(
        "no day",
        ("<cbc:IssueDate>2026-11-21</cbc:IssueDate>", ""),
        Some("BR-03"),
        Some("BR-03"),
    ),
    wrong("another type", (">380<", ">999<"), Some("BR-CL-01"), None),
    wrong(
        "no order",
        (
            "<cac:OrderReference>\n    <cbc:ID>0123456789abcdef0123456789abcdef</cbc:ID>\n  </cac:OrderReference>",
            "",
        ),
        Some("PEPPOL-EN16931-R003"),
        None,
    ),
    wrong(
        "elements in another order",
        (
            "<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>",
            "<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode><cbc:Note>Late</cbc:Note>",
        ),
        None,
        Some("XSD"),
    ),
    wrong(
        "an unknown element",
        (
            "<cac:OrderReference>",
            "<cbc:Unknown>x</cbc:Unknown><cac:OrderReference>",
        ),
        None,
        Some("XSD"),
    ),
    wrong(
        "an element that is not closed",
        ("</cac:OrderReference>", ""),
        Some("XML"),
        Some("XSD"),
    ),
    wrong(
        "a false enterprise number",
        (">0403019261</cbc:EndpointID>", ">0403019262</cbc:EndpointID>"),
        Some("PEPPOL-COMMON-R043"),
        None,
    ),
    wrong(
        "an address of no scheme",
        (
            r#"<cbc:EndpointID schemeID="0208">0403019261"#,
            "<cbc:EndpointID>0403019261",
        ),
        Some("BR-63"),
        None,
    ),
    wrong(
        "a VAT number without a country",
        ("<cbc:CompanyID>BE0403170701", "<cbc:CompanyID>0403170701"),
        Some("BR-CO-09"),
        Some("BR-CO-09"),
    ),
    wrong(
        "no name of the buyer",
        (
            "<cbc:RegistrationName>Bakkerij Ørsted &amp; Zonen BV</cbc:RegistrationName>",
            "",
        ),
        Some("BR-07"),
        Some("BR-07"),
    ),
    wrong(
        "no country",
        ("<cbc:IdentificationCode>BE</cbc:IdentificationCode>", ""),
        Some("BR-09"),
        Some("BR-08"),
    ),
    wrong(
        "another sum",
        (
            "<cbc:TaxInclusiveAmount currencyID=\"EUR\">",
            "<cbc:TaxInclusiveAmount currencyID=\"EUR\">1",
        ),
        Some("BR-CO-15"),
        Some("BR-CO-15"),
    ),
    wrong(
        "something left to pay",
        (">0.00</cbc:PayableAmount>", ">1.00</cbc:PayableAmount>"),
        Some("BR-CO-16"),
        Some("BR-CO-16"),
    ),
    wrong(
        "another sum of discounts",
        (
            "<cbc:AllowanceTotalAmount currencyID=\"EUR\">",
            "<cbc:AllowanceTotalAmount currencyID=\"EUR\">1",
        ),
        Some("BR-CO-11"),
        Some("BR-CO-11"),
    ),
    wrong(
        "another price",
        (
            "<cbc:PriceAmount currencyID=\"EUR\">",
            "<cbc:PriceAmount currencyID=\"EUR\">1",
        ),
        Some("PEPPOL-EN16931-R120"),
        Some("BR-CO-10"),
    ),
    wrong(
        "another net amount",
        (
            "<cbc:TaxableAmount currencyID=\"EUR\">",
            "<cbc:TaxableAmount currencyID=\"EUR\">1",
        ),
        Some("BR-CO-17"),
        Some("BR-CO-17"),
    ),
    wrong(
        "no tax",
        ("<cbc:ID>S</cbc:ID>", "<cbc:ID>E</cbc:ID>"),
        Some("BR-E-10"),
        Some("BR-E-10"),
    ),
    wrong(
        "another currency",
        (
            ">EUR</cbc:DocumentCurrencyCode>",
            ">EURO</cbc:DocumentCurrencyCode>",
        ),
        Some("BR-CL-04"),
        Some("BR-CO-15"),
    ),
];

fn good() -> String {
    let mut document = receipt_of(Sold {
        price: 30_000,
        quantity: 3,
        discount: Some(Discount::Amount(Cents(1_000))),
        basis_points: 2_100,
        included: true,
    });
    document.number.serial = 1;
    text_of(&EInvoice::of(&document).unwrap())
}

#[test]
fn each_judge_finds_what_is_wrong() {
    let good = good();
    let files: Vec<_> = WRONG
        .iter()
        .map(|wrong| {
            let text = good.replace(wrong.from, wrong.to);
            assert!(text != good, "{}: nothing was changed in {good}", wrong.what);
            (wrong.what.replace(' ', "-"), text)
        })
        .collect();
    let found = judge(&files);
    let problems = |what: &str, by: &str| -> Vec<String> {
        let of = |judgement: &&Judgement| {
            judgement.judge == by && judgement.file == format!("{}.xml", what.replace(' ', "-"))
        };
        let judgement = found.iter().find(of).expect("each file is judged");
        judgement
            .problems
            .iter()
            .map(|problem| problem.id.clone())
            .collect()
    };
    let mut missed = Vec::new();
    for wrong in WRONG {
        for (by, rule) in [("official", wrong.official), ("schemas", wrong.schemas)] {
            let problems = problems(wrong.what, by);
            let holds = match rule {
                Some(rule) => problems.iter().any(|id| id == rule),
                None => problems.is_empty(),
            };
            if !holds {
                missed.push(format!("{}: {by} says {problems:?}, not {rule:?}", wrong.what));
            }
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
    for by in ["official", "schemas"] {
        let finds = WRONG
            .iter()
            .filter(|wrong| !problems(wrong.what, by).is_empty())
            .count();
        assert!(finds >= 10, "{by} finds {finds}");
    }
}
