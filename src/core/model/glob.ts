/**
 * `*` is any text, `?` any one character. What a star stands for only ever grows, and only the last star's: what was matched
 * before it holds, so that no glob takes longer than its own length times that of the text.
 */
export function matchesGlob(glob: string, text: string): boolean {
  let [inGlob, inText] = [0, 0];
  let star: { readonly glob: number; readonly text: number } | undefined;
  while (inText < text.length) {
    if (glob[inGlob] === '*') {
      star = { glob: inGlob, text: inText };
      inGlob += 1;
    } else if (glob[inGlob] === '?' || glob[inGlob] === text[inText]) {
      inGlob += 1;
      inText += 1;
    } else if (star) {
      star = { glob: star.glob, text: star.text + 1 };
      inGlob = star.glob + 1;
      inText = star.text;
    } else {
      return false;
    }
  }
  while (glob[inGlob] === '*') inGlob += 1;
  return inGlob === glob.length;
}

/** Policy lists are globs; an empty list matches nothing: deny by default. */
export function matchesAny(globs: readonly string[], text: string): boolean {
  return globs.some((glob) => matchesGlob(glob, text));
}
