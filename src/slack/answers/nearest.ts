import leven from 'leven';

const MOST_NEAR = 5;

/** What was probably meant, best first: a few slips of the finger, or a name that holds the word. */
export function nearestTo<Named extends { readonly name: string }>(
  word: string,
  all: readonly Named[],
): readonly Named[] {
  const wanted = word.toLowerCase();
  return all
    .map((one) => ({ one, distance: distanceTo(wanted, one.name.toLowerCase()) }))
    .filter(({ distance }) => distance <= Math.max(2, Math.ceil(wanted.length / 3)))
    .toSorted((a, b) => a.distance - b.distance || a.one.name.localeCompare(b.one.name))
    .slice(0, MOST_NEAR)
    .map(({ one }) => one);
}

export function nearestNames(word: string, names: Iterable<string>): readonly string[] {
  return nearestTo(
    word,
    [...new Set(names)].filter((name) => name !== '').map((name) => ({ name })),
  ).map(({ name }) => name);
}

/** A name that holds the word is as near as one slip of the finger. */
function distanceTo(wanted: string, name: string): number {
  return wanted.length >= 3 && name.includes(wanted) ? 1 : leven(wanted, name);
}
