// Requests that must reach the server before the session ends. A logout waits for them, with a timeout.
export interface PendingWork {
  /** Sends what is pending, then stops. */
  finish(): Promise<unknown>;
  /** The logout failed: continue. */
  resume(): void;
}

const TIMEOUT_MS = 2_000;
const registered = new Set<PendingWork>();

/** Registers work that a logout waits for. The returned function removes it. */
export function beforeLogout(work: PendingWork): () => void {
  registered.add(work);
  return () => registered.delete(work);
}

/** Logs out after the pending work has finished; the work resumes when the logout fails. */
export async function logOutAfterPendingWork<T>(logOut: () => Promise<T>): Promise<T> {
  const finishing = [...registered].map((work) => work.finish());
  await Promise.race([
    Promise.allSettled(finishing),
    new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS)),
  ]);
  try {
    return await logOut();
  } catch (error) {
    for (const work of registered) work.resume();
    throw error;
  }
}
