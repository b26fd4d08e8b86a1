export function matchesGlob(glob: string, text: string): boolean {
  const form = glob
    .split(/(\*+|\?)/)
    .map((part) => (part.startsWith('*') ? '.*' : part === '?' ? '.' : part.replace(/[.+^${}()|[\]\\]/g, '\\$&')))
    .join('');
  return new RegExp(`^${form}$`, 's').test(text);
}

/** Policy lists are globs; an empty list matches nothing: deny by default. */
export function matchesAny(globs: readonly string[], text: string): boolean {
  return globs.some((glob) => matchesGlob(glob, text));
}
