//! VAT numbers as buyers and the owner type them.

use super::*;
use proptest::prelude::*;

#[test]
fn a_number_is_read_however_it_is_typed() {
    for text in [
        "BE0403019261",
        "be 0403.019.261",
        " BE-0403-019-261 ",
        "BE 403.019.261",
        "BE\u{a0}0403\u{2011}019\u{2011}261\u{200e}",
        "ＢＥ０４０３０１９２６１",
    ] {
        assert_eq!(VatNumber::parse(text).unwrap().as_str(), "BE0403019261");
    }
}

#[test]
fn a_greek_number_is_read_with_either_code_of_the_country() {
    for text in ["EL445054914", "GR 445 054 914", "gr445054914"] {
        assert_eq!(VatNumber::parse(text).unwrap().as_str(), "EL445054914");
    }
}

#[test]
fn what_is_no_number_of_the_union_is_refused() {
    for text in [
        "",
        "BE",
        "BE2123456789",
        "BE012345678",
        "GB123456789",
        "US12-3456789",
        "NL123456782C01",
        "DE12345678é",
        "éé123456789",
    ] {
        assert_eq!(VatNumber::parse(text), Err(VatNumberError), "{text}");
    }
}

/// Every country and each of its forms; made by drawing numbers and asking python-stdnum 2.2 about them.
const RIGHT: &[&str] = &[
    "ATU69070293",
    "ATU13758584",
    "BE0944264415",
    "BE0612854512",
    "BG926239023",
    "BG381448459",
    "BG6678222502",
    "BG5682957168",
    "CY87437500J",
    "CY29780215V",
    "CZ23057343",
    "CZ12665592",
    "CZ179326352",
    "CZ694337091",
    "CZ5695318959",
    "CZ3957206880",
    "DE488808882",
    "DE250669650",
    "DK58985376",
    "DK41335750",
    "EE833203537",
    "EE976018579",
    "EL445054914",
    "EL603405981",
    "ESF15120389",
    "ES51337072Z",
    "ESN3096978F",
    "ESA43919927",
    "FI45183170",
    "FI11316916",
    "FR9B697768125",
    "FR2L350684023",
    "FRGV010571693",
    "FR3V137547030",
    "HR08075818899",
    "HR17255053377",
    "HU75554460",
    "HU93749349",
    "IE7969706J",
    "IE5732362M",
    "IE5465878JT",
    "IE1368195KH",
    "IE6L91270D",
    "IE1W26527N",
    "IT71032880909",
    "IT25818800671",
    "LT032988118",
    "LT039576313",
    "LT060299156214",
    "LT541856740711",
    "LU45697044",
    "LU65260355",
    "LV59288203679",
    "LV69056184463",
    "LV79508961212",
    "LV55836001453",
    "MT15667065",
    "MT30513388",
    "NL171847301B15",
    "NL425819371B60",
    "PL2892004473",
    "PL8391279400",
    "PT449956431",
    "PT581401875",
    "RO19",
    "RO51",
    "RO515",
    "RO396",
    "RO4967",
    "RO6461",
    "RO50793",
    "RO76459",
    "RO797455",
    "RO447921",
    "RO1643829",
    "RO5550048",
    "RO16168540",
    "RO39061909",
    "RO297185611",
    "RO802036365",
    "RO1220102581",
    "RO4471924198",
    "SE935279799801",
    "SE989291564701",
    "SI17142776",
    "SI47543108",
    "SK1521784682",
    "SK1728631476",
];

#[test]
fn right_check_digits_are_taken() {
    for &text in RIGHT {
        assert_eq!(VatNumber::parse(text).unwrap().as_str(), text);
    }
}

/// The patterns are right, so that only the check digits can be what is refused.
const WRONG: &[&str] = &[
    "RO12",
    "NL123456789B01",
    "ATU12345678",
    "IE1A23456B",
    "FRXX123456789",
    "BE0123456789",
    "DE123456789",
    "ATU94580730",
    "ATU21573681",
    "BE0757709686",
    "BE0145666520",
    "BG188001140",
    "BG540828318",
    "BG1084215671",
    "BG0739663900",
    "CY98866799Q",
    "CY77571829Q",
    "CZ33105506",
    "CZ04090186",
    "CZ223177417",
    "CZ610550336",
    "CZ8662460906",
    "CZ6342978907",
    "DE633757789",
    "DE749541455",
    "DK16432935",
    "DK39577499",
    "EE198918795",
    "EE403628839",
    "EL113027309",
    "EL292827210",
    "ES58296693T",
    "ESI3509097S",
    "ES31538930R",
    "EST43066357",
    "FI58039985",
    "FI37022265",
    "FRP1060065306",
    "FRY9599994669",
    "FRKN821337121",
    "FRG0396995240",
    "HR75775749008",
    "HR35174952779",
    "HU98245186",
    "HU47566491",
    "IE1257841T",
    "IE9393902O",
    "IE9644078ZN",
    "IE4186267MH",
    "IE8M21398T",
    "IE8T75131G",
    "IT12490641153",
    "IT92066673856",
    "LT037207043",
    "LT821268591",
    "LT225311322566",
    "LT180965420290",
    "LU46659773",
    "LU34032798",
    "LV52831861913",
    "LV48353705576",
    "LV03741671594",
    "LV32229086359",
    "MT09998035",
    "MT43385090",
    "NL142599564B59",
    "NL886963838B08",
    "PL2413851281",
    "PL8659533459",
    "PT762356270",
    "PT863549308",
    "RO82",
    "RO46",
    "RO873",
    "RO575",
    "RO1481",
    "RO0836",
    "RO33294",
    "RO98543",
    "RO293742",
    "RO241596",
    "RO0791326",
    "RO9470851",
    "RO06981275",
    "RO81160356",
    "RO188441160",
    "RO518361243",
    "RO8453632921",
    "RO1793418614",
    "SE226153760701",
    "SE073730891801",
    "SI62877759",
    "SI32233994",
    "SK5352649322",
    "SK7408379733",
];

#[test]
fn wrong_check_digits_are_refused_and_still_read_from_an_order() {
    for &text in WRONG {
        assert_eq!(VatNumber::parse(text), Err(VatNumberError), "{text}");
        assert_eq!(VatNumber::from_order(text).unwrap().as_str(), text);
    }
}

proptest! {
    #[test]
    fn nothing_that_is_typed_panics(text in "\\PC{0,40}") {
        let _ = VatNumber::parse(&text);
    }
}
