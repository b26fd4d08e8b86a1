import { blockId, type, url } from './composition.ts';
import { boolean, integer, list, object, oneOf, type Schema, string, variants } from './schema.ts';

const style = object({
  optional: {
    bold: boolean,
    italic: boolean,
    strike: boolean,
    code: boolean,
    highlight: boolean,
    client_highlight: boolean,
    unlink: boolean,
    underline: boolean,
  },
});

const leaf = (name: string, required: Readonly<Record<string, Schema>>, optional = {}): Schema =>
  object({ required: { type: type(name), ...required }, optional: { style, ...optional } });

const leaves = variants({
  text: leaf('text', { text: string({ min: 1 }) }),
  link: leaf('link', { url }, { text: string(), unsafe: boolean }),
  emoji: leaf('emoji', { name: string({ min: 1 }) }, { unicode: string(), skin_tone: integer(), url: string() }),
  user: leaf('user', { user_id: string({ min: 1 }) }),
  usergroup: leaf('usergroup', { usergroup_id: string({ min: 1 }) }),
  channel: leaf('channel', { channel_id: string({ min: 1 }) }),
  team: leaf('team', { team_id: string({ min: 1 }) }),
  broadcast: leaf('broadcast', { range: oneOf('here', 'channel', 'everyone') }),
  color: leaf('color', { value: string({ min: 1 }) }),
  date: leaf('date', { timestamp: integer(), format: string({ min: 1 }) }, { url: string(), fallback: string() }),
});

const section = object({ required: { type: type('rich_text_section'), elements: list(leaves, { min: 0 }) } });
const indent = integer({ min: 0, max: 8 });
const border = integer({ min: 0, max: 1 });

const parts = variants({
  rich_text_section: section,
  rich_text_list: object({
    required: { type: type('rich_text_list'), style: oneOf('bullet', 'ordered'), elements: list(section) },
    optional: { indent, offset: integer({ min: 0 }), border },
  }),
  rich_text_quote: object({
    required: { type: type('rich_text_quote'), elements: list(leaves) },
    optional: { border },
  }),
  rich_text_preformatted: object({
    required: { type: type('rich_text_preformatted'), elements: list(leaves) },
    optional: { border, language: string() },
  }),
});

export const richText: Schema = object({
  required: { type: type('rich_text'), elements: list(parts) },
  optional: { block_id: blockId },
});
