//! The API's own description, which every answer must keep.

use std::{
    process::Command,
    sync::{Arc, OnceLock},
};

use boon::{Compiler, Schemas};
use serde_json::Value;

use crate::{http::Answer, server::binary};

/// The OpenAPI document of the binary under test.
pub struct Contract {
    document: Value,
}

/// One operation of the document.
#[derive(Debug, Clone)]
pub struct Operation {
    /// `GET`, ...
    pub method: String,
    /// With placeholders: `/api/courses/{id}`.
    pub path: String,
    pub description: Value,
}

impl Operation {
    /// `GET /api/courses/{id}`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// Who may call it: `public`, `member`, `holder` or `stripe`.
    #[must_use]
    pub fn who_may(&self) -> &str {
        self.description["x-who-may"].as_str().expect("who may")
    }
}

impl Contract {
    /// The document, read once in a process.
    #[must_use]
    pub fn shared() -> Arc<Self> {
        static SHARED: OnceLock<Arc<Contract>> = OnceLock::new();
        Arc::clone(SHARED.get_or_init(|| {
            let printed = Command::new(binary("portal-api"))
                .arg("--print-openapi")
                .output()
                .expect("the binary runs");
            let document = serde_json::from_slice(&printed.stdout).expect("the document is JSON");
            Arc::new(Self { document })
        }))
    }

    #[must_use]
    pub fn document(&self) -> &Value {
        &self.document
    }

    #[must_use]
    pub fn operations(&self) -> Vec<Operation> {
        let paths = self.document["paths"].as_object().expect("paths");
        let operations = paths.iter().flat_map(|(path, item)| {
            item.as_object()
                .expect("a path item")
                .iter()
                .map(move |(method, description)| Operation {
                    method: method.to_ascii_uppercase(),
                    path: path.clone(),
                    description: description.clone(),
                })
        });
        operations
            .filter(|operation| operation.method != "PARAMETERS")
            .collect()
    }

    fn operation(&self, method: &str, path: &str) -> Option<Operation> {
        let path = path.split('?').next().unwrap_or_default();
        self.operations()
            .into_iter()
            .find(|operation| operation.method == method && matches(&operation.path, path))
    }

    /// Fails where an answer of a described call has a status or a body that the description does not give.
    pub fn check(&self, method: &str, path: &str, answer: &Answer) {
        let Some(operation) = self.operation(method, path) else {
            return;
        };
        // Not modified: the answer that the caller holds already.
        if answer.status == 304 {
            return;
        }
        let status = answer.status.to_string();
        let name = format!("{method} {} {status}", operation.path);
        let response = &operation.description["responses"][&status];
        let text = String::from_utf8_lossy(&answer.body);
        assert!(!response.is_null(), "{name} is not described: {text:.300}");
        let schema = &response["content"]["application/json"]["schema"];
        if schema.is_null() {
            return;
        }
        let place = format!(
            "/paths/{}/{}/responses/{status}/content/application~1json/schema",
            operation.path.replace('/', "~1"),
            method.to_ascii_lowercase()
        );
        if let Err(problem) = self.validate(&place, &answer.json()) {
            panic!("{name} does not keep its description: {problem}: {text:.300}");
        }
    }

    /// Holds a value against the schema at a place of the document, a JSON pointer (RFC 6901).
    ///
    /// # Errors
    /// What the value breaks, or what is wrong with the schema.
    pub fn validate(&self, place: &str, value: &Value) -> Result<(), String> {
        const NAME: &str = "https://portal.example/openapi.json";
        let mut compiler = Compiler::new();
        compiler.enable_format_assertions();
        compiler
            .add_resource(NAME, self.document.clone())
            .map_err(|error| error.to_string())?;
        let mut schemas = Schemas::new();
        // In a fragment of an address some signs of a pointer are escaped.
        let fragment = place.replace('{', "%7B").replace('}', "%7D");
        let schema = compiler
            .compile(&format!("{NAME}#{fragment}"), &mut schemas)
            .map_err(|e| format!("{e:#}"))?;
        schemas
            .validate(value, schema)
            .map_err(|error| format!("{error:#}"))
    }
}

/// Whether a path is one of a template's.
fn matches(template: &str, path: &str) -> bool {
    let (mut wanted, mut given) = (template.split('/'), path.split('/'));
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return true,
            (Some(wanted), Some(given))
                if wanted == given || (wanted.starts_with('{') && !given.is_empty()) => {}
            _ => return false,
        }
    }
}
