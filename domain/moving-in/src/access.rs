//! Accesses of the old site: the later end wins.

use courses::{CourseId, Grant, later_end};

use crate::{
    Import, MemberFate, PlannedAccess, Row, Table, ValueError, import::WantedAccess, members::NOT_VERIFIED,
    report::Outcome, value::Moment,
};

impl Import {
    pub(crate) fn take_access(&mut self, row: &Row) -> Result<Outcome, String> {
        let text = |error: ValueError| error.to_string();
        let member = self.member(row.needed("user_id").map_err(text)?)?;
        let purchased = row.time("purchased_at").map_err(text)?;
        let until = row.time("expires_at").map_err(text)?;
        let course = self.course(row.needed("course_id").map_err(text)?)?;
        let grant = self.grant(purchased, until)?;
        Ok(self.plan_access(member, course, grant))
    }

    /// A line of a list waits until its member is looked up.
    pub(crate) fn take_listed(&mut self, row: &Row) {
        let read = || {
            let until = row.time("until").map_err(|error| error.to_string())?;
            let course = row.needed("course").map_err(|error| error.to_string())?;
            Ok::<_, String>((until, course.to_owned()))
        };
        let (until, course) = match read() {
            Ok(read) => read,
            Err(reason) => return self.refuse(row.place, reason),
        };
        match self.listed_member(row) {
            Ok(member) => self.listed.push(WantedAccess {
                place: row.place,
                member,
                course,
                until,
            }),
            Err(reason) => self.refuse(row.place, reason),
        }
    }

    /// Decides what the lines of a list wait for.
    pub(crate) fn settle_listed(&mut self) {
        for wanted in std::mem::take(&mut self.listed) {
            let outcome = self.listed_access(&wanted);
            self.settle(wanted.place, outcome);
        }
        // A member whose every line was refused is not made.
        let mut is_used = vec![false; self.members.len()];
        for (member, _) in self.access.keys() {
            is_used[*member] = true;
        }
        for (member, is_used) in self.members.iter_mut().zip(is_used) {
            let is_idle = member.place.table == Table::List && !is_used;
            if is_idle && matches!(member.fate, MemberFate::New { .. }) {
                member.fate = MemberFate::Refused;
            }
        }
    }

    fn listed_access(&mut self, wanted: &WantedAccess) -> Result<Outcome, String> {
        if self
            .members
            .get(wanted.member)
            .is_none_or(|member| member.fate == MemberFate::Refused)
        {
            return Err(NOT_VERIFIED.to_owned());
        }
        let course = self.course(&wanted.course)?;
        let grant = self.grant(None, wanted.until)?;
        Ok(self.plan_access(wanted.member, course, grant))
    }

    /// The access that a line states; without a start it starts now.
    fn grant(&self, purchased: Option<Moment>, until: Option<Moment>) -> Result<Grant, String> {
        if purchased.is_some_and(|purchased| purchased.start() > self.now) {
            return Err(String::from("purchased_at: it is in the future"));
        }
        let expires_at = until.map(Moment::end);
        let purchased_at = match (purchased, expires_at) {
            (Some(purchased), _) => purchased.end().min(self.now),
            // A list does not say when an ended access began.
            (None, Some(end)) => end.min(self.now),
            (None, None) => self.now,
        };
        if expires_at.is_some_and(|end| end < purchased_at) {
            return Err(String::from("expires_at: it is before purchased_at"));
        }
        Ok(Grant {
            purchased_at,
            expires_at,
        })
    }

    fn plan_access(&mut self, member: usize, course: CourseId, grant: Grant) -> Outcome {
        let key = (member, course);
        let known = self.known.access.get(&key);
        if known.is_some_and(|known| known.is_revoked) {
            return Outcome::Unchanged;
        }
        let planned = self.access.get(&key).map(|planned| planned.grant);
        let stands = planned.or(known.and_then(|known| known.grant));
        let merged = later_end(stands.as_ref(), &grant);
        if stands.is_some_and(|stands| stands.expires_at == merged.expires_at) {
            return Outcome::Unchanged;
        }
        let access = PlannedAccess {
            member,
            course,
            grant: merged,
        };
        self.access.insert(key, access);
        if stands.is_some() {
            Outcome::Changed
        } else {
            Outcome::New
        }
    }
}
