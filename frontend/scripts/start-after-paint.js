// Runs in the browser, as the first script of a prerendered page. The page is readable without more, so the whole
// stylesheet and the scripts are loaded after the first paint, when text and fonts have arrived. `#page-start` names
// them, the entry script first. When they no longer exist after a deployment, the page is reloaded once, then a notice
// is shown: the same rule and storage key as in src/app/loading/chunk-failure.ts.
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

function showFailureNotice() {
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
  // A failure of these is reported by the entry's import.
  for (const file of scripts) addLink('modulepreload', file).catch(() => {});
  try {
    await addLink('stylesheet', stylesheet);
    await import(entry);
  } catch {
    if (mayReload()) location.reload();
    else showFailureNotice();
  }
}

// Waits for the first paint, then for the fonts, at most a second for each. A page in the background does not paint
// until it is visible.
const TIMEOUT_MS = 1_000;

// When the frame is presented, which on a slow phone is later than its rendering.
const painted = new Promise((resolve) => {
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) resolve();
  });
  observer.observe({ type: 'paint', buffered: true });
});

const withTimeout = (event) =>
  Promise.race([event, new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))]);

async function afterPaint() {
  await withTimeout(painted);
  await withTimeout(document.fonts.ready);
  requestAnimationFrame(() => setTimeout(() => void start()));
}

if (document.visibilityState === 'hidden') void start();
else void afterPaint();
