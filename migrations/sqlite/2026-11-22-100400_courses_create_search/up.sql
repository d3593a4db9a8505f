-- What a search looks through: a few neighbouring lines of one lesson a row, headings of a course before its contents.
CREATE TABLE search_passages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    course_id INTEGER NOT NULL CONSTRAINT search_passages_course_id_fkey REFERENCES courses (id) ON DELETE CASCADE,
    video_id INTEGER NOT NULL CONSTRAINT search_passages_video_id_fkey REFERENCES videos (id) ON DELETE CASCADE,
    source TEXT NOT NULL
        CONSTRAINT search_passages_source_known
        CHECK (source IN ('lesson', 'section', 'course', 'chapters', 'text', 'captions')),
    -- How many lines of the same source precede it.
    first_line INTEGER NOT NULL,
    -- How many of its lines the next passage does not have.
    own_lines INTEGER NOT NULL,
    -- Plain text, one line each.
    text TEXT NOT NULL,
    -- Milliseconds, one number for each line, separated by commas; empty where nothing is said.
    starts TEXT NOT NULL,
    -- Its words as the program compares them, each once, and the course's number after an underscore.
    words TEXT NOT NULL
);
CREATE INDEX search_passages_course_id ON search_passages (course_id);
CREATE INDEX search_passages_video_id ON search_passages (video_id);

-- The index of the words. Nothing but a space separates them: what a word is, the program has decided. Beginnings of two to six
-- letters have entries of their own.
CREATE VIRTUAL TABLE search_passages_words USING fts5 (
    words,
    content = 'search_passages',
    content_rowid = 'id',
    detail = 'none',
    columnsize = 0,
    prefix = '2 3 4 5 6',
    tokenize = "ascii tokenchars '._'"
);
-- Without conditions: an entry that is not deleted with its row damages the index.
CREATE TRIGGER search_passages_inserted AFTER INSERT ON search_passages BEGIN
    INSERT INTO search_passages_words (rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER search_passages_deleted AFTER DELETE ON search_passages BEGIN
    INSERT INTO search_passages_words (search_passages_words, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER search_passages_updated AFTER UPDATE ON search_passages BEGIN
    INSERT INTO search_passages_words (search_passages_words, rowid, words) VALUES ('delete', old.id, old.words);
    INSERT INTO search_passages_words (rowid, words) VALUES (new.id, new.words);
END;

-- By what each course was indexed. A course without a row, of another version or changed since, is indexed again by the server.
CREATE TABLE search_courses (
    course_id INTEGER PRIMARY KEY CONSTRAINT search_courses_course_id_fkey REFERENCES courses (id) ON DELETE CASCADE,
    -- Of the program's rules for words and passages.
    version INTEGER NOT NULL,
    -- When the course was changed last before it was indexed.
    course_updated_at TIMESTAMP NOT NULL,
    passages INTEGER NOT NULL
);
