//! The tables as diesel sees them; the same for both databases.

mod accounts;
mod audit;
mod discord;
mod lessons;
mod passkey;
mod practice;
mod second_factor;
mod servers;
mod verification;
mod withdrawals;

pub(crate) use accounts::{known_browsers, sessions, users};
pub(crate) use audit::{audit_acts, audit_state};
pub(crate) use discord::{
    discord_invite_claims, discord_invites, discord_members, discord_queue, discord_sweep,
};
pub(crate) use lessons::{
    lesson_attachments, lesson_captions, lesson_chapters, lesson_cues, lesson_paragraphs, lesson_pictures,
    search_courses, search_passages,
};
pub(crate) use passkey::{passkeys, used_passkey_challenges};
pub(crate) use practice::{exercise_answers, exercise_charts, exercise_states, lesson_exercises};
pub(crate) use second_factor::{recovery_codes, second_factor_steps, second_factors};
pub(crate) use servers::{attempt_counts, session_key};
pub(crate) use verification::{order_buyers, verify_tokens};
pub(crate) use withdrawals::{credit_note_years, credit_notes, refund_queue, withdrawal_links};

diesel::table! {
    courses (id) {
        id -> Integer,
        slug -> Text,
        title -> Text,
        description -> Text,
        category -> Text,
        #[sql_name = "type"]
        course_type -> Text,
        image -> Nullable<Text>,
        price -> Integer,
        discord_role -> Nullable<Text>,
        discord_channel -> Nullable<Text>,
        created_at -> Timestamp,
        updated_at -> Timestamp,
    }
}

diesel::table! {
    course_models (id) {
        id -> Integer,
        course_id -> Integer,
        name -> Text,
        description -> Text,
        order -> Integer,
    }
}

diesel::table! {
    videos (id) {
        id -> Integer,
        course_id -> Integer,
        model_id -> Nullable<Integer>,
        file -> Text,
        title -> Text,
        description -> Text,
        url -> Text,
        content_type -> Text,
        duration -> Integer,
        order -> Integer,
        kind -> Text,
        preview -> Bool,
        text -> Nullable<Text>,
        text_file -> Nullable<Text>,
        chapters_file -> Nullable<Text>,
        exercises_file -> Nullable<Text>,
    }
}

diesel::table! {
    user_course_access (id) {
        id -> Integer,
        user_id -> Integer,
        course_id -> Integer,
        purchased_at -> Timestamp,
        expires_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    catalogue_state (id) {
        id -> Integer,
        version -> BigInt,
    }
}

diesel::table! {
    purchase_codes (id) {
        id -> Integer,
        code -> Binary,
        sealed_code -> Binary,
        hint -> Text,
        email -> Nullable<Text>,
        used -> Bool,
        course_id -> Integer,
        term -> Text,
        created_at -> Timestamp,
        used_at -> Nullable<Timestamp>,
        used_by -> Nullable<Integer>,
        revoked_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    video_progress (id) {
        id -> Integer,
        user_id -> Integer,
        video_id -> Integer,
        watched_seconds -> Integer,
        completed -> Bool,
        last_watched -> Timestamp,
        played -> Binary,
    }
}

diesel::table! {
    outbox (id) {
        id -> Integer,
        kind -> Text,
        address_key -> Nullable<Text>,
        sealed_mail -> Nullable<Binary>,
        attempts -> Integer,
        created_at -> Timestamp,
        due_at -> Nullable<Timestamp>,
        sent_at -> Nullable<Timestamp>,
        last_error -> Nullable<Text>,
        tried_since -> Nullable<Timestamp>,
    }
}

diesel::table! {
    access_notices (id) {
        id -> Integer,
        user_id -> Integer,
        course_id -> Integer,
        ends_at -> Timestamp,
        kind -> Text,
        created_at -> Timestamp,
    }
}

diesel::table! {
    access_grants (id) {
        id -> Integer,
        user_id -> Integer,
        course_id -> Integer,
        term -> Nullable<Text>,
        until -> Nullable<Timestamp>,
        granted_at -> Timestamp,
        source -> Text,
        source_id -> Nullable<Integer>,
        ended_at -> Nullable<Timestamp>,
    }
}

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
    receipts (id) {
        id -> Integer,
        order_id -> Integer,
        year -> Integer,
        serial -> Integer,
        pdf -> Nullable<Binary>,
        issued_at -> Timestamp,
        facts -> Nullable<Text>,
    }
}

diesel::table! {
    receipt_years (id) {
        id -> Integer,
        last_serial -> Integer,
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
    }
}

diesel::table! {
    video_packages (source) {
        source -> Text,
        recipe -> Integer,
        index_file -> Text,
        top_file -> Text,
        low_file -> Text,
        poster_file -> Text,
        previews_file -> Text,
        packaged_at -> Timestamp,
    }
}

diesel::joinable!(course_models -> courses (course_id));
diesel::joinable!(videos -> course_models (model_id));
diesel::joinable!(user_course_access -> courses (course_id));
diesel::joinable!(user_course_access -> users (user_id));
diesel::joinable!(purchase_codes -> courses (course_id));
diesel::joinable!(video_progress -> videos (video_id));
diesel::joinable!(orders -> coupons (coupon_id));
diesel::joinable!(receipts -> orders (order_id));
diesel::joinable!(order_courses -> purchase_codes (purchase_code_id));
diesel::allow_tables_to_appear_in_same_query!(
    users,
    sessions,
    courses,
    course_models,
    videos,
    user_course_access,
    catalogue_state,
    purchase_codes,
    video_progress,
    discord_invites,
    outbox,
    access_grants,
    coupons,
    orders,
    order_courses,
    order_buyers,
    receipts,
    receipt_years,
    payment_events,
    payment_reversals,
    access_notices,
    known_browsers,
    video_packages,
    audit_acts,
    audit_state,
    lesson_captions,
    lesson_cues,
    lesson_paragraphs,
    lesson_chapters,
    lesson_attachments,
    lesson_pictures,
    search_courses,
    search_passages,
    exercise_charts,
    lesson_exercises,
    exercise_answers,
    exercise_states,
    second_factors,
    second_factor_steps,
    recovery_codes,
    passkeys,
    used_passkey_challenges,
);
