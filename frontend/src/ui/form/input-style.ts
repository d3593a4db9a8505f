// The style of every text control. An error changes the border's width, not only its colour.
export const inputStyle =
  'block w-full min-h-12 rounded-box border border-line-strong bg-surface-raised px-3 py-2 text-base text-ink ' +
  'placeholder:text-ink-muted aria-invalid:border-danger aria-invalid:border-2 disabled:opacity-60';
