//! An e-invoice as a file: UBL 2.1 by Peppol BIS Billing 3 (docs.peppol.eu/poacc/billing/3.0). The same facts make the same bytes.
//!
//! Decision: elements are written in the order of UBL's schema, one function a group, by a writer that knows nothing of invoices. Types
//! generated from the schema would be several thousand, for the forty elements that are used.

mod elements;
mod party;

use orders::{DocumentKind, EInvoice, PrintError};

use elements::{Elements, amount, decimal, per_cent};
use party::party;

/// BT-24 and BT-23: which rules the file keeps, and in which process it is sent.
const CUSTOMIZATION: &str = "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0";
const PROFILE: &str = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";
/// UNTDID 1001: a commercial invoice, a credit note.
const INVOICE: &str = "380";
const CREDIT_NOTE: &str = "381";
/// UNTDID 4461: an online payment service.
const ONLINE_PAYMENT: &str = "68";
/// UNTDID 5189: a discount.
const DISCOUNT: &str = "95";
/// UN/ECE recommendation 20: one piece.
const PIECE: &str = "C62";
const NAMESPACE: &str = "urn:oasis:names:specification:ubl:schema:xsd:";

/// The words that differ between the two kinds of file.
struct Words {
    root: &'static str,
    type_element: &'static str,
    type_code: &'static str,
    line: &'static str,
    quantity: &'static str,
}

fn words(kind: DocumentKind) -> Words {
    match kind {
        DocumentKind::Receipt => Words {
            root: "Invoice",
            type_element: "cbc:InvoiceTypeCode",
            type_code: INVOICE,
            line: "cac:InvoiceLine",
            quantity: "cbc:InvoicedQuantity",
        },
        DocumentKind::CreditNote => Words {
            root: "CreditNote",
            type_element: "cbc:CreditNoteTypeCode",
            type_code: CREDIT_NOTE,
            line: "cac:CreditNoteLine",
            quantity: "cbc:CreditedQuantity",
        },
    }
}

/// The file of an e-invoice.
///
/// # Errors
/// [`PrintError`]
pub fn write_e_invoice(invoice: &EInvoice) -> Result<Vec<u8>, PrintError> {
    let words = words(invoice.number.kind);
    let spaces = [
        ("xmlns", format!("{NAMESPACE}{}-2", words.root)),
        ("xmlns:cac", format!("{NAMESPACE}CommonAggregateComponents-2")),
        ("xmlns:cbc", format!("{NAMESPACE}CommonBasicComponents-2")),
    ];
    let spaces: Vec<_> = spaces
        .iter()
        .map(|(name, space)| (*name, space.as_str()))
        .collect();
    let mut xml = Elements::default();
    xml.group_with(words.root, &spaces, |xml| {
        head(xml, invoice, &words);
        xml.group("cac:AccountingSupplierParty", |xml| party(xml, &invoice.seller));
        xml.group("cac:AccountingCustomerParty", |xml| party(xml, &invoice.buyer));
        payment(xml, invoice);
        allowance(xml, invoice);
        tax(xml, invoice);
        totals(xml, invoice);
        line(xml, invoice, &words);
    });
    xml.finish().map_err(|error| PrintError(error.to_string()))
}

fn head(xml: &mut Elements, invoice: &EInvoice, words: &Words) {
    xml.text("cbc:CustomizationID", CUSTOMIZATION);
    xml.text("cbc:ProfileID", PROFILE);
    xml.text("cbc:ID", &invoice.number.to_string());
    xml.text("cbc:IssueDate", &invoice.issued_on.to_string());
    xml.text(words.type_element, words.type_code);
    if let Some(note) = invoice.note {
        xml.text("cbc:Note", note);
    }
    xml.text("cbc:DocumentCurrencyCode", "EUR");
    xml.group("cac:OrderReference", |xml| xml.text("cbc:ID", &invoice.order));
    if let Some(receipt) = invoice.corrects {
        xml.group("cac:BillingReference", |xml| {
            xml.group("cac:InvoiceDocumentReference", |xml| {
                xml.text("cbc:ID", &receipt.to_string());
                xml.text("cbc:IssueDate", &invoice.paid_on.to_string());
            });
        });
    }
}

