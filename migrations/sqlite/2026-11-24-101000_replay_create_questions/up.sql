-- Questions that are made from a member's run and asked in the member's revision; the answers are kept as those to any exercise.
CREATE TABLE replay_questions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id INTEGER NOT NULL CONSTRAINT replay_questions_run_id_fkey REFERENCES replay_runs (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL CONSTRAINT replay_questions_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    video_id INTEGER NOT NULL CONSTRAINT replay_questions_video_id_fkey REFERENCES videos (id) ON DELETE CASCADE,
    -- Names the question among the exercises of its lesson.
    exercise TEXT NOT NULL,
    -- Markdown.
    prompt TEXT NOT NULL,
    -- As in lesson_exercises.
    question TEXT NOT NULL,
    -- Markdown.
    explanation TEXT NOT NULL,
    -- When the run ended: from then on it is due until its first answer.
    asked_at TIMESTAMP NOT NULL,
    CONSTRAINT replay_questions_user_id_video_id_exercise_key UNIQUE (user_id, video_id, exercise)
);
CREATE INDEX replay_questions_run_id ON replay_questions (run_id);
CREATE INDEX replay_questions_user_id_asked_at ON replay_questions (user_id, asked_at);
CREATE INDEX replay_questions_video_id ON replay_questions (video_id);
