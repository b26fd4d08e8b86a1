import { isEqual } from '../../../src/core/model/equal.ts';
import { at, type Json, listAt, type Manifest, objectAt } from '../../../src/core/model/json.ts';
import { type Pointer, parsePointer, resolve } from '../../../src/core/model/pointer.ts';
import type { StatusCause } from '../types.ts';
import { nameOf } from './admission.ts';
import type { KindDefinition } from './kind-definition.ts';
import { schemaProblems } from './schema-validation.ts';
import { isTooLargeForEtcd, sizeProblems } from './size-limits.ts';
import { badRequest, invalid, tooLargeForEtcd } from './status-errors.ts';

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
  checkTexts(kind, object);
  checkBytes(kind, object);
  checkName(kind, nameOf(object));
  const problems = kind.custom ? schemaProblems(kind.custom.schema, object) : workloadProblems(kind, object);
  const causes = [...sizeProblems(kind, object), ...problems];
  if (causes.length > 0) throw invalid(kind, nameOf(object), causes);
  if (isTooLargeForEtcd(object)) throw tooLargeForEtcd();
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

const TEXT_MAPS: readonly (readonly string[])[] = [
  ['metadata', 'labels'],
  ['metadata', 'annotations'],
];
const TEXT_DATA = new Set(['/ConfigMap', '/Secret']);

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Bytes go over the wire in base64; what is none is refused while the request is read. */
function checkBytes(kind: KindDefinition, object: Manifest): void {
  if (kind.group !== '' || kind.kind !== 'Secret') return;
  const texts = Object.values(objectAt(object, 'data')).map((value) => String(value).replaceAll(/[\r\n]/g, ''));
  const odd = texts.find((text) => !BASE64.test(text));
  if (odd === undefined) return;
  const place = odd.search(/[^A-Za-z0-9+/]/);
  const at = `illegal base64 data at input byte ${place < 0 ? odd.length : place}`;
  throw badRequest(`Secret in version "v1" cannot be handled as a Secret: ${at}`);
}

/** Maps of texts hold nothing else: an unquoted number in YAML is refused before anything is looked at. */
function checkTexts(kind: KindDefinition, object: Manifest): void {
  const maps = TEXT_DATA.has(`${kind.group}/${kind.kind}`) ? [...TEXT_MAPS, ['data']] : TEXT_MAPS;
  for (const path of maps) {
    const odd = Object.values(objectAt(object, ...path)).find((value) => typeof value !== 'string');
    if (odd === undefined || odd === null) continue;
    const field = `${path.length === 1 ? kind.kind : 'ObjectMeta'}.${path.join('.')}`;
    throw badRequest(
      `${kind.kind} in version "${kind.version}" cannot be handled as a ${kind.kind}: json: cannot unmarshal ${typeof odd === 'boolean' ? 'bool' : typeof odd} into Go struct field ${field} of type string`,
    );
  }
}

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** RBAC and a few others take any path segment; everything else is named like a host. */
function checkName(kind: KindDefinition, name: string): void {
  if (kind.group === 'rbac.authorization.k8s.io' || SUBDOMAIN.test(name)) return;
  const message = `Invalid value: ${JSON.stringify(name)}: a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`;
  throw invalid(kind, name, [{ reason: 'FieldValueInvalid', message, field: 'metadata.name' }]);
}
