import { hash } from 'node:crypto';
import type { Json } from '../model/json.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Plan, Step } from './plan.ts';

/**
 * What an approval binds to: what will be done, to which objects, as they were. Words, expiry and what was left out
 * are not part of it: they do not run. Not shortened, because whoever writes objects could otherwise look for a twin.
 */
export function planHash(
  plan: Pick<Plan, 'id' | 'instance' | 'app' | 'project' | 'environment' | 'kind' | 'steps' | 'after'>,
): string {
  const { id, instance, app, project, environment, kind, steps, after } = plan;
  return hash(
    'sha256',
    canonicalJson({
      id,
      instance,
      app: [app.server, app.namespace, app.name],
      project,
      environment,
      kind,
      after: after ?? null,
      steps: steps.map(stepJson),
    }),
  );
}

function stepJson({ verb, target, version, guard, patch, check, undo, tier, usedBy }: Step): Json {
  return {
    verb,
    target: { ...target },
    version,
    guard: { ...guard },
    patch: patch ?? null,
    check,
    undo: { ...undo },
    tier,
    usedBy: usedBy.map((ref) => ({ ...ref })),
  };
}
