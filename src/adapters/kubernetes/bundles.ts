import { RejectedError, StaleError } from '../../core/model/errors.ts';
import { type Manifest, stringAt } from '../../core/model/json.ts';
import { type Bundle, isSameBundle } from '../../core/remedy/restore/bundle.ts';
import type { CallOptions } from '../../ports/argocd.ts';
import type { Bundles } from '../../ports/bundles.ts';
import type { ClusterReader, ClusterWriter } from '../../ports/cluster.ts';
import {
  AT_ANNOTATION,
  BUNDLE_LABEL,
  bundleFrom,
  damaged,
  MANAGED_BY,
  PARTS_ANNOTATION,
  partName,
  secretsOf,
} from './bundle-secrets.ts';

export interface BundlesOptions {
  readonly reader: Pick<ClusterReader, 'read' | 'list'>;
  readonly writer: Pick<ClusterWriter, 'create' | 'delete'>;
  readonly namespace: string;
  /** Of one Secret, before base64. Kubernetes takes 1 MiB, which etcd and audit logs feel. */
  readonly partBytes?: number;
}

const PART_BYTES = 700_000;
const SECRET = { group: '', version: 'v1', kind: 'Secret' } as const;
const SELECTOR = Object.entries(MANAGED_BY).map(([label, value]) => `${label}=${value}`);

/** Part of a Secret's name and of a label, and typed into a shell. */
const ID = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export function makeBundles({ reader, writer, namespace, partBytes = PART_BYTES }: BundlesOptions): Bundles {
  const readPart = (bundleId: string, part: number, options?: CallOptions): Promise<Manifest | undefined> => {
    const ref = { group: '', kind: 'Secret', namespace, name: partName(bundleId, part) };
    return reader.read(ref, SECRET.version, options);
  };

  async function read(bundleId: string, options?: CallOptions): Promise<Bundle | undefined> {
    const index = ID.test(bundleId) ? await readPart(bundleId, 0, options) : undefined;
    if (index === undefined) return undefined;
    const stated = stringAt(index, 'metadata', 'annotations', PARTS_ANNOTATION) ?? '';
    if (!/^[1-9]\d{0,2}$/.test(stated)) throw damaged(bundleId, 'it does not say how many parts it has');
    const secrets = [index];
    for (let part = 1; part < Number(stated); part += 1) {
      const secret = await readPart(bundleId, part, options);
      if (secret === undefined) throw damaged(bundleId, `part ${part + 1} of ${stated} is missing`);
      secrets.push(secret);
    }
    return bundleFrom(bundleId, secrets);
  }

  /** Parts without an index: whoever wrote them was stopped before anything was changed. */
  async function removeUnfinished(bundleId: string, options?: CallOptions): Promise<void> {
    const labelSelector = [...SELECTOR, `${BUNDLE_LABEL}=${bundleId}`].join(',');
    for (const part of await reader.list(SECRET, namespace, { ...options, labelSelector, metadataOnly: true })) {
      const [name = '', uid = '', resourceVersion = ''] = ['name', 'uid', 'resourceVersion'].map((key) =>
        stringAt(part, 'metadata', key),
      );
      const ref = { group: '', kind: 'Secret', namespace, name };
      await writer.delete(ref, SECRET.version, { uid, resourceVersion }, options);
    }
  }

  /** Whether it is there already. */
  async function isSaved(bundle: Bundle, options?: CallOptions): Promise<boolean> {
    const saved = await read(bundle.id, options);
    if (saved !== undefined && !isSameBundle(saved, bundle)) throw differs(bundle.id, namespace);
    return saved !== undefined;
  }

  return {
    read,

    async save(bundle, options) {
      if (!ID.test(bundle.id)) throw unfit(bundle.id);
      if (await isSaved(bundle, options)) return;
      await removeUnfinished(bundle.id, options);
      const [index, ...parts] = await secretsOf(bundle, namespace, partBytes);
      try {
        for (const part of parts) await writer.create(part, options);
        if (index !== undefined) await writer.create(index, options);
      } catch (error) {
        const isThere = error instanceof StaleError && error.code === 'kubernetes.exists';
        if (!isThere || !(await isSaved(bundle, options))) throw error;
      }
    },

    async list(options) {
      const labelSelector = [...SELECTOR, BUNDLE_LABEL].join(',');
      const found = await reader.list(SECRET, namespace, { ...options, labelSelector, metadataOnly: true });
      return found
        .filter((secret) => stringAt(secret, 'metadata', 'annotations', PARTS_ANNOTATION) !== undefined)
        .map((secret) => ({
          id: stringAt(secret, 'metadata', 'labels', BUNDLE_LABEL) ?? '',
          at: stringAt(secret, 'metadata', 'annotations', AT_ANNOTATION) ?? '',
        }))
        .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
        .map(({ id }) => id);
    },
  };
}

function differs(bundleId: string, namespace: string): RejectedError {
  return new RejectedError(
    'bundle.differs',
    `Another rollback bundle is stored as ${bundleId} in namespace ${namespace}.`,
    'Plan the change anew: the objects are not what they were when this bundle was taken.',
  );
}

function unfit(bundleId: string): RejectedError {
  return new RejectedError(
    'bundle.id',
    `${JSON.stringify(bundleId)} cannot name a rollback bundle.`,
    'Use lower-case letters, digits and dashes, 63 at most.',
  );
}
