// What a component takes that shows its children beside others: elements, and no text of their own. A browser's translation takes a text
// node out of the page, and then React can neither change it nor insert something before it; see scripts/checks/check-text.mjs.
import type { ReactElement } from 'react';

export type Elements = ReactElement | false | null | undefined | readonly Elements[];
