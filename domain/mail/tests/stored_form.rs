//! A mail that the version before queued is still read, and this version writes the same form.

use mail::{Mail, MailAttachment, MailKind, MailPart};

const STORED: &str = r#"{"kind":"purchase_key","to":"anna@example.com","reply_to":null,"subject":"Your purchase key","parts":[{"paragraph":"Your key:"},{"code":"AAAAA-BBBBB"},{"button":{"label":"Create your account","url":"https://portal.example/portal/auth"}},{"facts":[["When","21 November 2026, 14:05 UTC"]]},{"quote":"Hello\nthere"},{"note":"Already a member?"}],"attachments":[{"file_name":"receipt.pdf","content_type":"application/pdf","bytes":[37,80,68,70]}]}"#;

#[test]
fn a_stored_mail_is_read_and_written_as_before() {
    let mail: Mail = serde_json::from_str(STORED).expect("the stored form");
    assert_eq!(mail.kind, MailKind::PurchaseKey);
    assert_eq!(mail.parts.len(), 6);
    assert!(mail.parts.contains(&MailPart::Code(String::from("AAAAA-BBBBB"))));
    let MailAttachment::File(file) = &mail.attachments[0] else {
        panic!("a file became a reference");
    };
    assert_eq!(file.bytes, b"%PDF");
    assert_eq!(serde_json::to_string(&mail).expect("json"), STORED);
}

#[test]
fn every_kind_is_stored_under_its_own_stable_name() {
    let names: Vec<String> = MailKind::ALL
        .into_iter()
        .map(|kind| serde_json::to_string(&kind).expect("json"))
        .collect();
    assert_eq!(
        names,
        [
            "\"password_reset\"",
            "\"purchase_key\"",
            "\"receipt\"",
            "\"access_ending\"",
            "\"access_ended\"",
            "\"address_changed\"",
            "\"new_device\"",
            "\"contact_message\"",
            "\"withdrawal_link\"",
            "\"withdrawal\"",
            "\"credit_note\"",
            "\"verify_address\"",
            "\"password_changed\"",
            "\"second_factor_changed\"",
            "\"passkey_changed\"",
            "\"question_answered\"",
            "\"reminder\"",
            "\"live_soon\"",
            "\"live_moved\"",
            "\"live_cancelled\"",
            "\"question_reported\"",
            "\"question_hidden\"",
            "\"invitation\"",
            "\"e_invoice\"",
        ]
    );
    for (kind, name) in MailKind::ALL.into_iter().zip(names) {
        assert_eq!(format!("\"{}\"", kind.as_str()), name);
    }
}

#[test]
fn a_receipt_and_an_e_invoice_are_stored_as_their_number_alone() {
    let receipt = MailAttachment::Document {
        document: String::from("2026-000001"),
    };
    let stored = r#"{"document":"2026-000001"}"#;
    assert_eq!(serde_json::to_string(&receipt).expect("json"), stored);
    assert!(serde_json::from_str::<MailAttachment>(stored).expect("the stored form") == receipt);
    let invoice = MailAttachment::EInvoice {
        e_invoice: String::from("2026-000001"),
    };
    let stored = r#"{"e_invoice":"2026-000001"}"#;
    assert_eq!(serde_json::to_string(&invoice).expect("json"), stored);
    assert!(serde_json::from_str::<MailAttachment>(stored).expect("the stored form") == invoice);
}
