import type { View } from '../workspace/types.ts';
import { controlsOf, findControl } from './controls.ts';
import { type Given, heldText, isFilled, valueFor, withValue } from './input-state.ts';
import { blocksOf, isInput } from './view-response.ts';

/** The view with these values in its inputs; they are named by block id, action id or label. */
export function stateWith(view: View, values: Readonly<Record<string, Given>>): View['state'] {
  return Object.entries(values).reduce((state, [what, given]) => {
    const control = findControl(blocksOf(view), what);
    return withValue(state, control, valueFor(control, given));
  }, view.state);
}

/** Inputs of a kind: the client lets nothing else through. */
const KINDS: Readonly<Record<string, { readonly isOne: (text: string) => boolean; readonly objection: string }>> = {
  url_text_input: { isOne: (text) => URL.canParse(text), objection: 'Please enter a valid URL.' },
};

/** What Slack's client objects to before it sends a form, by block id. */
export function objectionsTo(view: View): Readonly<Record<string, string>> {
  return Object.fromEntries(
    controlsOf(blocksOf(view))
      .filter(isInput)
      .flatMap(({ block, blockId, actionId, type, element }) => {
        const value = view.state[blockId]?.[actionId];
        if (!isFilled(type, value))
          return block.optional === true ? [] : [[blockId, 'Please complete this required field.']];
        const held = heldText(type, value);
        const kind = KINDS[type];
        if (kind !== undefined && !kind.isOne(held)) return [[blockId, kind.objection]];
        const { length } = held;
        const min = Number(element.min_length ?? 0);
        const max = Number(element.max_length ?? Number.POSITIVE_INFINITY);
        if (length < min) return [[blockId, `Must be at least ${min} characters.`]];
        return length > max ? [[blockId, `Must be at most ${max} characters.`]] : [];
      }),
  );
}
