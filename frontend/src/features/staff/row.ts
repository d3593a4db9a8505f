// The style of a row in a list of staff's pages.
export const rowStyle = 'border-b border-line py-3';
export const titleStyle = 'font-semibold break-words';
export const detailStyle = 'text-sm text-ink-muted figures break-words';
/** What a machine calls it, behind the sentence. */
export const codeStyle = 'inline-block max-w-full text-xs text-ink-muted break-words figures';
