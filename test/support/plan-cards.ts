import type { Policy } from '../../src/core/policy/policy.ts';
import type { ApprovalEvent } from '../../src/core/remedy/approval/approval.ts';
import { makePlanCard, type PlanCard } from '../../src/core/remedy/approval/plan-card.ts';
import { planAdopt } from '../../src/core/remedy/plan/adopt.ts';
import { planDelete } from '../../src/core/remedy/plan/delete.ts';
import type { Plan } from '../../src/core/remedy/plan/plan.ts';
import type { RunEvent } from '../../src/core/remedy/run/run-event.ts';
import { aCandidate, aFrame, liveObject, refTo } from '../unit/core/remedy/builders.ts';
import { aManifest, anApp } from './builders.ts';

/* The story's clean-up as people see it: eleven leftovers of infisical's disabled sub-charts. */

const NGINX = 'infisical-ingress-nginx';
export const INFISICAL = { server: 'prod', namespace: 'argocd', name: 'infisical' };

const frame = aFrame({
  id: 'plan-infisical',
  app: INFISICAL,
  project: 'platform',
  plannedAt: at(0),
  expiresAt: at(24 * 60),
  affected: [INFISICAL],
});

/** Minutes after the plan was made. */
export function at(minutes: number): string {
  return new Date(Date.parse('2026-11-16T08:00:00.000Z') + minutes * 60_000).toISOString();
}

export const leftovers = made(
  planDelete(frame, 'delete-zombies', [
    aCandidate('ServiceAccount/redis'),
    aCandidate('ServiceAccount/mongodb'),
    aCandidate(`ServiceAccount/${NGINX}`, [`RoleBinding/${NGINX}`, `ClusterRoleBinding/${NGINX}`]),
    aCandidate('ConfigMap/mongodb-common-scripts'),
    aCandidate(`ConfigMap/${NGINX}-controller`),
    aCandidate('IngressClass/nginx'),
    aCandidate(`ValidatingWebhookConfiguration/${NGINX}-admission`),
    aCandidate(`ClusterRole/${NGINX}`, [`ClusterRoleBinding/${NGINX}`]),
    aCandidate(`ClusterRoleBinding/${NGINX}`),
    aCandidate(`Role/${NGINX}`, [`RoleBinding/${NGINX}`]),
    aCandidate(`RoleBinding/${NGINX}`),
    aCandidate('Service/mongodb', ['Deployment/backup']),
  ]).plan,
);

/** Tier 2: two objects with a namespace. */
export const scripts = made(
  planDelete({ ...frame, id: 'plan-scripts' }, 'delete-zombies', [
    aCandidate('ConfigMap/mongodb-common-scripts'),
    aCandidate('PersistentVolumeClaim/none', ['Pod/none']),
    aCandidate('ServiceAccount/redis'),
  ]).plan,
);

/** Tier 1: what Argo CD tracks by is written. */
export const adoption = made(
  planAdopt({ ...frame, id: 'plan-adopt' }, { app: anApp({ ref: INFISICAL }), instance: {} }, [
    {
      ref: refTo('ConfigMap/settings'),
      version: 'v1',
      live: liveObject(refTo('ConfigMap/settings')),
      target: aManifest({}, refTo('ConfigMap/settings')),
      mutated: [],
    },
  ]).plan,
);

function made(plan: Plan | undefined): Plan {
  if (plan === undefined) throw new TypeError('the story has this plan');
  return plan;
}

export const asked: ApprovalEvent = {
  type: 'request',
  by: 'U0ADA',
  role: 'platform-operator',
  at: at(5),
  reason: 'left over since the ingress was moved',
  channel: 'C0PLATFORM',
};

export function approvedBy(by: string, plan: Plan, minutes = 10): ApprovalEvent {
  return { type: 'approve', by, role: 'platform-operator', at: at(minutes), planHash: plan.hash, typed: plan.app.name };
}

const anywhere = { instances: ['*'], projects: ['*'], apps: ['*'], environments: ['*'] };
const policy: Policy = {
  roles: { 'platform-operator': { users: ['U0GRACE', 'U0LINUS'], groups: ['S0PLATFORM'] } },
  grants: [{ role: 'platform-operator', request: [1, 2, 3], approve: [1, 2, 3], ...anywhere }],
};

/** A card as its events tell it. */
export function aCard(
  plan: Plan,
  {
    approval = [asked],
    run = [],
  }: { readonly approval?: readonly ApprovalEvent[]; readonly run?: readonly RunEvent[] } = {},
  parts: Partial<PlanCard> = {},
): PlanCard {
  const facts = {
    policy,
    now: new Date(at(60)),
    restoreForMs: 0,
    reviewWithinMs: 86_400_000,
    bundleCommand: () => undefined,
  };
  return { ...makePlanCard({ plan, approval, run }, facts), ...parts };
}

/** The first `done` steps of a run, to the end if that is all of them. */
export function runOf(
  plan: Plan,
  done: number,
  proof = { sync: 'OutOfSync', health: 'Healthy', findingsLeft: 2 },
): readonly RunEvent[] {
  const health = [{ app: plan.app, status: 'Healthy', resources: [] }];
  return [
    { type: 'started', at: at(20), restoresByItself: false },
    { type: 'rechecked', at: at(20), health },
    { type: 'bundle-saved', at: at(20), bundleId: plan.id },
    ...plan.steps.slice(0, done).flatMap((_, step): readonly RunEvent[] => [
      { type: 'guarded', at: at(21), step, answer: 'match' },
      { type: 'acted', at: at(21), step },
      { type: 'checked', at: at(21), step },
      { type: 'health-watched', at: at(21), step },
    ]),
    ...(done === plan.steps.length ? [{ type: 'proved', at: at(25), proof } as const] : []),
  ];
}
