import type { AppKey } from '../model/app-key.ts';
import type { ResourceRef } from '../model/resource-ref.ts';

export const AUDIT_ACTIONS = [
  'requested',
  'approved',
  'denied',
  'cancelled',
  'expired',
  'superseded',
  'break-glass',
  'refused-click',
  'started',
  'bundle-saved',
  'step-done',
  'step-failed',
  'verified',
  'failed',
  'restored',
  'restore-asked',
  'reviewed',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export interface AuditActor {
  /** A Slack user id, or `plumbline` for what it does by itself. */
  readonly user: string;
  /** The role that let them do it; '' where they have none that does. */
  readonly role: string;
}

export interface AuditSubject {
  readonly planId: string;
  readonly planHash: string;
  readonly app: AppKey;
  readonly project: string;
  readonly object?: ResourceRef;
}

/** What happened, before it has its place in the ledger. Plain words and ids: never content of a cluster. */
export interface AuditEvent {
  /** The same for the same action, however often it is reported: it is written once. */
  readonly id: string;
  readonly at: string;
  readonly instance: string;
  readonly actor: AuditActor;
  readonly action: AuditAction;
  /** Absent: a click that named no plan there is. */
  readonly subject?: AuditSubject;
  readonly bundleId?: string;
  readonly result?: string;
  readonly reason?: string;
}

/** An event in its place. `hash` covers everything else, and so, through `previous`, all that came before. */
export interface AuditEntry extends AuditEvent {
  /** From 1, without a gap. */
  readonly sequence: number;
  readonly previous: string;
  readonly hash: string;
}
