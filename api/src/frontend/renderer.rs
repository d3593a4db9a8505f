//! Writes the pages with the values of the owner's folder, once, when the server starts.
//!
//! Decision: the frontend's own code for prerendering runs here, in QuickJS, an engine of the size of a library; so a page has one source,
//! and what the browser hydrates is what the server wrote. Placeholders in finished pages were the other way: they cannot follow a list
//! of another length, a plan without a button or a text with other sections. Cost: a second of the start (docs/site.md), and half a megabyte
//! of the program; without an owner's folder it never runs.
//!
//! Decision: it runs in a process of its own, this program once more, which ends with the last page. In the server's process the allocator
//! kept 20 to 40 MB of what the engine had freed, for as long as the server ran. Cost: the pages and the values pass through pipes.

use std::{
    collections::BTreeMap,
    io::{self, Read, Write},
    process::{Command, Stdio},
    thread,
};

use flate2::read::GzDecoder;
use rquickjs::{CatchResultExt as _, CaughtError, Context, Ctx, Function, Module, Object, Promise, Runtime};
use serde::{Deserialize, Serialize};

use crate::frontend::assets::Renderer;

/// Bytes. React calls itself for each level of a page, and the engine has no stack but the thread's.
const STACK: usize = 16 * 1024 * 1024;
/// Bytes; a tenth of it is used. An endless text is an error, and not the end of the machine.
const MEMORY: usize = 256 * 1024 * 1024;

/// The running program, also after its file was replaced by another version's.
const THIS_PROGRAM: &str = "/proc/self/exe";
/// The argument with which the server starts itself to write pages.
const WRITE_PAGES: &str = "--write-pages";

/// A page or a shell.
#[derive(Debug, Serialize, Deserialize)]
pub struct WrittenPage {
    /// In the frontend's build, without a leading slash.
    pub file: String,
    pub html: String,
}

/// What the frontend's build gives the renderer beside the code. The code reads the rest of it.
#[derive(serde::Deserialize)]
pub struct Parts {
    /// Drawings by their path in the site, with places for colours.
    pub drawings: BTreeMap<String, String>,
}

/// Why no page was written; one line.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    #[error("this program was built without its pages; run: make run")]
    NoRenderer,
    #[error("the pages' code in this program is damaged: {0}")]
    Damaged(#[from] io::Error),
    #[error("the pages cannot be written with the values of the owner's folder: {0}")]
    Failed(String),
    /// By the process that writes the pages.
    #[error("{0}")]
    Reported(String),
}

