import { isEqual } from '../../../core/model/equal.ts';
import { at, type Json, listAt, type Manifest } from '../../../core/model/json.ts';
import { type Pointer, parsePointer, resolve } from '../../../core/model/pointer.ts';
import type { StatusCause } from '../types.ts';
import { nameOf } from './admission.ts';
import type { KindDefinition } from './kind-definition.ts';
import { schemaProblems } from './schema-validation.ts';
import { invalid } from './status-errors.ts';

/** Fields that may not change once set; a sync that tries fails with the server's sentence. */
const IMMUTABLE: Readonly<Record<string, readonly Pointer[]>> = {
  'apps/Deployment': ['/spec/selector'],
  'apps/DaemonSet': ['/spec/selector'],
  'apps/ReplicaSet': ['/spec/selector'],
  'batch/Job': ['/spec/completions', '/spec/selector', '/spec/template'],
  '/Secret': ['/type'],
  'storage.k8s.io/StorageClass': ['/provisioner', '/parameters', '/reclaimPolicy', '/volumeBindingMode'],
  'rbac.authorization.k8s.io/RoleBinding': ['/roleRef'],
  'rbac.authorization.k8s.io/ClusterRoleBinding': ['/roleRef'],
};

const STATEFUL_SET_MUTABLE = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
];

const STATEFUL_SET_FORBIDDEN =
  "Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', " +
  "'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";

export function checkImmutable(kind: KindDefinition, before: Manifest, after: Manifest): void {
  const causes: StatusCause[] = (IMMUTABLE[`${kind.group}/${kind.kind}`] ?? [])
    .filter((path) => !isEqual(resolve(before, path), resolve(after, path)))
    .map((path) => ({
      reason: 'FieldValueInvalid',
      message: `Invalid value: ${JSON.stringify(resolve(after, path) ?? null)}: field is immutable`,
      field: parsePointer(path).join('.'),
    }));
  if (before.immutable === true && (!isEqual(before.data, after.data) || after.immutable !== true)) {
    const message = 'Forbidden: field is immutable when `immutable` is set';
    causes.push({ reason: 'FieldValueForbidden', message, field: 'data' });
  }
  if (kind.group === 'apps' && kind.kind === 'StatefulSet' && !isEqual(fixedPart(before), fixedPart(after))) {
    causes.push({ reason: 'FieldValueForbidden', message: STATEFUL_SET_FORBIDDEN, field: 'spec' });
  }
  if (causes.length > 0) throw invalid(kind, nameOf(before), causes);
}

function fixedPart(statefulSet: Manifest): Json {
  const spec = at(statefulSet, 'spec') ?? {};
  return Object.fromEntries(Object.entries(spec).filter(([key]) => !STATEFUL_SET_MUTABLE.includes(key)));
}

export function checkValid(kind: KindDefinition, object: Manifest): void {
  const causes = kind.custom ? schemaProblems(kind.custom.schema, object) : workloadProblems(kind, object);
  if (causes.length > 0) throw invalid(kind, nameOf(object), causes);
}

/** The mistakes that people make in workloads; other built-in kinds are taken as they come. */
function workloadProblems(kind: KindDefinition, object: Manifest): readonly StatusCause[] {
  const isPod = kind.group === '' && kind.kind === 'Pod';
  const hasTemplate = kind.group === 'apps' && at(object, 'spec', 'template') !== undefined;
  if (!isPod && !hasTemplate) return [];
  const root = isPod ? ['spec'] : ['spec', 'template', 'spec'];
  const field = root.join('.');
  const containers = listAt(object, ...root, 'containers');
  const images = containers.flatMap((container, index) =>
    at(container, 'image') === undefined ? [required(`${field}.containers[${index}].image`)] : [],
  );
  return [
    ...(containers.length === 0 ? [required(`${field}.containers`)] : images),
    ...(hasTemplate ? selectorProblems(object) : []),
  ];
}

function selectorProblems(object: Manifest): readonly StatusCause[] {
  if (at(object, 'spec', 'selector') === null) return [required('spec.selector')];
  const wanted = Object.entries(at(object, 'spec', 'selector', 'matchLabels') ?? {});
  const labels = at(object, 'spec', 'template', 'metadata', 'labels') ?? {};
  if (wanted.every(([key, value]) => at(labels, key) === value)) return [];
  const message = `Invalid value: ${JSON.stringify(labels)}: \`selector\` does not match template \`labels\``;
  return [{ reason: 'FieldValueInvalid', message, field: 'spec.template.metadata.labels' }];
}

function required(field: string): StatusCause {
  return { reason: 'FieldValueRequired', message: 'Required value', field };
}
