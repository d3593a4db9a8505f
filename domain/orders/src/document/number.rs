//! Which document it is: its kind, and its number in the series of that kind.

use std::{fmt, str::FromStr};

/// What a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DocumentKind {
    /// Of a payment.
    Receipt,
    /// Of money that is given back; it corrects a receipt.
    CreditNote,
}

impl DocumentKind {
    /// As it is stored.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Receipt => "receipt",
            Self::CreditNote => "credit_note",
        }
    }

    fn prefix(self) -> &'static str {
        match self {
            Self::Receipt => "",
            Self::CreditNote => "CN-",
        }
    }
}

/// A document's number: each kind has a series of its own, without gaps within a year, `2026-000001` and `CN-2026-000001`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct DocumentNumber {
    pub kind: DocumentKind,
    pub year: i32,
    pub serial: i32,
}

impl fmt::Display for DocumentNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:04}-{:06}", self.kind.prefix(), self.year, self.serial)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a document's number looks like 2026-000001 or CN-2026-000001")]
pub struct DocumentNumberError;

impl FromStr for DocumentNumber {
    type Err = DocumentNumberError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let (kind, digits) = match text.strip_prefix(DocumentKind::CreditNote.prefix()) {
            Some(digits) => (DocumentKind::CreditNote, digits),
            None => (DocumentKind::Receipt, text),
        };
        let (year, serial) = digits.split_once('-').ok_or(DocumentNumberError)?;
        let number = |digits: &str, fewest: usize| {
            let plain = digits.len() >= fewest && digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse().ok().filter(|_| plain).ok_or(DocumentNumberError)
        };
        Ok(Self {
            kind,
            year: number(year, 4)?,
            serial: number(serial, 6)?,
        })
    }
}

impl From<DocumentNumber> for String {
    fn from(number: DocumentNumber) -> Self {
        number.to_string()
    }
}

impl TryFrom<String> for DocumentNumber {
    type Error = DocumentNumberError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl DocumentNumber {
    /// The name of the document's file, as it is mailed and downloaded.
    #[must_use]
    pub fn file_name(self) -> String {
        match self.kind {
            DocumentKind::Receipt => format!("receipt-{self}.pdf"),
            DocumentKind::CreditNote => format!("credit-note-{self}.pdf"),
        }
    }

    /// The name of the document's e-invoice.
    #[must_use]
    pub fn e_invoice_name(self) -> String {
        format!("{self}.xml")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_reads_back_with_its_kind() {
        for (kind, text, file) in [
            (DocumentKind::Receipt, "2026-000012", "receipt-2026-000012.pdf"),
            (
                DocumentKind::CreditNote,
                "CN-2026-000012",
                "credit-note-CN-2026-000012.pdf",
            ),
        ] {
            let number = DocumentNumber {
                kind,
                year: 2026,
                serial: 12,
            };
            assert_eq!(number.to_string(), text);
            assert_eq!(text.parse(), Ok(number));
            assert_eq!(number.file_name(), file);
            assert_eq!(number.e_invoice_name(), format!("{text}.xml"));
        }
        for text in [
            "",
            "2026-12",
            "26-000012",
            "CN2026-000012",
            "CN-2026-12",
            "CN-CN-2026-000012",
            "2026-00001x",
        ] {
            assert!(text.parse::<DocumentNumber>().is_err(), "{text}");
        }
    }
}
