// The part of the stylesheet that a prerendered page needs to look as it stands. The whole stylesheet
// comes with the page's scripts, before anything changes.
import { PurgeCSS } from 'purgecss';
import purgeCssFromHtml from 'purgecss-from-html';

/** What a visitor can change without scripts. */
const CHANGING_ATTRIBUTES = ['open'];

/** The rules of `css` that may hold somewhere in `html`, in their order. */
export async function criticalCss(css, html) {
  const [result] = await new PurgeCSS().purge({
    content: [{ raw: html, extension: 'html' }],
    css: [{ raw: css }],
    extractors: [{ extractor: purgeCssFromHtml, extensions: ['html'] }],
    dynamicAttributes: CHANGING_ATTRIBUTES,
    keyframes: true,
    variables: true,
  });
  return result.css;
}
