import type { AppFactId, RuntimeFacts } from '../../facts/registry.ts';
import { at } from '../../model/json.ts';
import type { AppSubject, Claim, Subject } from '../rule.ts';
import { CAUSE_FACTS, findHealthCause } from './cause.ts';
import type { Ailing, HealthCause } from './health-cause.ts';
import { lookCloser } from './look-closer.ts';

/** What the claims of this file read. */
export const HEALTH_FACTS = [
  ...CAUSE_FACTS,
  'rolloutInProgress',
  'notHealthySince',
  'lastChange',
] as const satisfies readonly AppFactId[];

/** A resource's own health, or the app's where the resource runs what is underneath. */
export function healthOf({ app, resource }: Subject): string | undefined {
  return resource.health?.status ?? (runsPods(resource) ? app.health.status : undefined);
}

const RUNS_PODS = new Set([
  'Deployment',
  'StatefulSet',
  'DaemonSet',
  'ReplicaSet',
  'Rollout',
  'Job',
  'CronJob',
  'Pod',
  'DeploymentConfig',
]);

/** A CRD or a ConfigMap in a Progressing app is not what makes it so. */
function runsPods({ ref, live, target }: Subject['resource']): boolean {
  return RUNS_PODS.has(ref.kind) || at(live ?? target ?? {}, 'spec', 'template', 'spec') !== undefined;
}

/**
 * Not healthy, and not merely on its way. `mayPass`: the state is one that every rollout goes through, so within its
 * time only something underneath that will not pass by itself counts.
 */
export function healthClaim(subject: Subject, { mayPass }: { readonly mayPass: boolean }): Claim | undefined {
  const { resource } = subject;
  const cause = findHealthCause(subject);
  if (resource.health === undefined && !isTrouble(cause)) return undefined;
  if (mayPass && isWithinItsTime(subject) && !isTrouble(cause)) return undefined;
  return claimFor(subject, resource.health?.status ?? subject.app.health.status, cause, resource.health?.message);
}

/** The app as a whole, where no resource that was looked at is the culprit. */
export function appHealthClaim(subject: AppSubject): Claim | undefined {
  const cause = findHealthCause(subject);
  if (!isTrouble(cause) && subject.runtime.notHealthyForLong !== true) return undefined;
  return claimFor(subject, subject.app.health.status, cause, undefined);
}

function isTrouble(cause: HealthCause | undefined): boolean {
  return cause?.isTrouble ?? false;
}

function isWithinItsTime({ runtime }: AppSubject): boolean {
  return (
    runtime.notHealthyForLong === false || (runtime.rolloutInProgress === true && runtime.notHealthyForLong !== true)
  );
}

function claimFor(subject: Ailing, status: string, cause: HealthCause | undefined, message: string | undefined): Claim {
  const { runtime } = subject;
  const since = runtime.notHealthySince;
  return {
    changes: [],
    owner: cause?.owner ?? '',
    cause: cause?.reason ?? status,
    confidence: cause ? 'likely' : 'guess',
    evidence: [
      { source: 'argocd', says: `health ${status}${message === undefined ? '' : `: ${message}`}` },
      ...(since
        ? [{ source: 'history' as const, says: `not Healthy since ${since.at}${since.atLeast ? ' at least' : ''}` }]
        : []),
      ...(cause?.evidence ?? []),
      ...(runtime.lastChange ? [{ source: 'git' as const, says: changeText(runtime.lastChange) }] : []),
    ],
    fixes: [
      { kind: cause?.fix ?? 'inspect-logs', paths: [], detail: cause?.step ?? 'look at its pods, events and logs' },
      ...(cause && cause.fix !== 'inspect-logs'
        ? [{ kind: 'inspect-logs' as const, paths: [], detail: lookCloser(subject) }]
        : []),
    ],
  };
}

/** `last synced change: 53e28ff2 by A <a@example.com>, 2026-03-01T09:59:40Z: bump web to 2.1`. */
function changeText({ revision, author, date, message }: NonNullable<RuntimeFacts['lastChange']>): string {
  const who = author === undefined ? '' : ` by ${author}`;
  const when = date === undefined ? '' : `, ${date}`;
  const what = message === undefined ? '' : `: ${message.split('\n')[0] ?? ''}`;
  return `last synced change: ${revision.slice(0, 8)}${who}${when}${what}`;
}
