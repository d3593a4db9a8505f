// Runs a task while no tab of this browser runs one of the same name. Without Web Locks (a page without TLS), while
// this tab runs none.
const running = new Map<string, Promise<unknown>>();

export async function oneAtATime(name: string, task: () => Promise<void>): Promise<void> {
  if (globalThis.navigator?.locks !== undefined) {
    await navigator.locks.request(name, task);
    return;
  }
  const previous = running.get(name) ?? Promise.resolve();
  const mine = previous.then(task, task);
  running.set(name, mine);
  await mine;
}
