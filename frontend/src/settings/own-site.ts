// The values that every page uses: those of the owner's folder when the server has written them into the page, else the built-in ones.
import { builtInSite } from './site';
import type { SiteSettings } from './site-settings';

export interface OwnQuestion {
  readonly id: string;
  readonly question: string;
  /** Plain. */
  readonly answer: string;
  /** Safe HTML. */
  readonly html: string;
}

export type OwnTextName = 'terms' | 'privacy' | 'about' | 'faq';

/** The owner's values and what else the owner's folder has. */
export interface OwnSite extends SiteSettings {
  /** Whether the checkout needs the buyer's country; absent: it does not ask. */
  readonly checkoutCountry?: 'required' | 'optional';
  /** The folder has a drawing of the brand, served at `/mark.svg`. */
  readonly mark: boolean;
  /** Texts that stand in place of built-in ones. */
  readonly texts: readonly OwnTextName[];
  /** The first questions of the owner's FAQ, for the home page; the built-in ones where the list is empty. */
  readonly homeQuestions: readonly Omit<OwnQuestion, 'html'>[];
}

declare global {
  /** Set by the server's renderer, before it loads the pages' code. */
  var ownSite: OwnSite | undefined;
}

/** The id of the element with the owner's values in a page. */
export const OWN_SITE = 'own-site';

function given(): OwnSite | undefined {
  if (import.meta.env.SSR) return globalThis.ownSite;
  const text = document.getElementById(OWN_SITE)?.textContent;
  if (text === undefined) return undefined;
  const own: OwnSite = JSON.parse(text);
  return own;
}

export const site: OwnSite = given() ?? {
  ...builtInSite,
  mark: false,
  texts: [],
  homeQuestions: [],
};
