// Joins class names. A later utility does not override an earlier one of the same kind, so callers may add classes
// (margins, widths) but not override a component's own.
export { clsx as classNames } from 'clsx';
