import leven from 'leven';

/** `did you mean a, b?`, or what to do where nothing is like it. */
export function didYouMean(name: string, names: Iterable<string>, otherwise: string): string {
  const close = [...new Set(names)]
    .map((candidate) => ({ candidate, distance: leven(name, candidate) }))
    .filter(({ candidate, distance }) => distance <= Math.max(2, name.length / 2) || candidate.includes(name))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, 3);
  return close.length === 0 ? otherwise : `did you mean ${close.map(({ candidate }) => candidate).join(', ')}?`;
}
