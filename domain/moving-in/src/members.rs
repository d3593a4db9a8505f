//! Users of the old site: whose account each is, and what a new account is called.

use std::collections::{HashMap, HashSet};

use ::mail::EmailAddress;
use accounts::{DiscordUserId, HashMemory, ImportedHash, PasswordHash, Username, decoy_hash, hash_over};
use kernel::{StoreError, UserId};

use crate::{Import, KnownMember, Member, MemberFate, MovingInStore, Row, Table};

/// An imported hash to put ours over.
#[derive(Debug, Clone)]
pub struct HashTask {
    /// The member's place in the plan.
    pub member: usize,
    imported: ImportedHash,
    /// What stands here already.
    current: Option<PasswordHash>,
}

impl HashTask {
    /// Whether the member has an account here.
    #[must_use]
    pub fn is_of_known(&self) -> bool {
        self.current.is_some()
    }

    /// The hash to store; `None` if it stands here already. Takes as long as a sign-in.
    #[must_use]
    pub fn run(&self, salt: [u8; 16], memory: &mut HashMemory) -> Option<PasswordHash> {
        let stands = self
            .current
            .as_ref()
            .is_some_and(|current| current.stands_over(&self.imported, memory));
        (!stands).then(|| hash_over(&self.imported, salt, memory))
    }
}

/// Digits of a Discord account's number ("snowflake", 64 bits).
const DISCORD_DIGITS: std::ops::RangeInclusive<usize> = 15..=20;

impl Import {
    pub(crate) fn take_user(&mut self, row: &Row) {
        let id = match row.needed("id") {
            Ok(id) => id.to_owned(),
            Err(error) => return self.refuse(row.place, error),
        };
        if self.by_old_id.contains_key(&id) {
            return self.refuse(row.place, "its id stands in an earlier line");
        }
        let at = self.members.len();
        match self.read_user(row) {
            Ok(member) => {
                self.by_email.insert(member.email.key(), at);
                self.members.push(member);
                self.by_old_id.insert(id, at);
            }
            Err(reason) => {
                self.refuse(row.place, reason);
                // What refers to it says that its user was refused.
                self.by_old_id.insert(id, usize::MAX);
            }
        }
    }

    fn read_user(&self, row: &Row) -> Result<Member, String> {
        let member = Member {
            place: row.place,
            email: self.new_address(row)?,
            discord: discord_of(row)?,
            fate: MemberFate::Unknown,
            wanted_name: row.text("username").map(str::to_owned),
            hash: match row.text("password") {
                Some(text) => Some(ImportedHash::parse(text).map_err(|error| error.to_string())?),
                None => None,
            },
        };
        Ok(member)
    }

    fn new_address(&self, row: &Row) -> Result<EmailAddress, String> {
        let email = address_of(row)?;
        match self
            .by_email
            .get(&email.key())
            .and_then(|at| self.members.get(*at))
        {
            Some(earlier) => Err(format!(
                "its e-mail address stands in line {} already",
                earlier.place.line
            )),
            None => Ok(email),
        }
    }

    /// The member of a line of a list; each address is one member, however many lines it has.
    pub(crate) fn listed_member(&mut self, row: &Row) -> Result<usize, String> {
        let email = address_of(row)?;
        if let Some(at) = self.by_email.get(&email.key()) {
            return Ok(*at);
        }
        let at = self.members.len();
        self.by_email.insert(email.key(), at);
        self.members.push(Member {
            place: row.place,
            email,
            discord: None,
            fate: MemberFate::Unknown,
            wanted_name: row.text("username").map(str::to_owned),
            hash: None,
        });
        Ok(at)
    }

    /// Looks up whose accounts the members are, and what the known ones have here.
    ///
    /// # Errors
    /// [`StoreError`]
    pub fn look_up_members(&mut self, store: &mut dyn MovingInStore) -> Result<(), StoreError> {
        let keys: Vec<String> = self
            .members
            .iter()
            .flat_map(|member| EmailAddress::stored_keys_of(member.email.as_str()))
            .collect();
        let known: HashMap<String, KnownMember> = store
            .known_members(&keys)?
            .into_iter()
            .map(|known| (known.email_key.clone(), known))
            .collect();
        let mut names: HashSet<String> = store.username_keys()?.into_iter().collect();
        let discord: Vec<_> = self
            .members
            .iter()
            .filter_map(|member| member.discord.clone())
            .collect();
        let mut linked: HashSet<_> = store.linked_discord_accounts(&discord)?.into_iter().collect();
        for at in 0..self.members.len() {
            let found = EmailAddress::stored_keys_of(self.members[at].email.as_str());
            let found = found.iter().find_map(|key| known.get(key));
            self.decide_member(at, found, &mut names, &mut linked);
        }
        self.look_up_known(store)?;
        self.settle_listed();
        Ok(())
    }

