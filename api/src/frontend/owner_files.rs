//! The files of the site that follow the owner's folder: pages, drawings, icon, card and manifest.

use std::borrow::Cow;

use orders::PriceList;
use serde::Serialize;
use site::{OwnerSite, OwnerTexts, SiteValues, Theme, price_list};

use crate::frontend::assets::Renderer;
use crate::frontend::page_files::ORIGIN;
use crate::frontend::renderer::{Globals, RenderError, WrittenPage, global, write_pages};
use crate::frontend::site_file::SiteFile;

const SVG: &str = "image/svg+xml; charset=utf-8";
const HTML: &str = "text/html; charset=utf-8";
const FAVICON: &str = "/favicon.svg";
/// So many of the FAQ's first questions stand on the home page, as many as the built-in ones.
const HOME_QUESTIONS: usize = 4;

/// The values as pages read them (`frontend/src/settings/own-site.ts`).
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OwnSite<'a> {
    #[serde(flatten)]
    values: &'a SiteValues,
    /// Left out where the checkout asks for no country.
    #[serde(skip_serializing_if = "Option::is_none")]
    checkout_country: Option<CheckoutCountry>,
    mark: bool,
    texts: Vec<&'static str>,
    home_questions: Vec<HomeQuestion<'a>>,
}

/// Whether the checkout needs the buyer's country.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum CheckoutCountry {
    Required,
    Optional,
}

impl CheckoutCountry {
    fn of(values: &SiteValues) -> Option<Self> {
        let prices = price_list(values).ok().filter(PriceList::asks_country)?;
        Some(if prices.vat.abroad.oss {
            Self::Required
        } else {
            Self::Optional
        })
    }
}

#[derive(Serialize)]
struct HomeQuestion<'a> {
    id: &'a str,
    question: &'a str,
    answer: &'a str,
}

/// What the folder changes in the head of each page (`frontend/src/app/build/page-html.ts`).
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OwnHead {
    colours: String,
    theme_colour: String,
    favicon: bool,
    /// Left out: the built-in cards; null: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    card: Option<Option<Card>>,
}

#[derive(Serialize)]
struct Card {
    width: u32,
    height: u32,
}

/// What a browser reads when the site is installed as an app (W3C Web Application Manifest).
#[derive(Serialize)]
struct Manifest<'a> {
    name: &'a str,
    short_name: &'a str,
    start_url: &'a str,
    display: &'a str,
    background_color: &'a str,
    theme_color: &'a str,
    icons: Vec<ManifestIcon>,
}

#[derive(Serialize)]
struct ManifestIcon {
    src: &'static str,
    sizes: &'static str,
    r#type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    purpose: Option<&'static str>,
}

/// Every file that the folder changes, with the site's origin in it. Blocks for about a second.
///
/// # Errors
/// [`RenderError`]
pub fn owner_files(
    renderer: &Renderer,
    owner: &OwnerSite,
    origin: &str,
) -> Result<Vec<SiteFile>, RenderError> {
    let mut files = written_pages(write_pages(&globals(owner)?, None)?, origin);
    for (name, json) in texts(&owner.texts)? {
        files.push(json_file(format!("/texts/{name}.json"), json));
    }
    for (path, drawing) in renderer.parts()?.drawings {
        let filled = owner.values.colours.fill(&drawing);
        files.push(SiteFile::made(path, SVG, filled.into_bytes()));
    }
    for (path, picture) in [("/mark.svg", &owner.mark), (FAVICON, &owner.favicon)] {
        if let Some(bytes) = picture {
            files.push(SiteFile::made(path, SVG, bytes.clone()));
        }
    }
    if let Some(picture) = &owner.social {
        files.push(SiteFile::made("/og/site.png", "image/png", picture.bytes.clone()));
    }
    files.push(manifest(owner)?);
    Ok(files)
}

