import { isObject } from '../../../src/core/model/json.ts';
import { all, boolean, exactlyOneOf, list, matching, object, oneOf, problem, type Schema, string } from './schema.ts';
import { anyText, plainText } from './text.ts';

export const type = (name: string): Schema => oneOf(name);
export const blockId = string({ max: 255 });
export const actionId = string({ min: 1, max: 255 });
export const placeholder = plainText(150);
export const url = all(string({ min: 1, max: 3000 }), matching(/^[a-z][a-z0-9+.-]*:/i, 'must be a valid URL'));

export const confirm = object({
  required: { title: plainText(100), text: anyText(300) },
  optional: { confirm: plainText(30), deny: plainText(30), style: oneOf('primary', 'danger') },
});

/** Slack's reference says 150 for the value, its types 75; what passes here passes both. */
const OPTION_LENGTH = 75;

export const plainOption = object({
  required: { text: plainText(OPTION_LENGTH), value: string({ min: 1, max: OPTION_LENGTH }) },
  optional: { description: plainText(OPTION_LENGTH), url },
});

export const richOption = object({
  required: { text: anyText(OPTION_LENGTH), value: string({ min: 1, max: OPTION_LENGTH }) },
  optional: { description: anyText(OPTION_LENGTH) },
});

export const optionGroup = object({
  required: { label: plainText(OPTION_LENGTH), options: list(plainOption, { max: 100 }) },
});

export const dispatchActionConfig = object({
  required: { trigger_actions_on: list(oneOf('on_enter_pressed', 'on_character_entered'), { max: 2 }) },
});

const slackFile: Schema = all(
  exactlyOneOf('id', 'url'),
  object({ optional: { id: string({ min: 1 }), url } }),
  (value, pointer, scope) => {
    const file = isObject(value) ? (value.id ?? value.url) : undefined;
    return typeof file !== 'string' || scope.canShowFile(file) ? [] : problem('invalid slack file', pointer);
  },
);

/** The two ways to name a picture, shared by the block and the element. */
export const pictureSource = { image_url: url, slack_file: slackFile } as const;

export const imageElement = all(
  exactlyOneOf('image_url', 'slack_file'),
  object({ required: { type: type('image'), alt_text: string({ min: 1, max: 2000 }) }, optional: pictureSource }),
);

export const focusOnLoad = boolean;
export const userId = matching(/^[UW][A-Z0-9]+$/, 'must be a user id');
