-- Of the course's texts and videos: BCP 47, in its canonical form.
ALTER TABLE courses ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
