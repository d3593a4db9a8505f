// Runs in the browser, first of all scripts of a prerendered page. The page is readable as it came, so the
// whole stylesheet and the scripts wait for the first paint and leave the line to text and font.
// `#page-start` names them, the script that starts the page first. When they are gone after a deployment
// the page is reloaded once, then it says so: the same rule, and the same mark, as
// src/app/loading/chunk-failure.ts has for parts of a page.
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

function addLink(rel, href) {
  const link = document.createElement('link');
  link.rel = rel;
  link.href = href;
  const loaded = new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', reject);
  });
  document.head.append(link);
  return loaded;
}

async function start() {
  const { stylesheet, scripts } = JSON.parse(document.getElementById('page-start').textContent);
  const [entry] = scripts;
  // What of these fails, the entry's own import says.
  for (const file of scripts) addLink('modulepreload', file).catch(() => {});
  try {
    await addLink('stylesheet', stylesheet);
    await import(entry);
  } catch {
    if (mayReload()) location.reload();
    else sayThatItFailed();
  }
}

// The first paint, then the text in its own letters, neither for longer than a second. A page in the
// background paints nothing until it is looked at.
const AT_MOST_MS = 1_000;

// When the screen shows it, which on a slow phone is some time after the frame was made.
const painted = new Promise((resolve) => {
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) resolve();
  });
  observer.observe({ type: 'paint', buffered: true });
});

const soonEnough = (event) =>
  Promise.race([event, new Promise((resolve) => setTimeout(resolve, AT_MOST_MS))]);

async function afterPaint() {
  await soonEnough(painted);
  await soonEnough(document.fonts.ready);
  requestAnimationFrame(() => setTimeout(() => void start()));
}

if (document.visibilityState === 'hidden') void start();
else void afterPaint();
