// Translates pages as Chrome does: each text node is taken out of the page, and two <font> elements with another text take its place.
// A text that the page changes in a node that was taken out stays as it was on the page. It is written to the console as an error, and
// fails the test.
import { expect, test as base } from '../harness.mjs';

/** Runs in each page before its scripts. The mark in each translated text is one that locators do not see. */
function translate() {
  const MARK = '\u200b';
  const UNTOUCHED = 'script, style, textarea, svg, [translate="no"], .notranslate';
  const seen = new WeakSet();
  const stale = new MutationObserver((changes) => {
    for (const { target, oldValue } of changes) {
      console.error(`stale text: "${oldValue}" is "${target.data}" by now`);
    }
  });

  function wrap(node) {
    const parent = node.parentElement;
    if (parent === null || seen.has(parent) || node.data.trim() === '') return;
    if (parent.closest(UNTOUCHED) !== null) return;
    const inner = document.createElement('font');
    const outer = document.createElement('font');
    seen.add(inner);
    inner.textContent = node.data + MARK;
    outer.append(inner);
    stale.observe(node, { characterData: true, characterDataOldValue: true });
    parent.replaceChild(outer, node);
  }

  function wrapAll(root) {
    if (root.nodeType === Node.TEXT_NODE) {
      wrap(root);
      return;
    }
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const nodes = [];
    while (walker.nextNode()) nodes.push(walker.currentNode);
    nodes.forEach(wrap);
  }

  function begin() {
    const { body, documentElement } = document;
    documentElement.classList.add('translated-ltr');
    const appeared = new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'characterData') wrap(target);
        else addedNodes.forEach(wrapAll);
      }
    });
    appeared.observe(body, { childList: true, subtree: true, characterData: true });
    wrapAll(body);
    documentElement.dataset.translated = '';
  }

  // React takes over what the server rendered only while it is as it was rendered. A page that is translated before is rendered anew.
  const takenOver = () => {
    const root = document.getElementById('root');
    const container = Object.keys(root ?? {}).find((key) => key.startsWith('__reactContainer'));
    if (container === undefined) return false;
    if (root[container].stateNode.current.memoizedState.isDehydrated) return false;
    // What may be taken over later begins with a comment.
    const comments = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
    while (comments.nextNode()) {
      const { data, nextElementSibling } = comments.currentNode;
      const keys = Object.keys(nextElementSibling ?? {});
      if (data.startsWith('$') && !keys.some((key) => key.startsWith('__reactFiber'))) return false;
    }
    return true;
  };
  const wait = () => {
    if (takenOver()) requestIdleCallback(begin);
    else requestAnimationFrame(wait);
  };
  wait();
}

/** The harness with translated pages; those of `otherBrowser` are not. */
export const test = base.extend({
  context: async ({ context }, use) => {
    await context.addInitScript(translate);
    await use(context);
  },
});

/** Opens an address and waits until it is translated. */
export async function open(page, address) {
  await page.goto(address);
  await page.locator('html[data-translated]').waitFor({ state: 'attached' });
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
}
