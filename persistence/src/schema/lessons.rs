//! The tables of what belongs to lessons, and of its search.

diesel::table! {
    lesson_captions (id) {
        id -> Integer,
        video_id -> Integer,
        language -> Text,
        label -> Text,
        file -> Text,
        order -> Integer,
    }
}

diesel::table! {
    lesson_cues (id) {
        id -> Integer,
        caption_id -> Integer,
        course_id -> Integer,
        video_id -> Integer,
        start_ms -> Integer,
        end_ms -> Integer,
        placement -> Text,
        text -> Text,
    }
}

diesel::table! {
    lesson_paragraphs (id) {
        id -> Integer,
        course_id -> Integer,
        video_id -> Integer,
        order -> Integer,
        text -> Text,
    }
}

diesel::table! {
    lesson_chapters (id) {
        id -> Integer,
        video_id -> Integer,
        start_ms -> Integer,
        end_ms -> Integer,
        title -> Text,
    }
}

diesel::table! {
    lesson_attachments (id) {
        id -> Integer,
        video_id -> Integer,
        order -> Integer,
        file -> Text,
        location -> Text,
        size -> BigInt,
    }
}

diesel::table! {
    lesson_pictures (id) {
        id -> Integer,
        video_id -> Integer,
        file -> Text,
        location -> Text,
    }
}

diesel::table! {
    search_passages (id) {
        id -> Integer,
        course_id -> Integer,
        video_id -> Integer,
        source -> Text,
        question_id -> Nullable<Integer>,
        first_line -> Integer,
        own_lines -> Integer,
        text -> Text,
        starts -> Text,
        // On PostgreSQL a tsvector, which only statements of its own write.
        words -> Text,
    }
}

diesel::table! {
    search_courses (course_id) {
        course_id -> Integer,
        version -> Integer,
        course_updated_at -> Timestamp,
        passages -> Integer,
    }
}

diesel::joinable!(lesson_cues -> lesson_captions (caption_id));
