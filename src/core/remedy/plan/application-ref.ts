import type { AppRef } from '../../model/observation.ts';
import { isSame, type ResourceRef } from '../../model/resource-ref.ts';
import type { Plan, Step } from './plan.ts';

/** The Application object itself, in the cluster that Argo CD runs in. */
export function applicationRef({ namespace, name }: AppRef): ResourceRef {
  return { group: 'argoproj.io', kind: 'Application', namespace, name };
}

/** The step is on the plan's own Application: it lives with Argo CD, not at the app's destination. */
export function isOnTheApplication({ app }: Pick<Plan, 'app'>, { target }: Pick<Step, 'target'>): boolean {
  return isSame(target, applicationRef(app));
}
