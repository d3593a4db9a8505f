//! Linking a Discord account, invites, and the roles that follow access.
