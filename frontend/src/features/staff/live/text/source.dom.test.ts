import { expect, test } from 'vitest';

import { markdownOf } from './source';

function sourceOf(html: string): string | null {
  const text = document.createElement('div');
  text.innerHTML = html;
  return markdownOf(text);
}

// The HTML is what the server makes of the Markdown.
test.each([
  [
    '<p>Bring your <strong>journal</strong>, <em>please</em>.</p>\n',
    'Bring your **journal**, *please*.',
  ],
  [
    '<p>One<br>\ntwo <del>three</del></p>\n<p>Four\nfive</p>\n',
    'One\\\ntwo ~~three~~\n\nFour\nfive',
  ],
  ['<h2>Agenda</h2>\n<h3>First</h3>\n<hr>\n', '# Agenda\n\n## First\n\n---'],
  [
    '<ul>\n<li>a</li>\n<li>b\n<ol start="3">\n<li>c</li>\n</ol>\n</li>\n</ul>\n',
    '- a\n- b\n  3. c',
  ],
  ['<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n<p>c</p>\n</li>\n</ul>\n', '- a\n\n- b\n\n  c'],
  ['<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>\n', '> a\n> \n> b'],
  [
    '<p>Type <code>a`b</code></p>\n<pre><code>x = 1\n\ny\n</code></pre>\n',
    'Type ``a`b``\n\n```\nx = 1\n\ny\n```',
  ],
  [
    '<p><a href="https://a.example/b_c">the room</a> https <a href="https://a.example/">https://a.example/</a> <a href="mailto:a@b.example">a@b.example</a></p>',
    '[the room](<https://a.example/b_c>) https https://a.example/ <a@b.example>',
  ],
  [
    '<p>2 * 3 &lt; 7, a_b, _c_, [x], &amp;amp;</p>',
    '2 \\* 3 \\< 7, a_b, \\_c\\_, \\[x\\], \\&amp;',
  ],
  ['<p># no\n- no\n3. no\n=== no</p>', '\\# no\n\\- no\n3\\. no\n\\=== no'],
])('%j was written as %j', (html, markdown) => expect(sourceOf(html)).toBe(markdown));

test('a table has no way back', () => {
  expect(sourceOf('<table><tbody><tr><td>a</td></tr></tbody></table>')).toBeNull();
});
