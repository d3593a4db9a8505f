//! What stands for the world around a server: the services that it calls, the machine below it, and its members' devices.

pub mod authenticator;
pub mod balancer;
pub mod discord;
pub mod failing_disk;
pub mod moved_clock;
pub mod object_store;
pub mod passkey;
pub mod seaweed_store;
pub mod smtp;
pub mod strict_signature;
pub mod stripe;
