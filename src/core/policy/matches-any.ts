import { matchesGlob } from '../compare/ignore-rules.ts';

/** Policy lists are globs; an empty list matches nothing: deny by default. */
export function matchesAny(globs: readonly string[], text: string): boolean {
  return globs.some((glob) => matchesGlob(glob, text));
}
