-- Whether staff hid the course from callers without access.
ALTER TABLE courses ADD COLUMN hidden BOOLEAN NOT NULL DEFAULT FALSE;
-- Whether the folder says that staff's commands alone see the course.
ALTER TABLE courses ADD COLUMN draft BOOLEAN NOT NULL DEFAULT FALSE;
-- When staff removed the course. Its row stays, because orders and used keys refer to it.
ALTER TABLE courses ADD COLUMN removed_at TIMESTAMP;
