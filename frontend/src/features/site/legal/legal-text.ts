// The shape of a legal text: anchored sections of paragraphs and lists.
export interface LegalSection {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly LegalBlock[];
}

/** A string is a paragraph, an array a list. */
export type LegalBlock = string | readonly string[];
