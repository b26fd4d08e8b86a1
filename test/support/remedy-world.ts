import { randomUUID } from 'node:crypto';
import { type Cluster, makeCluster } from '../../src/adapters/kubernetes/client.ts';
import type { Memory } from '../../src/adapters/redis/client.ts';
import { type Manifest, stringAt } from '../../src/core/model/json.ts';
import type { ResourceRef } from '../../src/core/model/resource-ref.ts';
import { type Approval, type ApprovalEvent, approvalFrom } from '../../src/core/remedy/approval/approval.ts';
import { planHash } from '../../src/core/remedy/plan/assemble.ts';
import { planDelete } from '../../src/core/remedy/plan/delete.ts';
import type { Plan, PlanFrame } from '../../src/core/remedy/plan/plan.ts';
import { type Run, runFrom } from '../../src/core/remedy/run/run.ts';
import type { PlanRecord } from '../../src/ports/plans.ts';
import { aPrefix, startTestRedis, type TestRedis } from './redis.ts';
import {
  ADA,
  connectSite,
  type ExecutingSite,
  GRACE,
  INSTANCE,
  LIN,
  type SiteAddress,
  type SiteOptions,
} from './remedy-site.ts';
import { type StoryWithHands, startStoryWithHands } from './story-world.ts';

export type Versioned = ResourceRef & { readonly version: string };

/** The story, a Redis, and somebody who plans, approves and looks. Executing is the test's own business. */
export interface RemedyWorld {
  readonly story: StoryWithHands;
  readonly redis: TestRedis;
  readonly memory: Memory;
  /** Of the memory's keys. */
  readonly prefix: string;
  readonly address: SiteAddress;
  /** Who may do everything. */
  readonly admin: Cluster;
  connect(options?: SiteOptions): ExecutingSite;
  frame(app: string, parts?: Partial<PlanFrame>): Promise<PlanFrame>;
  planDelete(app: string, targets: readonly Versioned[], parts?: Pick<Plan, 'after'>): Promise<Plan>;
  /** Requested by Ada, approved by as many as it takes. */
  approve(plan: Plan): Promise<void>;
  /** Requested by Ada, broken by Lin. */
  breakGlass(plan: Plan): Promise<void>;
  askRestore(planId: string): Promise<void>;
  record(planId: string): Promise<PlanRecord>;
  stand(planId: string): Promise<{ readonly approval: Approval; readonly run: Run }>;
  /** Everything that Argo CD would prune from the app. */
  leftoversOf(app: string): Promise<readonly Versioned[]>;
  /** What the account for approved changes wrote to Kubernetes so far, dry runs left out: `DELETE /api/v1/…`. */
  writes(): readonly string[];
  /** The same of Argo CD. */
  operations(): readonly string[];
  exists(target: Versioned): Promise<boolean>;
  read(target: Versioned): Promise<Manifest | undefined>;
  close(): Promise<void>;
}

