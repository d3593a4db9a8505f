//! Mails about an account and its sign-in.

pub mod address_changed;
pub mod invitation;
pub mod new_device;
pub mod passkey;
pub mod password_changed;
pub mod password_reset;
pub mod second_factor;
pub mod verify_address;
