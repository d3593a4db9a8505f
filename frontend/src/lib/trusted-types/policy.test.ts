import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const load = () => import('./policy');

test('a browser without Trusted Types gets the same checks', async () => {
  const { lessonHtml, serviceWorkerUrl } = await load();
  expect(lessonHtml('<p>Words</p>')).toBe('<p>Words</p>');
  expect(lessonHtml('<img src=x onerror="a">')).toBe('&lt;img src=x onerror="a"&gt;');
  expect(serviceWorkerUrl()).toBe('/sw.js');
});

test('a browser with them gets one policy, which makes its values', async () => {
  const createPolicy = vi.fn((_name: string, rules: { createHTML: (html: string) => string }) => ({
    createHTML: (html: string) => `trusted ${rules.createHTML(html)}`,
    createScriptURL: (address: string) => `trusted ${address}`,
  }));
  vi.stubGlobal('trustedTypes', { createPolicy });
  const { lessonHtml, serviceWorkerUrl } = await load();
  expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(['portal']);
  expect(lessonHtml('<p>Words</p>')).toBe('trusted <p>Words</p>');
  expect(lessonHtml('<script>')).toBe('trusted &lt;script&gt;');
  expect(serviceWorkerUrl()).toBe('trusted /sw.js');
});

test('no other script is started', async () => {
  const createPolicy = vi.fn((_name: string, rules: { createScriptURL: (a: string) => string }) => {
    expect(() => rules.createScriptURL('https://evil.example/sw.js')).toThrow(TypeError);
    return rules;
  });
  vi.stubGlobal('trustedTypes', { createPolicy });
  await load();
  expect(createPolicy).toHaveBeenCalledOnce();
});
