import { stringAt } from '../../src/core/model/json.ts';
import { controlsOf, optionsOf } from '../slack/interactions/controls.ts';
import type { Given } from '../slack/interactions/input-state.ts';
import { blocksOf, isInput } from '../slack/interactions/view-response.ts';
import type { View } from '../slack/workspace/types.ts';

/** One input of a modal, as it is asked for. */
export interface Field {
  readonly blockId: string;
  readonly label: string;
  readonly isOptional: boolean;
  readonly takesSeveral: boolean;
  readonly options: readonly string[];
  readonly problem?: string | undefined;
}

export type FieldAnswer =
  | { readonly kind: 'given'; readonly value: Given }
  /** Whatever the input holds stays. */
  | { readonly kind: 'kept' }
  | { readonly kind: 'refused'; readonly because: string };

/** The inputs in reading order; after a refusal only those that were objected to. */
export function fieldsOf(view: View): readonly Field[] {
  const fields = controlsOf(blocksOf(view))
    .filter(isInput)
    .map(({ block, blockId, element, label, type }) => ({
      blockId,
      label: stringAt(block, 'label', 'text') ?? label,
      isOptional: block.optional === true,
      takesSeveral: type.startsWith('multi_') || type === 'checkboxes',
      options: optionsOf(element).map((option) => option.label),
      problem: view.errors[blockId],
    }));
  const refused = fields.filter(({ problem }) => problem !== undefined);
  return refused.length > 0 ? refused : fields;
}

/** What is printed before the cursor. */
export function questionFor({ label, isOptional, takesSeveral, options }: Field): string {
  const choices = options.map((option, index) => `${index + 1} ${option}`).join(', ');
  const offer = choices === '' ? '' : ` (${choices}${takesSeveral ? '; several with commas' : ''})`;
  return `${label}${isOptional ? ', or nothing' : ''}${offer}`;
}

/** Options by number or by label, several with commas; nothing keeps what stands there. */
export function answerTo({ options, takesSeveral }: Field, typed: string): FieldAnswer {
  const text = typed.trim();
  if (text === '') return { kind: 'kept' };
  if (options.length === 0) return { kind: 'given', value: text };
  const wanted = takesSeveral ? text.split(',').map((part) => part.trim()) : [text];
  const chosen = wanted.map((one) => optionFor(options, one));
  const known = chosen.filter((one) => one !== undefined);
  if (known.length < chosen.length) return { kind: 'refused', because: `choose from 1 to ${options.length}` };
  return { kind: 'given', value: takesSeveral ? known : (known[0] ?? '') };
}

function optionFor(options: readonly string[], wanted: string): string | undefined {
  if (/^\d+$/.test(wanted)) return options[Number(wanted) - 1];
  return options.find((option) => option.toLowerCase() === wanted.toLowerCase());
}
