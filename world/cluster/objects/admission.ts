import {
  at,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  type Manifest,
  objectAt,
  stringAt,
} from '../../../src/core/model/json.ts';
import type { WriteOptions } from '../types.ts';
import { decode } from '../typing/decode.ts';
import { fillDefaults } from '../typing/fill-defaults.ts';
import type { KindDefinition } from './kind-definition.ts';
import { StrictDecodingError, undeclaredFields, unknownField } from './status-errors.ts';

/** The object as the server understands it: without unknown fields, with defaults. The writer owns these. */
export function admit(
  kind: KindDefinition,
  manifest: Manifest,
  { strict, warn }: Pick<WriteOptions, 'strict' | 'warn'>,
): Manifest {
  const { value, unknown } = decode(kind.type, manifest);
  if (strict && unknown.length > 0) throw new StrictDecodingError(kind, unknown);
  for (const path of unknown) warn?.(unknownField(path));
  if (kind.custom) return kind.custom.fill(value);
  return fillDefaults(kind.group, kind.kind, prepared(kind, value), 'owned');
}

/** An applied configuration may state only fields that can be owned. */
export function checkDeclared(kind: KindDefinition, config: Manifest): void {
  const { unknown } = decode(kind.type, config);
  if (unknown.length === 0) return;
  throw undeclaredFields(kind, stringAt(config, 'metadata', 'namespace') ?? '', nameOf(config), unknown);
}

/** What the server derives from other fields of the request while it reads it. */
function prepared(kind: KindDefinition, value: JsonObject): JsonObject {
  if (kind.group === '' && kind.kind === 'Secret') return withEncodedData(value);
  if (kind.group === '' && kind.kind === 'Pod') return withRequests(value);
  return kind.group === 'batch' && kind.kind === 'Job' ? withTemplateLabels(value) : value;
}

/** A Secret's stringData is written only: the server stores it as data. */
function withEncodedData(value: JsonObject): JsonObject {
  if (value.stringData === undefined) return value;
  const { stringData, ...secret } = value;
  const encoded = Object.entries(objectAt({ stringData }, 'stringData')).map(([key, text]): readonly [string, Json] => [
    key,
    Buffer.from(String(text)).toString('base64'),
  ]);
  return { ...secret, data: { ...objectAt(secret, 'data'), ...Object.fromEntries(encoded) } };
}

/** A limit without a request is the request. */
function withRequests(pod: JsonObject): JsonObject {
  const spec = objectAt(pod, 'spec');
  const containers = listAt(spec, 'containers').map((container) => {
    const resources = objectAt(container, 'resources');
    const limits = objectAt(resources, 'limits');
    if (!isObject(container) || Object.keys(limits).length === 0) return container;
    return { ...container, resources: { ...resources, requests: { ...limits, ...objectAt(resources, 'requests') } } };
  });
  return { ...pod, spec: { ...spec, containers } };
}

function withTemplateLabels(job: JsonObject): JsonObject {
  const labels = at(job, 'spec', 'template', 'metadata', 'labels');
  const metadata = objectAt(job, 'metadata');
  return labels === undefined || metadata.labels !== undefined ? job : { ...job, metadata: { ...metadata, labels } };
}

/** Only the server writes these. */
const SERVER_METADATA = [
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'generation',
  'resourceVersion',
  'selfLink',
  'managedFields',
];

export function withoutServerMetadata(object: Manifest): Manifest {
  const metadata = Object.entries(objectAt(object, 'metadata')).filter(([key]) => !SERVER_METADATA.includes(key));
  return { ...object, metadata: Object.fromEntries(metadata) };
}

export function withMetadata(object: Manifest, metadata: Readonly<Record<string, Json | undefined>>): Manifest {
  const merged = Object.entries({ ...objectAt(object, 'metadata'), ...metadata });
  const stated = merged.filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return { ...object, metadata: Object.fromEntries(stated) };
}

export function withoutKey(object: Manifest, dropped: string): Manifest {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== dropped));
}

export function nameOf(object: Manifest): string {
  return stringAt(object, 'metadata', 'name') ?? '';
}
