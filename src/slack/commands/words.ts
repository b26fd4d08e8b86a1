const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** `<#C024|ops>`, `<@U024>`, `<https://x|label>`, `<!channel>`: what Slack makes of what people type, turned back. */
const ESCAPED = /<([#@!]?)([^<>|]*)(?:\|([^<>]*))?>/g;

/** What was typed, in words. Quotes of every fashion hold words together; backticks and control characters go. */
export function wordsOf(text: string): readonly string[] {
  const typed = text
    .replace(ESCAPED, (_, sign: string, id: string, label: string | undefined) =>
      sign === '@' ? `@${(label ?? id).replace(/^@/, '')}` : (label ?? id),
    )
    .replace(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/[“”„‟«»″]/g, '"')
    .replace(/[‘’‚‛′]/g, "'")
    .replace(/[\p{Cc}\p{Cf}`]/gu, ' ')
    .replace(/(^|\s)[–—](?=\p{L})/gu, '$1--');
  return [...typed.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].flatMap(([, double, single, bare]) => {
    const word = (double ?? single ?? bare ?? '').trim();
    return word === '' ? [] : [word];
  });
}

/** A word as it may be typed again: in quotes where it would fall apart. */
export function quoted(word: string): string {
  return /[\s"']/.test(word) ? `"${word.replaceAll('"', "'")}"` : word;
}
