/*
 * Text from clusters, Git and people is never parsed by Slack: no mention, no link, no formatting, no emoji can come out of
 * it. mrkdwn knows no way to escape its formatting characters, so they become look-alikes; code spans and preformatted text,
 * where people copy from, change nothing but backticks.
 */

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const LOOK_ALIKES: Readonly<Record<string, string>> = { '*': '∗', '`': 'ˋ', '~': '∼', _: 'ˍ', ':': '꞉' };

/** Names of emoji have 100 characters at most. Between letters and digits an underscore formats nothing: names stay as they are. */
const FORMATTING = /[*`~]|_(?![A-Za-z0-9])|(?<![A-Za-z0-9])_|:(?=(?:[\d_+'-]{0,100}[A-Za-z][\w+'-]{0,100}|100|1234):)/g;

/** Invisible and control characters show themselves; lone surrogates are no text. */
export function visible(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\p{Cc}\p{Cf}]/gu, (character) => (character === '\n' ? '\n' : character === '\t' ? ' ' : '\uFFFD'));
}

export function onOneLine(text: string): string {
  return visible(text).replace(/\s+/g, ' ');
}

/** For mrkdwn outside of code. */
export function escapeText(text: string): string {
  return escapeEntities(
    onOneLine(text)
      .replace(FORMATTING, (character) => LOOK_ALIKES[character] ?? character)
      .replace(/^(\s*)>/, '$1›'),
  );
}

/** For mrkdwn between two backticks. */
export function escapeCode(text: string): string {
  return escapeEntities(onOneLine(text).replaceAll('`', 'ˋ'));
}

/** For plain_text: nothing is parsed there, but it reads like a mention to whoever copies it. */
export function escapePlain(text: string): string {
  return onOneLine(text).replaceAll('<', '‹').replaceAll('>', '›');
}

function escapeEntities(text: string): string {
  return text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? character);
}

/** What is cut off shows. */
export function clipped(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, Math.max(0, most - 1)).toWellFormed()}…`;
}
