//! The engine against the text of the rules: worked cases, properties, and a second engine.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot continue ends with a panic"
)]

mod agreement;
mod properties;
mod random_runs;
mod second_engine;
mod second_engine_agrees;
mod worked_cases;
