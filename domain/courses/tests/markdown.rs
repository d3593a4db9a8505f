//! The text of a lesson: what it becomes, what never comes out of it, and how long a hostile one may take.
#![expect(clippy::unwrap_used, reason = "a test that cannot continue ends with a panic")]

use std::time::{Duration, Instant};

use courses::lesson::markdown::{
    InFolder, MAX_TEXT_BYTES, Reference, ReferenceKind, notices, paragraphs, references, to_html,
    to_html_with_ids,
};
use proptest::prelude::*;
use rstest::rstest;

/// Every picture of the folder has an address, and one attachment.
fn addresses(reference: InFolder<'_>) -> Option<String> {
    match reference {
        InFolder::Picture(path) => Some(format!("/media/{path}")),
        InFolder::Link(path) => (path == "sheet.pdf").then(|| String::from("/media/sheet")),
    }
}

fn html(markdown: &str) -> String {
    to_html(markdown, &addresses)
}

#[rstest]
#[case("# One\n\n###### Six", "<h2>One</h2>\n<h6>Six</h6>\n")]
#[case(
    "a *b* **c** ~~d~~ `e`",
    "<p>a <em>b</em> <strong>c</strong> <del>d</del> <code>e</code></p>\n"
)]
#[case("3. a\n4. b", "<ol start=\"3\">\n<li>a</li>\n<li>b</li>\n</ol>\n")]
#[case(
    "```rust\nlet a = \"<b>\";\n```",
    "<pre><code>let a = \"&lt;b&gt;\";\n</code></pre>\n"
)]
#[case(
    "| a | b |\n| --- | --: |\n| 1 | 2 |",
    "<table><thead><tr><th>a</th><th align=\"right\">b</th></tr></thead><tbody>\n<tr><td>1</td><td align=\"right\">2</td></tr>\n</tbody></table>\n"
)]
#[case(
    "![A *bar*](charts/a%20b.png \"T\")",
    "<p><img src=\"/media/charts/a%20b.png\" alt=\"A bar\" title=\"T\" loading=\"lazy\"></p>\n"
)]
#[case(
    "[The sheet](sheet.pdf)",
    "<p><a href=\"/media/sheet\" rel=\"noopener noreferrer\">The sheet</a></p>\n"
)]
#[case(
    "[x](https://example.com/?a=1&b=2)",
    "<p><a href=\"https://example.com/?a=1&amp;b=2\" rel=\"noopener noreferrer\">x</a></p>\n"
)]
#[case("[x](absent.pdf)", "<p>x</p>\n")]
#[case(
    "$E = mc^2$ and $$\\frac{a_1}{b_2}$$",
    "<p>$E = mc^2$ and $$\\frac{a_1}{b_2}$$</p>\n"
)]
#[case(
    "<anna@example.com> and https://example.com/a_b, www.example.com.",
    "<p><a href=\"mailto:anna@example.com\" rel=\"noopener noreferrer\">anna@example.com</a> and \
     <a href=\"https://example.com/a_b\" rel=\"noopener noreferrer\">https://example.com/a_b</a>, \
     <a href=\"https://www.example.com\" rel=\"noopener noreferrer\">www.example.com</a>.</p>\n"
)]
#[case(
    "`https://example.com` [https://example.com](/a)",
    "<p><code>https://example.com</code> <a href=\"/a\" rel=\"noopener noreferrer\">https://example.com</a></p>\n"
)]
#[case(
    "[call](tel:+3225550100) [up](#one)",
    "<p><a href=\"tel:+3225550100\" rel=\"noopener noreferrer\">call</a> <a href=\"#one\" rel=\"noopener noreferrer\">up</a></p>\n"
)]
#[case(
    "a <!-- note --> b\n\n<!--\nnote\n\nmore\n-->\n\nc",
    "<p>a  b</p>\n<p>c</p>\n"
)]
#[case("<!-- one --> <b>x</b>", "<p> &lt;b&gt;x&lt;/b&gt;</p>\n")]
#[case("<!-- no end", "<p>&lt;!-- no end</p>\n")]
#[case("**$5** and **$10**", "<p><strong>$5</strong> and <strong>$10</strong></p>\n")]
fn marks_become_html(#[case] markdown: &str, #[case] expected: &str) {
    assert_eq!(html(markdown), expected);
}

