// The site's one Trusted Types policy: each text that becomes HTML, and each address of a script that is started by a script, passes
// here. The server allows a policy of this name and no other (api/src/frontend/page_policy.rs), so that a browser with
// Trusted Types refuses every text that does not. Other browsers get the same checks.
import { isLessonHtml } from './lesson-html';

interface Rules {
  createHTML: (html: string) => string;
  createScriptURL: (address: string) => string;
}

declare global {
  // What the policy makes is no string, but every place that takes HTML or a script's address takes it as one.
  var trustedTypes: { createPolicy: (name: string, rules: Rules) => Rules } | undefined;
}

const NAME = 'portal';
const SERVICE_WORKER = '/sw.js';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const rules: Rules = {
  // A lesson's HTML was made safe by the server. What the server cannot have made is shown as text.
  createHTML: (html) =>
    isLessonHtml(html) ? html : html.replaceAll(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign),
  createScriptURL: (address) => {
    if (address !== SERVICE_WORKER) throw new TypeError(`${address} is no script of this site`);
    return address;
  },
};

const policy = globalThis.trustedTypes?.createPolicy(NAME, rules) ?? rules;

/** HTML of a lesson, for a sink; a new object for each call. */
export const lessonHtml = (html: string): string => policy.createHTML(html);

/** The address of the service worker. */
export const serviceWorkerUrl = (): string => policy.createScriptURL(SERVICE_WORKER);