fn payment(xml: &mut Elements, invoice: &EInvoice) {
    xml.group("cac:PaymentMeans", |xml| {
        xml.text("cbc:PaymentMeansCode", ONLINE_PAYMENT);
    });
    let terms = match invoice.number.kind {
        DocumentKind::Receipt => format!("Paid on {}.", invoice.paid_on),
        DocumentKind::CreditNote => String::from("Given back by the way of the payment."),
    };
    xml.group("cac:PaymentTerms", |xml| xml.text("cbc:Note", &terms));
}

fn allowance(xml: &mut Elements, invoice: &EInvoice) {
    let Some((off, coupon)) = &invoice.allowance else {
        return;
    };
    let reason = coupon.as_ref().map_or_else(
        || String::from("Discount"),
        |code| format!("Discount, coupon {code}"),
    );
    xml.group("cac:AllowanceCharge", |xml| {
        xml.text("cbc:ChargeIndicator", "false");
        xml.text("cbc:AllowanceChargeReasonCode", DISCOUNT);
        xml.text("cbc:AllowanceChargeReason", &reason);
        xml.money("cbc:Amount", &amount(*off));
        category(xml, "cac:TaxCategory", invoice.tax_basis_points);
    });
}

fn tax(xml: &mut Elements, invoice: &EInvoice) {
    xml.group("cac:TaxTotal", |xml| {
        xml.money("cbc:TaxAmount", &amount(invoice.tax));
        xml.group("cac:TaxSubtotal", |xml| {
            xml.money("cbc:TaxableAmount", &amount(invoice.net));
            xml.money("cbc:TaxAmount", &amount(invoice.tax));
            xml.group("cac:TaxCategory", |xml| {
                let reason = (invoice.tax_basis_points == 0).then_some("Exempt from VAT");
                rate(xml, invoice.tax_basis_points, reason);
            });
        });
    });
}

/// UNCL 5305: S has a rate above zero, E is exempt.
fn category(xml: &mut Elements, element: &'static str, basis_points: i32) {
    xml.group(element, |xml| rate(xml, basis_points, None));
}

fn rate(xml: &mut Elements, basis_points: i32, exemption: Option<&str>) {
    xml.text("cbc:ID", if basis_points > 0 { "S" } else { "E" });
    xml.text("cbc:Percent", &per_cent(basis_points));
    if let Some(reason) = exemption {
        xml.text("cbc:TaxExemptionReason", reason);
    }
    xml.group("cac:TaxScheme", |xml| xml.text("cbc:ID", "VAT"));
}

fn totals(xml: &mut Elements, invoice: &EInvoice) {
    xml.group("cac:LegalMonetaryTotal", |xml| {
        xml.money("cbc:LineExtensionAmount", &amount(invoice.line));
        xml.money("cbc:TaxExclusiveAmount", &amount(invoice.net));
        xml.money("cbc:TaxInclusiveAmount", &amount(invoice.total));
        if let Some((off, _)) = invoice.allowance {
            xml.money("cbc:AllowanceTotalAmount", &amount(off));
        }
        xml.money("cbc:PrepaidAmount", &amount(invoice.total));
        xml.money("cbc:PayableAmount", &amount(0));
    });
}

fn line(xml: &mut Elements, invoice: &EInvoice, words: &Words) {
    xml.group(words.line, |xml| {
        xml.text("cbc:ID", "1");
        let quantity = invoice.quantity.to_string();
        xml.text_with(words.quantity, ("unitCode", PIECE), &quantity);
        xml.money("cbc:LineExtensionAmount", &amount(invoice.line));
        xml.group("cac:Item", |xml| {
            xml.text("cbc:Name", &invoice.title);
            category(xml, "cac:ClassifiedTaxCategory", invoice.tax_basis_points);
        });
        xml.group("cac:Price", |xml| {
            xml.money("cbc:PriceAmount", &decimal(invoice.unit_price()));
        });
    });
}
