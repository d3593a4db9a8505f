// The style of a row in a list of staff's pages.
export const rowStyle = 'border-b border-line py-3';
export const titleStyle = 'font-semibold break-words';
export const detailStyle = 'text-sm text-ink-muted figures break-words';
