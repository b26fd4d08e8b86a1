import {
  actionId,
  confirm,
  focusOnLoad,
  optionGroup,
  placeholder,
  plainOption,
  richOption,
  type,
  userId,
} from './composition.ts';
import { all, boolean, exactlyOneOf, integer, list, matching, object, type Schema, string } from './schema.ts';

const conversationId = matching(/^[CDG][A-Z0-9]+$/, 'must be a conversation id');

const overflow = object({
  required: { type: type('overflow'), options: list(plainOption, { max: 5 }) },
  optional: { action_id: actionId, confirm },
});

const choice = (name: string, initial: Readonly<Record<string, Schema>>) =>
  object({
    required: { type: type(name), options: list(richOption, { max: 10 }) },
    optional: { action_id: actionId, confirm, focus_on_load: focusOnLoad, ...initial },
  });

const selectBase = { action_id: actionId, placeholder, confirm, focus_on_load: focusOnLoad } as const;
const maxItems = { max_selected_items: integer({ min: 1 }) } as const;

const staticSelect = (name: string, initial: Readonly<Record<string, Schema>>) =>
  all(
    exactlyOneOf('options', 'option_groups'),
    object({
      required: { type: type(name) },
      optional: {
        ...selectBase,
        ...initial,
        options: list(plainOption, { max: 100 }),
        option_groups: list(optionGroup, { max: 100 }),
      },
    }),
  );

const select = (name: string, extra: Readonly<Record<string, Schema>>) =>
  object({ required: { type: type(name) }, optional: { ...selectBase, ...extra } });

const conversationFilter = object({
  optional: { include: list(string()), exclude_external_shared_channels: boolean, exclude_bot_users: boolean },
});

/** The elements that open something to choose from. */
export const menus: Readonly<Record<string, Schema>> = {
  overflow,
  static_select: staticSelect('static_select', { initial_option: plainOption }),
  multi_static_select: staticSelect('multi_static_select', { initial_options: list(plainOption), ...maxItems }),
  users_select: select('users_select', { initial_user: userId }),
  multi_users_select: select('multi_users_select', { initial_users: list(userId), ...maxItems }),
  conversations_select: select('conversations_select', {
    initial_conversation: conversationId,
    default_to_current_conversation: boolean,
    response_url_enabled: boolean,
    filter: conversationFilter,
  }),
  channels_select: select('channels_select', { initial_channel: conversationId, response_url_enabled: boolean }),
};

export const choices: Readonly<Record<string, Schema>> = {
  radio_buttons: choice('radio_buttons', { initial_option: richOption }),
  checkboxes: choice('checkboxes', { initial_options: list(richOption) }),
};

export const pickers = {
  datepicker: select('datepicker', { initial_date: matching(/^\d{4}-\d{2}-\d{2}$/, 'must be YYYY-MM-DD') }),
  timepicker: select('timepicker', {
    initial_time: matching(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be HH:mm'),
    timezone: string({ min: 1 }),
  }),
} satisfies Readonly<Record<string, Schema>>;
