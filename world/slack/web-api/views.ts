import { isObject, type JsonObject, stringAt } from '../../../src/core/model/json.ts';
import { wireView } from '../interactions/wire.ts';
import type { Trigger } from '../triggers.ts';
import { MAX_VIEW_BYTES, viewProblems } from '../validate/view.ts';
import type { View } from '../workspace/types.ts';
import { ApiError, invalidArguments, withProblems } from './api-error.ts';
import { type Call, canShowFile, type Methods } from './method.ts';

function definitionOf(call: Call, type: View['type']): JsonObject {
  const view = call.args.json('view');
  if (view === undefined) throw invalidArguments('missing required field: view');
  if (Buffer.byteLength(JSON.stringify(view)) > MAX_VIEW_BYTES) throw new ApiError('view_too_large');
  const problems = viewProblems(view, { canShowFile: canShowFile(call) });
  if (problems.length > 0) throw withProblems('invalid_arguments', problems);
  if (!isObject(view) || view.type !== type)
    throw invalidArguments(`must be one of: ${type} [json-pointer:/view/type]`);
  return view;
}

function uniqueExternalId({ site }: Call, definition: JsonObject, except?: View): void {
  const externalId = stringAt(definition, 'external_id');
  const other = externalId ? site.workspace.views.findByExternalId(externalId) : undefined;
  if (other && other.id !== except?.id) throw new ApiError('duplicate_external_id');
}

function redeem({ site, args }: Call): Trigger {
  const trigger = site.triggers.redeem(args.need('trigger_id'));
  if (typeof trigger === 'string') throw new ApiError(trigger);
  return trigger;
}

function checkHash({ args }: Call, view: View): void {
  const hash = args.text('hash');
  if (hash !== undefined && hash !== view.hash) throw new ApiError('hash_conflict');
}

function answer({ site }: Call, view: View): JsonObject {
  return { view: wireView(site.workspace, view) };
}

export const viewMethods: Methods = {
  'views.open': {
    tier: 4,
    handle(call) {
      const definition = definitionOf(call, 'modal');
      uniqueExternalId(call, definition);
      return answer(call, call.site.workspace.views.open(redeem(call).user, definition));
    },
  },
  'views.update': {
    tier: 4,
    handle(call) {
      const { views } = call.site.workspace;
      const [id, externalId] = [call.args.text('view_id'), call.args.text('external_id')];
      if (id === undefined && externalId === undefined) throw invalidArguments('missing required field: view_id');
      const view = id === undefined ? views.findByExternalId(externalId ?? '') : views.find(id);
      if (!view) throw new ApiError('not_found');
      const definition = definitionOf(call, view.type);
      uniqueExternalId(call, definition, view);
      checkHash(call, view);
      return answer(call, views.update(view, definition));
    },
  },
  'views.publish': {
    tier: 4,
    handle(call) {
      const { workspace, app } = call.site;
      if (!app.hasHomeTab) throw new ApiError('not_enabled');
      const user = call.args.need('user_id');
      if (!workspace.person(user)) throw new ApiError('user_not_found');
      const definition = definitionOf(call, 'home');
      const before = workspace.views.home(user);
      if (before) checkHash(call, before);
      uniqueExternalId(call, definition, before);
      return answer(call, workspace.views.publish(user, definition));
    },
  },
};
