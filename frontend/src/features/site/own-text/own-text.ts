// The owner's texts, in place of built-in ones. The page that shows one has it in its HTML; a visitor who comes from another page
// fetches it.
import type { ComponentType } from 'react';

import { site, type OwnQuestion, type OwnTextName } from '@/settings/own-site';

export interface TextSection {
  readonly id: string;
  readonly title: string;
  /** Safe. */
  readonly html: string;
}

export interface LegalText {
  /** Of the page, where the text begins with one. */
  readonly title?: string;
  /** Safe HTML before the first section. */
  readonly intro: string;
  readonly sections: readonly TextSection[];
}

export interface FaqGroup {
  readonly title: string;
  readonly questions: readonly OwnQuestion[];
}

interface OwnTexts {
  terms: LegalText;
  privacy: LegalText;
  about: LegalText;
  faq: readonly FaqGroup[];
}

declare global {
  /** Set by the server's renderer, before it loads the pages' code. */
  var ownTexts: Partial<OwnTexts> | undefined;
}

/** The id of the element with the page's own text. */
const OWN_TEXT = 'own-text';

let texts: Partial<OwnTexts> = {};
let html: ComponentType<{ html: string }> | null = null;

async function read(name: OwnTextName): Promise<Partial<OwnTexts>> {
  if (import.meta.env.SSR) return globalThis.ownTexts ?? {};
  const element = document.getElementById(OWN_TEXT);
  if (element?.dataset.name === name) return { [name]: JSON.parse(element.textContent) };
  const response = await fetch(`/texts/${name}.json`);
  if (!response.ok) throw new Error(`The text ${name} could not be loaded.`);
  return { [name]: await response.json() };
}

/** To be awaited before the page renders; does nothing where the built-in text stands. */
export async function loadOwnText(name: OwnTextName): Promise<void> {
  if (!site.texts.includes(name) || texts[name] !== undefined) return;
  const [own, { SafeHtml }] = await Promise.all([read(name), import('@/ui/safe-html/safe-html')]);
  texts = { ...texts, ...own };
  html = SafeHtml;
}

/** The owner's text, loaded before; undefined: the built-in one stands. */
export function ownText<Name extends OwnTextName>(name: Name): Partial<OwnTexts>[Name] {
  return texts[name];
}

/** Shows safe HTML; there is one wherever a text was loaded. */
export function ownHtml(): ComponentType<{ html: string }> | null {
  return html;
}
