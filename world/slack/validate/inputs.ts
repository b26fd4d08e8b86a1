import { isObject } from '../../../src/core/model/json.ts';
import { actionId, dispatchActionConfig, focusOnLoad, placeholder, type } from './composition.ts';
import { all, boolean, integer, object, problem, type Schema, string } from './schema.ts';

const textual = (name: string, extra: Readonly<Record<string, Schema>>) =>
  object({
    required: { type: type(name) },
    optional: {
      action_id: actionId,
      placeholder,
      focus_on_load: focusOnLoad,
      dispatch_action_config: dispatchActionConfig,
      initial_value: string(),
      ...extra,
    },
  });

const plainTextInput = all(
  textual('plain_text_input', {
    multiline: boolean,
    min_length: integer({ min: 0, max: 3000 }),
    max_length: integer({ min: 1, max: 3000 }),
    initial_value: string({ max: 3000 }),
  }),
  (value, pointer) =>
    isObject(value) && Number(value.min_length ?? 0) > Number(value.max_length ?? 3000)
      ? problem('min_length must not be greater than max_length', pointer)
      : [],
);

/** The elements that only an input block may hold. */
export const textInputs = {
  plain_text_input: plainTextInput,
  url_text_input: textual('url_text_input', {}),
} satisfies Readonly<Record<string, Schema>>;
