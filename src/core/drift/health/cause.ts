import type { AppFactId } from '../../facts/registry.ts';
import { stringAt } from '../../model/json.ts';
import { conditionCause } from './condition-cause.ts';
import { eventCause, NAME_A_CLASS } from './event-cause.ts';
import type { Ailing, HealthCause } from './health-cause.ts';
import { podCause } from './pod-cause.ts';
import { lastTellingLine } from './telling-line.ts';

/** What `findHealthCause` reads. */
export const CAUSE_FACTS = [
  'pods',
  'events',
  'logLines',
  'quota',
  'storageClass',
  'notHealthyForLong',
] as const satisfies readonly AppFactId[];

/** Pods first, they are nearest to the truth; then events, conditions, and what is missing around the object. */
export function findHealthCause(subject: Ailing): HealthCause | undefined {
  return (
    podCause(subject) ??
    eventCause(subject) ??
    missingCause(subject) ??
    conditionCause(subject) ??
    messageCause(subject)
  );
}

function missingCause({ runtime, resource }: Ailing): HealthCause | undefined {
  if (runtime.storageClass === null && /PersistentVolumeClaim|StatefulSet/.test(resource?.ref.kind ?? '')) {
    const name = stringAt(resource?.target ?? resource?.live ?? {}, 'spec', 'storageClassName');
    return {
      reason: 'StorageClass does not exist',
      owner: 'StorageClass',
      evidence: [{ source: 'cluster', says: `StorageClass ${name ?? ''} does not exist` }],
      isTrouble: true,
      fix: 'fix-manifest',
      step: NAME_A_CLASS,
    };
  }
  return undefined;
}

function messageCause({ resource, app, runtime }: Ailing): HealthCause | undefined {
  const message = resource?.health?.message ?? app.health.message;
  const line = lastTellingLine(runtime.logLines);
  if (message === undefined && line === undefined) return undefined;
  return {
    reason: resource?.health?.status ?? app.health.status,
    owner: '',
    evidence: [
      ...(message === undefined ? [] : [{ source: 'argocd' as const, says: message }]),
      ...(line === undefined ? [] : [{ source: 'logs' as const, says: line }]),
    ],
    isTrouble: line !== undefined,
    fix: 'inspect-logs',
    step: 'look underneath: pods, events and the log of the controller behind it',
  };
}
