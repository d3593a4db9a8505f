// A form's rules, fetched when the form is first touched: the page is there before them.
import type { FieldValues, Resolver } from 'react-hook-form';

export const RULES_NOT_LOADED =
  'A part of this page could not be loaded. Check your connection, then press the button again.';

/** Submitting rejects when the rules cannot be fetched. */
export function lazyResolver<Fields extends FieldValues>(
  load: () => Promise<Resolver<Fields>>,
): Resolver<Fields> {
  return async (values, context, options) => (await load())(values, context, options);
}
