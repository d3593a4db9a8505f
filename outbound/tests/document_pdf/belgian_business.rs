//! What the documents of a sale between two Belgian businesses say.

use orders::Document;

use super::{credit_note, place, print, receipt, says, words};

/// A sale between two Belgian businesses.
fn of_belgian_business() -> Document {
    let mut sold = receipt();
    sold.seller.vat_number = String::from("BE 0403.170.701");
    sold.buyer_vat_number = Some(String::from("BE0403019261"));
    sold.buyer_place = place("BE");
    sold.currency = String::from("eur");
    sold
}

#[test]
fn a_receipt_to_a_belgian_business_says_that_it_is_no_invoice_and_that_the_invoice_comes_by_peppol() {
    let sold = of_belgian_business();
    let text = words(&print(&sold));
    says(
        &text,
        &["This receipt is no invoice.", "The invoice comes by Peppol"],
    );
    let note = Document {
        number: credit_note().number,
        reason: credit_note().reason,
        ..sold.clone()
    };
    let text = words(&print(&note));
    says(
        &text,
        &["Btw terug te storten aan de Staat in de mate waarin ze oorspronkelijk in aftrek werd gebracht."],
    );
    assert!(!text.contains("Peppol"), "{text}");
    let mut others = vec![sold; 3];
    others[0].buyer_vat_number = None;
    others[1].currency = String::from("usd");
    others[2].buyer_place = orders::BuyerPlace::default();
    for other in &others {
        let text = words(&print(other));
        assert!(!text.contains("Peppol") && !text.contains("invoice"), "{text}");
    }
    for other in [&others[0], &others[2]] {
        let note = Document {
            number: note.number,
            reason: note.reason.clone(),
            ..other.clone()
        };
        let text = words(&print(&note));
        assert!(!text.contains("Btw terug"), "{text}");
    }
}
