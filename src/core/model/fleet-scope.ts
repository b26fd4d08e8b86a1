import { matchesAny } from './glob.ts';

/** Labels an app must carry, all of them. */
export type LabelSelector = Readonly<Record<string, string>>;

/** Which part of one instance's fleet a channel or a person is told of. */
export interface Scope {
  /** Globs. */
  readonly instances: readonly string[];
  readonly projects: readonly string[];
  /** Apps must match it too, where there is one. */
  readonly labels?: LabelSelector;
}

export function hasLabels(labels: LabelSelector, selector: LabelSelector): boolean {
  return Object.entries(selector).every(([key, value]) => labels[key] === value);
}

export function coversInstance({ instances }: Scope, instance: string): boolean {
  return matchesAny(instances, instance);
}

type Labelled = { readonly project: string; readonly labels: LabelSelector };

export function coversApp({ projects, labels }: Scope, app: Labelled): boolean {
  return matchesAny(projects, app.project) && (labels === undefined || hasLabels(app.labels, labels));
}

/** Whether any of the scopes covers an app of the instance; each project is matched once, because fleets are large. */
export function visibleApps(scopes: readonly Scope[], instance: string): (app: Labelled) => boolean {
  const here = scopes.filter((scope) => coversInstance(scope, instance));
  const byProject = new Map<string, readonly Scope[]>();
  return (app) => {
    const covering = byProject.get(app.project) ?? here.filter(({ projects }) => matchesAny(projects, app.project));
    byProject.set(app.project, covering);
    return covering.some(({ labels }) => labels === undefined || hasLabels(app.labels, labels));
  };
}
