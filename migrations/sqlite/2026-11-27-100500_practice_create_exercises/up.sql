-- The charts that a course's exercises name.
CREATE TABLE exercise_charts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    course_id INTEGER NOT NULL CONSTRAINT exercise_charts_course_id_fkey REFERENCES courses (id) ON DELETE CASCADE,
    -- The name in the course's folder.
    file TEXT NOT NULL,
    -- The bars as CSV.
    bars TEXT NOT NULL,
    CONSTRAINT exercise_charts_course_id_file_key UNIQUE (course_id, file)
);

-- The exercises of a lesson as the last import has them.
CREATE TABLE lesson_exercises (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    course_id INTEGER NOT NULL CONSTRAINT lesson_exercises_course_id_fkey REFERENCES courses (id) ON DELETE CASCADE,
    video_id INTEGER NOT NULL CONSTRAINT lesson_exercises_video_id_fkey REFERENCES videos (id) ON DELETE CASCADE,
    -- Names the exercise within its lesson for ever.
    exercise TEXT NOT NULL,
    "order" INTEGER NOT NULL,
    -- Markdown.
    prompt TEXT NOT NULL,
    -- The kind, the options, the answer and its tolerance, as JSON.
    question TEXT NOT NULL,
    -- Markdown.
    explanation TEXT,
    chart_id INTEGER CONSTRAINT lesson_exercises_chart_id_fkey REFERENCES exercise_charts (id) ON DELETE CASCADE,
    -- The time zone of IANA in which the chart's times are shown; NULL: the member's.
    timezone TEXT,
    CONSTRAINT lesson_exercises_video_id_exercise_key UNIQUE (video_id, exercise)
);
CREATE INDEX lesson_exercises_course_id ON lesson_exercises (course_id);
CREATE INDEX lesson_exercises_chart_id ON lesson_exercises (chart_id);

-- Every answer, for ever: the truth of which exercise_states is made. An exercise is named by its lesson and its id, so that an import
-- loses no answer.
CREATE TABLE exercise_answers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL CONSTRAINT exercise_answers_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    video_id INTEGER NOT NULL CONSTRAINT exercise_answers_video_id_fkey REFERENCES videos (id) ON DELETE CASCADE,
    exercise TEXT NOT NULL,
    answered_at TIMESTAMP NOT NULL,
    -- As it was understood.
    answer TEXT NOT NULL,
    correct BOOLEAN NOT NULL,
    -- A report that is sent twice counts once.
    CONSTRAINT exercise_answers_once_key UNIQUE (user_id, video_id, exercise, answered_at, answer)
);
CREATE INDEX exercise_answers_video_id ON exercise_answers (video_id);

-- What the answers of a member to an exercise say, and when it should be asked again.
CREATE TABLE exercise_states (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL CONSTRAINT exercise_states_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    video_id INTEGER NOT NULL CONSTRAINT exercise_states_video_id_fkey REFERENCES videos (id) ON DELETE CASCADE,
    exercise TEXT NOT NULL,
    first_correct BOOLEAN NOT NULL,
    ever_correct BOOLEAN NOT NULL,
    last_correct BOOLEAN NOT NULL,
    answered_at TIMESTAMP NOT NULL,
    -- Of the memory model.
    stability_days DOUBLE PRECISION NOT NULL CONSTRAINT exercise_states_stability_positive CHECK (stability_days > 0),
    difficulty DOUBLE PRECISION NOT NULL CONSTRAINT exercise_states_difficulty_known CHECK (difficulty BETWEEN 1 AND 10),
    due_at TIMESTAMP NOT NULL,
    -- When it was last answered after it had become due.
    revised_at TIMESTAMP,
    CONSTRAINT exercise_states_user_id_video_id_exercise_key UNIQUE (user_id, video_id, exercise)
);
CREATE INDEX exercise_states_user_id_due_at ON exercise_states (user_id, due_at);
CREATE INDEX exercise_states_user_id_revised_at ON exercise_states (user_id, revised_at);
CREATE INDEX exercise_states_video_id ON exercise_states (video_id);
