// Opens a lesson in Chromium over an emulated line and measures the time to its first frame.
import { createRequire } from "node:module";
import { join } from "node:path";

import { root } from "./harness.mjs";

const { chromium } = createRequire(join(root, "frontend/package.json"))("playwright-core");

const LINE = {
  offline: false,
  /** From a request to its answer's head, in milliseconds. */
  latency: 100,
  /** 10 Mbit/s, in bytes. */
  downloadThroughput: 10_000_000 / 8,
  uploadThroughput: 10_000_000 / 8,
};

export function openBrowser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  });
}

/**
 * A member who is at the course clicks a lesson of its outline: the application is loaded, of the lesson nothing is. The service
 * worker is left out, because its requests would not go over the emulated line.
 *
 * `at` is the lesson that is open, `to` the one to open; milliseconds from the press of the button to the first frame, and the
 * requests and the events of the video since.
 */
export async function openLesson(browser, { url, cookie, course, at, to }) {
  const [name, ...value] = cookie.split("=");
  const context = await browser.newContext({ serviceWorkers: "block", viewport: { width: 1440, height: 900 } });
  try {
    await context.addCookies([{ name, value: value.join("="), url }]);
    // Generous, because the machine may be busy: what is measured is not what is waited for.
    context.setDefaultTimeout(120_000);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", LINE);
    await page.goto(`${url}/portal/course/${course}?lesson=${at.id}`);
    // The browser takes no more of the lesson before: it has what it wants, as where the lesson was opened some time ago.
    await page.waitForFunction(() => {
      const { readyState = 0, networkState } = document.querySelector("video") ?? {};
      return readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && networkState === HTMLMediaElement.NETWORK_IDLE;
    });
    await page.waitForLoadState("networkidle");
    const opened = page.evaluate(firstFrame, to.id);
    await page.getByRole("navigation", { name: "Lessons" }).getByRole("link", { name: to.title }).click();
    return await opened;
  } finally {
    await context.close();
  }
}

/** Runs in the page. */
function firstFrame(id) {
  const video = document.querySelector("video");
  const before = video.currentSrc;
  return new Promise((done) => {
    let pressed;
    const events = [];
    addEventListener("pointerdown", ({ timeStamp }) => (pressed = timeStamp), { capture: true, once: true });
    for (const type of ["loadstart", "loadedmetadata", "loadeddata", "playing"]) {
      video.addEventListener(type, ({ timeStamp }) => events.push({ type, timeStamp }));
    }
    // Called for each picture that is shown. `readyState` would be late: for the first picture it still says that none is there.
    const painted = (_now, { expectedDisplayTime, presentedFrames }) => {
      const isThis = new URLSearchParams(location.search).get("lesson") === String(id) && video.currentSrc !== before;
      if (pressed === undefined || !isThis) return video.requestVideoFrameCallback(painted);
      events.push({ type: `picture ${presentedFrames} of the lesson is on the screen`, timeStamp: expectedDisplayTime });
      const since = (time) => Math.round(time - pressed);
      const resources = performance.getEntriesByType("resource").filter(({ startTime }) => startTime >= pressed);
      const steps = [
        ...resources.map(({ name, startTime, responseStart, responseEnd, transferSize }) => {
          const times = [startTime, responseStart, responseEnd].map(since);
          return { times, what: `${new URL(name).pathname} (${transferSize} bytes)` };
        }),
        ...events.map(({ type, timeStamp }) => ({ times: [since(timeStamp)], what: type })),
      ];
      done({ milliseconds: expectedDisplayTime - pressed, steps: steps.toSorted((a, b) => a.times[0] - b.times[0]) });
    };
    video.requestVideoFrameCallback(painted);
  });
}
