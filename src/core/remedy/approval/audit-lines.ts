import type { AuditAction, AuditActor, AuditEvent, AuditSubject } from '../../audit/entry.ts';
import { appKey } from '../../model/app-key.ts';
import { defined } from '../../model/defined.ts';
import type { ResourceRef } from '../../model/resource-ref.ts';
import type { Plan } from '../plan/plan.ts';
import type { RunEvent } from '../run/run-event.ts';
import type { ApprovalEvent } from './approval.ts';

const ITSELF: AuditActor = { user: 'plumbline', role: 'automation' };

/**
 * What a plan's events say, as lines of the ledger. The id of a line comes from the place of its event, so that writing it
 * again adds nothing. Words and names only: nothing from inside an object.
 */
export function auditLines(
  plan: Plan,
  approval: readonly ApprovalEvent[],
  run: readonly RunEvent[],
): readonly AuditEvent[] {
  const bundleId = run.find((event) => event.type === 'bundle-saved')?.bundleId;
  const lineOf = (id: string, at: string, line: Line | undefined): readonly AuditEvent[] => {
    if (line === undefined) return [];
    const { action, actor = ITSELF, object, result, reason } = line;
    return [
      {
        id,
        at,
        instance: plan.instance,
        actor,
        action,
        subject: subjectOf(plan, object),
        ...defined({ bundleId: AFTER_BUNDLE.has(action) ? bundleId : undefined, result, reason }),
      },
    ];
  };
  const decisions = approval.map((event, index) => ({
    at: event.at,
    rank: CONCLUDES.has(event.type) ? 2 : 0,
    lines: lineOf(`plan.${plan.id}.${index}`, event.at, approvalLine(event)),
  }));
  const actions = run.map((event, index) => ({
    at: event.at,
    rank: 1,
    lines: lineOf(`run.${plan.id}.${index}`, event.at, runLine(event, plan)),
  }));
  return [...decisions, ...actions]
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.rank - b.rank)
    .flatMap(({ lines }) => lines);
}

/** Recorded once a run has ended, at the same instant perhaps. */
const CONCLUDES: ReadonlySet<ApprovalEvent['type']> = new Set(['end', 'supersede', 'restore']);

export function subjectOf(plan: Plan, object?: ResourceRef): AuditSubject {
  return {
    planId: plan.id,
    planHash: plan.hash,
    app: appKey(plan.app),
    project: plan.project,
    ...defined({ object }),
  };
}

interface Line {
  readonly action: AuditAction;
  readonly actor?: AuditActor;
  readonly object?: ResourceRef | undefined;
  readonly result?: string | undefined;
  readonly reason?: string | undefined;
}

/** Lines that come after the bundle was saved; earlier ones must not change when it is. */
const AFTER_BUNDLE: ReadonlySet<AuditAction> = new Set([
  'bundle-saved',
  'step-done',
  'step-failed',
  'verified',
  'failed',
]);

function approvalLine(event: ApprovalEvent): Line | undefined {
  switch (event.type) {
    case 'request':
      return { action: 'requested', actor: actorOf(event), reason: event.reason };
    case 'approve':
      return { action: 'approved', actor: actorOf(event) };
    case 'deny':
      return { action: 'denied', actor: actorOf(event) };
    case 'break-glass':
      return { action: 'break-glass', actor: actorOf(event), reason: `${event.reason} (${event.incident})` };
    case 'cancel':
      return { action: 'cancelled', actor: actorOf(event) };
    case 'review':
      return { action: 'reviewed', actor: actorOf(event) };
    case 'expire':
      return { action: 'expired' };
    case 'supersede':
      return { action: 'superseded', reason: event.because };
    case 'start':
      return { action: 'started' };
    case 'end':
      return { action: event.result };
    case 'restore':
      return { action: 'restored' };
  }
}

function runLine(event: RunEvent, plan: Plan): Line | undefined {
  const object = 'step' in event ? plan.steps[event.step]?.target : undefined;
  switch (event.type) {
    case 'bundle-saved':
      return { action: 'bundle-saved' };
    case 'acted':
      return { action: 'step-done', object, result: plan.steps[event.step]?.verb };
    case 'guarded':
      return guardLine(event, plan, object);
    case 'conflicted':
      return { action: 'step-failed', object, reason: 'somebody else wrote the object at the same time' };
    case 'reauthorized':
    case 'checked':
    case 'health-watched':
      return event.because === undefined ? undefined : { action: 'step-failed', object, reason: event.because };
    case 'failed':
      return { action: 'step-failed', reason: event.because };
    case 'restore-asked':
      return { action: 'restore-asked', actor: actorOf(event) };
    case 'undone':
      return { action: 'step-done', object, result: 'undone' };
    case 'undo-guarded':
      return undoGuardLine(event.answer, object);
    case 'undo-failed':
      return { action: 'step-failed', object, result: 'not undone', reason: event.because };
    case 'started':
    case 'rechecked':
    case 'proved':
      return undefined;
  }
}

/** A match is followed by the step and its own line. */
function guardLine(
  { answer, step }: Extract<RunEvent, { readonly type: 'guarded' }>,
  plan: Plan,
  object: ResourceRef | undefined,
): Line | undefined {
  if (answer === 'match') return undefined;
  const isDone = answer === 'already' || (answer === 'gone' && plan.steps[step]?.verb === 'delete');
  if (isDone) return { action: 'step-done', object, result: 'it was so already' };
  return {
    action: 'step-failed',
    object,
    reason: answer === 'gone' ? 'the object is gone' : 'the object is not as it was approved',
  };
}

function undoGuardLine(answer: string, object: ResourceRef | undefined): Line | undefined {
  if (answer === 'match') return undefined;
  if (answer === 'already') return { action: 'step-done', object, result: 'it is as before' };
  return { action: 'step-failed', object, result: 'not undone', reason: 'somebody else has written it since' };
}

function actorOf({ by, role }: { readonly by: string; readonly role: string }): AuditActor {
  return { user: by, role };
}
