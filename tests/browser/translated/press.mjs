// Presses everything on a page that does not leave it: buttons, tabs, boxes, choices, lists to choose from, forms, anchors.
import { expect } from '../harness.mjs';

/** More than any page has; numbers in names do not count, so that a list ends. */
const MOST_PRESSES = 250;

/** Runs in the page: presses the first control that was not pressed before, and answers what it was. */
function pressNext({ pressed, leaves }) {
  const controls = document.querySelectorAll(
    'button, summary, select, a[href^="#"], input[type=checkbox], input[type=radio], [role=menuitem]:not(a)',
  );
  const times = new Map();
  for (const control of controls) {
    if (control.disabled || !control.checkVisibility({ visibilityProperty: true })) continue;
    const name =
      `${control.getAttribute('aria-label') ?? ''} ${control.labels?.[0]?.textContent ?? ''} ${control.textContent}`
        .replaceAll('\u200b', '')
        .replaceAll(/\d+/g, '#')
        .trim();
    if (new RegExp(leaves, 'i').test(name)) continue;
    const kind = `${control.localName} ${name}`;
    times.set(kind, (times.get(kind) ?? 0) + 1);
    const key = `${kind} (${times.get(kind)})`;
    if (times.get(kind) > 3 || pressed.includes(key)) continue;
    if (control.localName === 'select') {
      control.selectedIndex = control.options.length - 1;
      control.dispatchEvent(new Event('change', { bubbles: true }));
    } else {
      control.click();
    }
    return key;
  }
  return null;
}

/** Runs in the page: types into each field, as React expects it. */
function fillFields() {
  const values = { email: 'ada@example.com', number: '2', date: '2026-01-02', time: '10:00' };
  for (const field of document.querySelectorAll('input, textarea')) {
    if (['checkbox', 'radio', 'range', 'file', 'hidden'].includes(field.type)) continue;
    if (field.disabled || field.readOnly || !field.checkVisibility()) continue;
    const prototype = Object.getPrototypeOf(field);
    const { set } = Object.getOwnPropertyDescriptor(prototype, 'value');
    set.call(field, values[field.type] ?? 'Some text 12');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** Two frames later, when no call is under way. */
async function settled(page) {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

async function pressOnce(page, leaves) {
  const { pathname } = new URL(page.url());
  const pressed = [];
  while (pressed.length < MOST_PRESSES) {
    const key = await page.evaluate(pressNext, { pressed, leaves });
    if (key === null) return pressed;
    pressed.push(key);
    await settled(page);
    expect(new URL(page.url()).pathname, `${key} stays on the page`).toBe(pathname);
  }
  throw new Error(`More than ${MOST_PRESSES} controls: ${pressed.join(', ')}`);
}

/** Presses everything twice, with empty and with filled fields; `leaves` describes the names of what is left alone. */
export async function pressEverything(page, leaves = '^$') {
  await settled(page);
  const empty = await pressOnce(page, leaves);
  await page.evaluate(fillFields);
  const filled = await pressOnce(page, leaves);
  return [...empty, ...filled];
}
