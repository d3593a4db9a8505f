//! The API's own description, which every answer must keep.

use std::{
    cell::RefCell,
    process::Command,
    sync::{Arc, OnceLock},
};

use boon::{Compiler, Schemas};
use serde_json::Value;

use crate::{http::Answer, server::binary};

/// The OpenAPI document of the binary under test.
pub struct Contract {
    document: Value,
    operations: Vec<Operation>,
}

/// Under this name its schemas are compiled.
const NAME: &str = "https://portal.example/openapi.json";

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
            let operations = operations(&document);
            Arc::new(Self { document, operations })
        }))
    }

    #[must_use]
    pub fn document(&self) -> &Value {
        &self.document
    }

    #[must_use]
    pub fn operations(&self) -> Vec<Operation> {
        self.operations.clone()
    }

    /// The operation that a request is one of; HEAD is asked of what answers GET.
    #[must_use]
    pub fn operation(&self, method: &str, path: &str) -> Option<&Operation> {
        let path = path.split('?').next().unwrap_or_default();
        let method = if method == "HEAD" { "GET" } else { method };
        self.operations
            .iter()
            .find(|operation| operation.method == method && matches(&operation.path, path))
    }

    /// Fails where an answer of a described call has a status or a body that the description does not give.
    pub fn check(&self, method: &str, path: &str, answer: &Answer) {
        if let Err(problem) = self.verdict(method, path, answer) {
            panic!("{problem}");
        }
    }

    /// Holds an answer of a described call against its description.
    ///
    /// # Errors
    /// What the description does not give.
    pub fn verdict(&self, method: &str, path: &str, answer: &Answer) -> Result<(), String> {
        let Some(operation) = self.operation(method, path) else {
            return Ok(());
        };
        // Not modified: the answer that the caller holds already.
        if answer.status == 304 {
            return Ok(());
        }
        let status = answer.status.to_string();
        let name = format!("{method} {} {status}", operation.path);
        let response = &operation.description["responses"][&status];
        let text = String::from_utf8_lossy(&answer.body);
        if response.is_null() {
            return Err(format!("{name} is not described: {text:.300}"));
        }
        let schema = &response["content"]["application/json"]["schema"];
        if schema.is_null() || method == "HEAD" {
            return Ok(());
        }
        let place = format!(
            "/paths/{}/{}/responses/{status}/content/application~1json/schema",
            operation.path.replace('/', "~1"),
            operation.method.to_ascii_lowercase()
        );
        let json = serde_json::from_str(&text).map_err(|error| format!("{name}: {error}: {text:.300}"))?;
        self.validate(&place, &json)
            .map_err(|problem| format!("{name} does not keep its description: {problem}: {text:.300}"))
    }

    /// Holds a value against the schema at a place of the document, a JSON pointer (RFC 6901).
    ///
    /// # Errors
    /// What the value breaks, or what is wrong with the schema.
    pub fn validate(&self, place: &str, value: &Value) -> Result<(), String> {
        thread_local! {
            /// Each schema is compiled once in a thread; a compiler cannot be shared between threads.
            static COMPILED: RefCell<Option<(Compiler, Schemas)>> = const { RefCell::new(None) };
        }
        // In a fragment of an address some signs of a pointer are escaped.
        let fragment = place.replace('{', "%7B").replace('}', "%7D");
        COMPILED.with_borrow_mut(|compiled| {
            let (compiler, schemas) = match compiled {
                Some(compiled) => compiled,
                None => compiled.insert((self.compiler()?, Schemas::new())),
            };
            let schema = compiler
                .compile(&format!("{NAME}#{fragment}"), schemas)
                .map_err(|e| format!("{e:#}"))?;
            schemas
                .validate(value, schema)
                .map_err(|error| format!("{error:#}"))
        })
    }

    fn compiler(&self) -> Result<Compiler, String> {
        let mut compiler = Compiler::new();
        compiler.enable_format_assertions();
        compiler
            .add_resource(NAME, self.document.clone())
            .map_err(|error| error.to_string())?;
        Ok(compiler)
    }
}

fn operations(document: &Value) -> Vec<Operation> {
    let paths = document["paths"].as_object().expect("paths");
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
