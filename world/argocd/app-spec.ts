import { defined } from '../../src/core/model/defined.ts';
import { matchesGlob } from '../../src/core/model/glob.ts';
import { at, isObject, type Json, listAt, type Manifest, objectAt, stringAt } from '../../src/core/model/json.ts';
import { type IgnoreDifference, readIgnoreDifference } from './ignore-difference.ts';

/** What the controller reads of an Application object. */
export interface AppSpec {
  readonly name: string;
  readonly namespace: string;
  readonly project: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly repoUrl: string;
  readonly path: string;
  readonly targetRevision: string;
  readonly source: Json;
  readonly destination: { readonly server?: string; readonly name?: string; readonly namespace: string };
  readonly syncOptions: readonly string[];
  readonly automated?: { readonly prune: boolean; readonly selfHeal: boolean };
  readonly ignoreDifferences: readonly IgnoreDifference[];
}

export const APPLICATION = { group: 'argoproj.io', kind: 'Application' } as const;
export const APP_PROJECT = { group: 'argoproj.io', kind: 'AppProject' } as const;

export function readAppSpec(app: Manifest): AppSpec {
  const spec = objectAt(app, 'spec');
  const source = at(spec, 'source') ?? listAt(spec, 'sources')[0] ?? {};
  const server = stringAt(spec, 'destination', 'server');
  const name = stringAt(spec, 'destination', 'name');
  const automated = at(spec, 'syncPolicy', 'automated');
  return {
    name: stringAt(app, 'metadata', 'name') ?? '',
    namespace: stringAt(app, 'metadata', 'namespace') ?? '',
    project: stringAt(spec, 'project') || 'default',
    annotations: stringsOf(objectAt(app, 'metadata', 'annotations')),
    repoUrl: stringAt(source, 'repoURL') ?? '',
    path: stringAt(source, 'path') ?? '.',
    targetRevision: stringAt(source, 'targetRevision') || 'HEAD',
    source,
    destination: {
      ...defined({ server, name }),
      namespace: stringAt(spec, 'destination', 'namespace') ?? '',
    },
    syncOptions: textsOf(listAt(spec, 'syncPolicy', 'syncOptions')),
    ...(isObject(automated) && automated.enabled !== false
      ? { automated: { prune: automated.prune === true, selfHeal: automated.selfHeal === true } }
      : {}),
    ignoreDifferences: listAt(spec, 'ignoreDifferences').map(readIgnoreDifference),
  };
}

/** What the status says the comparison was made with; a status with another value is stale. */
export function comparedTo(app: Manifest): Json {
  const spec = objectAt(app, 'spec');
  const ignoreDifferences = at(spec, 'ignoreDifferences');
  return {
    source: at(spec, 'source') ?? { repoURL: '' },
    ...(at(spec, 'sources') === undefined ? {} : { sources: listAt(spec, 'sources') }),
    destination: objectAt(spec, 'destination'),
    ...defined({ ignoreDifferences }),
  };
}

/** `project/name`, or `project/namespace/name` outside Argo CD's own namespace: what RBAC rules match. */
export function rbacName(app: Manifest, home: string): string {
  const { project, namespace, name } = readAppSpec(app);
  return namespace === home ? `${project}/${name}` : `${project}/${namespace}/${name}`;
}

export function matchesAny(globs: readonly string[], text: string): boolean {
  return globs.some((glob) => matchesGlob(glob, text));
}

export function textsOf(list: readonly Json[]): readonly string[] {
  return list.filter((item) => typeof item === 'string');
}

function stringsOf(object: Json): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(isObject(object) ? object : {}).flatMap(([key, value]) =>
      typeof value === 'string' ? [[key, value] as const] : [],
    ),
  );
}
