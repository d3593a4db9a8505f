// The CSS rules that a prerendered page needs for its first paint. The whole stylesheet is loaded with the page's
// scripts.
import { PurgeCSS } from 'purgecss';
import purgeCssFromHtml from 'purgecss-from-html';

/** Attributes that a visitor can change without scripts. */
const DYNAMIC_ATTRIBUTES = ['open'];

/** The rules of `css` that can match in `html`, in their order. */
export async function criticalCss(css, html) {
  const [result] = await new PurgeCSS().purge({
    content: [{ raw: html, extension: 'html' }],
    css: [{ raw: css }],
    extractors: [{ extractor: purgeCssFromHtml, extensions: ['html'] }],
    dynamicAttributes: DYNAMIC_ATTRIBUTES,
    keyframes: true,
    variables: true,
  });
  return result.css;
}
