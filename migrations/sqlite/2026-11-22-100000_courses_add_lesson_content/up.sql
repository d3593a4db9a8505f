-- A lesson is a video or a text; its row stays in videos. A text has its Markdown file in the media store like a video, and 1 as its
-- duration, which the check on that column asks for: the version before reads and checks such rows as any other.
ALTER TABLE videos ADD COLUMN kind TEXT NOT NULL DEFAULT 'video'
    CONSTRAINT videos_kind_known CHECK (kind IN ('video', 'text'));
-- Whether anybody may open the lesson.
ALTER TABLE videos ADD COLUMN preview BOOLEAN NOT NULL DEFAULT FALSE;
-- What is read with the lesson, as Markdown, and the name of its file in the course's folder.
ALTER TABLE videos ADD COLUMN text TEXT;
ALTER TABLE videos ADD COLUMN text_file TEXT;
-- The name of the file of the chapters in the course's folder.
ALTER TABLE videos ADD COLUMN chapters_file TEXT;

-- Captions of a lesson in one language.
CREATE TABLE lesson_captions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    video_id INTEGER NOT NULL CONSTRAINT lesson_captions_video_id_fkey REFERENCES videos (id) ON DELETE CASCADE,
    -- BCP 47, in its canonical form.
    language TEXT NOT NULL,
    label TEXT NOT NULL,
    -- The name in the course's folder.
    file TEXT NOT NULL,
    "order" INTEGER NOT NULL,
    CONSTRAINT lesson_captions_video_id_language_key UNIQUE (video_id, language)
);

-- What is said, from when to when. Course and video stand here too, so that a search reads this table alone.
CREATE TABLE lesson_cues (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    caption_id INTEGER NOT NULL CONSTRAINT lesson_cues_caption_id_fkey REFERENCES lesson_captions (id) ON DELETE CASCADE,
    course_id INTEGER NOT NULL CONSTRAINT lesson_cues_course_id_fkey REFERENCES courses (id) ON DELETE CASCADE,
    video_id INTEGER NOT NULL CONSTRAINT lesson_cues_video_id_fkey REFERENCES videos (id) ON DELETE CASCADE,
    -- Milliseconds.
    start_ms INTEGER NOT NULL,
    end_ms INTEGER NOT NULL CONSTRAINT lesson_cues_end_after_start CHECK (end_ms > start_ms),
    placement TEXT NOT NULL,
    -- Plain text.
    text TEXT NOT NULL
);
CREATE INDEX lesson_cues_caption_id ON lesson_cues (caption_id);
CREATE INDEX lesson_cues_video_id ON lesson_cues (video_id);
CREATE INDEX lesson_cues_course_id ON lesson_cues (course_id);

-- The paragraphs of a lesson's text without their marks, for search.
CREATE TABLE lesson_paragraphs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    course_id INTEGER NOT NULL CONSTRAINT lesson_paragraphs_course_id_fkey REFERENCES courses (id) ON DELETE CASCADE,
    video_id INTEGER NOT NULL CONSTRAINT lesson_paragraphs_video_id_fkey REFERENCES videos (id) ON DELETE CASCADE,
    "order" INTEGER NOT NULL,
    text TEXT NOT NULL,
    CONSTRAINT lesson_paragraphs_video_id_order_key UNIQUE (video_id, "order")
);
CREATE INDEX lesson_paragraphs_course_id ON lesson_paragraphs (course_id);

CREATE TABLE lesson_chapters (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    video_id INTEGER NOT NULL CONSTRAINT lesson_chapters_video_id_fkey REFERENCES videos (id) ON DELETE CASCADE,
    -- Milliseconds.
    start_ms INTEGER NOT NULL,
    end_ms INTEGER NOT NULL CONSTRAINT lesson_chapters_end_after_start CHECK (end_ms > start_ms),
    title TEXT NOT NULL,
    CONSTRAINT lesson_chapters_video_id_start_ms_key UNIQUE (video_id, start_ms)
);

CREATE TABLE lesson_attachments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    video_id INTEGER NOT NULL CONSTRAINT lesson_attachments_video_id_fkey REFERENCES videos (id) ON DELETE CASCADE,
    "order" INTEGER NOT NULL,
    -- The name in the course's folder.
    file TEXT NOT NULL,
    -- Where the bytes lie in the media store.
    location TEXT NOT NULL,
    -- Bytes.
    size BIGINT NOT NULL CONSTRAINT lesson_attachments_size_not_negative CHECK (size >= 0),
    CONSTRAINT lesson_attachments_video_id_file_key UNIQUE (video_id, file)
);

-- The pictures that a lesson's text shows.
CREATE TABLE lesson_pictures (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    video_id INTEGER NOT NULL CONSTRAINT lesson_pictures_video_id_fkey REFERENCES videos (id) ON DELETE CASCADE,
    -- The name in the course's folder.
    file TEXT NOT NULL,
    -- Where the bytes lie in the media store.
    location TEXT NOT NULL,
    CONSTRAINT lesson_pictures_video_id_file_key UNIQUE (video_id, file)
);
