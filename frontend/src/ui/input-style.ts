// How every text control looks: one border, one height, an error that is more than a colour.
export const inputStyle =
  'block w-full min-h-12 rounded-box border border-line-strong bg-surface-raised px-3 py-2 text-base text-ink ' +
  'placeholder:text-ink-muted aria-invalid:border-danger aria-invalid:border-2 disabled:opacity-60';