/// Raw HTML is shown as text; what runs, loads or leads elsewhere is removed.
#[rstest]
#[case("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;")]
#[case("a <script>alert(1)</script> b", "a &lt;script&gt;alert(1)&lt;/script&gt; b")]
#[case(
    "<iframe src=\"https://example.com\"></iframe>",
    "&lt;iframe src=\"https://example.com\"&gt;"
)]
#[case("<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;")]
#[case(
    "<div onclick=\"alert(1)\">\n\n*a*\n\n</div>",
    "&lt;div onclick=\"alert(1)\"&gt;"
)]
#[case("a <!-- <img src=x onerror=alert(1)> --> b", "<p>a  b</p>")]
#[case("<svg/onload=alert(1)>", "&lt;svg/onload=alert(1)&gt;")]
#[case("<style>@import 'x'</style>", "&lt;style&gt;")]
#[case("[a](javascript:alert(1))", "<p>a</p>")]
#[case("[a](JavaScript&colon;alert(1))", "<p>a</p>")]
#[case("[a](java&Tab;script:alert(1))", "<p>a</p>")]
#[case("[a](&#1;javascript:alert(1))", "<p>a</p>")]
#[case("[a](<javascript:alert(1)>)", "<p>a</p>")]
#[case("[a][b]\n\n[b]: javascript:alert(1)", "<p>a</p>")]
#[case("<javascript:alert(1)>", "<p>javascript:alert(1)</p>")]
#[case("[a](data:text/html;base64,PHNjcmlwdD4=)", "<p>a</p>")]
#[case("[a](vbscript:x)", "<p>a</p>")]
#[case("[a](//example.com)", "<p>a</p>")]
#[case("![a](https://example.com/a.png)", "<p>a</p>")]
#[case("![a](data:image/svg+xml,<svg>)", "a")]
#[case("![a](javascript:alert(1))", "<p>a</p>")]
#[case("![a\" onerror=\"alert(1)](p.png)", "alt=\"a&quot; onerror=&quot;alert(1)\"")]
#[case(
    "[a](https://example.com/\"onmouseover=\"alert(1))",
    "%22onmouseover=%22alert(1)"
)]
#[case("# a {onclick=alert(1)}", "<h2>a {onclick=alert(1)}</h2>")]
#[case("```\"onload=alert(1)\nx\n```", "<pre><code>x\n</code></pre>")]
fn nothing_in_a_text_runs(#[case] markdown: &str, #[case] shown: &str) {
    let html = html(markdown);
    assert!(html.contains(shown), "{html}");
    assert_safe(&html);
}

/// Reads the result as a browser does, and looks at every element.
fn assert_safe(html: &str) {
    const TAGS: [&str; 25] = [
        "a",
        "blockquote",
        "br",
        "code",
        "del",
        "em",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "img",
        "li",
        "ol",
        "p",
        "pre",
        "strong",
        "table",
        "tbody",
        "td",
        "th",
        "thead",
        "tr",
        "ul",
    ];
    // A sign that begins a tag is only ever written by a tag that was made here.
    for tag in html.split('<').skip(1) {
        let name: String = tag
            .trim_start_matches('/')
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect();
        assert!(TAGS.contains(&name.as_str()), "<{name}> in {html}");
        let inside = tag.split('>').next().unwrap();
        let without_values: String = inside.split('"').step_by(2).collect();
        assert!(!without_values.contains(" on"), "{inside} in {html}");
        assert!(!without_values.contains("style"), "{inside} in {html}");
        for place in ["href=\"", "src=\""] {
            if let Some((_, value)) = inside.split_once(place) {
                let known = ["https://", "http://", "mailto:", "tel:", "#", "/"];
                assert!(known.iter().any(|start| value.starts_with(start)), "{inside}");
            }
        }
    }
}

