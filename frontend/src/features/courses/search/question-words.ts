// The words of a question by which its answer can be found. A search finds every word of what is typed, and no text has all
// words of a question: so each is searched alone, and the places with the most of them come first.
import { keyOf, type SearchHit } from './search-query';

const MOST_WORDS = 4;
const MOST_PLACES = 5;
const SHORTEST = 4;
/** Of English, in most texts and so without meaning here. */
const COMMON = new Set(
  (
    'about after again also another because been before being between could does doing done down each every from have having ' +
    'here into just know like made make many more most much must need only other ought over same shall should some such than ' +
    'that their them then there these they this those through under until upon very want were what when where which while ' +
    'whom whose will with within without would your yours'
  ).split(' '),
);

/** The longest words, and what is written in capitals (RSI, EUR/USD) before them; each once. */
export function wordsOf(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}]+(?:[/&.,'’-][\p{L}\p{N}]+)*/gu) ?? [];
  const rank = new Map<string, number>();
  for (const word of words) {
    const name = word.toLowerCase();
    const isShortForm = word.length >= 2 && /\p{Lu}/u.test(word) && word === word.toUpperCase();
    if (isShortForm) rank.set(name, Number.POSITIVE_INFINITY);
    else if (word.length >= SHORTEST && !COMMON.has(name) && !rank.has(name)) {
      rank.set(name, word.length);
    }
  }
  const ranked = [...rank].toSorted(([, a], [, b]) => (a === b ? 0 : b - a));
  return ranked.slice(0, MOST_WORDS).map(([word]) => word);
}

/** What was found for each word, together: each place once, the places with the most words first. */
export function bestPlaces(
  words: readonly string[],
  found: readonly (readonly SearchHit[])[],
): SearchHit[] {
  const places = new Map(found.flat().map((hit) => [keyOf(hit), hit]));
  const counted = [...places.values()].map((hit) => {
    const text = `${hit.lessonTitle} ${hit.snippet}`.toLowerCase();
    return { hit, count: words.filter((word) => text.includes(word)).length };
  });
  return counted
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MOST_PLACES)
    .map(({ hit }) => hit);
}
