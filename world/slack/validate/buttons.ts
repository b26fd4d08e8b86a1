import { actionId, confirm, type, url, userId } from './composition.ts';
import { anything, list, object, oneOf, type Schema, string } from './schema.ts';
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

export const buttons: Readonly<Record<string, Schema>> = {
  button,
  workflow_button: object({
    required: { type: type('workflow_button'), text: plainText(75), workflow: anything },
    optional: { action_id: actionId, style: oneOf('primary', 'danger'), accessibility_label: string({ max: 75 }) },
  }),
};

const feedbackButton = object({
  required: { text: plainText(75), value: string({ max: 2000 }) },
  optional: { accessibility_label: string({ max: 75 }) },
});

export const contextActions: Readonly<Record<string, Schema>> = {
  feedback_buttons: object({
    required: {
      type: type('feedback_buttons'),
      positive_button: feedbackButton,
      negative_button: feedbackButton,
    },
    optional: { action_id: actionId },
  }),
  icon_button: object({
    required: { type: type('icon_button'), icon: string({ min: 1 }), text: plainText(75) },
    optional: {
      action_id: actionId,
      value: string({ max: 2000 }),
      confirm,
      accessibility_label: string({ max: 75 }),
      visible_to_user_ids: list(userId),
    },
  }),
};
