import { actionId, confirm, type, url } from './composition.ts';
import { object, oneOf, type Schema, string } from './schema.ts';
import { plainText } from './text.ts';

const button = object({
  required: { type: type('button'), text: plainText(75) },
  optional: {
    action_id: actionId,
    value: string({ max: 2000 }),
    url,
    style: oneOf('primary', 'danger'),
    confirm,
    accessibility_label: string({ max: 75 }),
  },
});

export const buttons: Readonly<Record<string, Schema>> = { button };
