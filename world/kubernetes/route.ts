import type { ClusterModel, KindInfo } from '../cluster/types.ts';

/** A path below /api or /apis that names a resource. */
export interface Route {
  readonly kind: KindInfo;
  /** '' for cluster-wide. */
  readonly namespace: string;
  /** undefined for the collection. */
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

/** undefined: no kind is served there. */
export function findRoute(path: string, model: ClusterModel): Route | undefined {
  const [root, ...parts] = path
    .split('/')
    .filter((part) => part !== '')
    .map(decodeURIComponent);
  const [group, version, rest] =
    root === 'api' ? ['', parts[0], parts.slice(1)] : root === 'apis' ? [parts[0], parts[1], parts.slice(2)] : [];
  if (group === undefined || version === undefined || rest === undefined || rest.length === 0) return undefined;
  const find = (plural: string | undefined, namespaced: boolean): KindInfo | undefined =>
    model
      .kinds()
      .find(
        (kind) =>
          kind.group === group &&
          kind.version === version &&
          kind.plural === plural &&
          (!namespaced || kind.namespaced),
      );
  const [first, namespace = '', plural, name, subresource] = rest;
  if (first === 'namespaces' && plural !== undefined) {
    const kind = find(plural, true);
    if (kind) return { kind, namespace, name, subresource };
  }
  const kind = find(first, false);
  return kind && { kind, namespace: '', name: rest[1], subresource: rest[2] };
}
