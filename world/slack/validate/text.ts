import { boolean, enclosing, object, oneOf, type Schema, string, variants } from './schema.ts';

interface Limits {
  readonly min?: number;
  readonly max: number;
}

const plain = ({ min = 1, max }: Limits) =>
  object({ required: { type: oneOf('plain_text'), text: string({ min, max }) }, optional: { emoji: boolean } });

const mrkdwn = ({ min = 1, max }: Limits) =>
  object({ required: { type: oneOf('mrkdwn'), text: string({ min, max }) }, optional: { verbatim: boolean } });

export function plainText(max: number, min = 1): Schema {
  return enclosing(variants({ plain_text: plain({ min, max }) }));
}

export function anyText(max: number, min = 1): Schema {
  return enclosing(variants({ plain_text: plain({ min, max }), mrkdwn: mrkdwn({ min, max }) }));
}
