// Runs in the browser, first of all scripts of a prerendered page. The page is readable as it came, so
// its scripts wait for the first paint and leave the line to text and font. `#page-scripts` lists them,
// the one that starts the page first. When they are gone after a deployment the page is reloaded once,
// then it says so: the same rule, and the same mark, as src/app/chunk-failure.ts has for parts of a page.
const STORAGE_KEY = 'reloaded-for-missing-file';
const ONCE_WITHIN_MS = 60_000;

function mayReload() {
  try {
    const last = Number(sessionStorage.getItem(STORAGE_KEY) ?? 0);
    if (Date.now() - last < ONCE_WITHIN_MS) return false;
    sessionStorage.setItem(STORAGE_KEY, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}

function sayThatItFailed() {
  const notice = document.createElement('div');
  notice.setAttribute('role', 'alert');
  notice.className = 'bg-danger-soft p-4 text-center';
  notice.append('This page has been updated and a part of it could not be loaded. ');
  const again = document.createElement('button');
  again.className = 'min-h-8 font-semibold underline';
  again.textContent = 'Reload the page';
  again.addEventListener('click', () => location.reload());
  notice.append(again);
  document.body.prepend(notice);
}

function start() {
  const [entry, ...others] = JSON.parse(document.getElementById('page-scripts').textContent);
  for (const file of others) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = file;
    document.head.append(link);
  }
  import(entry).catch(() => (mayReload() ? location.reload() : sayThatItFailed()));
}

// The first paint, then the text in its own letters, but not for longer than a second. A page in the
// background paints nothing until it is looked at.
const FONTS_AT_MOST_MS = 1_000;

async function afterPaint() {
  await new Promise((resolve) => setTimeout(resolve));
  const atMost = new Promise((resolve) => setTimeout(resolve, FONTS_AT_MOST_MS));
  await Promise.race([document.fonts.ready, atMost]);
  requestAnimationFrame(() => setTimeout(start));
}

if (document.visibilityState === 'hidden') start();
else requestAnimationFrame(() => void afterPaint());
