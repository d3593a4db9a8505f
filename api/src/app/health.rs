//! What a supervisor asks: liveness, readiness and metrics.

use actix_web::{HttpResponse, web};
use api_macros::operation;
use metrics_exporter_prometheus::PrometheusHandle;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::SharedApp;
use crate::http::problem::Problem;

#[derive(Serialize, ToSchema)]
pub struct Health {
    status: &'static str,
}

/// Alive: the process answers.
#[operation(responses((status = 200, body = Health)))]
pub async fn alive() -> web::Json<Health> {
    web::Json(Health { status: "ok" })
}

/// Ready: the database is reached, has the schema that this binary knows, and can be written to.
#[operation(responses((status = 200, body = Health)))]
pub async fn ready(app: SharedApp) -> Result<web::Json<Health>, Problem> {
    app.database.check_blocking().await?;
    Ok(web::Json(Health { status: "ready" }))
}

/// Metrics in the Prometheus text format. Where `PORTAL_METRICS_LISTEN` is set, they are served there alone.
#[operation(responses((status = 200, description = "Prometheus text", content_type = "text/plain")))]
pub async fn metrics(app: SharedApp, handle: web::Data<PrometheusHandle>) -> HttpResponse {
    app.samples.refresh(&app.database, &app.settings.data_dir).await;
    HttpResponse::Ok()
        .content_type("text/plain; version=0.0.4; charset=utf-8")
        .body(handle.render())
}
