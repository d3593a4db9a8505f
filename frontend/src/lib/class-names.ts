// Joins class names; a later utility replaces an earlier one of the same kind only by order in the
// stylesheet, so components take additions (margins, widths), not overrides.
export { clsx as classNames } from 'clsx';
