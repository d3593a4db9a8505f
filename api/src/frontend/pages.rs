//! Which page or file of the frontend answers an address.

use actix_web::{
    HttpRequest, HttpResponse,
    http::{
        Method, StatusCode,
        header::{HeaderName, HeaderValue},
    },
};

use crate::app::SharedApp;
use crate::frontend::assets::PageRoute;
use crate::frontend::course_page::course_page;
use crate::frontend::page_files::{Storing, redirect, serve};
use crate::http::problem::Problem;

/// A course's page, whose title and description are the course's own.
const COURSE_ROUTE: &str = "/courses/:id";

/// Answers every request that is no API call: a page, a file, or the not-found page.
pub async fn page(app: SharedApp, request: HttpRequest) -> Result<HttpResponse, Problem> {
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
    if let Some(target) = app.owner.redirects.target(path) {
        return Ok(redirect(target, StatusCode::MOVED_PERMANENTLY));
    }
    if is_of_staff(path) {
        return staff_page(&app, &request, path).await;
    }
    let frontend = &app.frontend;
    if let Some(route) = route_of(frontend.build().page_routes, path)
        && let Some(page) = frontend.file(route.file)
    {
        let id = path.rsplit('/').next().unwrap_or_default();
        return match route.path {
            COURSE_ROUTE => course_page(&app, &request, &page, id).await,
            _ if route.no_store => serve(&request, &page, Storing::Never, StatusCode::OK),
            _ => serve(&request, &page, Storing::Revalidated, StatusCode::OK),
        };
    }
    // Pages have one address each, and it has no ending.
    if let Some(file) = frontend.file(path).filter(|_| !path.ends_with(".html")) {
        let storing = if file.immutable {
            Storing::Forever
        } else {
            Storing::Revalidated
        };
        return serve(&request, &file, storing, StatusCode::OK);
    }
    not_found(&app, &request)
}

fn not_found(app: &SharedApp, request: &HttpRequest) -> Result<HttpResponse, Problem> {
    match app.frontend.file("/404.html") {
        Some(page) => serve(request, &page, Storing::Revalidated, StatusCode::NOT_FOUND),
        None if app.frontend.build().assets.is_empty() => Err(Problem::unavailable(
            "frontend_missing",
            "This server was built without its pages; run: make run",
            3600,
        )),
        None => Err(Problem::not_found("404 Page Not Found")),
    }
}

/// Whether an address is one of the pages of staff.
fn is_of_staff(path: &str) -> bool {
    path == "/staff" || path.starts_with("/staff/")
}

/// A page of staff: not found while there is no staff, and never stored or found by a search engine.
async fn staff_page(app: &SharedApp, request: &HttpRequest, path: &str) -> Result<HttpResponse, Problem> {
    let route = route_of(app.frontend.build().page_routes, path);
    let page = route.and_then(|route| app.frontend.file(route.file));
    let has_staff = app.look_up(|store, _| Ok(store.has_staff()?)).await?;
    let Some(page) = page.filter(|_| has_staff) else {
        return not_found(app, request);
    };
    let mut response = serve(request, &page, Storing::Never, StatusCode::OK)?;
    let robots = (
        HeaderName::from_static("x-robots-tag"),
        HeaderValue::from_static("noindex"),
    );
    response.headers_mut().insert(robots.0, robots.1);
    Ok(response)
}

/// The route of an address: the route with this very path, else a route whose pattern it fits.
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
}
