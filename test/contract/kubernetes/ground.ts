import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeAccess } from '../../../src/adapters/kubernetes/access.ts';
import { makeApi } from '../../../src/adapters/kubernetes/api.ts';
import { type Cluster, makeCluster } from '../../../src/adapters/kubernetes/client.ts';
import { RawObject } from '../../../src/adapters/kubernetes/schema.ts';
import { defined } from '../../../src/core/model/defined.ts';
import { NotFoundError, UnavailableError } from '../../../src/core/model/errors.ts';
import { type JsonObject, type Manifest, stringAt } from '../../../src/core/model/json.ts';
import type { ResourceRef } from '../../../src/core/model/resource-ref.ts';
import type { SchemaNode } from '../../../src/core/model/schema-node.ts';
import type { Guard } from '../../../src/ports/cluster.ts';
import { widgetDefinition } from './manifests.ts';

export interface ContractTarget {
  /** Path of a kubeconfig whose user may create and delete everything. */
  readonly kubeconfig: string;
  readonly context?: string;
  /** The same cluster as a user who may do nothing. */
  readonly restrictedKubeconfig?: string;
}

/** A namespace and a custom kind of our own on a live cluster. */
export interface Ground {
  readonly cluster: Cluster;
  readonly restricted: Cluster | undefined;
  readonly id: string;
  readonly namespace: string;
  readonly widgets: ReturnType<typeof widgetDefinition>;
  ref(group: string, kind: string, name: string): ResourceRef;
  create(apiVersion: string, kind: string, name: string, content?: JsonObject): Promise<Manifest>;
  schema(): Promise<SchemaNode | null>;
  /** Real API servers take a status through its own path only. */
  writeStatus(pod: Manifest, status: JsonObject): Promise<void>;
  prepare(): Promise<void>;
  clear(): Promise<void>;
}

export function makeGround(name: string, { kubeconfig, context, restrictedKubeconfig }: ContractTarget): Ground {
  const source = { kubeConfig: kubeconfig, ...defined({ context }) };
  const cluster = makeCluster({ name, ...source, requestsPerSecond: 500 });
  const restricted =
    restrictedKubeconfig === undefined ? undefined : makeCluster({ name, kubeConfig: restrictedKubeconfig });
  const id = randomUUID().slice(0, 8);
  const namespace = `plumbline-contract-${id}`;
  const widgets = widgetDefinition(`w${id}.contract.example.com`);

  const ref: Ground['ref'] = (group, kind, object) => ({ group, kind, namespace, name: object });
  const schema: Ground['schema'] = () =>
    cluster.reader.schemaFor(ref(widgets.kind.group, 'Widget', 'any'), widgets.kind.version);

  /** undefined until the new kind is served. */
  async function preview(): Promise<Manifest | undefined> {
    const { group } = widgets.kind;
    try {
      const manifest = { apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name: 'first', namespace } };
      return await cluster.writer.create(manifest, { dryRun: true });
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }
  }

  async function remove(object: ResourceRef): Promise<void> {
    const found = await cluster.reader.read(object, 'v1');
    if (found) await cluster.writer.delete(object, 'v1', guardOf(found));
  }

  return {
    cluster,
    restricted,
    id,
    namespace,
    widgets,
    ref,
    schema,

    create(apiVersion, kind, object, content = {}) {
      const manifest = { apiVersion, kind, metadata: { name: object, namespace }, ...content };
      return until(() => cluster.writer.create(manifest).catch(unlessThrottled));
    },

    async writeStatus(pod, status) {
      const access = makeAccess(name, source);
      const api = makeApi({ cluster: name, access, requestsPerSecond: 50, timeoutMs: 15_000 });
      const path = `/api/v1/namespaces/${namespace}/pods/${stringAt(pod, 'metadata', 'name') ?? ''}/status`;
      const contentType = 'application/merge-patch+json';
      try {
        await api.json({ method: 'PATCH', path, contentType, body: { status }, isRepeatable: false }, RawObject);
      } catch (error) {
        if (!(error instanceof NotFoundError)) throw error;
      } finally {
        await access.close();
      }
    },

    async prepare() {
      await cluster.writer.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
      // pods of a new namespace are refused until the controller made its account
      await until(() => cluster.reader.read(ref('', 'ServiceAccount', 'default'), 'v1'));
      await cluster.writer.create(widgets.crd);
      await until(preview);
    },

    async clear() {
      await remove({ group: '', kind: 'Namespace', namespace: '', name: namespace });
      await remove(widgets.ref);
      await cluster.close();
      await restricted?.close();
    },
  };
}

/** A busy server, or one that is setting up a new custom kind, turns writes away for a moment. The adapter leaves that to us. */
function unlessThrottled(error: unknown): undefined {
  if (error instanceof UnavailableError && error.code === 'kubernetes.too-many-requests') return undefined;
  throw error;
}

export function guardOf(manifest: Manifest): Guard {
  return {
    uid: stringAt(manifest, 'metadata', 'uid') ?? '',
    resourceVersion: stringAt(manifest, 'metadata', 'resourceVersion') ?? '',
  };
}

/** Asks until there is an answer; the test's own timeout ends it otherwise. */
export async function until<T>(ask: () => Promise<T | null | undefined>): Promise<T> {
  while (true) {
    const answer = await ask();
    if (answer !== undefined && answer !== null) return answer;
    await sleep(200);
  }
}
