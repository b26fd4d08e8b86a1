import { instant } from '../../../core/words/instant.ts';

/** What Slack makes something of: a person or group is notified, a channel linked, a time told on the reader's own clock. */
export type Mention = 'person' | 'group' | 'channel' | 'date';

/* Ids come from Slack and from the policy. What does not look like one is said as the text that it is. */
const IDS: Readonly<Record<Exclude<Mention, 'date'>, readonly [form: RegExp, before: string]>> = {
  person: [/^[UW][A-Z0-9]{1,30}$/, '@'],
  group: [/^S[A-Z0-9]{1,30}$/, '!subteam^'],
  channel: [/^[CGD][A-Z0-9]{1,30}$/, '#'],
};

const INSTANT = /^\d{4}-\d{2}-\d{2}T/;

/** undefined: it cannot be mentioned. */
export function mentionOf(what: Mention, text: string): string | undefined {
  if (what === 'date') {
    // Date.parse takes "50" for a year, and Go's zero time lies before what Slack can tell
    const at = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
    // https://docs.slack.dev/messaging/formatting-message-text/#date-formatting
    return Number.isNaN(at) || at < 0
      ? undefined
      : `<!date^${Math.floor(at / 1000)}^{date_short_pretty} {time}|${instant(text)}>`;
  }
  const [form, before] = IDS[what];
  return form.test(text) ? `<${before}${text}>` : undefined;
}

export function isMention(style: string): style is Mention {
  return style === 'date' || Object.hasOwn(IDS, style);
}
