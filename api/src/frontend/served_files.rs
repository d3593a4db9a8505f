//! Which file stands at an address of the site: a file of the owner's, a file that names the site's own address, or an embedded file.

use std::{
    collections::HashMap,
    sync::{Arc, OnceLock, PoisonError, RwLock},
};

use serde::Serialize;
use site::OwnerSite;

use crate::frontend::assets::FrontendBuild;
use crate::frontend::owner_files::{globals, owner_files, written_pages};
use crate::frontend::page_files::ORIGIN;
use crate::frontend::renderer::{RenderError, global, write_pages};
use crate::frontend::site_file::SiteFile;

/// The page that lists the imported courses, where the owner's folder shows them.
const COURSES: &str = "/courses";
const SITEMAP: &str = "/sitemap.xml";

type Files = HashMap<String, Arc<SiteFile>>;

/// The frontend that is served.
pub struct Frontend {
    build: FrontendBuild,
    origin: String,
    embedded: Files,
    /// Those of the owner's folder.
    own: RwLock<Files>,
    /// Embedded texts that name the site's own address, filled in when a file is first asked for.
    filled: OnceLock<Files>,
}

impl Frontend {
    /// The embedded files, and in place of some of them those of the owner's folder. Without a folder nothing is written anew.
    ///
    /// # Errors
    /// [`RenderError`]
    pub fn start(build: FrontendBuild, owner: &OwnerSite, origin: &str) -> Result<Self, RenderError> {
        let own = match (build.renderer, owner.is_built_in) {
            (_, true) => Vec::new(),
            (Some(renderer), false) => owner_files(&renderer, owner, origin)?,
            // It has no pages, and says so at each address.
            (None, false) if build.assets.is_empty() => Vec::new(),
            (None, false) => return Err(RenderError::NoRenderer),
        };
        Ok(Self {
            build,
            origin: origin.to_owned(),
            embedded: by_path(build.assets.iter().map(SiteFile::embedded)),
            own: RwLock::new(by_path(own)),
            filled: OnceLock::new(),
        })
    }

    pub const fn build(&self) -> &FrontendBuild {
        &self.build
    }

    pub fn file(&self, path: &str) -> Option<Arc<SiteFile>> {
        let own = self.own.read().unwrap_or_else(PoisonError::into_inner);
        own.get(path)
            .or_else(|| self.filled().get(path))
            .or_else(|| self.embedded.get(path))
            .cloned()
    }

    /// Writes the page that lists the courses, and the sitemap, with these courses and their pages. Blocks for up to a second.
    ///
    /// # Errors
    /// [`RenderError`]
    pub fn show_catalogue(
        &self,
        owner: &OwnerSite,
        courses: &impl Serialize,
        pages: &[String],
    ) -> Result<(), RenderError> {
        self.build.renderer.ok_or(RenderError::NoRenderer)?;
        let mut given = globals(owner)?;
        given.push(global("ownCatalogue", courses)?);
        let written = write_pages(&given, Some(&[COURSES]))?;
        let mut files = by_path(written_pages(written, &self.origin));
        if let Some(sitemap) = self.sitemap_with(pages) {
            files.insert(SITEMAP.to_owned(), Arc::new(sitemap));
        }
        let mut own = self.own.write().unwrap_or_else(PoisonError::into_inner);
        own.extend(files);
        Ok(())
    }

    /// The sitemap of the build, and these pages at its end.
    fn sitemap_with(&self, pages: &[String]) -> Option<SiteFile> {
        let built = self.filled().get(SITEMAP)?;
        let text = String::from_utf8_lossy(&built.plain().ok()?).into_owned();
        let added: String = pages
            .iter()
            .map(|page| format!("  <url><loc>{}{page}</loc></url>\n", self.origin))
            .collect();
        let text = text.replace("</urlset>", &format!("{added}</urlset>"));
        Some(SiteFile::made(SITEMAP, built.content_type, text.into_bytes()))
    }

    fn filled(&self) -> &Files {
        self.filled.get_or_init(|| {
            let texts = self.embedded.values().filter(|file| {
                [".html", ".xml", ".txt"]
                    .iter()
                    .any(|ending| file.path.ends_with(ending))
            });
            by_path(texts.filter_map(|file| {
                let bytes = file.plain().ok()?;
                let text = std::str::from_utf8(&bytes).ok()?;
                text.contains(ORIGIN).then(|| {
                    let text = text.replace(ORIGIN, &self.origin);
                    SiteFile::made(file.path.clone(), file.content_type, text.into_bytes())
                })
            }))
        })
    }
}

fn by_path(files: impl IntoIterator<Item = SiteFile>) -> Files {
    files
        .into_iter()
        .map(|file| (file.path.to_string(), Arc::new(file)))
        .collect()
}
