import { hasLabels, type LabelSelector, type Scope } from '../model/fleet-scope.ts';
import { matchesAny } from '../model/glob.ts';

/** A part of the fleet that is visible or hidden as a whole: one project, split by the label selectors in use. */
export interface Slice {
  readonly project: string;
  /** Which of the configured selectors its apps match, as `selectorId` names them. */
  readonly selectors: readonly string[];
}

function selectorId(selector: LabelSelector): string {
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

export function coversSlice({ projects, labels }: Scope, { project, selectors }: Slice): boolean {
  return matchesAny(projects, project) && (labels === undefined || selectors.includes(selectorId(labels)));
}
