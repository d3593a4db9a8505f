// The beginning of a question, as the title of its row.
const FIRST_WORDS = 90;

/** Whole words: a text that is cut within a word cannot be translated. */
export function firstWords(text: string): string {
  if (text.length <= FIRST_WORDS) return text;
  const cut = text.slice(0, FIRST_WORDS + 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), FIRST_WORDS / 2))}…`;
}
