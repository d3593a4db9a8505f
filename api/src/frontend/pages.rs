//! Which page or file of the frontend answers an address.

use ::courses::{CourseId, CourseStore};
use actix_web::{
    HttpRequest, HttpResponse,
    http::{Method, StatusCode, header},
};

use crate::courses::path_number;
use crate::frontend::assets::{Asset, PageRoute};
use crate::frontend::page_files::{ORIGIN, Storing, plain, serve};
use crate::frontend::page_policy::InlineStyles;
use crate::http::problem::Problem;
use crate::site::SharedSite;

const HEAD_START: &str = "<!--head-->";
const HEAD_END: &str = "<!--/head-->";

/// A course's page, whose title and description are the course's own.
const COURSE_ROUTE: &str = "/courses/:id";

/// Answers whatever is no call: a page, a file, or the not-found page.
pub async fn page(site: SharedSite, request: HttpRequest) -> Result<HttpResponse, Problem> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Err(Problem::method_not_allowed("GET, HEAD"));
    }
    let path = request.path();
    // What begins with two slashes, or with what some clients take for the second, would lead to another site.
    if path.len() > 1 && path.ends_with('/') && !path.starts_with("//") && !path.contains('\\') {
        return Ok(redirect(
            path.trim_end_matches('/'),
            StatusCode::PERMANENT_REDIRECT,
        ));
    }
    let frontend = &site.frontend;
    if let Some(route) = route_of(frontend.build().page_routes, path)
        && let Some(page) = frontend.file(route.file)
    {
        let id = path.rsplit('/').next().unwrap_or_default();
        return match route.path {
            COURSE_ROUTE => course_page(&site, &request, page, id).await,
            _ if route.no_store => serve(&site, &request, page, Storing::Never, StatusCode::OK),
            _ => serve(&site, &request, page, Storing::Revalidated, StatusCode::OK),
        };
    }
    // Pages have one address each, and it has no ending.
    if let Some(file) = frontend.file(path).filter(|_| !path.ends_with(".html")) {
        let storing = if file.immutable {
            Storing::Forever
        } else {
            Storing::Revalidated
        };
        return serve(&site, &request, file, storing, StatusCode::OK);
    }
    match frontend.file("/404.html") {
        Some(page) => serve(&site, &request, page, Storing::Revalidated, StatusCode::NOT_FOUND),
        None if frontend.build().assets.is_empty() => Err(Problem::unavailable(
            "frontend_missing",
            "This server was built without its pages; run: make run",
            3600,
        )),
        None => Err(Problem::not_found("404 Page Not Found")),
    }
}

/// The route of an address: the one with this very path, else one whose pattern it fits.
fn route_of<'a>(routes: &'a [PageRoute], path: &str) -> Option<&'a PageRoute> {
    let fits = |pattern: &str| {
        let (mut wanted, mut given) = (pattern.split('/'), path.split('/'));
        let is_same = wanted
            .by_ref()
            .all(|segment| match (given.next(), segment.starts_with(':')) {
                (Some(given), true) => !given.is_empty(),
                (given, _) => given == Some(segment),
            });
        is_same && given.next().is_none()
    };
    let exact = routes.iter().find(|route| route.path == path);
    exact.or_else(|| {
        routes
            .iter()
            .find(|route| route.path.contains(':') && fits(route.path))
    })
}

fn redirect(to: &str, status: StatusCode) -> HttpResponse {
    HttpResponse::build(status)
        .insert_header((header::LOCATION, to))
        .finish()
}

/// The shell with a course's own title and description; where the id is not a course's, a redirect to the home page.
async fn course_page(
    site: &SharedSite,
    request: &HttpRequest,
    shell: &'static Asset,
    id: &str,
) -> Result<HttpResponse, Problem> {
    let Some(id) = path_number(id).map(CourseId) else {
        return Ok(redirect("/", StatusCode::FOUND));
    };
    let Some(course) = site.read(move |store, _| Ok(store.course(id)?)).await? else {
        return Ok(redirect("/", StatusCode::FOUND));
    };
    let text = String::from_utf8_lossy(&plain(shell)?).replace(ORIGIN, site.settings.public_url.origin());
    let (Some((before, rest)), title, description) = (
        text.split_once(HEAD_START),
        escape(&course.title),
        escape(&course.description),
    ) else {
        return serve(site, request, shell, Storing::Revalidated, StatusCode::OK);
    };
    let after = rest.split_once(HEAD_END).map_or(rest, |(_, after)| after);
    let address = format!("{}/courses/{}", site.settings.public_url.origin(), course.id.0);
    let html = format!(
        "{before}{HEAD_START}<title>{title}</title><meta name=\"description\" content=\"{description}\">\
         <link rel=\"canonical\" href=\"{address}\"><meta property=\"og:title\" content=\"{title}\">\
         <meta property=\"og:description\" content=\"{description}\"><meta property=\"og:url\" content=\"{address}\">\
         {HEAD_END}{after}"
    );
    let mut response = HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .body(html);
    let _ = response
        .extensions_mut()
        .insert(InlineStyles(shell.inline_styles));
    Ok(response)
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
    fn an_address_of_its_own_is_preferred_to_a_pattern() {
        let routes = ["/", "/courses/:id", "/courses/futures", "/portal/course/:id"].map(|path| PageRoute {
            path,
            file: "/app.html",
            no_store: false,
        });
        let route = |path: &str| route_of(&routes, path).map(|route| route.path);
        assert_eq!(route("/"), Some("/"));
        assert_eq!(route("/courses/futures"), Some("/courses/futures"));
        assert_eq!(route("/courses/7"), Some("/courses/:id"));
        assert_eq!(route("/portal/course/7"), Some("/portal/course/:id"));
        for unknown in [
            "",
            "/courses",
            "/courses/",
            "/courses/7/8",
            "/courses/:id/",
            "/portal/course/",
            "/x",
        ] {
            assert_eq!(route(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn a_title_cannot_leave_its_place() {
        assert_eq!(
            escape("</title><script>'\"&"),
            "&lt;/title&gt;&lt;script&gt;&#39;&quot;&amp;"
        );
    }
}
