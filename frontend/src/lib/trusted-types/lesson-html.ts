// The HTML that the server's sanitizer can make of a lesson's Markdown (domain/courses/src/lesson/markdown.rs), as its serializer
// writes it: these tags, these attributes, each in double quotes, and no other `<`.

const PLAIN_TAGS = 'blockquote br code del em hr li p pre strong table tbody thead tr ul';
const HEADINGS = 'h2 h3 h4 h5 h6';
const TAGS: ReadonlyMap<string, readonly string[]> = new Map([
  ['a', ['href', 'title', 'rel']],
  ['img', ['src', 'alt', 'title', 'loading']],
  ['ol', ['start']],
  ['td', ['align']],
  ['th', ['align']],
  ...PLAIN_TAGS.split(' ').map((tag): [string, readonly string[]] => [tag, []]),
  ...HEADINGS.split(' ').map((tag): [string, readonly string[]] => [tag, ['id']]),
]);

const TAG = /<\/?([a-z][a-z0-9]*)((?: [a-z]+="[^"]*")*)>/g;
const ATTRIBUTE = / ([a-z]+)="([^"]*)"/g;
/** The web, mail, a telephone, or an address without a scheme. */
const LINK = /^(?:(?:https?|mailto|tel):|[^:/?#]*(?:[/?#]|$))/i;
/** A file of the site, or a picture that was put into the text to be there without a connection. */
const PICTURE = /^(?:\/(?![/\\])|data:image\/[a-z0-9.+-]+;base64,)/i;
/** Letters, digits, dashes and underscores. */
const ID = /^[\p{L}\p{M}\p{N}_-]+$/u;
/** The serializer escapes these signs and no other, so that none hides the scheme of an address. */
const OTHER_ESCAPE = /&(?!(?:amp|lt|gt|quot|nbsp);)/;

/** Whether the server can have made this HTML. */
export function isLessonHtml(html: string): boolean {
  const rest = html.replaceAll(TAG, (tag: string, name: string, attributes: string) =>
    isAllowed(name, attributes) ? '' : tag,
  );
  return !rest.includes('<');
}

function isAllowed(name: string, attributes: string): boolean {
  const known = TAGS.get(name);
  return known !== undefined && (attributes === '' || areSafe(attributes, known));
}

function areSafe(attributes: string, known: readonly string[]): boolean {
  return [...attributes.matchAll(ATTRIBUTE)].every(
    ([, key = '', value = '']) => known.includes(key) && isSafe(key, value),
  );
}

function isSafe(key: string, value: string): boolean {
  if (key === 'href') return LINK.test(value) && !OTHER_ESCAPE.test(value);
  if (key === 'id') return ID.test(value);
  if (key === 'src') return PICTURE.test(value) && !OTHER_ESCAPE.test(value);
  return true;
}
