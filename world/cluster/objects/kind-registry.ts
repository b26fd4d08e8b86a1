import { at, listAt, type Manifest, stringAt } from '../../../src/core/model/json.ts';
import { BUILT_IN_KINDS } from './built-in-kinds.ts';
import { customKinds, isDefinition } from './custom-kinds.ts';
import type { KindDefinition } from './kind-definition.ts';

interface KindQuery {
  readonly group: string;
  readonly kind: string;
  readonly version?: string;
}

/** The kinds a cluster serves: the built-in ones and those of its CustomResourceDefinitions. */
export interface KindRegistry {
  all(): readonly KindDefinition[];
  find(query: KindQuery): KindDefinition | undefined;
  saw(object: Manifest): void;
  lost(object: Manifest): void;
  /** Status that the server itself writes when an object is created. */
  withInitialStatus(kind: KindDefinition, object: Manifest, time: string): Manifest;
}

export function makeKindRegistry(): KindRegistry {
  const custom = new Map<string, readonly KindDefinition[]>();
  let all: readonly KindDefinition[] = BUILT_IN_KINDS;
  let byKind = indexed(all);

  const set = (name: string, kinds: readonly KindDefinition[]): void => {
    if (kinds.length === 0) custom.delete(name);
    else custom.set(name, kinds);
    all = [...BUILT_IN_KINDS, ...[...custom.values()].flat()];
    byKind = indexed(all);
  };

  return {
    all: () => all,
    find({ group, kind, version }) {
      const candidates = byKind.get(`${group}/${kind}`) ?? [];
      return version === undefined ? candidates[0] : candidates.find((candidate) => candidate.version === version);
    },
    saw(object) {
      if (isDefinition(object)) set(stringAt(object, 'metadata', 'name') ?? '', customKinds(object));
    },
    lost(object) {
      if (isDefinition(object)) set(stringAt(object, 'metadata', 'name') ?? '', []);
    },
    withInitialStatus(kind, object, time) {
      if (isDefinition(object)) return { ...object, status: definitionStatus(object, time) };
      if (kind.group !== '') return object;
      if (kind.kind === 'Namespace') return { ...object, status: { phase: 'Active' } };
      if (kind.kind === 'Pod') return { ...object, status: { phase: 'Pending', qosClass: qosClass(object) } };
      if (kind.kind === 'PersistentVolumeClaim') return { ...object, status: { phase: 'Pending' } };
      return kind.kind === 'Service' ? { ...object, status: { loadBalancer: {} } } : object;
    },
  };
}

function indexed(kinds: readonly KindDefinition[]): ReadonlyMap<string, readonly KindDefinition[]> {
  return Map.groupBy(kinds, ({ group, kind }) => `${group}/${kind}`);
}

function definitionStatus(crd: Manifest, time: string): Manifest {
  const condition = (type: string, reason: string, message: string): Manifest => ({
    lastTransitionTime: time,
    message,
    reason,
    status: 'True',
    type,
  });
  return {
    acceptedNames: at(crd, 'spec', 'names') ?? {},
    conditions: [
      condition('NamesAccepted', 'NoConflicts', 'no conflicts found'),
      condition('Established', 'InitialNamesAccepted', 'the initial names have been accepted'),
    ],
    storedVersions: listAt(crd, 'spec', 'versions')
      .filter((version) => at(version, 'storage') === true)
      .flatMap((version) => stringAt(version, 'name') ?? []),
  };
}

function qosClass(pod: Manifest): string {
  const resources = listAt(pod, 'spec', 'containers').map((container) => at(container, 'resources'));
  const isGuaranteed = resources.every((each) =>
    ['cpu', 'memory'].every((key) => {
      const limit = at(each, 'limits', key);
      return limit !== undefined && (at(each, 'requests', key) ?? limit) === limit;
    }),
  );
  if (isGuaranteed) return 'Guaranteed';
  const isStated = resources.some((each) => at(each, 'limits') !== undefined || at(each, 'requests') !== undefined);
  return isStated ? 'Burstable' : 'BestEffort';
}
