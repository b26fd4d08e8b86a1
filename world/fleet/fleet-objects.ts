import { type JsonObject, listAt, type Manifest, objectAt } from '../../src/core/model/json.ts';
import type { ManagedItem } from '../argocd/backend.ts';
import { keyOfManifest } from '../argocd/object-key.ts';
import { stamped } from '../argocd/tracking.ts';

/** How a resource drifts. */
export type Drift = 'schema-default' | 'edited' | 'leftover' | 'stamp' | 'missing';

export const DRIFTS: readonly Drift[] = ['schema-default', 'edited', 'leftover', 'stamp', 'missing'];

const KINDS = ['Deployment', 'Service', 'ConfigMap', 'ServiceAccount', 'ExternalSecret'] as const;
type Kind = (typeof KINDS)[number];

const API_VERSIONS: Readonly<Record<Kind, string>> = {
  Deployment: 'apps/v1',
  Service: 'v1',
  ConfigMap: 'v1',
  ServiceAccount: 'v1',
  ExternalSecret: 'external-secrets.io/v1',
};

const CREATED = '2026-01-10T08:00:00Z';

/** The kind that shows a way of drifting best. */
export function kindFor(position: number, drift: Drift | undefined): Kind {
  if (drift === 'schema-default') return 'ExternalSecret';
  if (drift === 'edited' || drift === 'stamp') return 'Deployment';
  if (drift === 'leftover' || drift === 'missing') return 'ConfigMap';
  return KINDS[position % KINDS.length] ?? 'ConfigMap';
}

export interface FleetResource {
  readonly app: string;
  readonly position: number;
  readonly drift: Drift | undefined;
  /** How often the live object was written since the fleet was made. */
  readonly edits: number;
}

export function resourceName({ app, position }: FleetResource): string {
  return `${app}-${position}`;
}

export function versionOfKind(kind: Kind): { readonly group: string; readonly version: string } {
  const [first = '', second] = API_VERSIONS[kind].split('/');
  return second === undefined ? { group: '', version: first } : { group: first, version: second };
}

export function resourceVersionOf({ position, edits }: FleetResource): string {
  return String(100_000 * (edits + 1) + position);
}

/** One row of managed-resources, made when it is asked for. */
export function managedItem(resource: FleetResource): ManagedItem {
  const { app, position, drift, edits } = resource;
  const kind = kindFor(position, drift);
  const target = stamped(manifestOf(kind, app, resourceName(resource)), app, app);
  const key = keyOfManifest(target);
  if (drift === 'missing') return { key, target, live: null, normalizedLive: null, predicted: target, modified: true };
  const normalizedLive = changed(liveOf(target, kind, resourceVersionOf(resource)), drift, edits);
  const live = { ...normalizedLive, metadata: { ...metadataOf(normalizedLive), creationTimestamp: CREATED } };
  if (drift === 'leftover') return { key, target: null, live, normalizedLive, predicted: null, modified: false };
  const isModified = drift !== undefined;
  const predicted = isModified ? { ...normalizedLive, spec: target.spec ?? {} } : normalizedLive;
  return { key, target, live, normalizedLive, predicted, modified: isModified };
}

function metadataOf(manifest: Manifest): JsonObject {
  return objectAt(manifest, 'metadata');
}

function manifestOf(kind: Kind, namespace: string, name: string): Manifest {
  const base = { apiVersion: API_VERSIONS[kind], kind, metadata: { namespace, name } };
  switch (kind) {
    case 'Deployment':
      return { ...base, spec: deploymentSpec(name, 'v1.4.0', '1a2b3c4d5e6f') };
    case 'Service':
      return { ...base, spec: { selector: { app: name }, ports: [{ name: 'http', port: 80, targetPort: 'http' }] } };
    case 'ConfigMap':
      return { ...base, data: { LOG_LEVEL: 'info', REGION: 'eu-central' } };
    case 'ExternalSecret':
      return {
        ...base,
        spec: {
          target: { name, creationPolicy: 'Owner' },
          data: [{ secretKey: 'TOKEN', remoteRef: { key: 'TOKEN' } }],
        },
      };
    default:
      return base;
  }
}

function deploymentSpec(name: string, tag: string, checksum: string): JsonObject {
  return {
    replicas: 2,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name }, annotations: { 'checksum/config': checksum } },
      spec: {
        containers: [{ name: 'main', image: `example/service:${tag}`, ports: [{ name: 'http', containerPort: 8080 }] }],
      },
    },
  };
}

function liveOf(target: Manifest, kind: Kind, resourceVersion: string): Manifest {
  return {
    ...target,
    metadata: {
      ...metadataOf(target),
      uid: uidFor(`${String(metadataOf(target).name)}`),
      resourceVersion,
      managedFields: [
        {
          manager: 'argocd-controller',
          operation: kind === 'ExternalSecret' ? 'Apply' : 'Update',
          time: CREATED,
          apiVersion: API_VERSIONS[kind],
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:metadata': { 'f:annotations': {} } },
        },
      ],
    },
  };
}

function changed(live: Manifest, drift: Drift | undefined, edits: number): Manifest {
  const name = String(metadataOf(live).name);
  switch (drift) {
    case 'schema-default':
      return {
        ...live,
        spec: {
          target: { name, creationPolicy: 'Owner', deletionPolicy: 'Retain' },
          data: [
            {
              secretKey: 'TOKEN',
              remoteRef: {
                key: 'TOKEN',
                conversionStrategy: 'Default',
                decodingStrategy: 'None',
                metadataPolicy: 'None',
              },
            },
          ],
        },
      };
    case 'edited':
      return withEdit({ ...live, spec: deploymentSpec(name, `v1.4.${edits + 1}-hotfix`, '1a2b3c4d5e6f') });
    case 'stamp':
      return { ...live, spec: deploymentSpec(name, 'v1.4.0', '9f8e7d6c5b4a') };
    default:
      return live;
  }
}

/** Somebody set the image by hand. */
function withEdit(live: Manifest): Manifest {
  const metadata = metadataOf(live);
  const edit = {
    manager: 'kubectl-set',
    operation: 'Update',
    time: '2026-03-01T10:00:00Z',
    apiVersion: 'apps/v1',
    fieldsType: 'FieldsV1',
    fieldsV1: {
      'f:spec': { 'f:template': { 'f:spec': { 'f:containers': { 'k:{"name":"main"}': { 'f:image': {} } } } } },
    },
  };
  const managedFields = [...listAt(metadata, 'managedFields'), edit];
  return { ...live, metadata: { ...metadata, managedFields } };
}

/** A uid that looks like one and is the same each time. */
export function uidFor(name: string): string {
  const digits = [...name]
    .reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 0xff_ff_ff_ff, 7)
    .toString(16)
    .padStart(8, '0');
  return `${digits}-0000-4000-8000-${digits.padStart(12, '0')}`;
}
