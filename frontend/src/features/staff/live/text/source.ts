// The Markdown of a session's text, from what is shown of it: the server answers the text made safe, and not as it was written.
// Every mark that the server makes of a text without files has its way back (domain/courses/src/lesson/markdown.rs), tables aside.

/** The first line after a mark, the others below it. */
const indented = (text: string, first: string, rest: string) =>
  first + text.replaceAll(/\n(?=[^\n])/g, `\n${rest}`);

/** Signs that would be marks, anywhere and at the beginning of a line. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\`*[\]<~]|(?<!\w)_|_(?!\w)|&(?=#?\w+;)/g, String.raw`\$&`)
    .replaceAll(/^(\s*)([#>+=-])/gm, String.raw`$1\$2`)
    .replaceAll(/^(\s*\d+)([.)])/gm, String.raw`$1\$2`);
}

/** Around code there are more backticks than in it. */
function fence(code: string, least: number): string {
  const longest = Math.max(0, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  return '`'.repeat(Math.max(least, longest + 1));
}

function codeOf(text: string): string {
  const ticks = fence(text, 1);
  const space = /^`|`$/.test(text) ? ' ' : '';
  return ticks + space + text + space + ticks;
}

function linkOf(link: Element): string {
  const address = link.getAttribute('href') ?? '';
  const words = link.textContent;
  if (words === address && /^https?:/.test(address)) return address;
  if (`mailto:${words}` === address) return `<${words}>`;
  const title = link.getAttribute('title');
  const of = title === null ? '' : ` "${title.replaceAll('"', String.raw`\"`)}"`;
  return `[${inline(link)}](<${address}>${of})`;
}

function inline(parent: Node): string {
  let text = '';
  for (const node of parent.childNodes) {
    if (!(node instanceof Element)) text += escaped(node.textContent ?? '');
    else if (node.localName === 'strong') text += `**${inline(node)}**`;
    else if (node.localName === 'em') text += `*${inline(node)}*`;
    else if (node.localName === 'del') text += `~~${inline(node)}~~`;
    else if (node.localName === 'br') text += '\\';
    else if (node.localName === 'code') text += codeOf(node.textContent);
    else if (node.localName === 'a') text += linkOf(node);
    else text += inline(node);
  }
  return text;
}

const BLOCKS = 'p, ul, ol, blockquote, pre, hr, h2, h3, h4, h5, h6';

function itemOf(item: Element, mark: string): string {
  const content = item.querySelector(`:scope > :is(${BLOCKS})`) ? blocks(item) : inline(item);
  return indented(content.trim(), `${mark} `, ' '.repeat(mark.length + 1));
}

function listOf(list: Element): string {
  const start = Number(list.getAttribute('start') ?? 1);
  const isLoose = list.querySelector(':scope > li > p') !== null;
  return [...list.children]
    .map((item, at) => itemOf(item, list.localName === 'ol' ? `${start + at}.` : '-'))
    .join(isLoose ? '\n\n' : '\n');
}

function blockOf(block: Element): string {
  switch (block.localName) {
    case 'ul':
    case 'ol':
      return listOf(block);
    case 'blockquote':
      return blocks(block).replaceAll(/^/gm, '> ');
    case 'pre': {
      const code = block.textContent.replace(/\n$/, '');
      const ticks = fence(code, 3);
      return `${ticks}\n${code}\n${ticks}`;
    }
    case 'hr':
      return '---';
    case 'p':
      return inline(block).trim();
    default:
      // The page's own heading is the first level: the text's begin at the second.
      return `${'#'.repeat(Number(block.localName.slice(1)) - 1)} ${inline(block).trim()}`;
  }
}

/** Words beside blocks, as in an item with a list, are a block of their own. */
function blocks(parent: Element): string {
  const found: string[] = [];
  let words = document.createElement('p');
  const end = () => {
    const text = inline(words).trim();
    if (text !== '') found.push(text);
    words = document.createElement('p');
  };
  for (const node of parent.childNodes) {
    if (node instanceof Element && node.matches(BLOCKS)) {
      end();
      found.push(blockOf(node));
    } else words.append(node.cloneNode(true));
  }
  end();
  return found.join(parent.localName === 'li' && !parent.querySelector('p') ? '\n' : '\n\n');
}

/** Null for a text with a table. */
export function markdownOf(text: Element): string | null {
  return text.querySelector('table') ? null : blocks(text);
}
