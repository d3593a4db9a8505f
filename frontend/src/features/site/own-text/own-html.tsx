// A part of the owner's texts.
import { createElement } from 'react';

import { ownHtml } from './own-text';

export function OwnHtml({ html }: { html: string }) {
  const Html = ownHtml();
  return Html === null ? null : createElement(Html, { html });
}