/// Half a megabyte and more of anything is rendered within seconds, without a deep result.
#[rstest]
#[case("nested lists", "- ".repeat(MAX_TEXT_BYTES / 2))]
#[case("nested quotes", "> ".repeat(MAX_TEXT_BYTES / 2))]
#[case("lists by indent", (0..1_400).map(|n| format!("{}- a\n", " ".repeat(n))).collect())]
#[case("emphasis", "*a **a ".repeat(MAX_TEXT_BYTES / 7))]
#[case("strong", "**".repeat(MAX_TEXT_BYTES / 2))]
#[case("brackets", "[".repeat(MAX_TEXT_BYTES))]
#[case("links", "[a](".repeat(MAX_TEXT_BYTES / 4))]
#[case("pictures", "![".repeat(MAX_TEXT_BYTES / 2))]
#[case("a wide table", format!("{}\n{}\n{}", "|a".repeat(100_000), "|-".repeat(100_000), "|\n".repeat(200_000)))]
#[case("code", "`".repeat(MAX_TEXT_BYTES))]
#[case("tags", "<a ".repeat(MAX_TEXT_BYTES / 3))]
#[case("comments", "<!-- ".repeat(MAX_TEXT_BYTES / 5))]
#[case("references", format!("[a]: {}\n\n{}", "x".repeat(1_000), "[a] ".repeat(250_000)))]
fn a_hostile_text_takes_no_time_and_no_stack(#[case] name: &str, #[case] markdown: String) {
    assert!(markdown.len() <= MAX_TEXT_BYTES, "{name}");
    let start = Instant::now();
    let html = html(&markdown);
    let _ = (paragraphs(&markdown), references(&markdown), notices(&markdown));
    assert!(
        start.elapsed() < Duration::from_secs(20),
        "{name}: {:?}",
        start.elapsed()
    );
    let (mut depth, mut deepest) = (0_i32, 0);
    for tag in html.split('<').skip(1) {
        let name: String = tag
            .chars()
            .take_while(|sign| sign.is_ascii_alphanumeric() || *sign == '/')
            .collect();
        depth += match name.as_str() {
            "br" | "hr" | "img" => 0,
            name if name.starts_with('/') => -1,
            _ => 1,
        };
        deepest = deepest.max(depth);
    }
    assert!(deepest <= 40, "{name} is {deepest} deep");
}

#[test]
fn words_survive_where_marks_are_too_deep() {
    let markdown = (0..60)
        .map(|n| format!("{}- word{n}\n", "  ".repeat(n)))
        .collect::<String>();
    let html = html(&markdown);
    for n in 0..60 {
        assert!(html.contains(&format!("word{n}")), "word{n} is lost");
    }
    assert!(!html.contains("word58word59"), "words of two items run together");
}

#[test]
fn paragraphs_are_plain_and_apart() {
    let markdown = "# The *open*\n\nFirst\nline &amp; [second](https://example.com).\n\n- one\n- two\n\n\
                    | a | b |\n|---|---|\n| 1 | 2 |\n\n```\ncode here\n```\n\n<b>raw</b>";
    assert_eq!(
        paragraphs(markdown),
        [
            "The open",
            "First line & second.",
            "one",
            "two",
            "a b",
            "1 2",
            "code here",
            "<b>raw</b>"
        ]
    );
}

#[test]
fn references_name_their_line() {
    let markdown = "# T\n\n![a](a.png) [l](b.pdf)\n\n> ![c](https://example.com/c.png)\n\n[w](https://example.com)\n![d](../d.png)";
    let found = |line, kind, destination: &str| Reference {
        line,
        kind,
        destination: destination.to_owned(),
    };
    assert_eq!(
        references(markdown),
        [
            found(3, ReferenceKind::Picture, "a.png"),
            found(3, ReferenceKind::Link, "b.pdf"),
            found(5, ReferenceKind::ForeignPicture, "https://example.com/c.png"),
            found(8, ReferenceKind::Picture, "../d.png"),
        ]
    );
}

proptest! {
    #[test]
    fn any_text_becomes_safe_html(
        markdown in "([<>\"'`*_#|\\[\\]()!&;:\n -]|script|javascript:|onload=|<img src=x|<svg|https://|\\PC){0,60}",
    ) {
        assert_safe(&to_html_with_ids(&markdown, &addresses));
        let _ = (paragraphs(&markdown), references(&markdown), notices(&markdown));
    }
}
