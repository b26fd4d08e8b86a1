/** What a line typed into the terminal workspace asks for. */
export type Line =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'command'; readonly text: string }
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'press'; readonly what: number | string }
  | { readonly kind: 'as'; readonly person: string }
  | { readonly kind: 'go'; readonly channel: string }
  | { readonly kind: 'advance'; readonly by: string }
  | { readonly kind: 'do'; readonly deed: string; readonly words: readonly string[] }
  | { readonly kind: 'wait'; readonly until: string }
  | { readonly kind: 'people' | 'channels' | 'deeds' | 'help' | 'quit' }
  | { readonly kind: 'misunderstood'; readonly hint: string };

type Verb = 'press' | 'as' | 'go' | 'say' | 'advance' | 'do' | 'wait';

const ALONE: ReadonlyMap<string, 'people' | 'channels' | 'deeds' | 'help' | 'quit'> = new Map([
  ['people', 'people'],
  ['channels', 'channels'],
  ['deeds', 'deeds'],
  ['help', 'help'],
  ['?', 'help'],
  ['quit', 'quit'],
  ['exit', 'quit'],
]);

/** What each verb needs behind it, for who left it out. */
const NEEDS: Readonly<Record<Verb, string>> = {
  press: 'which button? Its number or its label: press 1, press Details',
  as: 'who? Try: as ken (people lists them)',
  go: 'where? Try: go #payments (channels lists them)',
  say: 'say what?',
  advance: 'how far? Try: advance 1h, advance to 09:00 or advance to tomorrow',
  do: 'do what? deeds lists what can be made to happen',
  wait: 'for what? Try: wait digest, for the next message that says so',
};

export function parseLine(typed: string): Line {
  const text = typed.trim();
  if (text === '' || text.startsWith('# ')) return { kind: 'nothing' };
  if (text.startsWith('/')) return { kind: 'command', text };
  if (/^\d+$/.test(text)) return { kind: 'press', what: Number(text) };
  const [first = '', ...words] = text.split(/\s+/);
  const verb = first.toLowerCase();
  const alone = ALONE.get(verb);
  if (alone !== undefined && words.length === 0) return { kind: alone };
  if (!isVerb(verb)) return { kind: 'misunderstood', hint: hintFor(text) };
  const rest = text.slice(first.length).trim();
  return rest === '' ? { kind: 'misunderstood', hint: NEEDS[verb] } : withWords(verb, rest, words);
}

function withWords(verb: Verb, rest: string, words: readonly string[]): Line {
  switch (verb) {
    case 'press':
      return { kind: 'press', what: /^\d+$/.test(rest) ? Number(rest) : rest };
    case 'as':
      return { kind: 'as', person: rest };
    case 'go':
      return { kind: 'go', channel: rest };
    case 'say':
      return { kind: 'say', text: rest };
    case 'advance':
      return { kind: 'advance', by: rest };
    case 'wait':
      return { kind: 'wait', until: rest };
    case 'do': {
      const [deed = '', ...more] = words;
      return { kind: 'do', deed, words: more };
    }
    default:
      return verb satisfies never;
  }
}

function isVerb(word: string): word is Verb {
  return Object.hasOwn(NEEDS, word);
}

function hintFor(text: string): string {
  return /^drift\b/i.test(text)
    ? `type it with its slash, as in Slack: /${text}`
    : `"${text}" means nothing here: type /drift …, the number of a button, or help`;
}
