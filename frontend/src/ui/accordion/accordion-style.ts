// The styles of the static and the scripted accordion: replacing one by the other must not shift the layout.
export const accordionStyle = {
  list: 'border-t border-line',
  item: 'border-b border-line',
  heading: 'text-lg',
  row: 'flex min-h-12 w-full items-center justify-between gap-4 py-4 text-left',
  sign: 'shrink-0 text-ink-muted transition-transform duration-100',
  content: 'max-w-prose pb-5 text-ink-muted',
};
