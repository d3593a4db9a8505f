// An answer read from this browser's storage, which is not trusted.
import type { Answer, GivenAnswer } from './api';

/** Undefined when the text is not an answer. */
export function parseGivenAnswer(text: string): GivenAnswer | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { courseId, videoId, exercise, answer, answeredAt }: Fields = value;
  if (!isId(courseId) || !isId(videoId) || typeof exercise !== 'string') return undefined;
  if (typeof answeredAt !== 'string' || Number.isNaN(Date.parse(answeredAt))) return undefined;
  return isAnswer(answer) ? { courseId, videoId, exercise, answer, answeredAt } : undefined;
}

type Fields = Partial<Record<keyof GivenAnswer, unknown>>;

function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

function isAnswer(value: unknown): value is Answer {
  if (typeof value === 'string') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (!Array.isArray(value)) return false;
  const parts: unknown[] = value;
  return (
    parts.every((part) => typeof part === 'number' && Number.isSafeInteger(part)) ||
    (parts.length === 2 && parts.every((part) => typeof part === 'string'))
  );
}
