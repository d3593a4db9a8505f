//! The channel that is notified of new public questions, and the events of live sessions.

use outbound::Settings;

use super::variables::{DISCORD, read, refusal};

#[test]
fn a_channel_for_questions_is_a_number_and_needs_a_discord() {
    const NAME: &str = "PORTAL_DISCORD_QUESTIONS_CHANNEL";
    let with = |value| [&DISCORD[..], &[(NAME, value)]].concat();
    let channel = |settings: Settings| settings.discord.unwrap().questions_channel;
    assert_eq!(channel(read(&DISCORD).unwrap()), None);
    let number = "123456789012345678";
    assert_eq!(channel(read(&with(number)).unwrap()).as_deref(), Some(number));
    for wrong in ["lobby", "#lobby", "0", "-1", "+7", "1.5", "18446744073709551616"] {
        let line = refusal(&with(wrong));
        assert!(
            line.starts_with(&format!("{NAME} is not the number of a channel")),
            "{line}"
        );
    }
    let alone = refusal(&[(NAME, number)]);
    assert!(
        alone.starts_with(&format!("{NAME} is set but PORTAL_DISCORD_CLIENT_ID, ")),
        "{alone}"
    );
}

#[test]
fn events_are_on_or_off_and_need_a_discord() {
    const NAME: &str = "PORTAL_DISCORD_EVENTS";
    let with = |value| [&DISCORD[..], &[(NAME, value)]].concat();
    let events = |settings: Settings| settings.discord.unwrap().events;
    assert!(!events(read(&DISCORD).unwrap()));
    assert!(!events(read(&with("off")).unwrap()));
    assert!(events(read(&with("on")).unwrap()));
    let wrong = refusal(&with("yes"));
    assert!(
        wrong.starts_with(&format!("{NAME} is neither on nor off")),
        "{wrong}"
    );
    let alone = refusal(&[(NAME, "on")]);
    assert!(
        alone.starts_with(&format!("{NAME} is set but PORTAL_DISCORD_CLIENT_ID, ")),
        "{alone}"
    );
    assert!(read(&[(NAME, "off")]).unwrap().discord.is_none());
}
