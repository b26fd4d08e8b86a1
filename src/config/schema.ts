import { z } from 'zod';
import { DRIFT_CLASSES } from '../core/model/drift-class.ts';
import { PolicySettings } from './policy-schema.ts';
import { duration, name, names, timeOfDay, timeZone } from './values.ts';

/*
 * One YAML file. Strict on names, so that a typo is an error and not a setting that silently does nothing.
 * docs/configuration.md is made from the descriptions.
 */

const ClusterAccess = z.strictObject({
  context: name.optional().describe('Kube context; left out: the current one'),
  inCluster: z.boolean().default(false).describe('The cluster that Plumbline runs in, with its service account'),
  requestsPerSecond: z.number().positive().max(1000).optional().describe('At most this many per process; left out: 50'),
});

const Kubernetes = ClusterAccess.extend({
  kubeconfig: name.optional().describe('Path of a kubeconfig; left out: `KUBECONFIG`, then `~/.kube/config`'),
  destinations: z
    .record(z.string(), ClusterAccess)
    .default({})
    .describe('Argo CD destination (server or name) → access to that cluster; others are seen through Argo CD'),
});

const Remediation = z.strictObject({
  enabled: z.boolean().default(false).describe('Whether anything may be changed at all, once it is approved'),
  argocdToken: name
    .optional()
    .describe('API key of another account, which may write; only workers use it. Needed where changes are enabled'),
  kubernetes: Kubernetes.optional().describe(
    'Access with which objects are changed and rollback bundles kept; left out: the same as for reading',
  ),
  bundleNamespace: name.default('plumbline').describe('Where objects are saved, as Secrets, before they are changed'),
  restoreByItself: z.boolean().default(false).describe('Whether a change that fails is undone without anybody asking'),
});

const Instance = z
  .strictObject({
    name: name.describe('What people call this Argo CD'),
    argocd: z.strictObject({
      server: name.describe('Host, host:port or URL'),
      token: name.describe('API key of the account; take it from the environment'),
      caFile: name.optional().describe('PEM file of the authority that signed its certificate'),
      insecure: z.boolean().default(false).describe('Accept any certificate'),
      requestsPerSecond: z
        .number()
        .positive()
        .max(1000)
        .default(10)
        .describe('At most this many, by all workers together'),
      timeout: duration('15s').describe('For one answer'),
    }),
    kubernetes: Kubernetes.optional().describe(
      'Access to the cluster that Argo CD runs in; left out: `KUBECONFIG`, or the own cluster in a pod, or none',
    ),
    remediation: Remediation.prefault({}),
  })
  .superRefine(({ argocd, remediation: { enabled, argocdToken } }, context) => {
    const path = ['remediation', 'argocdToken'];
    if (!enabled) return;
    if (argocdToken === undefined)
      context.addIssue({ code: 'custom', path, message: 'changes need an account of their own: give its API key' });
    else if (argocdToken === argocd.token)
      context.addIssue({
        code: 'custom',
        path,
        message: 'is the token that reads: make a second account in Argo CD that may write, and give its API key',
      });
  });

const Channel = z.strictObject({
  id: name.describe('The channel’s id, such as C0123456789; its name will not do'),
  instances: names.default(['*']).describe('Which Argo CDs it is told of'),
  projects: names.default(['*']).describe('Which AppProjects it is told of; globs'),
  labels: z.record(name, z.string()).optional().describe('Only applications with these labels'),
  digest: z
    .strictObject({
      enabled: z.boolean().default(true).describe('Whether it gets the daily digest'),
      at: timeOfDay.default('09:00').describe('When'),
      timeZone: timeZone.default('UTC').describe('Where that time is meant'),
      quietDay: z.enum(['line', 'nothing']).default('line').describe('What a day without news gets'),
    })
    .prefault({}),
  alerts: z.boolean().default(true).describe('Whether it is told at once of what cannot wait for the digest'),
});

export const Config = z.strictObject({
  instances: z.array(Instance).default([]).describe('The Argo CDs to look at'),
  scan: z
    .strictObject({
      every: duration('5m').describe('How often the fleet is looked at; between scans, changes are watched'),
      outOfSyncAfter: duration('30m').describe('How long drift must last before people are told'),
      notHealthyAfter: duration('1h').describe('How long an application must be not Healthy before people are told'),
      healthyFor: duration('10m').describe('How long it must be Healthy again before that clock ends'),
      ghostSweep: z
        .boolean()
        .default(false)
        .describe('Also read the workloads of Synced apps, for what a person added: Argo CD does not compare it'),
      grace: z
        .partialRecord(z.enum(DRIFT_CLASSES.map(({ id }) => id)), duration('30m'))
        .default({})
        .describe('Drift class → how long it must last before people are told; other classes wait outOfSyncAfter'),
      downAfter: duration('5m').describe('How long an Argo CD may not answer before the channels are told'),
    })
    .prefault({})
    .describe('When to look, and when to speak'),
  slack: z
    .strictObject({
      mode: z
        .enum(['socket', 'http'])
        .default('socket')
        .describe('`socket` needs no address of its own; `http` takes requests at /slack/events'),
      botToken: name.optional().describe('xoxb-…; better from `SLACK_BOT_TOKEN`'),
      appToken: name.optional().describe('Socket Mode: xapp-…; better from `SLACK_APP_TOKEN`'),
      signingSecret: name.optional().describe('HTTP mode; better from `SLACK_SIGNING_SECRET`'),
      apiUrl: z.url().optional().describe('Another Slack API, for tests'),
      channels: z.array(Channel).default([]).describe('Who is told what; one entry for each channel'),
    })
    .prefault({})
    .describe('Where people are'),
  redis: z
    .strictObject({
      url: name
        .optional()
        .describe(
          'redis://, redis+sentinel:// or redis+cluster://, with rediss for TLS; better from `REDIS_URL`. None: a private Redis',
        ),
      prefix: z
        .string()
        .regex(/\{[^{}]+\}/, 'write a prefix with a hash tag, such as {plumbline}')
        .default('{plumbline}')
        .describe('Before every key; its hash tag keeps them in one slot of a Redis Cluster'),
      dataFolder: name.default('.plumbline').describe('Where the private Redis keeps its append-only file'),
    })
    .prefault({})
    .describe('Where it remembers: Redis 7 or newer, or Valkey, with `noeviction` and an append-only file'),
  retention: z
    .strictObject({
      timeline: duration('90d').describe('How long it is remembered what began and ended when'),
      messages: duration('30d').describe('How long messages can still be updated in place'),
    })
    .prefault({})
    .describe('How long it remembers'),
  http: z
    .strictObject({
      port: z
        .number()
        .int()
        .min(0)
        .max(65_535)
        .default(3000)
        .describe('/healthz, /readyz, /metrics and, in HTTP mode, Slack'),
    })
    .prefault({})
    .describe('What the service listens on'),
  policy: PolicySettings.prefault({}).describe('Who may change what; nobody unless it says so'),
  git: z
    .array(
      z.strictObject({
        match: name.describe('Which repositories; a glob over their URL'),
        host: z.enum(['github', 'gitlab', 'gitea']).describe('What serves them'),
        token: name.describe('For pull requests; take it from the environment'),
      }),
    )
    .default([])
    .describe('Where pull requests may be opened. Read today, used with a later release'),
});

export type Config = z.output<typeof Config>;
export type InstanceConfig = Config['instances'][number];
