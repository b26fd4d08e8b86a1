import { isObject, type Json, type JsonObject, listAt } from '../../../src/core/model/json.ts';
import { blockProblems } from './blocks.ts';
import { type } from './composition.ts';
import { boolean, object, type Problem, problem, type Schema, type Scope, string, variants } from './schema.ts';
import { plainText } from './text.ts';

export const MAX_VIEW_BYTES = 250_000;

const common = {
  private_metadata: string({ max: 3000 }),
  callback_id: string({ max: 255 }),
  external_id: string({ max: 255 }),
} as const;

const blocks: Schema = (value, pointer, scope) => blockProblems(value, pointer, scope);

const modal = object({
  required: { type: type('modal'), title: plainText(24), blocks },
  optional: {
    ...common,
    close: plainText(24),
    submit: plainText(24),
    clear_on_close: boolean,
    notify_on_close: boolean,
    submit_disabled: boolean,
  },
});

const home = object({
  required: { type: type('home'), blocks },
  optional: { ...common, title: plainText(24), close: plainText(24), submit: plainText(24) },
});

export function viewProblems(view: Json, scope: Omit<Scope, 'surface'>): readonly Problem[] {
  if (!isObject(view)) return problem('must provide an object', '/view');
  const surface = view.type === 'home' ? 'home' : 'modal';
  return [
    ...variants({ modal, home })(view, '/view', { ...scope, surface }),
    ...(surface === 'modal' ? missingSubmit(view) : []),
  ];
}

/** A modal that asks for input needs a button to send it. */
function missingSubmit(view: JsonObject): readonly Problem[] {
  const asks = listAt(view, 'blocks').some((block) => isObject(block) && block.type === 'input');
  return asks && view.submit === undefined ? problem('missing required field: submit', '/view') : [];
}