    fn decide_member(
        &mut self,
        at: usize,
        known: Option<&KnownMember>,
        names: &mut HashSet<String>,
        linked: &mut HashSet<DiscordUserId>,
    ) {
        let place = self.members[at].place;
        let has_discord = known.is_some_and(|known| known.has_discord);
        let discord = self.members[at].discord.take();
        let discord = discord.filter(|account| !has_discord && !linked.contains(account));
        let fate = match known {
            Some(known) if !known.email_verified => {
                if place.table == Table::Users {
                    self.refuse(place, NOT_VERIFIED);
                }
                MemberFate::Refused
            }
            Some(known) => MemberFate::Known {
                user: known.user,
                replaceable: replaceable(known),
                renewed: None,
            },
            None => {
                let wanted = self.members[at].wanted_name.as_deref();
                let (username, said) = free_name(wanted, &self.members[at].email, names);
                if let Some(said) = said {
                    self.note(place, said);
                }
                MemberFate::New {
                    username,
                    password: decoy_hash(),
                }
            }
        };
        if fate != MemberFate::Refused {
            linked.extend(discord.clone());
            self.members[at].discord = discord;
        }
        self.members[at].fate = fate;
    }

    fn look_up_known(&mut self, store: &mut dyn MovingInStore) -> Result<(), StoreError> {
        let known = self.members.iter().enumerate();
        let known: HashMap<UserId, usize> = known
            .filter_map(|(at, member)| match member.fate {
                MemberFate::Known { user, .. } => Some((user, at)),
                _ => None,
            })
            .collect();
        let mut users: Vec<UserId> = known.keys().copied().collect();
        users.sort();
        for access in store.known_access(&users)? {
            if let Some(at) = known.get(&access.user) {
                self.known.access.insert((*at, access.course), access);
            }
        }
        for position in store.known_positions(&users)? {
            if let Some(at) = known.get(&position.user) {
                self.known.positions.insert((*at, position.video), position);
            }
        }
        Ok(())
    }

    /// The hashes to compute before the import ends.
    #[must_use]
    pub fn hash_tasks(&self) -> Vec<HashTask> {
        let tasks = self.members.iter().enumerate().filter_map(|(at, member)| {
            let current = match &member.fate {
                MemberFate::New { .. } => None,
                MemberFate::Known { replaceable, .. } => Some(replaceable.clone()?),
                MemberFate::Unknown | MemberFate::Refused => return None,
            };
            Some(HashTask {
                member: at,
                imported: member.hash.clone()?,
                current,
            })
        });
        tasks.collect()
    }

    /// Takes the hash of a [`HashTask`].
    pub fn set_password(&mut self, member: usize, hash: PasswordHash) {
        match self.members.get_mut(member).map(|member| &mut member.fate) {
            Some(MemberFate::New { password, .. }) => *password = hash,
            Some(MemberFate::Known { renewed, .. }) => *renewed = Some(hash),
            _ => {}
        }
    }
}

/// Why the lines of such an account are refused: an unverified address may be an attacker's account.
pub(crate) const NOT_VERIFIED: &str = "the account with its e-mail address here has not verified the address";

/// The password of an earlier import that its member has not used: another run brings the newer one.
fn replaceable(known: &KnownMember) -> Option<PasswordHash> {
    let is_imported = known.password.imported().is_some() || known.password == decoy_hash();
    (known.is_imported && !known.has_signed_in && is_imported).then(|| known.password.clone())
}

fn address_of(row: &Row) -> Result<EmailAddress, String> {
    let text = row.needed("email").map_err(|error| error.to_string())?;
    EmailAddress::parse(text).map_err(|_| format!("`{text}` is no e-mail address"))
}

fn discord_of(row: &Row) -> Result<Option<DiscordUserId>, String> {
    let Some(text) = row.text("discord_user_id") else {
        return Ok(None);
    };
    let is_number = DISCORD_DIGITS.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number {
        Ok(Some(DiscordUserId(text.to_owned())))
    } else {
        Err(String::from(
            "discord_user_id: it is no number of a Discord account",
        ))
    }
}

/// The name of a new account, and what is said where it is not the wanted one: the part before the `@`, with a number if needed.
fn free_name(
    wanted: Option<&str>,
    email: &EmailAddress,
    taken: &mut HashSet<String>,
) -> (Username, Option<String>) {
    let parsed = wanted.map(Username::parse);
    if let Some(Ok(name)) = &parsed
        && taken.insert(name.key())
    {
        return (name.clone(), None);
    }
    let local = email.as_str().split('@').next().unwrap_or_default();
    let base: String = local.chars().take(BASE_CHARS).collect();
    // A part before the `@` may be no user name, for instance of invisible characters.
    let base = Username::parse(&base).map_or_else(|_| String::from("member"), |_| base);
    let mut number = 1_u64;
    let name = loop {
        let candidate = match number {
            1 => base.clone(),
            number => format!("{base}{number}"),
        };
        match Username::parse(&candidate) {
            Ok(name) if taken.insert(name.key()) => break name,
            _ => number += 1,
        }
    };
    let why = match (wanted, parsed) {
        (Some(wanted), Some(Ok(_))) => format!("the user name `{wanted}` is taken"),
        (Some(wanted), _) => format!("`{wanted}` cannot be a user name here"),
        (None, _) => String::from("it has no user name"),
    };
    let said = format!("{why}; the member is `{}`", name.as_str());
    (name, Some(said))
}

/// Leaves room for a number.
const BASE_CHARS: usize = 56;
