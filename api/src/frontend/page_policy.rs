//! The Content-Security-Policy of a page.
//!
//! Scripts come from the site itself, and no text becomes script (Trusted Types): HTML and script addresses that a script makes pass
//! the frontend's one policy, `src/lib/trusted-types/policy.ts`, which is named here. Styles come from the site itself, or are one of the
//! `<style>` elements of this very page, which are there for the first paint and whose hashes are noted with the page; no element has a
//! `style` attribute. What a script sets by `element.style` or a constructed sheet is no text of the page and is not asked about.
//!
//! Decision: hashes, not a nonce, because pages are cached and the same for every visitor.

use std::{fmt::Write as _, sync::OnceLock};

use actix_web::{HttpResponse, http::header::HeaderValue};
use outbound::MediaDelivery;

use crate::app::App;
use crate::frontend::site_file::InlineStyles;

/// What is the same for every page of a process.
struct Sources {
    frames: String,
    /// Where players are sent to the media store, they may fetch from it; else empty.
    store: String,
}

/// The policy for an answer that is a page; `None` if an owner's setting cannot be sent in a header.
pub fn policy_of(app: &App, page: &HttpResponse) -> Option<HeaderValue> {
    static SOURCES: OnceLock<Sources> = OnceLock::new();
    let sources = SOURCES.get_or_init(|| Sources::of(app));
    let extensions = page.extensions();
    let styles = extensions
        .get::<InlineStyles>()
        .map_or(&[][..], |styles| &*styles.0);
    HeaderValue::from_str(&policy(sources, styles)).ok()
}

impl Sources {
    fn of(app: &App) -> Self {
        let frames = app
            .owner
            .values
            .reviews
            .frame_source()
            .unwrap_or("'none'")
            .to_owned();
        let store = match app.settings.media_delivery {
            MediaDelivery::Proxy => None,
            MediaDelivery::Redirect => app.media.bucket().map(|bucket| format!(" {}", bucket.origin())),
        };
        Self {
            frames,
            store: store.unwrap_or_default(),
        }
    }
}

fn policy(Sources { frames, store }: &Sources, styles: &[String]) -> String {
    let mut hashes = String::new();
    for hash in styles {
        // A text takes everything.
        let _ = write!(hashes, " 'sha256-{hash}'");
    }
    format!(
        "default-src 'self'; script-src 'self'; style-src 'self'{hashes}; style-src-attr 'none'; img-src 'self' data:; \
         media-src 'self' blob:{store}; font-src 'self'; connect-src 'self'{store}; worker-src 'self'; \
         frame-src {frames}; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; \
         require-trusted-types-for 'script'; trusted-types portal"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_are_named_by_their_hashes_and_nothing_inline_is_allowed() {
        let sources = Sources {
            frames: String::from("https://widget.example"),
            store: String::from(" https://store.example"),
        };
        let policy = policy(&sources, &["AAA=", "BBB="].map(String::from));
        assert!(policy.contains("style-src 'self' 'sha256-AAA=' 'sha256-BBB='; style-src-attr 'none';"));
        assert!(policy.contains("media-src 'self' blob: https://store.example; "));
        assert!(policy.contains("connect-src 'self' https://store.example; "));
        assert!(policy.contains("frame-src https://widget.example; "));
        assert!(!policy.contains("unsafe"), "{policy}");
    }
}
