// A page by its keyboard alone.

/** Tab until what has the focus has this label or text; the page must show it already. */
export async function tabTo(page, name) {
  for (let steps = 0; steps < 60; steps += 1) {
    await page.keyboard.press('Tab');
    const own = await page.evaluate(() => {
      const { activeElement: one } = document;
      return one.labels?.[0]?.textContent ?? one.textContent ?? '';
    });
    if (name.test(own)) return;
  }
  throw new Error(`The keyboard does not reach ${name}`);
}
