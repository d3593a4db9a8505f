// Work that must reach the server while the session still lives. A logout waits for it, but not for long.
export interface LastWork {
  /** Sends what is left and then nothing more. */
  finish(): Promise<unknown>;
  /** The logout failed: go on as before. */
  resume(): void;
}

const PATIENCE_MS = 2_000;
const works = new Set<LastWork>();

/** Names work that a logout waits for, until the answer is called. */
export function beforeLogout(work: LastWork): () => void {
  works.add(work);
  return () => works.delete(work);
}

/** Runs a logout after the last work, and lets the work go on where it fails. */
export async function logOutAfterLastWork<T>(logOut: () => Promise<T>): Promise<T> {
  const finishing = [...works].map((work) => work.finish());
  await Promise.race([
    Promise.allSettled(finishing),
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ]);
  try {
    return await logOut();
  } catch (error) {
    for (const work of works) work.resume();
    throw error;
  }
}
