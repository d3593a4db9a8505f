//! The owner's folder by commands: written, checked, and looked at by the doctor.

use std::fs;

use crate::fixture::{CommandFixture, run};

/// The values that are placeholders as delivered, filled in.
const OWN_VALUES: &str = r#"
social = []
[company]
legal_name = "Opening Range BV"
street = "Beursplein 1"
town = "1000 Brussels"
vat_number = "BE 0123.456.789"
[support]
email = "desk@opening-range.eu"
[community]
invite_url = "https://discord.gg/opening-range"
[partners.funded_accounts]
url = "https://prop-firm.eu/?partner=1"
[partners.charts]
url = "https://charts.eu/?affiliate=1"
[partners.discounted_evaluation]
url = "https://funding.eu/signup?code=1"
[reviews]
pages = [{ label = "English", url = "https://reviews.eu/opening-range" }]
"#;

/// Writes a folder of the site without placeholders, where commands look for it.
pub fn write_own_site(fixture: &CommandFixture) {
    fs::create_dir_all(fixture.path("data/site")).unwrap();
    fs::write(fixture.path("data/site/site.toml"), OWN_VALUES).unwrap();
}

#[test]
fn the_folder_that_init_writes_can_be_used_and_is_never_written_over() {
    let fixture = CommandFixture::new();
    let said = fixture.portal(&["site", "init", "own"]).said();
    assert!(
        said.contains("own/site.toml") && said.contains("PORTAL_SITE_DIR"),
        "{said}"
    );
    let checked = fixture.portal(&["site", "check", "own"]);
    assert_eq!(checked.code, Some(0), "{}", checked.err);
    let first = checked.err.lines().next().unwrap();
    assert!(
        first.contains("site.toml:") && first.contains("is a placeholder"),
        "{first}"
    );
    fs::write(fixture.path("own/site.toml"), OWN_VALUES).unwrap();
    let line = fixture.portal(&["site", "init", "own"]).refused();
    assert!(line.contains("exists already"), "{line}");
    assert_eq!(
        fs::read_to_string(fixture.path("own/site.toml")).unwrap(),
        OWN_VALUES
    );
    let said = fixture.portal(&["site", "check", "own"]).said();
    assert!(said.contains("can be used"), "{said}");
}

#[test]
fn check_names_every_problem_in_a_line_and_each_low_contrast() {
    let fixture = CommandFixture::new();
    fs::create_dir(fixture.path("own")).unwrap();
    fs::write(
        fixture.path("own/site.toml"),
        "curency = \"eur\"\n[vat]\npercent = 121\n",
    )
    .unwrap();
    let faq = "[[groups]]\ntitle = \"Access\"\nquestions = [\n  { question = \"When?\", answer = \"Now.\" },\n  { question = \"How?\", answer = \" \" },\n]\n";
    fs::write(fixture.path("own/faq.toml"), faq).unwrap();
    fs::write(fixture.path("own/social.png"), "no picture").unwrap();
    let checked = fixture.portal(&["site", "check", "own"]);
    assert_eq!((checked.code, checked.out.as_str()), (Some(1), ""));
    for problem in [
        "own/site.toml:1: curency: is an unknown key; did you mean currency?",
        "own/site.toml:3: vat.percent: must be a number from 0 to 50",
        "own/faq.toml:5: question 2 of the file has an empty text",
        "own/social.png: is not a PNG picture",
    ] {
        assert_eq!(
            checked.err.matches(problem).count(),
            1,
            "{problem}: {}",
            checked.err
        );
    }
    assert_eq!(checked.err.lines().count(), 4, "{}", checked.err);

    fs::remove_file(fixture.path("own/faq.toml")).unwrap();
    fs::remove_file(fixture.path("own/social.png")).unwrap();
    fs::write(
        fixture.path("own/site.toml"),
        "[colours]\n\naccent = \"#66ddaa\"\n",
    )
    .unwrap();
    let checked = fixture.portal(&["site", "check", "own"]);
    assert_eq!(checked.code, Some(1), "{}", checked.err);
    assert!(
        checked
            .err
            .contains("own/site.toml:3: colours: accent on surface has a contrast of"),
        "{}",
        checked.err
    );
}

#[test]
fn check_says_what_keeps_e_invoices_from_being_made_where_there_is_an_address_for_them() {
    let fixture = CommandFixture::new();
    fs::create_dir(fixture.path("own")).unwrap();
    let said = |currency: &str, number: &str, address: &str| {
        let text = format!("currency = \"{currency}\"\n[company]\nvat_number = \"{number}\"\n{address}");
        fs::write(fixture.path("own/site.toml"), text).unwrap();
        let checked = fixture.portal(&["site", "check", "own"]);
        assert_eq!(checked.code, Some(0), "{}", checked.err);
        checked.err
    };
    let address = "e_invoices = \"books@academy.eu\"\n";
    let (right, wrong) = ("BE 0403.170.701", "BE 0403.170.702");
    for (currency, number, problem) in [
        ("usd", right, "no e-invoice is made while the currency is usd"),
        (
            "eur",
            "NL123456782B01",
            "no e-invoice is made without a Belgian VAT number",
        ),
        ("eur", wrong, "its check digits are wrong"),
    ] {
        let err = said(currency, number, address);
        assert!(
            err.contains("own/site.toml:4: company.e_invoices: ") && err.contains(problem),
            "{err}"
        );
        assert!(
            !said(currency, number, "").contains("e-invoice"),
            "{currency} {number}"
        );
    }
    assert!(!said("eur", right, address).contains("e-invoice"));
}

#[test]
fn placeholders_fail_the_doctor_over_https_and_nowhere_else() {
    let fixture = CommandFixture::with_course();
    let doctor = |url: &str| {
        let mut command = fixture.command();
        run(command.env("PORTAL_PUBLIC_URL", url).arg("doctor"))
    };
    let line = |out: &str| {
        let found = out.lines().find(|line| line.contains("  site      "));
        found.unwrap().to_owned()
    };
    assert!(line(&doctor("http://localhost:8080").done()).starts_with("ok "));
    let public = doctor("https://portal.example");
    assert_eq!(public.code, Some(1));
    let failed = line(&public.out);
    assert!(
        failed.starts_with("fail") && failed.contains("company.legal_name") && failed.contains("site init"),
        "{failed}"
    );
    write_own_site(&fixture);
    let public = doctor("https://portal.example").done();
    assert!(
        public.contains("warn  stripe    not configured: the checkout is a simulation"),
        "{public}"
    );
    let read = line(&public);
    assert!(read.starts_with("ok ") && read.contains("data/site"), "{read}");
    fs::write(fixture.path("data/site/site.toml"), "currency = \"jpy\"\n").unwrap();
    let refused = doctor("http://localhost:8080");
    assert_eq!(refused.code, Some(1));
    assert!(line(&refused.out).contains("site.toml:1: currency: must be one of"));
}
