//! The way to PostgreSQL: with which rights, and how it is protected.

mod roles;
mod tls;
