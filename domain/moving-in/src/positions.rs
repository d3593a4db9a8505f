//! Positions of the old site: the newer one wins, and a completion stays.

use chrono::{DateTime, Utc};
use progress::Position;

use crate::{Import, PlannedPosition, Row, Table, ValueError, report::Outcome};

impl Import {
    pub(crate) fn take_position(&mut self, row: &Row) -> Result<Outcome, String> {
        let text = |error: ValueError| error.to_string();
        let member = self.member(row.needed("user_id").map_err(text)?)?;
        let seconds = row.number("watched_seconds").map_err(text)?.unwrap_or(0);
        let completed = row.flag("completed").map_err(text)?.unwrap_or(false);
        let watched = row.time("last_watched").map_err(text)?;
        let (lesson, is_first) = self.catalogues.lesson(row.needed("video_id").map_err(text)?);
        let lesson = lesson.map_err(|unmatched| {
            if is_first {
                self.refuse_unmatched(Table::Lessons, &unmatched);
            }
            unmatched.reason
        })?;
        let access = (member, lesson.course);
        let start = self.access.get(&access).map(|planned| planned.grant.purchased_at);
        let start = start.or_else(|| Some(self.known.access.get(&access)?.grant?.purchased_at));
        let position = Position {
            watched_seconds: seconds.min(lesson.duration_seconds),
            completed,
        };
        let key = (member, lesson.id);
        let planned = self
            .positions
            .get(&key)
            .map(|planned| (planned.position, planned.last_watched));
        let known = self
            .known
            .positions
            .get(&key)
            .map(|known| (known.position, known.last_watched));
        let stands = planned.or(known);
        // A date alone is its end, which is in the future for today's.
        let is_ahead = watched.is_some_and(|watched| watched.end() > self.now);
        let watched = watched.map(|watched| watched.end().min(self.now)).or(start);
        // Without any time it is not newer than what stands.
        let last_watched = watched.or(stands.map(|(_, last)| last)).unwrap_or(self.now);
        let merged = merged(stands, (position, last_watched));
        // The moment of this run alone is no change: the same file twice changes nothing.
        let same =
            stands.is_some_and(|(position, last)| position == merged.0 && (is_ahead || last == merged.1));
        if same {
            return Ok(Outcome::Unchanged);
        }
        let (position, last_watched) = merged;
        let planned = PlannedPosition {
            member,
            video: lesson.id,
            position,
            last_watched,
        };
        self.positions.insert(key, planned);
        Ok(if stands.is_some() {
            Outcome::Changed
        } else {
            Outcome::New
        })
    }
}

type Watched = (Position, DateTime<Utc>);

fn merged(stands: Option<Watched>, (new, at): Watched) -> Watched {
    let Some((position, last)) = stands else {
        return (new, at);
    };
    let completed = position.completed || new.completed;
    let (watched_seconds, last) = if at > last {
        (new.watched_seconds, at)
    } else {
        (position.watched_seconds, last)
    };
    let position = Position {
        watched_seconds,
        completed,
    };
    (position, last)
}
