// The tags in the `<head>` of the HTML files that the build writes.
import type { Head } from '@/lib/head';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}

export function titleTags({ title, description }: Pick<Head, 'title' | 'description'>): string[] {
  return [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}" />`,
  ];
}

export const NO_INDEX = '<meta name="robots" content="noindex" />';

/** What a shell has between its `<!--head-->` marks, which the server may replace. */
const HEAD = /<!--head-->[^]*<!--\/head-->/;

/** The shell with another title and description. */
export function shellHtml(shell: string, head: Pick<Head, 'title' | 'description'>): string {
  const tags = ['<!--head-->', ...titleTags(head), NO_INDEX, '<!--/head-->'].join('\n    ');
  if (!HEAD.test(shell)) throw new Error('The shell has no <!--head--> marks.');
  // A function, because `$` has a meaning in a replacement text.
  return shell.replace(HEAD, () => tags);
}
