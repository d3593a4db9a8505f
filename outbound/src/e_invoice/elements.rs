//! Elements of XML, one within the other, and how UBL writes figures.

use std::io::Error;

use quick_xml::{
    Writer,
    events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event},
};

/// A file of XML that is being written. What fails is kept until it is finished.
pub(super) struct Elements {
    writer: Writer<Vec<u8>>,
    written: Result<(), Error>,
}

impl Default for Elements {
    fn default() -> Self {
        let mut elements = Self {
            writer: Writer::new_with_indent(Vec::new(), b' ', 2),
            written: Ok(()),
        };
        elements.write(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
        elements
    }
}

impl Elements {
    fn write(&mut self, event: Event<'_>) {
        if self.written.is_ok() {
            self.written = self.writer.write_event(event);
        }
    }

    pub(super) fn group(&mut self, name: &str, content: impl FnOnce(&mut Self)) {
        self.group_with(name, &[], content);
    }

    pub(super) fn group_with(
        &mut self,
        name: &str,
        attributes: &[(&str, &str)],
        content: impl FnOnce(&mut Self),
    ) {
        let start = BytesStart::new(name).with_attributes(attributes.iter().copied());
        self.write(Event::Start(start));
        content(self);
        self.write(Event::End(BytesEnd::new(name)));
    }

    pub(super) fn text(&mut self, name: &str, text: &str) {
        self.element(name, None, text);
    }

    pub(super) fn text_with(&mut self, name: &str, attribute: (&str, &str), text: &str) {
        self.element(name, Some(attribute), text);
    }

    /// An amount of euros.
    pub(super) fn money(&mut self, name: &str, figure: &str) {
        self.element(name, Some(("currencyID", "EUR")), figure);
    }

    fn element(&mut self, name: &str, attribute: Option<(&str, &str)>, text: &str) {
        let text: String = text.chars().filter(|sign| is_character(*sign)).collect();
        // An element without content is an error (PEPPOL-EN16931-R008).
        if text.trim().is_empty() {
            return;
        }
        self.write(Event::Start(BytesStart::new(name).with_attributes(attribute)));
        self.write(Event::Text(BytesText::new(text.trim())));
        self.write(Event::End(BytesEnd::new(name)));
    }

    /// The bytes of the file, with a line break at the end.
    pub(super) fn finish(mut self) -> Result<Vec<u8>, Error> {
        self.written?;
        let file = self.writer.get_mut();
        file.push(b'\n');
        Ok(self.writer.into_inner())
    }
}

/// What XML 1.0 takes for a character (section 2.2).
fn is_character(sign: char) -> bool {
    matches!(sign, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

/// Cents as euros with two decimals.
pub(super) fn amount(cents: i64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

/// Ten-thousandths of a cent as euros, with two to six decimals.
pub(super) fn decimal(parts: i64) -> String {
    let (euros, rest) = (parts / 1_000_000, parts % 1_000_000);
    let digits = format!("{rest:06}");
    let shown = digits.trim_end_matches('0').len().max(2);
    format!("{euros}.{}", digits.get(..shown).unwrap_or(&digits))
}

/// Hundredths of a per cent: `21`, `5.5`.
pub(super) fn per_cent(basis_points: i32) -> String {
    let (whole, part) = (basis_points / 100, basis_points % 100);
    match part {
        0 => whole.to_string(),
        part => format!("{whole}.{part:02}").trim_end_matches('0').to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_a_point_and_no_signs_beside_it() {
        assert_eq!(amount(0), "0.00");
        assert_eq!(amount(123_456_705), "1234567.05");
        assert_eq!(decimal(107_438_000_000), "107438.00");
        assert_eq!(decimal(33_333_333), "33.333333");
        assert_eq!(decimal(1_500_000), "1.50");
        assert_eq!(decimal(1_125_000), "1.125");
        assert_eq!(decimal(7), "0.000007");
        assert_eq!([2100, 550, 805, 0].map(per_cent), ["21", "5.5", "8.05", "0"]);
    }
}
