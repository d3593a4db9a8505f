//! What `site init` asks on a terminal.

use std::fs;

use crate::fixture::CommandFixture;

/// What is asked, in the order of the file, and an answer to each.
const ANSWERS: [(&str, &str); 14] = [
    (
        "company.legal_name, for example Opening Range BV: ",
        "Bell \"The\" BV",
    ),
    ("company.street, for example Beursplein 1: ", "Beursplein 2"),
    ("company.town, for example 1000 Brussels: ", "2000 Antwerpen"),
    (
        "company.vat_number, for example BE 0123.456.789: ",
        "BE 0403.170.701",
    ),
    (
        "support.email, for example support@your-site.eu: ",
        "desk@opening-range.eu",
    ),
    (
        "community.invite_url, for example https://discord.gg/your-server: ",
        "-",
    ),
    (
        "social[0].url, now https://instagram.example/your-account: ",
        "https://instagram.com/bell",
    ),
    ("social[1].url, now https://youtube.example/your-channel: ", "-"),
    (
        "social[1].url, now https://x.example/your-account: ",
        "https://x.com/bell",
    ),
    (
        "partners.funded_accounts.url, for example ",
        "https://prop-firm.eu/?partner=1",
    ),
    ("partners.charts.url, for example ", "-"),
    (
        "partners.discounted_evaluation.url, for example ",
        "https://funding.eu/signup?code=1",
    ),
    (
        "reviews.pages[0].url, now https://nl.reviews.example/your-company: ",
        "-",
    ),
    (
        "reviews.pages[0].url, now https://en.reviews.example/your-company: ",
        "-",
    ),
];

/// The file as a command without a terminal writes it.
fn built_in(fixture: &CommandFixture) -> String {
    fixture.portal(&["site", "init", "built-in"]).said();
    fs::read_to_string(fixture.path("built-in/site.toml")).unwrap()
}

#[test]
fn a_folder_whose_questions_are_answered_has_no_placeholder() {
    let fixture = CommandFixture::new();
    let mut terminal = fixture.on_terminal("site init own");
    for (asked, answer) in ANSWERS {
        terminal.answer(asked, format!("{answer}\n").as_bytes());
    }
    let (code, text) = terminal.end();
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains("14 values are placeholders. Enter leaves one as it is")
            && text.contains("wrote own/site.toml, in which no placeholder is left; ")
            && text.contains("`portal site check own`"),
        "{text}"
    );
    let said = fixture.portal(&["site", "check", "own"]).said();
    assert_eq!(said, "own can be used");
    let written = fs::read_to_string(fixture.path("own/site.toml")).unwrap();
    let is_comment = |line: &&str| line.starts_with('#');
    let built_in = built_in(&fixture);
    assert!(
        written
            .lines()
            .filter(is_comment)
            .eq(built_in.lines().filter(is_comment))
    );
}

#[test]
fn wrong_answers_are_asked_again_with_the_reason_and_what_is_left_stays() {
    let fixture = CommandFixture::new();
    let mut terminal = fixture.on_terminal("site init own");
    terminal.answer("company.legal_name, ", b"Bell\xff BV\n");
    terminal.answer("what was typed is not UTF-8 text", b"");
    terminal.answer("company.legal_name, ", "Café Bell BV\n".as_bytes());
    terminal.answer("company.street, ", b"\n");
    terminal.answer("company.town, ", b"-\n");
    terminal.answer(
        "company.town: must not be empty; for example town = \"1000 Brussels\"",
        b"",
    );
    terminal.answer("company.town, ", b" 1000 Brussels \n");
    terminal.answer("company.vat_number, ", b"BE 2123\n");
    terminal.answer(
        "company.vat_number: must be a VAT number of a country of the EU",
        b"",
    );
    terminal.answer("company.vat_number, ", b"BE 0403.170.701\n");
    terminal.answer("support.email, ", b"desk@example.com\n");
    terminal.answer("support.email is a placeholder; over https nothing is sold", b"");
    terminal.answer("support.email, ", b"desk@opening-range.eu\n");
    // The end of the input.
    terminal.answer("community.invite_url, ", b"\x04");
    let (code, text) = terminal.end();
    assert_eq!(code, Some(0), "{text}");
    let last = text.lines().last().unwrap();
    assert!(
        last.starts_with("wrote own/site.toml, in which 10 placeholders are left; "),
        "{text}"
    );
    let mut expected = built_in(&fixture);
    for (old, new) in [
        ("[Company name] BV", "Café Bell BV"),
        ("[Postcode and town]", "1000 Brussels"),
        ("BE 0000.000.000", "BE 0403.170.701"),
        ("support@example.com", "desk@opening-range.eu"),
    ] {
        expected = expected.replace(old, new);
    }
    assert_eq!(
        fs::read_to_string(fixture.path("own/site.toml")).unwrap(),
        expected
    );
    let checked = fixture.portal(&["site", "check", "own"]).err;
    for (key, value) in [
        ("company.street", "[Street"),
        ("social[1].url", "youtube.example"),
    ] {
        let line = expected.lines().position(|line| line.contains(value)).unwrap() + 1;
        assert!(
            checked.contains(&format!("own/site.toml:{line}: {key} is a placeholder")),
            "{checked}"
        );
    }
    assert_eq!(checked.matches("is a placeholder").count(), 10, "{checked}");
}

#[test]
fn an_interrupt_writes_nothing() {
    let fixture = CommandFixture::new();
    let mut terminal = fixture.on_terminal("site init own");
    terminal.answer("company.legal_name, ", b"Bell BV\n");
    terminal.answer("company.street, ", b"\x03");
    let (code, text) = terminal.end();
    assert_eq!(code, Some(130), "{text}");
    assert!(!fixture.path("own").exists() && !text.contains("wrote"), "{text}");
    assert_eq!(fs::read_dir(fixture.folder.path()).unwrap().count(), 0);
}

#[test]
fn a_folder_that_cannot_take_the_file_is_refused_before_a_question() {
    let fixture = CommandFixture::new();
    let before = built_in(&fixture);
    for (folder, reason) in [
        ("built-in", "built-in/site.toml exists already"),
        ("/proc/own", "/proc/own cannot be written"),
        ("built-in/site.toml", "is not a folder"),
    ] {
        let (code, text) = fixture.on_terminal(&format!("site init {folder}")).end();
        assert_eq!(code, Some(1), "{text}");
        assert!(text.contains(reason) && !text.contains("company."), "{text}");
    }
    assert_eq!(
        fs::read_to_string(fixture.path("built-in/site.toml")).unwrap(),
        before
    );
}

#[test]
fn a_number_of_another_country_is_taken_with_a_line_on_the_rate() {
    let fixture = CommandFixture::new();
    let mut terminal = fixture.on_terminal("site init own");
    for (asked, answer) in &ANSWERS[..3] {
        terminal.answer(asked, format!("{answer}\n").as_bytes());
    }
    terminal.answer("company.vat_number, ", b"DE 123456788\n");
    terminal.answer("support.email, ", b"\x04");
    let (code, text) = terminal.end();
    assert_eq!(code, Some(0), "{text}");
    let line = "vat.countries.DE: is your own country, whose rate is vat.percent = 21";
    assert!(text.contains(line), "{text}");
    let refused = fixture.portal(&["site", "check", "own"]).refused();
    assert!(refused.contains(line), "{refused}");
}
