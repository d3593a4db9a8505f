//! What is read about one member, and why each course is open or closed to them.

use ::courses::{
    AccessStore, AccountObstacles, Course, CourseFacts, CourseId, CourseStore, HeldCourse, Obstacle, Waiting,
    explain_access,
};
use ::orders::{Order, OrderLists, OrderStatus};
use accounts::{Session, SessionStore, StreamLimit, User, watching_devices};
use chrono::{DateTime, Utc};
use kernel::StoreError;
use mail::EmailAddress;
use persistence::Store;
use progress::RecentItem;
use purchase_keys::{KeyRecord, KeyState};

use crate::staff::member::shapes::MemberCourse;

/// As many of the lessons that were watched last tell the last one of each course.
const LESSONS: i64 = 1_000;

/// What the sentences about a member's courses are made of.
pub struct MemberFacts {
    pub keys: Vec<KeyRecord>,
    pub orders: Vec<Order>,
    pub sessions: Vec<Session>,
    courses: Vec<Course>,
    held: Vec<HeldCourse>,
    recent: Vec<RecentItem>,
    /// Of each order, its courses.
    sold: Vec<(::orders::OrderId, CourseId)>,
    /// Paid orders of visitors with the member's address.
    unclaimed: Vec<::orders::OrderId>,
    ended: Vec<(CourseId, DateTime<Utc>)>,
    account: AccountObstacles,
    /// How many lessons each course has that the member does not hold.
    lessons: Vec<(CourseId, i64)>,
}

impl MemberFacts {
    /// # Errors
    /// [`StoreError`]
    pub fn read(
        store: &mut Store<'_>,
        user: &User,
        limit: StreamLimit,
        now: DateTime<Utc>,
    ) -> Result<Self, StoreError> {
        let email =
            EmailAddress::parse(&user.email).map_err(|error| StoreError::Inconsistent(Box::new(error)))?;
        let mut orders = store.orders_of(user.id)?;
        let by_address = store.orders_by(&email)?;
        let unclaimed = by_address
            .iter()
            .filter(|order| {
                order.status == OrderStatus::Paid && order.user.is_none() && order.adopted_by.is_none()
            })
            .map(|order| order.id)
            .collect();
        // The address may have been another account's, which keeps what it bought.
        let of_no_other = |order: &Order| {
            let owner = order.user.or(order.adopted_by);
            owner.is_none_or(|owner| owner == user.id)
        };
        for order in by_address.into_iter().filter(of_no_other) {
            if orders.iter().all(|known| known.id != order.id) {
                orders.push(order);
            }
        }
        let ids: Vec<_> = orders.iter().map(|order| order.id).collect();
        let sold = if ids.is_empty() {
            Vec::new()
        } else {
            store.courses_of_orders(&ids)?
        };
        let sessions = store.sessions(user.id)?;
        let account = AccountObstacles {
            second_factor: user.second_factor,
            too_many_devices: watching_devices(&sessions, limit, now).map(|devices| devices.to_string()),
        };
        let (courses, held) = (store.courses()?, store.held_courses(user.id)?);
        let mut lessons = Vec::new();
        for course in &courses {
            if held.iter().all(|held| held.course.id != course.id) {
                let sections = store.sections(course.id)?;
                let count: usize = sections.iter().map(|section| section.videos.len()).sum();
                lessons.push((course.id, i64::try_from(count).unwrap_or(i64::MAX)));
            }
        }
        Ok(Self {
            keys: store.key_records_of(user.id, &email)?,
            orders,
            sessions,
            courses,
            held,
            lessons,
            recent: store.recent_progress(user.id, LESSONS)?,
            sold,
            unclaimed,
            ended: store.ended_access(user.id)?,
            account,
        })
    }

    /// When the member last used the site, as far as it is known.
    pub fn last_seen(&self) -> Option<DateTime<Utc>> {
        let sessions = self.sessions.iter().map(|session| session.last_seen_at);
        let watched = self.recent.iter().map(|item| item.progress.last_watched);
        sessions.chain(watched).max()
    }

    /// Every course of the catalogue, those with access first.
    pub fn rows(&self, user: &User, now: DateTime<Utc>) -> Vec<MemberCourse> {
        let mut rows: Vec<_> = self
            .courses
            .iter()
            .map(|course| self.row(user, course, now))
            .collect();
        rows.sort_by_key(|row| !row.open);
        rows
    }

    /// One course's row; `None` for an unknown course.
    pub fn row_of(&self, user: &User, course: CourseId, now: DateTime<Utc>) -> Option<MemberCourse> {
        let course = self.courses.iter().find(|known| known.id == course)?;
        Some(self.row(user, course, now))
    }

    fn row(&self, user: &User, course: &Course, now: DateTime<Utc>) -> MemberCourse {
        let held = self.held.iter().find(|held| held.course.id == course.id);
        let last = self.recent.iter().find(|item| item.course == course.id);
        let facts = CourseFacts {
            grant: held.map(|held| held.grant),
            obstacles: self.obstacles(course.id),
            waiting: self.waiting(user, course.id),
            visibility: course.visibility,
        };
        let (access, why) = explain_access(&facts, &self.account, now);
        MemberCourse {
            course_id: course.id.0,
            title: course.title.clone(),
            open: access.is_open(),
            why,
            expires_at: facts.grant.and_then(|grant| grant.expires_at),
            completed: held.map_or(0, |held| held.completed_videos),
            total: held.map_or_else(|| self.lessons_of(course.id), |held| held.total_videos),
            last_lesson: last.map(|item| item.video_title.clone()),
            last_watched: last.map(|item| item.progress.last_watched),
        }
    }

    fn lessons_of(&self, course: CourseId) -> i64 {
        let counted = self.lessons.iter().find(|(known, _)| *known == course);
        counted.map_or(0, |(_, lessons)| *lessons)
    }

    fn obstacles(&self, course: CourseId) -> Vec<Obstacle> {
        let mut obstacles = Vec::new();
        for order in self
            .orders
            .iter()
            .filter(|order| self.sold.contains(&(order.id, course)))
        {
            let at = order.ended_at.unwrap_or(order.created_at);
            let reference = order.reference.to_string();
            if let Some(at) = order.withdrawn_at {
                obstacles.push(Obstacle::Withdrawn { at, reference });
                continue;
            }
            match order.status {
                OrderStatus::Refunded => obstacles.push(Obstacle::Refunded { at, reference }),
                OrderStatus::Disputed => obstacles.push(Obstacle::Disputed { at, reference }),
                _ => {}
            }
        }
        for key in self.keys.iter().filter(|key| key.course == course) {
            if let (KeyState::Revoked, Some(at)) = (key.state, key.revoked_at) {
                obstacles.push(Obstacle::KeyRevoked {
                    at,
                    hint: key.hint.clone(),
                });
            }
        }
        let ended = self.ended.iter().filter(|(known, _)| *known == course);
        obstacles.extend(ended.map(|(_, at)| Obstacle::TakenAway { at: *at }));
        obstacles
    }

    fn waiting(&self, user: &User, course: CourseId) -> Option<Waiting> {
        let is_unclaimed = self
            .unclaimed
            .iter()
            .any(|order| self.sold.contains(&(*order, course)));
        if is_unclaimed && !user.email_verified {
            return Some(Waiting::AddressUnverified);
        }
        let mut keys = self.keys.iter();
        let unused = keys.find(|key| key.course == course && key.state == KeyState::Unused)?;
        Some(Waiting::KeyUnused {
            hint: unused.hint.clone(),
        })
    }
}