/// The globals that the pages' code reads, by their names there, as JSON.
pub type Globals = Vec<(&'static str, String)>;

/// Which pages to write, and with what.
#[derive(Serialize, Deserialize)]
struct PageRequest {
    globals: Vec<(String, String)>,
    /// All, if absent.
    addresses: Option<Vec<String>>,
}

/// One global.
///
/// # Errors
/// The value is no JSON.
pub fn global(name: &'static str, value: &impl Serialize) -> Result<(&'static str, String), RenderError> {
    let json = serde_json::to_string(value).map_err(|error| RenderError::Failed(error.to_string()))?;
    Ok((name, json))
}

impl Renderer {
    /// What the code does not read.
    ///
    /// # Errors
    /// [`RenderError::Damaged`]
    pub fn parts(&self) -> Result<Parts, RenderError> {
        let parts = self.parts_json()?;
        serde_json::from_str(&parts).map_err(|error| RenderError::Damaged(io::Error::other(error)))
    }

    fn parts_json(&self) -> Result<String, RenderError> {
        String::from_utf8(unpacked(self.parts)?)
            .map_err(|error| RenderError::Damaged(io::Error::other(error)))
    }

    /// Answers a [`PageRequest`]: every page and shell, or the pages at some addresses. For the process that [`write_pages`] starts.
    ///
    /// # Errors
    /// [`RenderError`]
    pub fn answer(&self, mut request: impl Read, mut pages: impl Write) -> Result<(), RenderError> {
        let mut json = Vec::new();
        request.read_to_end(&mut json)?;
        let request: PageRequest = serde_json::from_slice(&json).map_err(unreadable)?;
        let (script, parts) = (unpacked(self.script)?, self.parts_json()?);
        let written = thread::scope(|scope| {
            let written = thread::Builder::new()
                .name(String::from("pages"))
                .stack_size(STACK)
                .spawn_scoped(scope, || run(script, parts, request))?
                .join();
            written.unwrap_or_else(|_| Err(RenderError::Failed(String::from("its thread has panicked"))))
        })?;
        let json = serde_json::to_vec(&written).map_err(unreadable)?;
        Ok(pages.write_all(&json)?)
    }
}

/// Every page and shell, or the pages at these addresses. Blocks for about a second.
///
/// # Errors
/// [`RenderError`]
pub fn write_pages(globals: &Globals, addresses: Option<&[&str]>) -> Result<Vec<WrittenPage>, RenderError> {
    let owned = |texts: &[&str]| texts.iter().copied().map(String::from).collect();
    let request = PageRequest {
        globals: globals
            .iter()
            .map(|(name, json)| ((*name).to_owned(), json.clone()))
            .collect(),
        addresses: addresses.map(owned),
    };
    let request = serde_json::to_vec(&request).map_err(unreadable)?;
    let mut child = Command::new(THIS_PROGRAM)
        .arg(WRITE_PAGES)
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    // It answers nothing before it has read all. If it ended before, its own line says why.
    let sent = child.stdin.take().map(|mut input| input.write_all(&request));
    let answer = child.wait_with_output()?;
    if !answer.status.success() {
        let line = String::from_utf8_lossy(&answer.stderr).trim().to_owned();
        return Err(match line.is_empty() {
            true => RenderError::Failed(format!("the process that writes them ended by {}", answer.status)),
            false => RenderError::Reported(line),
        });
    }
    sent.transpose()?;
    serde_json::from_slice(&answer.stdout).map_err(unreadable)
}

fn unreadable(error: serde_json::Error) -> RenderError {
    RenderError::Failed(error.to_string())
}

fn unpacked(gzip: &[u8]) -> io::Result<Vec<u8>> {
    let mut plain = Vec::new();
    GzDecoder::new(gzip).read_to_end(&mut plain)?;
    Ok(plain)
}

fn run(script: Vec<u8>, parts: String, request: PageRequest) -> Result<Vec<WrittenPage>, RenderError> {
    let failed = |error: rquickjs::Error| RenderError::Failed(error.to_string());
    let runtime = Runtime::new().map_err(failed)?;
    runtime.set_max_stack_size(STACK / 4 * 3);
    runtime.set_memory_limit(MEMORY);
    let context = Context::full(&runtime).map_err(failed)?;
    context.with(|context| {
        write(&context, script, parts, request)
            .catch(&context)
            .map_err(|error| RenderError::Failed(in_one_line(&error)))
    })
}

fn write<'js>(
    context: &Ctx<'js>,
    script: Vec<u8>,
    parts: String,
    request: PageRequest,
) -> rquickjs::Result<Vec<WrittenPage>> {
    for (name, json) in request.globals {
        context.globals().set(name, context.json_parse(json)?)?;
    }
    let (module, loaded) = Module::declare(context.clone(), "pages", script)?.eval()?;
    loaded.finish::<()>()?;
    let write: Function<'js> = module.get("writePages")?;
    let written: Promise<'js> = write.call((context.json_parse(parts)?, request.addresses))?;
    let pages: Vec<Object<'js>> = written.finish()?;
    pages
        .into_iter()
        .map(|page| {
            Ok(WrittenPage {
                file: page.get("file")?,
                html: page.get("html")?,
            })
        })
        .collect()
}

/// What was thrown, and what that says was its cause.
fn in_one_line(error: &CaughtError<'_>) -> String {
    let mut text = error.to_string();
    if let CaughtError::Exception(exception) = error
        && let Ok(cause) = exception.as_object().get::<_, Object<'_>>("cause")
        && let Ok(message) = cause.get::<_, String>("message")
    {
        text.push_str(&format!(" Cause: {message}"));
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
