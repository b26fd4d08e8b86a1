import { z } from 'zod';
import { DRIFT_CLASSES } from '../core/model/drift-class.ts';

/* One YAML file (DESIGN §6). Strict on names, so that a typo is an error and not a setting that silently does nothing. */

const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;
const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `5m`, `1h`, `7d`; a number of milliseconds in the program. */
const duration = (fallback: string) =>
  z
    .string()
    .regex(DURATION, 'write a duration such as 30s, 5m, 1h or 7d')
    .default(fallback)
    .transform((text) => {
      const [, amount = '0', unit = 's'] = DURATION.exec(text) ?? [];
      return Number(amount) * (UNIT_MS[unit] ?? 0);
    });

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }) !== undefined;
  } catch {
    return false;
  }
}

const name = z.string().min(1, 'must not be empty');
const names = z.array(name);
const tier = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)], 'a tier is 0, 1, 2 or 3');
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'write a time such as 09:00');

/** A kube context, or the cluster the program runs in. */
const ClusterAccess = z.strictObject({
  context: name.optional(),
  inCluster: z.boolean().default(false),
});

const Kubernetes = ClusterAccess.extend({
  kubeconfig: name.optional(),
  /** Argo CD destination → cluster access, where it differs from the instance's own. */
  destinations: z.record(z.string(), ClusterAccess).default({}),
});

const Instance = z.strictObject({
  name,
  argocd: z.strictObject({
    server: name,
    token: name,
    caFile: name.optional(),
    insecure: z.boolean().default(false),
    requestsPerSecond: z.number().positive().max(1000).default(10),
    timeout: duration('15s'),
  }),
  kubernetes: Kubernetes.optional(),
  remediation: z
    .strictObject({
      enabled: z.boolean().default(false),
      argocdToken: name.optional(),
      bundleNamespace: name.default('plumbline'),
    })
    .prefault({}),
});

const timeZone = name.refine(isTimeZone, 'write a time zone such as Europe/Berlin or UTC');

const Channel = z.strictObject({
  id: name,
  /** Which part of the fleet the channel is told of. */
  instances: names.default(['*']),
  projects: names.default(['*']),
  labels: z.record(name, z.string()).optional(),
  digest: z
    .strictObject({
      enabled: z.boolean().default(true),
      at: timeOfDay.default('09:00'),
      timeZone: timeZone.default('UTC'),
      /** What a day without news gets. */
      quietDay: z.enum(['line', 'nothing']).default('line'),
    })
    .prefault({}),
  alerts: z.boolean().default(true),
});

const Grant = z.strictObject({
  role: name,
  request: z.array(tier).default([]),
  approve: z.array(tier).default([]),
  instances: names.default(['*']),
  projects: names.default(['*']),
  apps: names.default(['*']),
  environments: names.default(['*']),
});

export const Config = z.strictObject({
  instances: z.array(Instance).default([]),
  scan: z
    .strictObject({
      every: duration('5m'),
      outOfSyncAfter: duration('30m'),
      notHealthyAfter: duration('1h'),
      healthyFor: duration('10m'),
      /** Also read the workloads of Synced apps, for what a person added: Argo CD does not compare it. */
      ghostSweep: z.boolean().default(false),
      /** How long a class must last before people are told; other classes wait outOfSyncAfter. */
      grace: z.partialRecord(z.enum(DRIFT_CLASSES.map(({ id }) => id)), duration('30m')).default({}),
      /** How long an Argo CD may not answer before the channels are told. */
      downAfter: duration('5m'),
    })
    .prefault({}),
  slack: z
    .strictObject({
      mode: z.enum(['socket', 'http']).default('socket'),
      botToken: name.optional(),
      /** Socket Mode. */
      appToken: name.optional(),
      /** HTTP mode. */
      signingSecret: name.optional(),
      apiUrl: z.url().optional(),
      channels: z.array(Channel).default([]),
    })
    .prefault({}),
  redis: z
    .strictObject({
      url: name.optional(),
      /** Hash-tagged, so that all keys share a slot of a Redis Cluster. */
      prefix: z
        .string()
        .regex(/\{[^{}]+\}/, 'write a prefix with a hash tag, such as {plumbline}')
        .default('{plumbline}'),
      /** Where the private redis-server keeps its append-only file when there is no url. */
      dataFolder: name.default('.plumbline'),
    })
    .prefault({}),
  retention: z.strictObject({ timeline: duration('90d'), messages: duration('30d') }).prefault({}),
  http: z.strictObject({ port: z.number().int().min(0).max(65_535).default(3000) }).prefault({}),
  policy: z
    .strictObject({
      roles: z.record(z.string(), z.strictObject({ users: names.default([]), groups: names.default([]) })).default({}),
      grants: z.array(Grant).default([]),
      approvals: z.strictObject({ expireAfter: duration('24h') }).prefault({}),
    })
    .prefault({}),
  git: z.array(z.strictObject({ match: name, host: z.enum(['github', 'gitlab', 'gitea']), token: name })).default([]),
});

export type Config = z.output<typeof Config>;
export type InstanceConfig = Config['instances'][number];
