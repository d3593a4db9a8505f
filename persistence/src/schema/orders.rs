//! The tables of orders, documents and refunds. Money is in cents.

use super::purchase_codes;

diesel::table! {
    coupons (id) {
        id -> Integer,
        code -> Text,
        percent -> Nullable<Integer>,
        amount -> Nullable<Integer>,
        plan -> Nullable<Text>,
        max_uses -> Nullable<Integer>,
        used -> Integer,
        expires_at -> Nullable<Timestamp>,
        disabled_at -> Nullable<Timestamp>,
        created_at -> Timestamp,
    }
}

diesel::table! {
    orders (id) {
        id -> Integer,
        reference -> Text,
        provider -> Text,
        status -> Text,
        plan -> Nullable<Text>,
        title -> Text,
        user_id -> Nullable<Integer>,
        buyer_name -> Text,
        email -> Text,
        email_key -> Text,
        vat_number -> Nullable<Text>,
        price -> Integer,
        discount -> Integer,
        tax -> Integer,
        total -> Integer,
        tax_basis_points -> Integer,
        tax_included -> Bool,
        reverse_charge -> Bool,
        currency -> Text,
        term -> Text,
        coupon_id -> Nullable<Integer>,
        session_id -> Nullable<Text>,
        page_url -> Nullable<Text>,
        payment_id -> Nullable<Text>,
        given_back -> Integer,
        refund -> Nullable<Text>,
        kept_open_upto -> Integer,
        flag -> Nullable<Text>,
        created_at -> Timestamp,
        paid_at -> Nullable<Timestamp>,
        ended_at -> Nullable<Timestamp>,
        withdrawn_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    order_courses (id) {
        id -> Integer,
        order_id -> Integer,
        course_id -> Integer,
        purchase_code_id -> Nullable<Integer>,
    }
}

diesel::table! {
    order_buyers (order_id) {
        order_id -> Integer,
        user_id -> Integer,
    }
}

diesel::table! {
    order_billing (order_id) {
        order_id -> Integer,
        country -> Nullable<Text>,
        billing_address -> Nullable<Text>,
        city -> Nullable<Text>,
        zip_code -> Nullable<Text>,
        company -> Nullable<Text>,
        payment_country -> Nullable<Text>,
        quantity -> Integer,
    }
}

diesel::table! {
    documents (id) {
        id -> Integer,
        kind -> Text,
        year -> Integer,
        serial -> Integer,
        order_id -> Integer,
        amount -> Integer,
        facts -> Text,
        pdf -> Nullable<Binary>,
        issued_at -> Timestamp,
    }
}

diesel::table! {
    document_series (kind, year) {
        kind -> Text,
        year -> Integer,
        last_serial -> Integer,
    }
}

diesel::table! {
    owed_refunds (id) {
        id -> Integer,
        order_id -> Integer,
        payment_id -> Nullable<Text>,
        idempotency_key -> Text,
        tries -> Integer,
        base -> Integer,
        upto -> Integer,
        amount -> Nullable<Integer>,
        has_failed -> Bool,
        for_staff -> Bool,
        attempts -> Integer,
        problem -> Nullable<Text>,
        created_at -> Timestamp,
        finished_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    payment_events (id) {
        id -> Integer,
        event_id -> Text,
        received_at -> Timestamp,
    }
}

diesel::table! {
    payment_reversals (id) {
        id -> Integer,
        payment_id -> Text,
        given_back -> Integer,
        whole -> Bool,
        disputed -> Bool,
        reported_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    payment_refunds (id) {
        id -> Integer,
        refund_id -> Text,
        payment_id -> Text,
        amount -> Integer,
        state -> Text,
        failed_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    payment_inquiries (id) {
        id -> Integer,
        inquiry_id -> Text,
        payment_id -> Text,
        closed -> Bool,
    }
}

diesel::joinable!(orders -> coupons (coupon_id));
diesel::joinable!(order_courses -> purchase_codes (purchase_code_id));
diesel::joinable!(order_billing -> orders (order_id));
diesel::joinable!(order_buyers -> orders (order_id));
diesel::joinable!(owed_refunds -> orders (order_id));
