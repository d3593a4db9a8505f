import { expect, test } from 'vitest';

import { isLessonHtml } from './lesson-html';

test.each([
  '',
  'Words &lt;script&gt;alert(1)&lt;/script&gt; &amp; more',
  '<h2>The tick</h2>\n<p>A <em>tick</em> is <strong>the</strong> <del>smallest</del> <code>step</code>.<br></p>\n<hr>',
  '<p><a href="https://example.com/?a=1&amp;b=2" title="x &lt; y" rel="noopener noreferrer">here</a></p>',
  '<a href="mailto:desk@example.com">mail</a><a href="/portal?a=b:c">own</a><a href="#part">part</a><a href="steps">rel</a>',
  '<img src="/media/videos/7/pictures/ab.png" alt="a > b" title="" loading="lazy">',
  '<img src="data:image/png;base64,AAAA" alt="">',
  '<ol start="3"><li>a</li></ol><ul><li>b</li></ul><blockquote><pre><code>c</code></pre></blockquote>',
  '<table><thead><tr><th align="left">a</th></tr></thead><tbody><tr><td align="right">1</td></tr></tbody></table>',
])('what the sanitizer makes is taken: %s', (html) => {
  expect(isLessonHtml(html)).toBe(true);
});

test.each([
  '<script>alert(1)</script>',
  '<SCRIPT>alert(1)</SCRIPT>',
  '<p onclick="alert(1)">a</p>',
  '<p style="color:red">a</p>',
  '<img src=x onerror=alert(1)>',
  '<img src="/x.png" onerror="alert(1)">',
  '<img src="//evil.example/x.png">',
  '<img src="/\\evil.example/x.png">',
  '<img src="https://evil.example/x.png">',
  '<img src="data:text/html;base64,AAAA">',
  '<a href="javascript:alert(1)">a</a>',
  '<a href="JaVaScRiPt:alert(1)">a</a>',
  '<a href="java\nscript:alert(1)">a</a>',
  '<a href="&#106;avascript:alert(1)">a</a>',
  '<a href="javascript&#58;alert(1)">a</a>',
  '<a href="javascript&colon;alert(1)">a</a>',
  '<a href="data:text/html,x">a</a>',
  "<a href='https://example.com'>a</a>",
  '<a href="https://example.com" target="_blank">a</a>',
  '<iframe src="/x"></iframe>',
  '<svg><path d="M0 0"></path></svg>',
  '<form action="/x"><p>a</p></form>',
  '<p',
  'a < b',
  '<!-- a -->',
  '<p title="<img src=x onerror=alert(1)>">a</p>',
  '<scr<p>ipt>alert(1)</script>',
])('what it cannot have made is not: %s', (html) => {
  expect(isLessonHtml(html)).toBe(false);
});
