import type { AppHandle, AppSelector } from '../../ports/argocd.ts';

export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** `/api/v1/…`, each segment encoded. */
export function route(...segments: readonly string[]): string {
  return `/api/v1/${segments.map(encodeURIComponent).join('/')}`;
}

export function appRoute({ ref }: AppHandle, ...segments: readonly string[]): string {
  return route('applications', ref.name, ...segments);
}

/** Without `project` Argo CD answers 403 for an app that is gone as well: docs/facts.md#403-or-404. */
export function appQuery({ ref, project }: AppHandle): { appNamespace?: string; project?: string } {
  return {
    ...(ref.namespace === '' ? {} : { appNamespace: ref.namespace }),
    ...(project === undefined || project === '' ? {} : { project }),
  };
}

export function selectorQuery({ name, projects }: AppSelector): Query {
  return { name, projects };
}

/** Lists repeat their key; undefined is left out. */
export function encodeQuery(query: Query): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    value === undefined
      ? []
      : (Array.isArray(value) ? value : [value]).map((item): [string, string] => [key, String(item)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}
