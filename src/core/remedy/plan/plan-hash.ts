import { hash } from 'node:crypto';
import { canonicalJson } from '../../model/canonical-json.ts';
import type { Plan, Step } from './plan.ts';

/**
 * What an approval binds to: what will be done, to which objects, as they were. Words, expiry and what was left out
 * are not part of it: they do not run. Not shortened, because whoever writes objects could otherwise look for a twin.
 */
export function planHash(
  plan: Pick<Plan, 'id' | 'instance' | 'app' | 'project' | 'environment' | 'destination' | 'kind' | 'steps' | 'after'>,
): string {
  const { id, instance, app, project, environment, destination, kind, steps, after } = plan;
  return hash(
    'sha256',
    canonicalJson({
      id,
      instance,
      app,
      project,
      environment,
      destination,
      kind,
      after,
      steps: steps.map(withoutWords),
    }),
  );
}

function withoutWords({ effects: _effects, writes: _writes, ...bound }: Step): Omit<Step, 'effects' | 'writes'> {
  return bound;
}
