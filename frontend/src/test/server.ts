// The fake server, and error answers in the product's shape.
import { HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

export const server = setupServer();

export function refusal(
  status: number,
  code: string,
  message: string,
  fields?: Record<string, string>,
) {
  return HttpResponse.json({ message, code, fields }, { status });
}