export async function startRemedyWorld(): Promise<RemedyWorld> {
  const [story, redis] = await Promise.all([startStoryWithHands(), startTestRedis()]);
  const { argocd, accounts, kubeconfig } = story.world;
  if (!accounts || argocd.writeToken === null || kubeconfig === null) throw new TypeError('the story takes writes');
  const prefix = aPrefix();
  const memory = await redis.memory({ prefix });
  const { plans } = memory;
  const admin = makeCluster({ name: 'admin', kubeConfig: kubeconfig, requestsPerSecond: 1000 });
  const address: SiteAddress = {
    server: argocd.server,
    token: argocd.token,
    writeToken: argocd.writeToken,
    readConfig: accounts.read,
    writeConfig: accounts.write,
    bundleNamespace: accounts.bundleNamespace,
  };
  const sites: ExecutingSite[] = [];

  async function frame(name: string, parts: Partial<PlanFrame> = {}): Promise<PlanFrame> {
    const ref = { server: INSTANCE, namespace: 'argocd', name };
    const { project, destination } = await story.instance.argocd.getApp({ ref });
    const now = new Date();
    return {
      id: randomUUID(),
      instance: INSTANCE,
      app: ref,
      project,
      environment: '',
      plannedAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + 3_600_000).toISOString(),
      destination,
      affected: [ref],
      ...parts,
    };
  }

  async function record(planId: string): Promise<PlanRecord> {
    const found = await plans.find(planId);
    if (!found) throw new TypeError(`there is no plan ${planId}`);
    return found;
  }

  async function say(planId: string, event: ApprovalEvent): Promise<void> {
    if (!(await plans.appendApproval(planId, event, (await record(planId)).approval.length)))
      throw new TypeError('somebody else was first');
  }

  async function request(plan: Plan): Promise<string> {
    const at = new Date().toISOString();
    await plans.saveDraft(plan);
    await say(plan.id, { type: 'request', by: ADA, role: 'platform-operator', at, reason: 'tidy up', channel: 'C0' });
    await plans.tend(plan.id, at);
    return at;
  }

  const read = (target: Versioned) => admin.reader.read(target, target.version);

  return {
    story,
    redis,
    memory,
    prefix,
    address,
    admin,
    connect(options) {
      const site = connectSite(address, memory, options);
      sites.push(site);
      return site;
    },
    frame,
    async planDelete(app, targets, parts = {}) {
      const candidates = await Promise.all(
        targets.map(async ({ version, ...ref }) => ({
          ref,
          version,
          live: (await admin.reader.read(ref, version)) ?? null,
          referrers: await admin.reader.referencesTo(ref),
          mutated: [],
          authorship: { proof: 'the story says so' },
        })),
      );
      const { plan, excluded } = planDelete(await frame(app), 'delete-zombies', candidates);
      if (!plan || excluded.length > 0) throw new TypeError(`not all of it may go: ${JSON.stringify(excluded)}`);
      const whole = { ...plan, ...parts };
      return { ...whole, hash: planHash(whole) };
    },
    async breakGlass(plan) {
      const at = await request(plan);
      const words = { planHash: plan.hash, reason: 'it is urgent', incident: 'https://example.com/incidents/7' };
      await say(plan.id, { type: 'break-glass', by: LIN, role: 'break-glass', at, ...words });
    },
    async approve(plan) {
      const at = await request(plan);
      for (const by of plan.tier === 3 ? [GRACE, LIN] : [GRACE])
        await say(plan.id, {
          ...{ type: 'approve', by, role: 'platform-operator', at, planHash: plan.hash },
          typed: plan.app.name,
        });
    },
    async askRestore(planId) {
      const { run } = await record(planId);
      const event = {
        type: 'restore-asked',
        by: ADA,
        role: 'platform-operator',
        at: new Date().toISOString(),
      } as const;
      if (!(await plans.appendRun(planId, event, run.length))) throw new TypeError('somebody else was first');
    },
    record,
    async stand(planId) {
      const { plan, approval, run } = await record(planId);
      return { approval: approvalFrom(plan, approval), run: runFrom(plan, run) };
    },
    async leftoversOf(name) {
      const { resources } = await story.instance.argocd.getApp({
        ref: { server: INSTANCE, namespace: 'argocd', name },
      });
      return resources
        .filter(({ requiresPruning, hook }) => requiresPruning && !hook)
        .map(({ group, version, kind, namespace, name: own }) => ({ group, version, kind, namespace, name: own }));
    },
    writes: () =>
      (story.world.kubernetes?.requests ?? []).flatMap(({ user, method, url }) => {
        const isWrite = method !== 'GET' && user.endsWith(':plumbline-write') && !url.includes('dryRun=All');
        return isWrite ? [`${method} ${url.replace(/\?.*/, '')}`] : [];
      }),
    operations: () => story.world.requests.filter((line) => !line.startsWith('GET ')),
    exists: async (target) => (await read(target)) !== undefined,
    read,
    async close() {
      await Promise.all([...sites.map((site) => site.close()), admin.close()]);
      await redis.stop();
      await story.close();
    },
  };
}

/** Leftovers that nobody refers to, made for the test; unlike the story's they belong to no app. */
export async function makeConfigMaps(
  { admin }: Pick<RemedyWorld, 'admin'>,
  namespace: string,
  names: readonly string[],
): Promise<readonly Versioned[]> {
  return Promise.all(
    names.map(async (name) => {
      await admin.writer.create({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name, namespace, labels: { left: 'over' }, annotations: { 'example.com/why': 'nobody knows' } },
        data: { key: name },
      });
      return { group: '', version: 'v1', kind: 'ConfigMap', namespace, name };
    }),
  );
}

export function contentOf(manifest: Manifest | undefined) {
  if (!manifest) return undefined;
  const { metadata: _, status: __, ...content } = manifest;
  const { labels = null, annotations = null } = (manifest.metadata ?? {}) as Manifest;
  return { ...content, labels, annotations, name: stringAt(manifest, 'metadata', 'name') ?? '' };
}
