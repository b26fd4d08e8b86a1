import { matchesAny } from '../model/glob.ts';

/** Labels an app must carry, all of them. */
export type LabelSelector = Readonly<Record<string, string>>;

/** A part of the fleet that is visible or hidden as a whole: one project, split by the label selectors in use. */
export interface Slice {
  readonly project: string;
  /** Which of the configured selectors its apps match, as `selectorId` names them. */
  readonly selectors: readonly string[];
}

/** Which part of one instance's fleet a channel or a person is told of. */
export interface Scope {
  /** Globs. */
  readonly instances: readonly string[];
  readonly projects: readonly string[];
  /** Apps must match it too, where there is one. */
  readonly labels?: LabelSelector;
}

export function selectorId(selector: LabelSelector): string {
  return Object.entries(selector)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
}

export function sliceOf(
  { project, labels }: { readonly project: string; readonly labels: LabelSelector },
  selectors: readonly LabelSelector[],
): Slice {
  const matched = selectors.filter((selector) => hasLabels(labels, selector)).map(selectorId);
  return { project, selectors: [...new Set(matched)].toSorted() };
}

export function sliceId({ project, selectors }: Slice): string {
  return selectors.length === 0 ? project : `${project} ${selectors.join(' ')}`;
}

/** Neither project names nor labels hold spaces. */
export function parseSliceId(id: string): Slice {
  const [project = '', ...selectors] = id.split(' ');
  return { project, selectors };
}

export function hasLabels(labels: LabelSelector, selector: LabelSelector): boolean {
  return Object.entries(selector).every(([key, value]) => labels[key] === value);
}

export function coversInstance({ instances }: Scope, instance: string): boolean {
  return matchesAny(instances, instance);
}

export function coversSlice({ projects, labels }: Scope, { project, selectors }: Slice): boolean {
  return matchesAny(projects, project) && (labels === undefined || selectors.includes(selectorId(labels)));
}

export function coversApp(
  { projects, labels }: Scope,
  app: { readonly project: string; readonly labels: LabelSelector },
): boolean {
  return matchesAny(projects, app.project) && (labels === undefined || hasLabels(app.labels, labels));
}

type Labelled = { readonly project: string; readonly labels: LabelSelector };

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
