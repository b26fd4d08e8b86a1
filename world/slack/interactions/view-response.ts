import { isObject, type Json, type JsonObject, objectAt, stringAt } from '../../../src/core/model/json.ts';
import { viewProblems } from '../validate/view.ts';
import type { Workspace } from '../workspace/make-workspace.ts';
import type { View } from '../workspace/types.ts';
import { STACK_LIMIT } from '../workspace/views.ts';
import { controlsOf } from './controls.ts';

/**
 * Plays what the app answered to a submission. False when Slack would not take the answer: the app hears nothing of
 * it, the person reads "We had some trouble connecting."
 */
export function playViewResponse(workspace: Workspace, view: View, body: JsonObject | undefined): boolean {
  const { views } = workspace;
  switch (stringAt(body, 'response_action')) {
    case undefined:
      if (body !== undefined) return false;
      views.close(view.user, false);
      return true;
    case 'clear':
      views.close(view.user, true);
      return true;
    case 'errors':
      return playErrors(workspace, view, objectAt(body, 'errors'));
    case 'update': {
      const definition = acceptable(workspace, body?.view);
      if (definition) views.update(view, definition);
      return definition !== undefined;
    }
    case 'push': {
      const definition = acceptable(workspace, body?.view);
      if (!definition || views.stack(view.user).length >= STACK_LIMIT) return false;
      views.push(view.user, definition);
      return true;
    }
    default:
      return false;
  }
}

function playErrors({ views }: Workspace, view: View, errors: JsonObject): boolean {
  const inputs = new Set(
    controlsOf(blocksOf(view))
      .filter(isInput)
      .map(({ blockId }) => blockId),
  );
  const entries = Object.entries(errors);
  if (entries.length === 0 || entries.some(([block, text]) => !inputs.has(block) || typeof text !== 'string'))
    return false;
  views.showErrors(view, Object.fromEntries(entries.map(([block, text]) => [block, String(text)])));
  return true;
}

function acceptable({ files }: Workspace, view: Json | undefined): JsonObject | undefined {
  if (!isObject(view) || view.type !== 'modal') return undefined;
  const canShowFile = (id: string) => files.find(id)?.isComplete === true;
  return viewProblems(view, { canShowFile }).length === 0 ? view : undefined;
}

export function isInput({ block }: { readonly block: JsonObject }): boolean {
  return block.type === 'input';
}

export function blocksOf({ definition }: View): readonly JsonObject[] {
  return Array.isArray(definition.blocks) ? definition.blocks.filter(isObject) : [];
}
