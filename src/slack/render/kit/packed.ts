/** Texts in as few blocks as hold them, one below the other; one that is longer stands alone. */
export function packed(texts: readonly string[], most: number): readonly (readonly string[])[] {
  const packs: string[][] = [];
  let room = 0;
  for (const text of texts) {
    const last = packs.at(-1);
    if (last !== undefined && text.length < room) last.push(text);
    else packs.push([text]);
    room = (last !== undefined && last === packs.at(-1) ? room : most) - text.length - 1;
  }
  return packs;
}
