// Gives up a request whose answer does not come: on a bad line a request can stay open for minutes, and what is kept in
// this browser would not be shown for as long.
export const ANSWER_MS = 15_000;

/** Fails when nothing of the answer arrives for 15 seconds, before its beginning or within it. */
export async function fetchInTime(input: string | URL | Request, init?: RequestInit) {
  const request = new Request(input, init);
  const controller = new AbortController();
  const cancel = () => controller.abort(request.signal.reason);
  if (request.signal.aborted) cancel();
  request.signal.addEventListener('abort', cancel, { once: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(
      () => controller.abort(new DOMException('No answer in time', 'TimeoutError')),
      ANSWER_MS,
    );
  };
  const done = () => {
    clearTimeout(timer);
    request.signal.removeEventListener('abort', cancel);
  };
  wait();
  try {
    const response = await globalThis.fetch(new Request(request, { signal: controller.signal }));
    if (response.body === null) {
      done();
      return response;
    }
    const timed = response.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, out) {
          wait();
          out.enqueue(chunk);
        },
        flush: done,
      }),
    );
    const { status, statusText, headers } = response;
    return new Response(timed, { status, statusText, headers });
  } catch (error) {
    done();
    throw error;
  }
}
