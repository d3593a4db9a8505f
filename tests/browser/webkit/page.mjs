// A page in WebKit, by the names that a member reads. Each action waits until what it needs is there.
import { setTimeout } from 'node:timers/promises';

import { expect } from '@playwright/test';

/** The key under which WebDriver names an element (https://www.w3.org/TR/webdriver2/#elements). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** What WebDriver answers before it has touched the element: the page is still changing. */
const NOT_YET = [
  'element click intercepted',
  'element not interactable',
  'no such element',
  'stale element reference',
];
const SELECTORS = {
  button: 'button, [role=button], summary',
  link: 'a[href]',
  heading: 'h1, h2, h3, h4',
  field: 'input, textarea, select',
  region: 'section, [role=region], article, form, nav, [role=group], [role=log]',
  slider: '[role=slider], input[type=range]',
  status: '[role=status], [role=alert]',
};
const WAIT_MS = 90_000;
/** Keys without a sign (https://www.w3.org/TR/webdriver2/#keyboard-actions). */
export const ESCAPE = '\uE00C';

/** Runs in the page: the visible elements of a selector with this name, as a string in full or as an expression. */
function visible(selector, name, pattern, flags) {
  const textOf = (element) => element.textContent.replace(/\s+/g, ' ').trim();
  const nameOf = (element) => {
    const by = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    if (by.length > 0) return by.map((id) => textOf(document.getElementById(id))).join(' ');
    if (element.hasAttribute('aria-label')) return element.getAttribute('aria-label');
    // A label may have its field, with options, within.
    if (element.labels?.length > 0) return textOf(element.labels[0]).replace(textOf(element), '').trim();
    return textOf(element);
  };
  const matches = (text) => (pattern === null ? text === name : new RegExp(pattern, flags).test(text));
  return [...document.querySelectorAll(selector)].filter(
    (element) => element.checkVisibility({ visibilityProperty: true }) && matches(nameOf(element)),
  );
}

/** Runs in the page: brings an element into the middle of the window. */
function toMiddle(element) {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  return { width, height, x: left + width / 2, y: top + height / 2 };
}

export class Page {
  #call;
  #origin;

  constructor(call, origin) {
    this.#call = call;
    this.#origin = origin;
  }

  async goto(address) {
    await this.#call('POST', '/url', { url: new URL(address, this.#origin).href });
  }

  async reload() {
    await this.#call('POST', '/refresh');
  }

  /** The address without the origin. */
  async address() {
    return (await this.#call('GET', '/url')).replace(this.#origin, '');
  }

  addCookie({ name, value, path, httpOnly }) {
    return this.#call('POST', '/cookie', { cookie: { name, value, path, httpOnly } });
  }

  /** Runs a function in the page; a promise that it returns is awaited. */
  run(work, ...args) {
    return this.#call('POST', '/execute/sync', {
      script: `return (${work})(...arguments);`,
      args,
    });
  }

  /** As Playwright's: what both kinds of pages wait for is written once. */
  async waitForFunction(condition) {
    await expect.poll(() => this.run(condition)).toBe(true);
  }

  /** The visible elements of this kind, or of this selector, with this name. */
  all(kind, name = /(?:)/) {
    const wanted = name instanceof RegExp ? ['', name.source, name.flags] : [name, null, ''];
    return this.run(visible, SELECTORS[kind] ?? kind, ...wanted);
  }

  async one(kind, name) {
    const found = await this.all(kind, name);
    if (found.length === 1) return found[0];
    throw Object.assign(new Error(`${found.length} × ${kind} ${name ?? ''}`), { code: NOT_YET[2] });
  }

  async see(kind, name) {
    await expect.poll(async () => (await this.all(kind, name)).length, `${kind} ${name}`).toBe(1);
  }

  async seeNo(kind, name) {
    await expect.poll(async () => (await this.all(kind, name)).length, `${kind} ${name}`).toBe(0);
  }

  /** Waits until the page shows this text. */
  async read(text) {
    await expect.poll(() => this.run(() => document.body.innerText)).toMatch(text);
  }

  /** Clicks by pointer in the middle of the element. */
  click(kind, name) {
    return this.#act(kind, name, (id) => this.#call('POST', `/element/${id}/click`));
  }

  /** Replaces what a field has by these keys. */
  fill(name, text) {
    return this.#act('field', name, async (id) => {
      await this.#call('POST', `/element/${id}/clear`);
      await this.#call('POST', `/element/${id}/value`, { text });
    });
  }

  /** Chooses an option of a list by its value. */
  choose(name, value) {
    return this.#act('field', name, async (id) => {
      const using = 'css selector';
      const option = await this.#call('POST', `/element/${id}/element`, {
        using,
        value: `option[value="${value}"]`,
      });
      await this.#call('POST', `/element/${option[ELEMENT]}/click`);
    });
  }

  async #act(kind, name, act) {
    const until = Date.now() + WAIT_MS;
    for (;;) {
      try {
        const element = await this.one(kind, name);
        // The driver itself scrolls, and does not always wait until that is done.
        const box = await this.run(toMiddle, element);
        return await act(element[ELEMENT], box);
      } catch (error) {
        if (!NOT_YET.includes(error.code) || Date.now() > until) throw error;
        await setTimeout(50);
      }
    }
  }

  /** Presses keys, one after another, where the focus is. */
  async press(...keys) {
    const actions = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#call('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
  }

  /** The box of an element, after it was brought into the middle of the window. */
  box(kind, name) {
    return this.#act(kind, name, (_id, box) => box);
  }

  /** Moves the pointer over these points of the window, the button pressed from the first to the last. */
  async drag(first, ...others) {
    const move = ([x, y]) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 });
    await this.#call('POST', '/actions', {
      actions: [
        {
          type: 'pointer',
          id: 'pointer',
          parameters: { pointerType: 'mouse' },
          actions: [
            move(first),
            { type: 'pointerDown', button: 0 },
            ...others.map(move),
            { type: 'pointerUp', button: 0 },
          ],
        },
      ],
    });
  }
}
