//! What a line of the table of routes is, and the resources of the server that it makes.

use actix_web::{
    FromRequest, Handler, HttpResponse, Resource as ActixResource, Responder,
    dev::{AppService, HttpServiceFactory},
    guard,
    http::Method,
    web,
};
use utoipa::openapi::{RefOr, Schema, path::Operation};

use crate::frontend::pages;
use crate::http::problem::Problem;
use crate::routes::who::Who;

/// One route.
pub struct Route {
    pub tag: &'static str,
    pub method: Method,
    pub path: &'static str,
    pub who: Who,
    pub description: Description,
    handler: actix_web::Route,
}

/// What `#[operation]` says of a handler.
pub struct Description {
    pub operation: Operation,
    pub schemas: Vec<(String, RefOr<Schema>)>,
    /// Whether the handler's type lets it answer a [`Problem`].
    pub can_fail: bool,
}

impl Route {
    /// `D` is the type that `#[operation]` made for the handler.
    pub fn new<D, F, Args>(
        tag: &'static str,
        method: Method,
        path: &'static str,
        who: Who,
        handler: F,
        _: std::marker::PhantomData<D>,
    ) -> Self
    where
        D: utoipa::Path + utoipa::__dev::SchemaReferences,
        F: Handler<Args>,
        Args: FromRequest + 'static,
        F::Output: Answer + Responder + 'static,
    {
        let mut schemas = Vec::new();
        D::schemas(&mut schemas);
        Self {
            tag,
            path,
            who,
            description: Description {
                operation: D::operation(),
                schemas,
                can_fail: F::Output::CAN_FAIL,
            },
            handler: who.guard(of_method(&method).to(handler)),
            method,
        }
    }

    fn answers_get(&self) -> bool {
        self.method == Method::GET
    }

    /// For `Allow`.
    fn methods(&self) -> &'static str {
        match self.method {
            Method::GET => "GET, HEAD",
            Method::POST => "POST",
            Method::PUT => "PUT",
            _ => "DELETE",
        }
    }
}

/// What answers GET answers HEAD too (RFC 9110 section 9.1).
fn of_method(method: &Method) -> actix_web::Route {
    let route = web::route();
    if *method == Method::GET {
        route.guard(guard::Any(guard::Get()).or(guard::Head()))
    } else {
        route.method(method.clone())
    }
}

/// What a handler may return.
pub trait Answer {
    const CAN_FAIL: bool;
}

impl<T> Answer for Result<T, Problem> {
    const CAN_FAIL: bool = true;
}

impl<T> Answer for web::Json<T> {
    const CAN_FAIL: bool = false;
}

impl Answer for HttpResponse {
    const CAN_FAIL: bool = false;
}

/// A path with its routes; any other method is answered 405 with `Allow`. Outside of [`CALLS`] a path without a `GET` is a page too.
pub struct Resource {
    pub path: &'static str,
    /// Whether the frontend answers `GET`.
    is_page: bool,
    routes: Vec<Route>,
}

/// Below these there are no pages.
const CALLS: [&str; 2] = ["/api", "/media"];

/// The routes by their paths, in the order in which they are written. Those without a parameter come first: the server tries one path
/// after the other, and one with a parameter by a regular expression.
pub fn resources(routes: Vec<Route>) -> Vec<Resource> {
    let mut resources: Vec<Resource> = Vec::new();
    for route in routes {
        let path = route.path;
        match resources.iter_mut().find(|resource| resource.path == path) {
            Some(resource) => resource.routes.push(route),
            None => resources.push(Resource {
                path,
                is_page: false,
                routes: vec![route],
            }),
        }
    }
    for resource in &mut resources {
        let is_call = CALLS.iter().any(|prefix| resource.path.starts_with(prefix));
        resource.is_page = !is_call && !resource.routes.iter().any(Route::answers_get);
    }
    let (mut plain, patterns): (Vec<_>, Vec<_>) = resources
        .into_iter()
        .partition(|resource| !resource.path.contains('{'));
    plain.extend(patterns);
    plain
}

impl Resource {
    /// The same within a scope that takes the prefix off the path.
    pub fn below(self, prefix: &str) -> Self {
        let path = self.path.strip_prefix(prefix).unwrap_or(self.path);
        Self { path, ..self }
    }
}

impl HttpServiceFactory for Resource {
    fn register(self, service: &mut AppService) {
        let mut methods = self.routes.iter().map(Route::methods).collect::<Vec<_>>();
        let mut resource = ActixResource::new(self.path);
        if self.is_page {
            methods.insert(0, "GET, HEAD");
            resource = resource.route(of_method(&Method::GET).to(pages::page));
        }
        let allow = methods.join(", ");
        self.routes
            .into_iter()
            .fold(resource, |resource, route| resource.route(route.handler))
            .default_service(web::to(move || {
                let allow = allow.clone();
                async move { Err::<HttpResponse, Problem>(Problem::method_not_allowed(&allow)) }
            }))
            .register(service);
    }
}

/// `fn declared()` with the routes in the order in which they are written.
macro_rules! routes {
    ($($tag:literal { $($method:ident $path:literal $who:ident $(($action:ident))? $handler:path;)+ })+) => {
        fn declared() -> Vec<$crate::routes::table::Route> {
            vec![$($(
                $crate::routes::table::Route::new(
                    $tag,
                    ::actix_web::http::Method::$method,
                    $path,
                    $crate::routes::who::Who::$who $((::staff::StaffAction::$action))?,
                    $handler,
                    ::std::marker::PhantomData::<$handler>,
                ),
            )+)+]
        }
    };
}
pub(crate) use routes;