/// The globals of the pages' code.
///
/// # Errors
/// [`RenderError::Failed`]
pub fn globals(owner: &OwnerSite) -> Result<Globals, RenderError> {
    let texts = texts(&owner.texts)?;
    let questions = owner
        .texts
        .faq
        .iter()
        .flatten()
        .flat_map(|group| &group.questions);
    let site = OwnSite {
        values: &owner.values,
        checkout_country: CheckoutCountry::of(&owner.values),
        mark: owner.mark.is_some(),
        texts: texts.iter().map(|(name, _)| *name).collect(),
        home_questions: questions
            .take(HOME_QUESTIONS)
            .map(|asked| HomeQuestion {
                id: &asked.id,
                question: &asked.question,
                answer: &asked.answer,
            })
            .collect(),
    };
    let own_texts: Vec<String> = texts
        .iter()
        .map(|(name, json)| format!("\"{name}\":{json}"))
        .collect();
    let head = OwnHead {
        colours: owner.values.colours.style(),
        theme_colour: theme_colour(owner),
        favicon: owner.favicon.is_some(),
        card: match &owner.social {
            Some(picture) => Some(Some(Card {
                width: picture.width,
                height: picture.height,
            })),
            None if owner.has_built_in_brand => None,
            None => Some(None),
        },
    };
    Ok(vec![
        global("ownSite", &site)?,
        ("ownTexts", format!("{{{}}}", own_texts.join(","))),
        global("ownHead", &head)?,
    ])
}

/// The pages as files, with the site's origin in them.
pub fn written_pages(pages: Vec<WrittenPage>, origin: &str) -> Vec<SiteFile> {
    pages
        .into_iter()
        .map(|page| {
            let html = page.html.replace(ORIGIN, origin).into_bytes();
            SiteFile::made(format!("/{}", page.file), HTML, html)
        })
        .collect()
}

/// The texts of the folder as JSON, by their names.
fn texts(texts: &OwnerTexts) -> Result<Vec<(&'static str, String)>, RenderError> {
    let mut found = Vec::new();
    let legal = [
        ("terms", &texts.terms),
        ("privacy", &texts.privacy),
        ("about", &texts.about),
    ];
    for (name, text) in legal {
        if let Some(text) = text {
            found.push(global(name, text)?);
        }
    }
    if let Some(groups) = &texts.faq {
        found.push(global("faq", groups)?);
    }
    Ok(found)
}

fn json_file(path: impl Into<Cow<'static, str>>, json: String) -> SiteFile {
    SiteFile::made(path, "application/json", json.into_bytes())
}

fn theme_colour(owner: &OwnerSite) -> String {
    let colour = owner.values.colours.of(Theme::Dark, "surface");
    colour.map_or_else(String::new, |colour| colour.to_string())
}

/// The same as `frontend/scripts/site-files.mjs` writes, with the owner's name, colours and icon.
fn manifest(owner: &OwnerSite) -> Result<SiteFile, RenderError> {
    let (name, colour) = (owner.values.brand.name.as_str(), theme_colour(owner));
    let icon = |src, sizes, r#type, purpose| ManifestIcon {
        src,
        sizes,
        r#type,
        purpose,
    };
    let mut icons = vec![icon(FAVICON, "any", "image/svg+xml", None)];
    if owner.favicon.is_none() {
        icons.push(icon("/icon-192.png", "192x192", "image/png", None));
        icons.push(icon("/icon-512.png", "512x512", "image/png", None));
        icons.push(icon("/icon-512.png", "512x512", "image/png", Some("maskable")));
    }
    let manifest = Manifest {
        name,
        short_name: name,
        start_url: "/portal",
        display: "standalone",
        background_color: &colour,
        theme_color: &colour,
        icons,
    };
    let (_, json) = global("manifest", &manifest)?;
    let path = "/site.webmanifest";
    Ok(SiteFile::made(
        path,
        "application/manifest+json",
        json.into_bytes(),
    ))
}
