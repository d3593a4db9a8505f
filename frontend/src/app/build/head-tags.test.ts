import { expect, test } from 'vitest';

import { shellHtml } from './head-tags';

const SHELL =
  '<head>\n    <!--head-->\n    <title>Course Portal</title>\n    <meta name="description" content="Old" />\n    <!--/head-->\n    <link /></head>';

test('a shell gets the title and description of its route, and keeps the rest', () => {
  const html = shellHtml(SHELL, { title: 'Sign in', description: 'Sign in or register.' });
  expect(html).toContain('<title>Sign in</title>');
  expect(html).toContain('<meta name="description" content="Sign in or register." />');
  expect(html).toContain('<meta name="robots" content="noindex" />');
  expect(html).toContain('<!--/head-->\n    <link /></head>');
  expect(html).not.toContain('Course Portal');
  expect(html).not.toContain('Old');
});

test('text is escaped, and `$` stays a character', () => {
  const html = shellHtml(SHELL, { title: '<b>$& "1"', description: 'a & b' });
  expect(html).toContain('<title>&lt;b&gt;$&amp; &quot;1&quot;</title>');
  expect(html).toContain('content="a &amp; b"');
});

test('a shell without marks is an error, not a page with a wrong title', () => {
  expect(() => shellHtml('<head></head>', { title: 'a', description: 'b' })).toThrow('marks');
});
