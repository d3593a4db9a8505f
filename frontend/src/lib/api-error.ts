// The errors of failed calls. The message is composed here and shown by the caller.

/** The server answered with an error status. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The answer's `code`; empty when the body was not the product's JSON. */
  readonly code: string;
  /** Field name to message. */
  readonly fields: Readonly<Record<string, string>>;
  /** The sentence that the server wrote; null when the body was not the product's JSON. */
  readonly serverMessage: string | null;
  /** From `Retry-After`; null when absent. */
  readonly retryAfterSeconds: number | null;

  constructor(response: Response, body: unknown) {
    const json = readJson(body);
    super(`${response.status}: ${json.message ?? readText(body) ?? response.statusText}`);
    this.status = response.status;
    this.code = json.code ?? '';
    this.fields = json.fields;
    this.serverMessage = json.message;
    const seconds = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
    this.retryAfterSeconds = Number.isNaN(seconds) ? null : seconds;
  }
}

/** There was no answer: offline, connection refused, or aborted by the network. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(cause: unknown) {
    super('No connection to the server. Check your network and try again.', { cause });
  }
}

export function isStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}

/** The message of any error, for a toast or an error panel. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function readText(body: unknown): string | null {
  return typeof body === 'string' && body.trim() !== '' ? body : null;
}

function readJson(body: unknown) {
  const fields: Record<string, string> = {};
  if (typeof body !== 'object' || body === null) return { message: null, code: null, fields };
  if ('fields' in body && typeof body.fields === 'object' && body.fields !== null) {
    for (const [name, message] of Object.entries(body.fields)) {
      if (typeof message === 'string') fields[name] = message;
    }
  }
  return {
    message: 'message' in body && typeof body.message === 'string' ? body.message : null,
    code: 'code' in body && typeof body.code === 'string' ? body.code : null,
    fields,
  };
}
