//! The page of a course: the shell, with the course's own title and description; where the owner's folder shows the catalogue, also with
//! its picture and price, for search engines, other sites and visitors without scripts.

use ::courses::{Access, Course, CourseId, CourseStore, Visibility, visit_course};
use actix_web::{
    FromRequest as _, HttpRequest, HttpResponse,
    dev::Payload,
    http::{StatusCode, header},
};
use serde_json::json;

use crate::app::{App, SharedApp};
use crate::courses::{image_address, path_number};
use crate::frontend::page_files::{Storing, plain, redirect, serve};
use crate::frontend::site_file::SiteFile;
use crate::http::problem::Problem;
use crate::http::sessions::Caller;

const HEAD_START: &str = "<!--head-->";
const HEAD_END: &str = "<!--/head-->";
/// What the browser fills.
const ROOT: &str = "<div id=\"root\">";
/// The card of the whole site.
const SITE_CARD: &str = "/og/site.png";

/// The course's page; where the id is not a course's, a redirect to the home page.
pub async fn course_page(
    app: &SharedApp,
    request: &HttpRequest,
    shell: &SiteFile,
    id: &str,
) -> Result<HttpResponse, Problem> {
    let Some(id) = path_number(id).map(CourseId) else {
        return Ok(redirect("/", StatusCode::FOUND));
    };
    let token = Caller::from_request(request, &mut Payload::None).into_inner();
    let token = token.ok().and_then(|caller| caller.token());
    let found = app
        .read(move |store, now| {
            let course = store.course(id)?;
            let is_hidden = course
                .as_ref()
                .is_some_and(|course| course.visibility == Visibility::Hidden);
            let access = match token.filter(|_| is_hidden) {
                Some(token) => visit_course(store, Some(&token), id, now)?.access,
                None => Access::Closed { since: None },
            };
            Ok(course.filter(|course| course.visibility.is_seen_with(access)))
        })
        .await?;
    // A course that the caller does not see is answered as an unknown one.
    let Some(course) = found else {
        return Ok(redirect("/", StatusCode::FOUND));
    };
    if course.visibility == Visibility::Hidden {
        // Its name is for members, whose page asks for it.
        return serve(request, shell, Storing::Revalidated, StatusCode::OK);
    }
    let bytes = plain(shell)?;
    let text = String::from_utf8_lossy(&bytes);
    let Some((before, rest)) = text.split_once(HEAD_START) else {
        return serve(request, shell, Storing::Revalidated, StatusCode::OK);
    };
    let after = rest.split_once(HEAD_END).map_or(rest, |(_, after)| after);
    let (head, body) = tags(app, &course);
    let after = after.replacen(ROOT, &format!("{body}{ROOT}"), 1);
    let mut response = HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .body(format!("{before}{HEAD_START}{head}{HEAD_END}{after}"));
    let _ = response.extensions_mut().insert(shell.inline_styles.clone());
    Ok(response)
}

/// What stands in the head, and what a visitor without scripts reads.
fn tags(app: &App, course: &Course) -> (String, String) {
    let origin = app.settings.public_url.origin();
    let (title, description) = (escape(&course.title), escape(&course.description));
    let address = format!("{origin}/courses/{}", course.id.0);
    let head = format!(
        "<title>{title}</title><meta name=\"description\" content=\"{description}\">\
         <link rel=\"canonical\" href=\"{address}\"><meta property=\"og:title\" content=\"{title}\">\
         <meta property=\"og:description\" content=\"{description}\"><meta property=\"og:url\" content=\"{address}\">"
    );
    if !app.owner.values.catalogue.show {
        return (head, String::new());
    }
    let card = card(app, course).map(|path| format!("{origin}{path}"));
    let picture = card.as_ref().map_or_else(String::new, |card| {
        format!(
            "<meta property=\"og:image\" content=\"{card}\"><meta name=\"twitter:image\" content=\"{card}\">"
        )
    });
    let kind = card.as_ref().map_or("summary", |_| "summary_large_image");
    let (price, currency) = (
        amount(course.price.0),
        app.owner.values.currency.code().to_uppercase(),
    );
    let image = image_address(course);
    let data = json!({
        "@context": "https://schema.org",
        "@type": "Course",
        "name": course.title,
        "description": course.description,
        "url": address,
        "image": format!("{origin}{image}"),
        "provider": { "@type": "Organization", "@id": format!("{origin}/#organization"), "name": app.owner.values.brand.name },
        "offers": [{ "@type": "Offer", "category": "Paid", "price": price, "priceCurrency": currency, "url": address }],
    });
    // A text in a script element ends at the first tag that ends it.
    let data = data.to_string().replace('<', "\\u003c");
    let head = format!(
        "{head}<meta property=\"og:type\" content=\"website\">{picture}<meta name=\"twitter:card\" content=\"{kind}\">\
         <meta name=\"twitter:title\" content=\"{title}\"><meta name=\"twitter:description\" content=\"{description}\">\
         <script type=\"application/ld+json\">{data}</script>"
    );
    let body = format!(
        "<noscript><h1>{title}</h1><img src=\"{image}\" alt=\"\" width=\"600\"><p>{description}</p><p>{currency} {price}</p></noscript>"
    );
    (head, body)
}

/// The picture that other sites show: the course's, else the site's card where it has one. They show no drawing in SVG.
fn card(app: &App, course: &Course) -> Option<String> {
    let has_site_card = app.owner.social.is_some() || app.owner.has_built_in_brand;
    match course.image {
        Some(_) => Some(image_address(course)),
        None => has_site_card.then(|| SITE_CARD.to_owned()),
    }
}

/// Cents as `300.00`.
fn amount(cents: i32) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_cannot_leave_its_place() {
        assert_eq!(
            escape("</title><script>'\"&"),
            "&lt;/title&gt;&lt;script&gt;&#39;&quot;&amp;"
        );
    }

    #[test]
    fn a_price_has_two_decimals() {
        assert_eq!([5, 9950, 30_000].map(amount), ["0.05", "99.50", "300.00"]);
    }
}
