import { findHealthCause, type HealthCause } from './health-cause.ts';
import type { Claim, Subject } from './rule.ts';

/** Whether this resource, or the app when nothing more precise is known, has the given health. */
export function hasHealth({ app, resource }: Subject, status: string): boolean {
  return (resource.health?.status ?? app.health.status) === status;
}

/**
 * The app's own status counts against a resource only where something underneath points at trouble: a CRD in a
 * Progressing app is not what makes it so.
 */
export function healthClaim(subject: Subject): Claim | undefined {
  const { runtime, resource } = subject;
  const cause = findHealthCause(subject);
  const isOwn = resource.health !== undefined;
  if (!isOwn && (!cause || !hasRuntimeTrouble(cause))) return undefined;
  if (runtime.notHealthyForLong === false && !hasRuntimeTrouble(cause)) return undefined;
  return claimFor(subject, cause);
}

function hasRuntimeTrouble(cause: HealthCause | undefined): boolean {
  return (
    cause?.evidence.some(({ source }) => source === 'cluster' || source === 'events' || source === 'logs') ?? false
  );
}

function claimFor({ app, resource, runtime }: Subject, cause: HealthCause | undefined): Claim {
  const status = resource.health?.status ?? app.health.status;
  const since = runtime.notHealthySince;
  return {
    changes: [],
    owner: cause?.owner ?? '',
    cause: cause?.reason ?? status,
    confidence: cause ? 'likely' : 'guess',
    evidence: [
      {
        source: 'argocd',
        says: `health ${status}${resource.health?.message === undefined ? '' : `: ${resource.health.message}`}`,
      },
      ...(since
        ? [{ source: 'history' as const, says: `not Healthy since ${since.at}${since.atLeast ? ' at least' : ''}` }]
        : []),
      ...(cause?.evidence ?? []),
    ],
    fixes: [
      { kind: cause?.fix ?? 'inspect-logs', paths: [], detail: cause?.step ?? 'look at its pods, events and logs' },
      ...(cause && cause.fix !== 'inspect-logs'
        ? [{ kind: 'inspect-logs' as const, paths: [], detail: 'read the log of what is underneath' }]
        : []),
    ],
  };
}
