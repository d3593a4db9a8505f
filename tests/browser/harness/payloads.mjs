// Texts that run a script where a page takes them for more than text. Each calls `executed()`, which the harness counts.

/** Short enough for a user name, one line, without @. */
export const PAYLOADS = [
  '<script>executed()</script>',
  '<img src=x onerror=executed()>',
  '"><svg onload=executed()>',
  '\'"--></title></style></textarea><script>executed()</script>',
  '</script><script>executed()</script>',
  '<iframe srcdoc="<script>parent.executed()</script>">',
  '<a href=javascript:executed() autofocus onfocus=executed()>x</a>',
  '<math><mtext><style><img src=x onerror=executed()>',
  '" onmouseover="executed()" style="position:fixed;inset:0',
  'javascript:executed()',
  "';executed()//",
  '{{constructor.constructor("executed()")()}}',
];

/** In one text, where a field takes it. */
export const ALL = PAYLOADS.join(' ');

/** Counts the calls in all pages of a context, and dialogs. */
export async function countExecutions(context) {
  let count = 0;
  await context.exposeFunction('executed', () => {
    count += 1;
  });
  context.on('dialog', (dialog) => {
    count += 1;
    void dialog.dismiss();
  });
  return () => count;
}
