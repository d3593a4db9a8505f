//! The seller or the buyer in an e-invoice.

use orders::InvoiceParty;

use super::elements::Elements;

/// Electronic Address Scheme: the Belgian enterprise number.
const ENTERPRISE: (&str, &str) = ("schemeID", "0208");

pub(super) fn party(xml: &mut Elements, party: &InvoiceParty) {
    xml.group("cac:Party", |xml| {
        xml.text_with("cbc:EndpointID", ENTERPRISE, &party.enterprise_number);
        if let Some(brand) = &party.brand {
            xml.group("cac:PartyName", |xml| xml.text("cbc:Name", brand));
        }
        address(xml, party);
        xml.group("cac:PartyTaxScheme", |xml| {
            xml.text("cbc:CompanyID", &format!("BE{}", party.enterprise_number));
            xml.group("cac:TaxScheme", |xml| xml.text("cbc:ID", "VAT"));
        });
        xml.group("cac:PartyLegalEntity", |xml| {
            xml.text("cbc:RegistrationName", &party.name);
            xml.text_with("cbc:CompanyID", ENTERPRISE, &party.enterprise_number);
        });
        xml.group("cac:Contact", |xml| {
            if let Some(person) = &party.person {
                xml.text("cbc:Name", person);
            }
            xml.text("cbc:ElectronicMail", &party.email);
        });
    });
}

/// Two lines of street have elements of their own; any others share the third.
fn address(xml: &mut Elements, party: &InvoiceParty) {
    xml.group("cac:PostalAddress", |xml| {
        let mut lines = party.street.iter();
        for element in ["cbc:StreetName", "cbc:AdditionalStreetName"] {
            if let Some(line) = lines.next() {
                xml.text(element, line);
            }
        }
        if let Some(city) = &party.city {
            xml.text("cbc:CityName", city);
        }
        if let Some(zip_code) = &party.zip_code {
            xml.text("cbc:PostalZone", zip_code);
        }
        let others: Vec<&str> = lines.map(String::as_str).collect();
        if !others.is_empty() {
            xml.group("cac:AddressLine", |xml| xml.text("cbc:Line", &others.join(", ")));
        }
        xml.group("cac:Country", |xml| xml.text("cbc:IdentificationCode", "BE"));
    });
}
